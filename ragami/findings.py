"""What can be wrong with a log: a code, a severity, a rule, a place and the facts compared.

A game says what is wrong with an event as a `Breach`; the fold puts it in its place as a
`Finding`. How it is said, in both languages, is worked out only when somebody asks (`saying`).
"""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct

Severity = Literal["error", "warning", "notice"]

# The rule of the log itself, the same for every game.
LOG_RULE: Final = "R-LOG-01"

SEVERITIES: Final[dict[str, Severity]] = {
    "malformed-record": "error",
    "illegal-event": "error",
    "broken-proof": "error",
    "rolled-back": "error",
    "malformed-note": "error",
    "malformed-proof": "error",
    "foreign-checkpoint": "error",
    "forked-log": "error",
    "not-signed-by": "error",
    "bad-signature": "error",
    "foreign-signer": "error",
    "broken-commitment": "error",
    "malformed-component": "error",
    "unfit-component": "error",
    "impossible-hand": "warning",
    "unknown-record": "warning",
    "unknown-game": "warning",
    "asserted-difference": "warning",
    "unfit-reveal": "warning",
    "unknown-signer": "warning",
    "withheld-record": "warning",
    "expired-signer": "warning",
    "unchecked-signature": "warning",
    "unlike-printed-board": "warning",
    "unfit-layout": "warning",
    "beyond-judging": "warning",
    "undone-chance": "warning",
    "time-order": "warning",
    "takeback": "notice",
    "unsealed": "notice",
    "ruled-breach": "notice",
    "unverified-components": "notice",
    "unfinished": "notice",
    # A tournament against the logs of its tables, and its pairings.
    "missing-log": "warning",
    "head-differs": "error",
    "unsealed-log": "notice",
    "foreign-game": "error",
    "players-differ": "error",
    "table-not-ended": "notice",
    "result-differs": "warning",
    "grown-log": "notice",
    "unlinked-table": "notice",
    "unlike-pairer": "warning",
    "dearer-pairing": "notice",
    "overridden-pairing": "notice",
}


class Breach(NamedTuple):
    """One broken rule. `ruling` is the A-id that the verdict rests on, or None.

    `firm`: no ruling lets this breach stand, though one may let others of the rule.
    """

    rule: str
    ruling: str | None
    facts: dict[str, Any]
    firm: bool = False


Breaches = list[Breach]


def breach(rule: str, ruling: str | None = None, /, **facts: Any) -> Breach:
    """A broken rule with its facts as keywords (a trailing `_` is dropped: `from_`)."""
    return Breach(rule, ruling, {name.rstrip("_"): value for name, value in facts.items()})


class Finding(Struct, frozen=True):
    """One thing that is to be said about a log. Codes never change their meaning.

    `seq` is what the record says, None if it says no number; `line` counts from 1.
    """

    code: str
    rule: str | None = None
    ruling: str | None = None
    seq: int | None = None
    line: int | None = None
    facts: dict[str, Any] = {}
    # How bad it is, where that is not the same for every finding of the code.
    level: Severity | None = None

    @property
    def severity(self) -> Severity:
        """How bad it is: only an error makes a log wrong."""
        return self.level or SEVERITIES[self.code]


def found(code: str, breach: Breach, seq: int | None, line: int | None) -> Finding:
    """A breach in its place in the log."""
    return Finding(code, breach.rule, breach.ruling, seq, line, breach.facts)
