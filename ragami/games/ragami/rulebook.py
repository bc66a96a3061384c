"""The rules of Ragami (`data/rules.jsonl`), and those that no ruling can waive."""

from __future__ import annotations

from typing import Final

from ragami.findings import LOG_RULE
from ragami.game import rulebook
from ragami.game.rulebook import Rule, Rulebook
from ragami.games.ragami.rules.due import PREPARATION_RULE, SETUP_RULE
from ragami.games.ragami.shipped import read

# The rules of verdicts on an event that is not due.
NOT_DUE: Final = frozenset(
    {
        *SETUP_RULE.values(),
        *PREPARATION_RULE.values(),
        *("R-SET3-01", "R-SET2-01", "R-SET2-04", "R-TURN-09", "R-END-02", "R-END-03"),
        *("R-TURN-02", "R-TURN-08"),
    }
)
# The rules whose breach would leave a number below 0, or a piece nowhere.
LEADS_NOWHERE: Final = frozenset(
    {
        *("R-CARD-03", "R-CONF-17", "R-CONF-25"),
        *("R-DIE-04", "R-DEMON-04", "R-CONF-01", "R-CONF-05", "R-CONF-09", "R-CONF-10"),
        *("R-C03-2", "R-C07-1", "R-C07-2", "R-C08-2", "R-C09-3", "R-C09-4", "R-C12-1"),
        *("R-C13-2", "R-C14-2", "R-VP-01", "R-VP-05", "R-PREP-12"),
        *(f"R-INV-{number:02}" for number in range(1, 10)),
    }
)


def never_waived(rule_id: str) -> str | None:
    """Return the reason why no ruling can let a breach stand; None if one can."""
    if rule_id == LOG_RULE:
        return rulebook.OF_THE_LOG
    if rule_id in NOT_DUE:
        return rulebook.NOT_DUE
    return rulebook.LEADS_NOWHERE if rule_id in LEADS_NOWHERE else None


RULEBOOK: Final = Rulebook(lambda: read("rules.jsonl"), never_waived)

rules = RULEBOOK.rules
rule = RULEBOOK.rule

__all__ = ["RULEBOOK", "Rule", "rule", "rules"]
