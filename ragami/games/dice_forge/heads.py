"""The heads of a sheet of Dice Forge: title, players, options and components make record 1."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from ragami.games.dice_forge.components import SHIPPED
from ragami.games.dice_forge.events import COLOURS, GameOpened
from ragami.games.dice_forge.forms import FORMS, LETTERS, SEATS
from ragami.games.dice_forge.words import TABLES
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
from ragami.notation.line import Line, bare_or_quoted, text_in, text_of_line
from ragami.notation.misread import Word
from ragami.notation.protocol import Notation
from ragami.notation.score_sheet import ScoreSheet

WORDS: Final = {key: Word(*both) for key, both in TABLES["head"].items()}
HEADS: Final = {word: key for key, word in WORDS.items()}
COMPONENT_HEADS: Final = {kind: WORDS[kind] for kind in SHIPPED}
_BLANK: Final = "_" * 12


def read_opening(rules: Line, heads: Sequence[tuple[str, Line]]) -> dict[str, object]:
    """The data of record 1. Raises `Unread`."""
    fields = read_heads(rules, heads, READERS, ("players", WORDS["players"]))
    return opening_data("dice-forge", fields, SHIPPED)


def _options(line: Line) -> dict[str, str]:
    """`mirror_sees=rolled place_hind=bear`: what is not the default. The rules judge them."""
    options: dict[str, str] = {}
    while token := line.peek():
        name, sign, value = token.partition("=")
        if not sign or not value or name in options:
            raise line.stop("mirror_sees=rolled", "place_hind=bear")
        options[text_in(name) or name] = text_in(value) or value
        line.take()
    return options


READERS: Final[dict[str, Callable[[Line], Any]]] = {
    "title": text_of_line,
    "players": lambda line: read_players(line, SEATS, len(COLOURS)),
    "options": _options,
    **dict.fromkeys(COMPONENT_HEADS, read_component),
}


def write_opening(event: GameOpened, language: Language) -> list[str]:
    """Record 1 in lines; the first one is the version of the rules."""
    return [str(event.rules), *_heads(event, language)]


def _heads(event: GameOpened, language: Language) -> Iterator[str]:
    yield from title_head(event.title, WORDS["title"], language)
    players = ((LETTERS[seat.colour], seat.name) for seat in event.players)
    yield players_head(players, WORDS["players"], language)
    if event.options:
        chosen = (f"{bare_or_quoted(k)}={bare_or_quoted(v)}" for k, v in event.options.items())
        yield f"{WORDS['options'].say(language)} {' '.join(chosen)}"
    yield from component_heads(event.components, COMPONENT_HEADS, language)


def empty_heads(language: Language) -> Iterator[str]:
    """The heads to be filled in by hand."""
    for head, key in HEADS.items():
        if key == "players":
            seats = ", ".join(f"{colour.say(language)} {_BLANK}" for colour in LETTERS.values())
            yield f"{head.say(language)} {seats}"
        else:
            yield head.say(language)


NOTATION: Final[Notation] = ScoreSheet(FORMS, sys.modules[__name__], SEATS)
