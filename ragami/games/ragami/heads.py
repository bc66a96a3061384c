"""The score sheet of Ragami: its lines, and the heads that make record 1."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from ragami.errors import N_
from ragami.games.ragami import shipped
from ragami.games.ragami.events import GameOpened
from ragami.games.ragami.forms import FORMS
from ragami.games.ragami.kinds import COLOUR, COLOURS, LETTERS, SEATS, cut
from ragami.games.ragami.legal_moves.due import option_values
from ragami.games.ragami.options import Options
from ragami.games.ragami.speech import TABLES
from ragami.language import Language
from ragami.notation.forms import At
from ragami.notation.heads import (
    component_heads,
    opening_data,
    players_head,
    read_component,
    read_heads,
    title_head,
)
from ragami.notation.line import Line, number_in, text_in, text_of_line, word_in
from ragami.notation.misread import Unread, Word
from ragami.notation.protocol import Notation
from ragami.notation.reader import Reader
from ragami.notation.score_sheet import ScoreSheet

WORDS: Final = {key: Word(*both) for key, both in TABLES["head"].items()}
HEADS: Final = {word: key for key, word in WORDS.items()}
COMPONENTS: Final = {"board": shipped.BOARDS, "deck": shipped.DECKS, "dice": shipped.DICE}
COMPONENT_HEADS: Final = {kind: WORDS[kind] for kind in COMPONENTS}
YES, NO = (Word(*TABLES["answer"][code]) for code in ("yes", "no"))
BOOLEANS: Final = {YES: True, NO: False}
_BLANK: Final = "_" * 12


# --- reading -------------------------------------------------------------------------------


def read_opening(rules: Line, heads: Sequence[tuple[str, Line]]) -> dict[str, object]:
    """The data of record 1. Raises `Unread`."""
    fields = read_heads(rules, heads, READERS, ("players", WORDS["players"]))
    return opening_data("ragami", fields, COMPONENTS, "neutral_colour")


def _players(line: Line) -> list[dict[str, str]]:
    """`Y Ana, G "Rui, the elder"`; the comma may be left out."""
    players: list[dict[str, str]] = []
    while line.peek() or len(players) < 2:
        colour = _colour(line)
        text = line.peek()
        name = text_in(text) if text[-1:] != "," else text_in(text[:-1])
        if name is None:
            raise line.stop(N_("a name, in quotes if it has blanks"))
        line.take()
        if line.peek() == ",":
            line.take()
        players.append({"colour": colour, "name": name})
        if len(players) > len(COLOURS):
            raise line.stop(N_("not more than four players"))
    if len(players) > len(COLOURS):
        raise line.stop(N_("not more than four players"))
    return players


def _options(line: Line) -> dict[str, object]:
    """`pass_policy=reenter power_die=no`: what is not the default."""
    values = option_values()
    options: dict[str, object] = {}
    while line.peek():
        name, value = cut(line.peek(), "=")
        names = {Word(option_, option_): option_ for option_ in values}
        option = word_in(name, names)
        if option is None or option in options:
            raise _stop(line, 0, name, *names)
        within = len(name) + (value is not None)
        options[option] = _value(line, within, value or "", values[option])
        line.take()
    return options


def _value(line: Line, within: int, text: str, values: list[Any]) -> Any:
    """The value of an option, which stands at an offset into the next token."""
    if isinstance(values[0], bool):
        words: dict[Word, Any] = dict(BOOLEANS)
    else:
        words = {Word(str(option), str(option)): option for option in values}
        if (number := number_in(text)) is not None and number in values:
            return number
    value = word_in(text, words)
    if value is None:
        raise _stop(line, within, text, *words)
    return value


def _stop(line: Line, within: int, text: str, *expected: Word) -> Unread:
    return Unread(line.column + within, text, *expected, row=line.row)


def _colour(line: Line) -> str:
    return str(COLOUR.read(Reader(line, At(None, {}))))


READERS: Final[dict[str, Callable[[Line], Any]]] = {
    "title": text_of_line,
    "players": _players,
    "options": _options,
    **dict.fromkeys(COMPONENT_HEADS, read_component),
    "neutral_colour": _colour,
}


# --- writing -------------------------------------------------------------------------------


def write_opening(event: GameOpened, language: Language) -> list[str]:
    """Record 1 in lines; the first one is the version of the rules."""
    return [str(event.rules), *_heads(event, language)]


def _heads(event: GameOpened, language: Language) -> Iterator[str]:
    yield from title_head(event.title, WORDS["title"], language)
    players = ((LETTERS[seat.colour], seat.name) for seat in event.players)
    yield players_head(players, WORDS["players"], language)
    if chosen := list(_chosen(event.options, language)):
        yield f"{WORDS['options'].say(language)} {' '.join(chosen)}"
    yield from component_heads(event.components, COMPONENT_HEADS, language)
    if event.neutral_colour:
        colour = LETTERS[event.neutral_colour]
        yield f"{WORDS['neutral_colour'].say(language)} {colour.say(language)}"


def _chosen(options: Options, language: Language) -> Iterator[str]:
    """The options that are not at their defaults, which never change."""
    for name in Options.__struct_fields__:
        value = getattr(options, name)
        if value != getattr(Options(), name):
            if isinstance(value, bool):
                value = (YES if value else NO).say(language)
            yield f"{name}={value}"


def empty_heads(language: Language) -> Iterator[str]:
    """The heads to be filled in by hand."""
    for head, key in HEADS.items():
        if key == "players":
            seats = ", ".join(f"{colour.say(language)} {_BLANK}" for colour in COLOURS)
            yield f"{head.say(language)} {seats}"
        elif key != "neutral_colour":
            yield head.say(language)


NOTATION: Final[Notation] = ScoreSheet(FORMS, sys.modules[__name__], SEATS)
