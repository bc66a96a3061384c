"""The rule catalogue of Ragami: `data/rules.jsonl`, in the order of the rules file."""

from __future__ import annotations

from typing import Final

from ragami.findings import LOG_RULE
from ragami.game.rulebook import LEADS_NOWHERE, NOT_DUE, OF_THE_LOG, Rule, Rulebook
from ragami.games.ragami.rules import judge
from ragami.games.ragami.shipped import read


def never_waived(rule_id: str) -> str | None:
    """Return the reason why no ruling can let a breach stand (section 4.6); None if one can."""
    if rule_id == LOG_RULE:
        return OF_THE_LOG
    if rule_id in judge.NOT_DUE:
        return NOT_DUE
    return LEADS_NOWHERE if rule_id in judge.NEVER_WAIVED else None


RULEBOOK: Final = Rulebook(lambda: read("rules.jsonl"), never_waived)

rules = RULEBOOK.rules
rule = RULEBOOK.rule

__all__ = ["RULEBOOK", "Rule", "rule", "rules"]
