"""Texts of findings, as far as they are the same for every game.

English texts are the message ids; facts fill the places in them. A game has the words for its own
rules, and takes from here what any log may have: malformed bytes, undos and corrections that apply
to nothing, records that nobody knows, a log that ends too early.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from ragami.errors import N_
from ragami.findings import Finding
from ragami.language import Language, Translate, translator

# What somebody else wrote is shown up to this length, and so are lists.
LONGEST: Final = 40
SENTENCE: Final = 120
MOST: Final = 8

PROBLEMS: Final[dict[str, str]] = {
    "byte-order-mark": N_("the line begins with a byte order mark"),
    "empty-line": N_("the line is empty"),
    "line-end": N_("the line ends with a carriage return; only a line feed may end it"),
    "not-utf8": N_("byte {byte} is not UTF-8"),
    "not-json": N_("this is no JSON from column {column} on"),
    "too-deep": N_("the JSON is nested too deep"),
    "not-an-object": N_("a JSON object must stand here, with its keys and values"),
    "duplicate-key": N_("the key {key} stands twice in the same object"),
    "not-an-integer": N_("{found} is no integer, and the log has no other numbers"),
    "number-too-large": N_("{found} is too large: numbers go up to {limit}"),
    "seq-out-of-order": N_("the record has the number {found}, and {expected} is due"),
    "missing-field": N_("{where} lacks the field {field}"),
    "unknown-field": N_("{where} has a field {field}, which does not belong there"),
    "wrong-type": N_("{where} must be {expected}, and is {found}"),
    "wrong-length": N_("the length of {where} must be {expected}"),
    "out-of-range": N_("{where} must be {expected}"),
    "wrong-value": N_("{where} cannot be '{found}'"),
    "not-utc": N_("{where} must be a time in UTC, such as 2026-11-20T19:04:31Z"),
    "nothing-hidden": N_("nothing is hidden in this game, so nothing can be revealed"),
    "unknown-type": N_("there is no type of record called {found}"),
    "type-not-plain": N_(
        "{where} is {found}: a type is written in plain letters, digits and '_', without escapes"
    ),
    "programs-only": N_(
        "records of type {found} are written by the program alone, when it leaves something out"
    ),
    "unfit-opening": N_("the record and what is opened of it do not fit together"),
    "not-opened": N_("record 1 of a log opens the game, and nothing can come before that"),
    "undo-to-later": N_("an undo cannot go back to record {to}: the last one before it is {last}"),
    "nothing-to-redo": N_("there is no undo to take back, or an event has been recorded since"),
    "no-such-event": N_("record {named} is no earlier event of the game"),
    "half-a-correction": N_(
        "the correction of record {named} must give type, v and data, or null for all three to"
        " strike it out, which record 1 cannot be"
    ),
    "not-a-game-event": N_("{type} is no event of the game, and no event can be corrected to it"),
    "no-such-secret": N_("{place} is no hidden place of record {seq}"),
    "known-otherwise": N_("{place} of record {seq} is known already, and is something else"),
    "unfit-value": N_("what is told of {place} in record {seq} cannot stand there"),
    "not-to-be-waived": N_("no ruling can let {rule} be broken"),
}

Called = Callable[[str, Language], str]
"""What a code is called in a game."""

Say = Callable[[Finding, Language, Called], str]

# By the code of a finding, or by code and problem; rooms register theirs.
TEXTS: Final[dict[str, str | Say]] = {
    "unknown-record": N_(
        "type {type} in version {v} is not known here. The record is kept byte for byte"
        " and counts for nothing; a newer ragami may know it"
    ),
    "unknown-game": N_(
        "this is a log of {game}, which is not installed: its records are kept and not judged"
    ),
    "beyond-judging": N_(
        "after what is illegal before it, this cannot be carried out on any table; from"
        " here on nothing is judged"
    ),
    "unfinished": N_("the log ends here, and the game is not over"),
}

# What the fact `problem` of a finding says for the `{reason}` in its text.
REASONS: Final[dict[str, str]] = {}


def register(texts: Mapping[str, str | Say], reasons: Mapping[str, str] | None = None) -> None:
    """Add the texts that a room has for its own findings."""
    TEXTS.update(texts)
    REASONS.update(reasons or {})


KINDS_OF_VALUE: Final[dict[str, str]] = {
    "int": N_("an integer"),
    "str": N_("a text"),
    "bool": N_("true or false"),
    "array": N_("a list"),
    "object": N_("an object"),
    "null": N_("null"),
    "float": N_("a fraction"),
}

BOUNDS: Final[dict[str, str]] = {
    ">=": N_("at least {number}"),
    "<=": N_("at most {number}"),
    "": N_("exactly {number}"),
}

_BOUND: Final = r"(?P<long>of length )?(?P<sign>>=|<=|)\s*(?P<number>-?\d+)"


def say_of_log(finding: Finding, language: Language, called: Called) -> str | None:
    """A finding that any game may have; None where the game itself has the words."""
    said = _what(finding, language, called)
    if said is None:
        return None
    return f"{place(finding, language)}: {said}{rule_in_brackets(finding)}."


def _what(finding: Finding, language: Language, called: Called) -> str | None:
    found = str(finding.facts.get("problem", ""))
    text = TEXTS.get(f"{finding.code} {found}") or TEXTS.get(finding.code)
    if text is None:
        return problem(finding.facts, language)
    if not isinstance(text, str):
        return text(finding, language, called)
    _ = translator(language)
    facts = {name: plain(str(value)) for name, value in finding.facts.items()}
    if reason := REASONS.get(found):
        facts["reason"] = _(reason).format_map(facts)
    return _(text).format_map({"reason": "", **facts})


def problem(facts: Mapping[str, Any], language: Language) -> str | None:
    """Return the defect of a record's form as text; None where the facts are not about it."""
    text = PROBLEMS.get(facts.get("problem", ""))
    if text is None:
        return None
    _ = translator(language)
    spoken = _spoken(facts, _)
    if text == PROBLEMS["wrong-value"] and " " in _value(facts):
        spoken["found"] = plain(_(_value(facts)), SENTENCE)
        text = N_("{where} cannot be like this: {found}")
    return _(text).format_map(spoken)


