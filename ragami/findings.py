"""Findings on a log: a code, a severity, a rule, a place and the facts compared.

A game says what is wrong with an event as a `Breach`; the fold puts it in its place as a `Finding`.
How it is said, in both languages, is worked out only when somebody asks (`judge.report.said`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple, cast

from msgspec import Struct
from msgspec.structs import force_setattr, replace

from ragami.decoded import Data

Severity = Literal["error", "warning", "notice"]

# The rule of the log itself, the same for every game.
LOG_RULE: Final = "R-LOG-01"


def N_(message: str) -> str:  # noqa: N802 (the name that Babel looks for)
    """Mark a message for translation where it stands, without translating it."""
    return message


class Code(NamedTuple):
    """The meaning of a finding's code: its severity, and its subject (for tools).

    `about` is a message of our own catalogue, or English with its Spanish in `es`; without it the
    game has the subject among its words: `subject/CODE`. `whole`: it is about the log as a whole,
    and no record of it is to blame.
    """

    severity: Severity
    about: str = ""
    es: str = ""
    whole: bool = False


# What any log of any game may have; rooms and games register theirs.
CODES: Final[dict[str, Code]] = {
    "malformed-record": Code("error", N_("A line that is no record")),
    "illegal-event": Code("error", N_("An event that breaks a rule")),
    "malformed-component": Code("error", N_("A component that cannot be read")),
    "unfit-component": Code("error", N_("A component that cannot be played with")),
    "unreadable-log": Code("error", N_("A log that cannot be read"), whole=True),
    "unknown-record": Code("warning", N_("A record of a type or version that is not known")),
    "unknown-game": Code("warning", N_("A log of a game that is not installed")),
    "asserted-difference": Code("warning", N_("A table that does not show what the log says")),
    "unfit-reveal": Code("warning", N_("A reveal that does not fit")),
    "beyond-judging": Code("warning", N_("Something that cannot be carried out on any table")),
    "ruled-breach": Code("notice", N_("A breach that a ruling let stand")),
    "unverified-components": Code(
        "notice", N_("Components that nobody has compared with the printed game"), whole=True
    ),
    "incomplete-components": Code(
        "notice", N_("Components of one's own with stand-ins among them"), whole=True
    ),
    "unfinished": Code("notice", N_("A game that is not over"), whole=True),
}


def register(codes: Mapping[str, Code]) -> None:
    """Register codes of a room or a game. Raises `ValueError` for one that has another meaning."""
    for name, code in codes.items():
        if CODES.setdefault(name, code) != code:
            raise ValueError(f"the code {name} means something else already")


class Breach(NamedTuple):
    """One broken rule. `ruling` is the A-id that the verdict rests on, or None.

    `firm`: no ruling lets this breach stand, though one may let others of the rule.
    """

    rule: str
    ruling: str | None
    facts: Data
    firm: bool = False


Breaches = list[Breach]


def breach(rule: str, ruling: str | None = None, /, **facts: object) -> Breach:
    """Return a broken rule with its facts as keywords (a trailing `_` is dropped: `from_`)."""
    return Breach(rule, ruling, {name.rstrip("_"): value for name, value in facts.items()})


class Finding(Struct, frozen=True):
    """One thing that is to be said about a log. Codes never change their meaning.

    Only one of the `severity` error makes a log wrong. `seq` is what the record says, None if it
    says no number; `line` counts from 1. Its texts `en` and `es`, and the
    `sources` of its rule, are there once it is said.
    """

    code: str
    # Given where it is not the same for every finding of the code.
    severity: Severity = cast("Severity", "")
    rule: str | None = None
    ruling: str | None = None
    seq: int | None = None
    line: int | None = None
    facts: Data = {}
    en: str = ""
    es: str = ""
    sources: list[str] = []

    def __post_init__(self) -> None:
        if not cast("str", self.severity):
            force_setattr(self, "severity", CODES[self.code].severity)

    def __str__(self) -> str:
        return self.en or self.code

    def text(self, language: str) -> str:
        """Return the finding in words, once it is said."""
        return self.es if language == "es" else self.en

    def of_facts(self, facts: Data) -> Finding:
        """Return the finding with other facts, and not said yet."""
        return replace(self, facts=facts, en="", es="")

    @property
    def whole(self) -> bool:
        """True if the finding is about the log as a whole, and no record of it is to blame."""
        return CODES[self.code].whole


def finding_at(code: str, seq: int | None, /, **facts: object) -> Finding:
    """Return a finding on a record that stands on the line of its number.

    None: on the whole log.
    """
    return Finding(code, seq=seq, line=seq, facts=facts)


def finding_of(code: str, breach: Breach, seq: int | None, line: int | None) -> Finding:
    """Return a breach in its place in the log."""
    rule, ruling, facts, _ = breach
    return Finding(code, rule=rule, ruling=ruling, seq=seq, line=line, facts=facts)
