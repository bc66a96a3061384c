"""The rule catalogue of tournaments: `data/rules.jsonl`, in the order of the rules file."""

from __future__ import annotations

from typing import Final

from ragami.catalogue import shipped
from ragami.game.rulebook import Rulebook, unless
from ragami.games.tournament.judge import WAIVABLE

RULEBOOK: Final = Rulebook(
    lambda: shipped("ragami.games.tournament", "rules.jsonl"), unless(WAIVABLE, "R-T-LOG-01")
)
