"""Texts of findings and of the result, as far as they are the same for every game.

English texts are the message ids; facts fill the places in them. A game has the words for its own
rules, and takes from here what any log may have: malformed bytes, undos and corrections that apply
to nothing, records that nobody knows, a log that ends too early.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, Final

from ragami.catalogue import Table, texts
from ragami.decoded import Fields
from ragami.findings import Finding
from ragami.language import Language, capital, translator

# What somebody else wrote is shown up to this length, and so are lists.
LONGEST: Final = 40
SENTENCE: Final = 120
MOST: Final = 8
FIRST_STRONG: Final = "\N{FIRST STRONG ISOLATE}"
UNSEEN: Final = "\N{REPLACEMENT CHARACTER}"
END_OF_ISOLATE: Final = "\N{POP DIRECTIONAL ISOLATE}"

Called = Callable[[str, Language], str]
"""What a code is called in a game."""

Say = Callable[[Finding, Language, Called], str]

# What is not said by a template, by the code of a finding; rooms register theirs.
SAID_BY: Final[dict[str, Say]] = {}


@cache
def words() -> Mapping[str, Table]:
    """Return the texts of findings (`data/words.jsonl`), read when the first one is said.

    `finding` has them by code, or by code and the fact `problem`; `reason` has what such a fact
    says for the `{reason}` in them; `problem` what can be wrong with the form of a record.
    """
    return texts("ragami")


_SPELLING: Final = r"matching regex '\^?(?P<pattern>.*?)(?:\$.*)?'"
_BEGINS_WITH_I: Final = re.compile(r"h?[ií](?![aeoáéó])", re.IGNORECASE)
"""Before such a word Spanish says 'e' and not 'y': 'Ana e Inés', but 'nieve y hielo'."""

_BOUND: Final = r"(?P<long>of length )?(?P<sign>>=|<=|)\s*(?P<number>-?\d+)"


def say_of_log(finding: Finding, language: Language, called: Called) -> str | None:
    """Return a finding that any game may have; None where the game itself has the words."""
    text = _what(finding, language, called)
    if text is None:
        return None
    return f"{place(finding, language)}: {text}{rule_in_brackets(finding)}."


def _what(finding: Finding, language: Language, called: Called) -> str | None:
    if finding.code in SAID_BY:
        return SAID_BY[finding.code](finding, language, called)
    texts, cause = words()["finding"], str(finding.facts.get("problem", ""))
    text = texts.get(f"{finding.code} {cause}") or texts.get(finding.code)
    if text is None:
        seat = finding.facts.get("seat")
        spoken = {"seat": called(seat, language)} if isinstance(seat, str) else {}
        return problem({**finding.facts, **spoken}, language)
    facts = {name: plain(str(value)) for name, value in finding.facts.items()}
    if reason := words()["reason"].get(cause):
        facts["reason"] = reason.text(language).format_map(facts)
    return text.text(language).format_map({"reason": "", **facts})


def template(code: str, language: Language) -> str:
    """Return the text of a finding with its facts in braces."""
    return words()["finding"][code].text(language)


def problem(facts: Fields, language: Language) -> str | None:
    """Return the defect of a record's form as text; None where the facts are not about it."""
    kind = facts.get("problem", "")
    text = words()["problem"].get(kind)
    if text is None:
        return None
    _ = translator(language)
    spoken = _spoken(facts, language)
    if kind == "wrong-length":
        text = words()["length"].get(spoken["where"], text)
    if kind == "wrong-value" and " " in _value(facts):
        spoken["found"] = plain(_(_value(facts)), SENTENCE)
        return _("{where} cannot be like this: {found}").format_map(spoken)
    return text.text(language).format_map(spoken)


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
    """Return the id of the rule behind a statement, if there is one."""
    return f" ({finding.rule})" if finding.rule else ""


def listed(items: Iterable[str], language: Language) -> str:
    """List values as `2, 3 and 8`; a long list ends in how many more there are."""
    _ = translator(language)
    words = list(items)
    if not words:
        return _("none")
    if len(words) > MOST + 1:
        words = [*words[:MOST], _("{number} more").format(number=len(words) - MOST)]
    if len(words) == 1:
        return words[0]
    text = _("{first} and {last}")
    if language == "es" and _BEGINS_WITH_I.match(words[-1]):
        text = "{first} e {last}"
    return text.format(first=", ".join(words[:-1]), last=words[-1])


def in_a_row(numbers: Iterable[int]) -> list[list[int]]:
    """Group rising numbers: those without a gap between them are one list."""
    rows: list[list[int]] = []
    for number in numbers:
        if rows and number == rows[-1][-1] + 1:
            rows[-1].append(number)
        else:
            rows.append([number])
    return rows


def ranges(numbers: Iterable[int]) -> str:
    """Return rising numbers as `1, 3–6, 9`."""
    return ", ".join(
        f"{run[0]}–{run[-1]}" if len(run) > 2 else ", ".join(map(str, run))
        for run in in_a_row(numbers)
    )


def value_in_words(
    value: object, language: Language, say: Callable[[object, Language], str], word: Called
) -> str:
    """Say a value that has no words of its own: yes or no, a list, what each key has, a number.

    `say` says what is inside of it, `word` a key.
    """
    match value:
        case bool():
            _ = translator(language)
            return _("yes") if value else _("no")
        case list() | tuple():
            return listed((say(inside, language) for inside in value), language)
        case Mapping():
            parts = (f"{word(str(k), language)} {say(v, language)}" for k, v in value.items())
            return ", ".join(parts)
    return str(value)


