"""The rule catalogue of tournaments: `data/rules.jsonl`, in the order of the rules file."""

from __future__ import annotations

from typing import Final

from ragami.catalogue import shipped
from ragami.game.rulebook import LEADS_NOWHERE, OF_THE_LOG, Rulebook
from ragami.games.tournament.judge import WAIVABLE


def never_waived(rule_id: str) -> str | None:
    """Return the reason why no ruling can let a breach stand (section 9.1); None if one can."""
    if rule_id == "R-T-LOG-01":
        return OF_THE_LOG
    return None if rule_id in WAIVABLE else LEADS_NOWHERE


RULEBOOK: Final = Rulebook(lambda: shipped("ragami.games.tournament", "rules.jsonl"), never_waived)