def place(finding: Finding, language: Language) -> str:
    """Return the place of a finding: its record, or its line if the number is missing or wrong."""
    _ = translator(language)
    if finding.seq is not None and finding.seq == (finding.line or finding.seq):
        return _("Record {seq}").format(seq=finding.seq)
    if finding.line is None:
        return _("The log")
    if finding.seq is None:
        return _("Line {line}").format(line=finding.line)
    return _("Line {line} (record {seq})").format(
        line=finding.line, seq=plain(str(finding.seq), LONGEST)
    )


def rule_in_brackets(finding: Finding) -> str:
    """The id of the rule behind a statement, if there is one."""
    return f" ({finding.rule})" if finding.rule else ""


def listed(items: Iterable[str], language: Language) -> str:
    """`2, 3 and 8`; a long list ends in how many more there are."""
    _ = translator(language)
    words = list(items)
    if not words:
        return _("none")
    if len(words) > MOST + 1:
        words = [*words[:MOST], _("{number} more").format(number=len(words) - MOST)]
    if len(words) == 1:
        return words[0]
    return _("{first} and {last}").format(first=", ".join(words[:-1]), last=words[-1])


def plain(text: str, longest: int = LONGEST) -> str:
    """Return foreign text, safe to show: one line, not too long, nothing unprintable."""
    flat = " ".join(text[: longest * MOST].split())  # the rest would not be shown
    seen = "".join("\N{REPLACEMENT CHARACTER}" if _unseen(char) else char for char in flat)
    return seen if len(seen) <= longest else f"{seen[: longest - 1]}…"


def _unseen(char: str) -> bool:
    return unicodedata.category(char).startswith("C")


def _spoken(facts: Mapping[str, Any], _: Translate) -> dict[str, str]:
    """The facts of a malformed record, each as its text wants it."""
    kind = facts.get("problem")
    spoken = {name: plain(str(value)) for name, value in facts.items()}
    if "where" in facts:
        spoken["where"] = _path(facts["where"], _)
    if kind == "wrong-type":
        spoken |= {name: _kinds(facts[name], _) for name in ("expected", "found")}
    elif kind in ("wrong-length", "out-of-range"):
        spoken["expected"] = _bound(facts["expected"], _)
    elif kind == "wrong-value":
        spoken["found"] = plain(_value(facts))
    return spoken


def _value(facts: Mapping[str, Any]) -> str:
    """A value that cannot be; or a sentence, of a check of ours or of a library, that says why."""
    value: str = facts["found"]
    return value.partition("' - at `key`")[0].removesuffix("'")


def _path(where: str, _: Translate) -> str:
    """A JSON path as people who read JSON write it: `data.players[0].name`."""
    return plain(where.removeprefix("$").removeprefix(".")) or _("the record")


def _kinds(types: str, _: Translate) -> str:
    """`int | null` in words."""
    names = types.split(" | ")
    return _(" or ").join(
        _(KINDS_OF_VALUE[name]) if name in KINDS_OF_VALUE else plain(name) for name in names
    )


def _bound(expected: str, _: Translate) -> str:
    """`>= 1`, `of length >= 1` or `3` in words."""
    bound = re.match(_BOUND, expected)
    if not bound:
        return plain(expected)
    said = _(BOUNDS[bound["sign"]]).format(number=bound["number"])
    return _("a text, its length {bound}").format(bound=said) if bound["long"] else said
