"""The heads of a sheet of the score keeper, which make record 1."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec import structs

from ragami.games.scores.events import Category, Options
from ragami.games.scores.forms import EXPECTED, FORMS
from ragami.games.scores.rules.opening import GameOpened
from ragami.games.scores.words import TABLES
from ragami.language import Language
from ragami.notation.heads import read_heads, title_head
from ragami.notation.line import Line, quoted, text_in, text_of_line
from ragami.notation.misread import Word
from ragami.notation.score_sheet import ScoreSheet

WORDS: Final = {key: Word(*both) for key, both in TABLES["head"].items()}
HEADS: Final = {word: key for key, word in WORDS.items()}
USUAL: Final = Options()
_BLANK: Final = "_" * 12
_TIMES: Final = re.compile(r"x(-?\d{1,4})")
_RANGE: Final = re.compile(r"(-?\d{1,7})?\.\.(-?\d{1,7})?")


def _groups(line: Line) -> Iterator[list[str]]:
    """Read tokens in groups that are parted by commas."""
    group: list[str] = []
    while token := line.take():
        ends = token != "," and token.endswith(",") and not token.startswith('"')
        ends = ends or token[-2:] == '",'
        group += [token.rstrip(",")] if token != "," else []
        if (ends or token == ",") and group:
            yield group
            group = []
    if group:
        yield group


def _named(group: Sequence[str], line: Line) -> tuple[str, str]:
    """Read an id and a name; the id again where there is no name. Raises `Unread`."""
    name = text_in(group[1]) if len(group) > 1 else group[0].capitalize()
    if name is None:
        line.at = 0
        raise line.stop(EXPECTED["new-player"])
    return group[0], name


def _players(line: Line) -> list[dict[str, Any]]:
    pairs = (_named(group, line) for group in _groups(line))
    return [{"id": id_, "name": name} for id_, name in pairs]


def _teams(line: Line) -> list[dict[str, Any]]:
    return [
        {"id": group[0], "name": _named(group, line)[1], "players": list(group[2:])}
        for group in _groups(line)
    ]


def _categories(line: Line) -> list[dict[str, Any]]:
    return [_category(group, line) for group in _groups(line)]


def _category(group: Sequence[str], line: Line) -> dict[str, Any]:
    """Read `bid "Bid" x0 0..26 sum 26`. Raises `Unread`."""
    id_, name = _named(group, line)
    found: dict[str, Any] = {"times": 1, "min": None, "max": None, "sum": None}
    parts = iter(group[2:])
    for part in parts:
        if times := _TIMES.fullmatch(part):
            found["times"] = int(times[1])
        elif limits := _RANGE.fullmatch(part):
            found["min"], found["max"] = (int(n) if n else None for n in limits.groups())
        elif part in ("sum", "suma") and (number := next(parts, "")).lstrip("-").isdecimal():
            found["sum"] = int(number)
        else:
            line.at = 0
            raise line.stop(EXPECTED["category-part"])
    return {"id": id_, "name": name, **found}


def _options(line: Line) -> dict[str, Any]:
    """Read `best=low target=500 ties=coins,cards`. The rules judge them."""
    said: dict[str, Any] = {}
    while token := line.peek():
        name, sign, value = token.partition("=")
        if not sign or not value or name in said:
            raise line.stop(EXPECTED["option"])
        number = value.removeprefix("-").isdecimal()
        said[name] = int(value) if number else value
        if name == "ties":
            said[name] = value.split(",")
        line.take()
    return said


READERS: Final[dict[str, Callable[[Line], Any]]] = {
    "title": text_of_line,
    "plays": text_of_line,
    "players": _players,
    "teams": _teams,
    "categories": _categories,
    "options": _options,
}


def read_opening(rules: Line, heads: Sequence[tuple[str, Line]]) -> dict[str, Any]:
    """Read the data of record 1. Raises `Unread`."""
    said = read_heads(rules, heads, READERS, ("players", WORDS["players"]))
    empty: dict[str, Any] = {
        "title": None,
        "plays": None,
        "teams": [],
        "categories": [],
        "options": {},
    }
    return {"game": "scores", "rules": 1, **empty, **said}


def write_opening(event: GameOpened, language: Language) -> list[str]:
    """Write record 1 in lines; the first one is the version of the rules."""
    return [str(event.rules), *_heads(event, language)]


def _heads(event: GameOpened, language: Language) -> Iterator[str]:
    yield from title_head(event.title, WORDS["title"], language)
    yield from title_head(event.plays, WORDS["plays"], language)
    said = {
        "players": [f"{seat.id} {quoted(seat.name)}" for seat in event.players],
        "teams": [" ".join((team.id, quoted(team.name), *team.players)) for team in event.teams],
        "categories": [" ".join(_said(category, language)) for category in event.categories],
    }
    for head, parts in said.items():
        if parts:
            yield f"{WORDS[head].say(language)} {', '.join(parts)}"
    chosen = [
        f"{name}={','.join(value) if isinstance(value, tuple) else value}"
        for name, value in structs.asdict(event.options).items()
        if value != getattr(USUAL, name)
    ]
    if chosen:
        yield f"{WORDS['options'].say(language)} {' '.join(chosen)}"


def _said(category: Category, language: Language) -> Iterator[str]:
    yield category.id
    yield quoted(category.name)
    if category.times != 1:
        yield f"x{category.times}"
    if category.min is not None or category.max is not None:
        low, high = ("" if n is None else n for n in (category.min, category.max))
        yield f"{low}..{high}"
    if category.sum is not None:
        yield f"{'suma' if language == 'es' else 'sum'} {category.sum}"


def empty_heads(language: Language) -> Iterator[str]:
    """Write the heads to be filled in by hand."""
    for key, word in WORDS.items():
        blanks = f" {', '.join([_BLANK] * 4)}" if key == "players" else ""
        yield f"{word.say(language)}{blanks}"


NOTATION: Final = ScoreSheet(FORMS, sys.modules[__name__], {})
