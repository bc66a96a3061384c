"""The heads of a sheet: title, players, options and the set of cards make record 1."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from msgspec import structs

from ragami.games.deal_with_the_devil.events import COLOURS, GameOpened
from ragami.games.deal_with_the_devil.forms import FORMS
from ragami.games.deal_with_the_devil.kinds import LETTERS, SEATS
from ragami.games.deal_with_the_devil.opening import SETUP
from ragami.games.deal_with_the_devil.options import Options
from ragami.games.deal_with_the_devil.words import TABLES
from ragami.language import Language
from ragami.notation.heads import (
    component_heads,
    opening_data,
    players_head,
    read_component,
    read_heads,
    read_players,
    title_head,
)
from ragami.notation.line import Line, text_of_line, word_in
from ragami.notation.misread import Word
from ragami.notation.protocol import Notation
from ragami.notation.score_sheet import ScoreSheet

WORDS: Final = {key: Word(*both) for key, both in TABLES["head"].items()}
TITLE, PLAYERS, OPTIONS = WORDS["title"], WORDS["players"], WORDS["options"]
CARDS: Final = {"cards": WORDS["cards"]}
HEADS: Final = {word: key for key, word in WORDS.items()}
BOOLEANS: Final = {Word("yes", "sí"): True, Word("no", "no"): False}
BLANK: Final = "_" * 12


def read_opening(rules: Line, heads: Sequence[tuple[str, Line]]) -> dict[str, object]:
    """The data of record 1. Raises `Unread`."""
    if not heads and "=" in rules.peek():  # as sheets had it before there were heads
        return _in_one_line(rules)
    fields = read_heads(rules, heads, READERS, ("players", PLAYERS))
    return opening_data(SETUP.game, fields, SETUP.components)


def _in_one_line(rules: Line) -> dict[str, object]:
    from ragami.game.defaults.plain import plain_fields  # noqa: PLC0415 (old sheets alone)
    from ragami.games.deal_with_the_devil.events import GameOpened  # noqa: PLC0415 (law 10)

    return {"game": SETUP.game} | plain_fields(rules, GameOpened)


def _options(line: Line) -> dict[str, object]:
    """`hands=open_hands wishes=yes`: what is not the default."""
    ways = {
        Word(*(f"{setting.name}={_said(value, language)}" for language in ("en", "es"))): (
            setting.name,
            value,
        )
        for setting in SETUP.settings()
        for value in setting.values
    }
    options: dict[str, object] = {}
    while token := line.peek():
        way = word_in(token, ways, whole=True)
        if way is None or way[0] in options:
            raise line.stop(*(word for word, (name, _value) in ways.items() if name not in options))
        options[way[0]] = way[1]
        line.take()
    return options


def _said(value: object, language: Language) -> str:
    return next((word.say(language) for word, of in BOOLEANS.items() if of is value), str(value))


READERS: Final[dict[str, Callable[[Line], Any]]] = {
    "title": text_of_line,
    "players": lambda line: read_players(line, SEATS, len(COLOURS)),
    "options": _options,
    "cards": read_component,
}


def write_opening(event: GameOpened, language: Language) -> list[str]:
    """Record 1 in lines; the first one is the version of the rules."""
    return [str(event.rules), *_heads(event, language)]


def _heads(event: GameOpened, language: Language) -> Iterator[str]:
    yield from title_head(event.title, TITLE, language)
    players = ((LETTERS[seat.colour], seat.name) for seat in event.players)
    yield players_head(players, PLAYERS, language)
    usual = structs.asdict(Options())
    if chosen := [
        f"{name}={_said(value, language)}"
        for name, value in structs.asdict(event.options).items()
        if value != usual[name]
    ]:
        yield f"{OPTIONS.say(language)} {' '.join(chosen)}"
    yield from component_heads(event.components, CARDS, language)


def empty_heads(language: Language) -> Iterator[str]:
    """The heads to be filled in by hand."""
    seats = ", ".join(f"{word.say(language)} {BLANK}" for word in SEATS)
    for head, key in HEADS.items():
        yield f"{head.say(language)} {seats if key == 'players' else ''}".rstrip()


NOTATION: Final[Notation] = ScoreSheet(FORMS, sys.modules[__name__], SEATS)
