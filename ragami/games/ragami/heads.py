"""The score sheet of Ragami: its lines, and the heads that make record 1."""

from __future__ import annotations

from typing import Any, Final

from ragami.errors import N_
from ragami.game.opening import option_values
from ragami.games.ragami.forms import FORMS
from ragami.games.ragami.kinds import COLOUR, COLOURS, SEATS, cut
from ragami.games.ragami.options import Options
from ragami.games.ragami.shipped import SHIPPED
from ragami.games.ragami.speech import TABLES
from ragami.notation.forms import At
from ragami.notation.heads import SetHeads, not_usual
from ragami.notation.line import Line, number_in, text_in, word_in
from ragami.notation.misread import Unread, Word, words_of
from ragami.notation.protocol import Notation
from ragami.notation.reader import Reader
from ragami.notation.score_sheet import ScoreSheet

WORDS: Final = words_of(TABLES["head"])
BOOLEANS: Final = {
    Word(*TABLES["answer"][code]): value for code, value in (("yes", True), ("no", False))
}


def _players(line: Line) -> list[dict[str, str]]:
    """`Y Ana, G "Rui, the elder"`; the comma may be left out."""
    players: list[dict[str, str]] = []
    while line.peek() or len(players) < 2:
        colour = COLOUR.read(Reader(line, At(None, {})))
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
    values = option_values(Options)
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


HEADS: Final = SetHeads(
    "ragami",
    WORDS,
    SEATS,
    SHIPPED,
    readers={"players": _players, "options": _options},
    chosen=not_usual(BOOLEANS),
    more={"neutral_colour": COLOUR},
)
NOTATION: Final[Notation] = ScoreSheet(FORMS, HEADS, SEATS)
