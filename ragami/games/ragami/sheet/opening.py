"""The heads of a sheet of Ragami: title, players, options, components make record 1."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from ragami.errors import N_
from ragami.games.ragami import shipped
from ragami.games.ragami.events import GameOpened
from ragami.games.ragami.legal_moves.due import option_values
from ragami.games.ragami.options import Options
from ragami.games.ragami.sheet import words as w
from ragami.games.ragami.sheet.pieces import Piece, next_piece
from ragami.language import Language
from ragami.notation.heads import (
    component_heads,
    opening_data,
    players_head,
    read_component,
    read_heads,
    title_head,
)
from ragami.notation.line import Line, number_in, text_in, text_of_line, word_in
from ragami.notation.misread import Word

HEADS: Final = {
    w.TITLE: "title",
    w.PLAYERS: "players",
    w.OPTIONS: "options",
    w.BOARD: "board",
    w.DECK: "deck",
    w.DICE_USED: "dice",
    w.NEUTRAL_COLOUR: "neutral_colour",
}
COMPONENTS: Final = {"board": shipped.BOARDS, "deck": shipped.DECKS, "dice": shipped.DICE}
COMPONENT_HEADS: Final = {"board": w.BOARD, "deck": w.DECK, "dice": w.DICE_USED}
BOOLEANS: Final = {w.YES: True, w.NO: False}
A_PLAYER: Final = N_("a player: a colour and a name")


# --- reading -------------------------------------------------------------------------------


def read_opening(rules: Line, heads: Sequence[tuple[str, Line]]) -> dict[str, Any]:
    """The data of record 1. Raises `Unread`."""
    said = read_heads(rules, heads, READERS, ("players", w.PLAYERS))
    return opening_data("ragami", said, COMPONENTS, "neutral_colour")


def _players(line: Line) -> list[dict[str, str]]:
    """`Y Ana, G "Rui, the elder"`; the comma may be left out."""
    players: list[dict[str, str]] = []
    while line.peek() or len(players) < 2:
        colour = next_piece(line).colour()
        line.take()
        text = line.peek()
        name = text_in(text) if text[-1:] != "," else text_in(text[:-1])
        if name is None:
            raise line.stop(N_("a name, in quotes if it has blanks"))
        line.take()
        if line.peek() == ",":
            line.take()
        players.append({"colour": colour, "name": name})
        if len(players) > len(w.COLOURS):
            raise line.stop(N_("not more than four players"))
    if len(players) > len(w.COLOURS):
        raise line.stop(N_("not more than four players"))
    return players


def _options(line: Line) -> dict[str, Any]:
    """`pass_policy=reenter power_die=no`: what is not the default."""
    values = option_values()
    said: dict[str, Any] = {}
    while line.peek():
        name, value = next_piece(line).cut("=")
        known = {Word(each, each): each for each in values}
        option = word_in(name.text, known)
        if option is None or option in said:
            raise name.stop(*known)
        said[option] = _value(value or Piece(line, "", len(name.text)), values[option])
        line.take()
    return said


def _value(given: Piece, values: list[Any]) -> Any:
    if isinstance(values[0], bool):
        found = word_in(given.text, BOOLEANS)
        if found is None:
            raise given.stop(*BOOLEANS)
        return found
    known = {Word(str(each), str(each)): each for each in values}
    if (number := number_in(given.text)) is not None and number in values:
        return number
    found = word_in(given.text, known)
    if found is None:
        raise given.stop(*known)
    return found


def _colour(line: Line) -> str:
    colour = next_piece(line).colour()
    line.take()
    return colour


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
    yield from title_head(event.title, w.TITLE, language)
    players = ((w.LETTERS[seat.colour], seat.name) for seat in event.players)
    yield players_head(players, w.PLAYERS, language)
    if chosen := list(_chosen(event.options, language)):
        yield f"{w.OPTIONS.say(language)} {' '.join(chosen)}"
    yield from component_heads(event.components, COMPONENT_HEADS, language)
    if event.neutral_colour:
        yield f"{w.NEUTRAL_COLOUR.say(language)} {w.LETTERS[event.neutral_colour].say(language)}"


def _chosen(options: Options, language: Language) -> Iterator[str]:
    """The options that are not at their defaults, which never change."""
    for name in Options.__struct_fields__:
        value = getattr(options, name)
        if value != getattr(Options(), name):
            if isinstance(value, bool):
                value = (w.YES if value else w.NO).say(language)
            yield f"{name}={value}"
