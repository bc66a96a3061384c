"""The rule catalogue: every rule and every ruling of the rules file, in our own words."""

from __future__ import annotations

from typing import Final

from ragami.catalogue import shipped
from ragami.game.rulebook import LEADS_NOWHERE, OF_THE_LOG, Rulebook
from ragami.games.deal_with_the_devil.judge import LOG, WAIVABLE
from ragami.games.deal_with_the_devil.words import TABLES


def never_waived(rule_id: str) -> str | None:
    """Return the reason why no ruling can let a breach stand (5.6); None if one can."""
    if rule_id == LOG:
        return OF_THE_LOG
    return None if rule_id in WAIVABLE else LEADS_NOWHERE


RULEBOOK: Final = Rulebook(
    lambda: shipped("ragami.games.deal_with_the_devil", "rules.jsonl"),
    never_waived,
    TABLES["section"],
)