def plain(text: str, longest: int = LONGEST) -> str:
    """Return foreign text, safe to show: one line, not too long, nothing unprintable.

    One that is `isolated` stays so.
    """
    if text[:1] == FIRST_STRONG and text[-1] == END_OF_ISOLATE and text == isolated(text[1:-1]):
        return isolated(plain(text[1:-1], longest))
    flat = " ".join(text[: longest * MOST].split())  # the rest would not be shown
    seen = "".join(UNSEEN if _unseen(char) else char for char in flat)
    return seen if len(seen) <= longest else f"{seen[: longest - 1]}…"


def isolated(text: str) -> str:
    """Return a text so that the numbers around it stay in their places if it is read leftwards."""
    leftwards = any(unicodedata.bidirectional(char) in ("R", "AL") for char in text)
    return f"{FIRST_STRONG}{text}{END_OF_ISOLATE}" if leftwards else text


def _unseen(char: str) -> bool:
    return unicodedata.category(char).startswith("C")


def _spoken(facts: Fields, language: Language) -> dict[str, str]:
    """Return the facts of a malformed record, each as its text wants it."""
    kind = facts.get("problem")
    spoken = {name: plain(str(value)) for name, value in facts.items()}
    if "where" in facts:
        spoken["where"] = _path(facts["where"], language)
    if kind == "wrong-type":
        spoken |= {name: _kinds(facts[name], language) for name in ("expected", "found")}
    elif kind in ("wrong-length", "out-of-range"):
        spoken["expected"] = _bound(facts["expected"], language)
    elif kind == "wrong-value":
        spoken["found"] = plain(_value(facts))
    return spoken


def _value(facts: Fields) -> str:
    """Return a value that cannot be, or a sentence that says why (of a check or a library)."""
    value: str = facts["found"]
    return value.partition("' - at `key`")[0].removesuffix("'")


def _path(where: str, language: Language) -> str:
    """Return a JSON path as people who read JSON write it: `data.players[0].name`."""
    _ = translator(language)
    return plain(where.removeprefix("$").removeprefix(".")) or _("the record")


def _kinds(types: str, language: Language) -> str:
    """Say `int | null` in words."""
    _, kinds = translator(language), words()["kind"]
    return _(" or ").join(
        kinds[name].text(language) if name in kinds else plain(name) for name in types.split(" | ")
    )


def _bound(expected: str, language: Language) -> str:
    """Say `>= 1`, `of length >= 1`, `3` or `matching regex '^[a-z]+$'` in words."""
    if spelling := re.fullmatch(_SPELLING, expected):
        spellings = words()["spelling"]
        return spellings.get(spelling["pattern"], spellings[""]).text(language)
    bound = re.match(_BOUND, expected)
    if not bound:
        return plain(expected)
    _ = translator(language)
    text = words()["bound"][bound["sign"]].text(language).format(number=bound["number"])
    return _("a text, its length {bound}").format(bound=text) if bound["long"] else text


def who_sits(word: str, name: str) -> str:
    """Name a seat by its word and who sits there: `Red · Ana`; by the name where that begins so."""
    if name.casefold().startswith(word.casefold()) or not word.isalpha():
        return plain(name)
    return f"{capital(word)} · {plain(name)}" if name else capital(word)


def result_told(final: Fields, called: Callable[[str], str], language: Language) -> str:
    """Return who wins, and all points from the best to the last: `Blue · Ana wins (Ana 38, …)`.

    `called` says the word of a seat; `final["names"]` has who sits there, where that is known.
    """
    _ = translator(language)
    scores = {seat: score_of(entry) for seat, entry in final["players"].items()}
    won, names = final["winners"], final.get("names", {})
    people = {
        seat: name for seat, name in names.items() if name.casefold() != called(seat).casefold()
    }
    whole = {
        seat: who_sits(called(seat), people[seat]) if people.get(seat) else called(seat)
        for seat in (*won, *scores)
    }
    winners = listed([whole[seat] for seat in won], language)
    if not any(scores.values()):
        if not won:
            return _("Nobody wins")
        text = _("{players} wins") if len(won) == 1 else _("{players} share the victory")
        return text.format(players=winners)
    places = {
        seat: entry["place"]
        for seat, entry in final["players"].items()
        if isinstance(entry, Mapping) and entry.get("place")
    }
    ranking = sorted(
        scores, key=lambda seat: (places.get(seat, len(scores)), seat not in won, -scores[seat])
    )
    short = [plain(people[seat]) if people.get(seat) else called(seat) for seat in ranking]
    if len(set(short)) < len(short):
        short = [whole[seat] for seat in ranking]
    points = ", ".join(f"{name} {scores[seat]}" for name, seat in zip(short, ranking, strict=True))
    if not won:
        return _("Nobody wins ({points})").format(points=points)
    text = (
        _("{winners} wins ({points})") if len(won) == 1 else _("{winners} win together ({points})")
    )
    return text.format(winners=winners, points=points)


def score_of(entry: object) -> Any:
    """Return the score in a player's part of a result: its first number."""
    if isinstance(entry, Mapping):
        return next((number for number in entry.values() if isinstance(number, int)), 0)
    return entry
