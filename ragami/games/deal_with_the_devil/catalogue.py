"""The rule catalogue: every rule and every ruling of the rules file, in our own words."""

from __future__ import annotations

from typing import Final

from ragami.catalogue import shipped
from ragami.game.rulebook import Rulebook, unless
from ragami.games.deal_with_the_devil.judge import LOG, WAIVABLE
from ragami.games.deal_with_the_devil.words import TABLES

RULEBOOK: Final = Rulebook(
    lambda: shipped("ragami.games.deal_with_the_devil", "rules.jsonl"),
    unless(WAIVABLE, LOG),
    TABLES["section"],
)
