"""The fields of a line of Ragami: each reads its tokens into the data, and writes them again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from keyword import iskeyword
from typing import Any, Final, Protocol

from msgspec import UNSET

from ragami.errors import N_
from ragami.games.ragami.events import SPACES
from ragami.games.ragami.sheet import words as w
from ragami.games.ragami.sheet.pieces import Pen, Piece, next_piece
from ragami.games.ragami.state import State
from ragami.notation.line import A_NUMBER, Line, number_in
from ragami.notation.misread import Term, Word

Data = dict[str, Any]
READ: Final[dict[str, Callable[[Piece, State], Any]]] = {
    "square": lambda piece, _state: piece.square(),
    "block": lambda piece, state: piece.block(state),
    "place": lambda piece, state: piece.place(state),
    "colour": lambda piece, _state: piece.colour(),
    "ragami": lambda piece, _state: piece.ragami(),
    "card": lambda piece, _state: piece.card(),
    "space": lambda piece, _state: piece.space(),
}


class Field(Protocol):
    """A part of a line."""

    def read(self, line: Line, state: State, data: Data) -> None:
        """Read its tokens into the data. Raises `Unread`."""

    def write(self, event: Any, pen: Pen) -> Iterator[str]:
        """Its tokens; none where the line says it without them."""


def value_of(event: Any, name: str) -> Any:
    """A field by the name that it has in a record: `from`, `with`."""
    return getattr(event, f"{name}_" if iskeyword(name) else name)


class One:
    """A field of the record that is one token: a square, a block, a colour, a card."""

    def __init__(self, name: str, kind: str) -> None:
        self.name = name
        self.kind = kind

    def read(self, line: Line, state: State, data: Data) -> None:
        data[self.name] = READ[self.kind](next_piece(line), state)
        line.take()

    def write(self, event: Any, pen: Pen) -> Iterator[str]:
        value = value_of(event, self.name)
        yield pen.colour(value) if self.kind in ("colour", "ragami") else pen.place(value)


class Number:
    """A number of the record, behind a sign that may be left out: `+2`."""

    def __init__(self, name: str, sign: str, *, least: int = 1, optional: bool = False) -> None:
        self.name = name
        self.sign = sign
        self.least = least
        self.optional = optional

    def read(self, line: Line, _state: State, data: Data) -> None:
        if self.optional and not line.peek().startswith(self.sign):
            data[self.name] = 0
        else:
            data[self.name] = line.number(N_("a number like +1"), least=self.least)

    def write(self, event: Any, _pen: Pen) -> Iterator[str]:
        value = getattr(event, self.name)
        if value or not self.optional:
            yield f"{value:+}"


class Maybe:
    """A field that may be left out where nothing is its value; behind a word, if it has one."""

    def __init__(self, name: str, kind: str, word: Word | None = None) -> None:
        self.name = name
        self.kind = kind
        self.word = word

    def read(self, line: Line, state: State, data: Data) -> None:
        data[self.name] = None
        if line.accept(self.word) if self.word else line.peek():
            data[self.name] = READ[self.kind](next_piece(line), state)
            line.take()

    def write(self, event: Any, pen: Pen) -> Iterator[str]:
        value = getattr(event, self.name)
        if value is not None:
            if self.word:
                yield pen.word(self.word)
            yield pen.place(value)


class Pairs:
    """A list of pairs: `4:3` a die on a square, `B>29` a Saint that moves."""

    def __init__(self, name: str, sign: str, *parts: tuple[str, str]) -> None:
        self.name = name
        self.sign = sign
        self.parts = parts

    def read(self, line: Line, state: State, data: Data) -> None:
        pairs = data[self.name] = []
        while line.peek() or not pairs:
            piece = next_piece(line)
            before, behind = piece.cut(self.sign)
            if behind is None:
                raise piece.stop(EXAMPLES[self.name])
            (first, kind), (second, other) = self.parts
            read = {first: READ[kind](before, state)}
            die = other == "die"
            read[second] = behind.number(1, 6, w.A_DIE) if die else READ[other](behind, state)
            pairs.append(read)
            line.take()

    def write(self, event: Any, pen: Pen) -> Iterator[str]:
        for pair in getattr(event, self.name):
            (first, kind), (second, _other) = self.parts
            value = value_of(pair, first)
            token = pen.colour(value) if kind == "colour" else str(value)
            yield f"{token}{self.sign}{getattr(pair, second)}"


EXAMPLES: Final[Mapping[str, Term]] = {
    "conflicts": N_("a square and a die, like 4:3"),
    "saints": N_("a Saint and a square, like B>29"),
    "demons": N_("a square and another, like 19>29"),
}


class Squares:
    """A list of squares, behind a word if it has one; then it may be left out."""

    def __init__(self, name: str, word: Word | None = None) -> None:
        self.name = name
        self.word = word

    def read(self, line: Line, _state: State, data: Data) -> None:
        squares = data[self.name] = []
        if self.word and not line.accept(self.word):
            return
        while line.peek() or not squares:
            squares.append(next_piece(line).square())
            line.take()

    def write(self, event: Any, pen: Pen) -> Iterator[str]:
        squares = getattr(event, self.name)
        if squares and self.word:
            yield pen.word(self.word)
        yield from map(str, squares)


class Cards:
    """Cards behind a sign: `-4 -10` those that go, `+?` those that stay, `x5` one that makes room.

    `most` 1 is a field with one card.
    """

    def __init__(self, name: str, sign: str, *, one: bool = False, optional: bool = False) -> None:
        self.name = name
        self.sign = sign
        self.one = one
        self.optional = optional

    def read(self, line: Line, _state: State, data: Data) -> None:
        cards: list[int | None] = []
        while line.peek().startswith(self.sign):
            _before, card = next_piece(line).cut(self.sign)
            assert card is not None
            cards.append(card.hidden_card() if self.sign == "+" else card.card())
            line.take()
            if self.one:
                break
        if not cards and not self.optional:
            raise line.stop(KEPT if self.sign == "+" else GONE)
        data[self.name] = (cards[0] if cards else None) if self.one else cards

    def write(self, event: Any, pen: Pen) -> Iterator[str]:
        cards = getattr(event, self.name)
        for card in [cards] if self.one else cards:
            if card is not None or not self.optional:
                yield self.sign + pen.card(card)


KEPT: Final = N_("a card that is kept, like +8 or +?")
GONE: Final = N_("a card that is discarded, like -4")


class Pays:
    """What pays for an action; left out where it is the die on the action's own space."""

    def __init__(self, own: str | None = None) -> None:
        self.own = own

    def read(self, line: Line, state: State, data: Data) -> None:
        if line.peek()[:2].lower() in ("d:", "c:") or (line.peek() and not self.own):
            data["via"] = next_piece(line).via()
            line.take()
        else:
            data["via"] = self.own or self._only_one(line, state)

    def _only_one(self, line: Line, state: State) -> str:
        """The die that is left, if it is one, and no die has been used in this turn."""
        left = [space for space in SPACES if state.space_dice[space]] if state.opened else []
        if len(left) != 1 or state.die_used:
            raise line.stop(w.WHAT_PAYS, lost=True)
        return left[0]

    def write(self, event: Any, pen: Pen) -> Iterator[str]:
        if event.via != self.own:
            yield pen.via(event.via)


class Shown:
    """What an assertion says: a word for what is shown, and numbers by colour, space or square."""

    WORDS: Final = {
        w.VP: ("vp", "colour"),
        w.CUBES: ("cubes", "colour"),
        w.RESOLVED: ("resolved", "colour"),
        w.HANDS: ("hands", "colour"),
        w.DICE: ("dice", "space"),
        w.CONFLICTS: ("conflicts", "square"),
        w.DEMONS: ("demons", "square"),
    }

    def read(self, line: Line, state: State, data: Data) -> None:
        while line.peek():
            name, kind = line.one_of(dict(self.WORDS))
            shown: dict[str, int] = data.setdefault(name, {})
            if line.peek() == "-" and not shown:
                line.take()
                continue
            self._read_one(line, state, kind, shown)
            while ":" in line.peek():
                self._read_one(line, state, kind, shown)

    def _read_one(self, line: Line, state: State, kind: str, shown: dict[str, int]) -> None:
        piece = next_piece(line)
        key, value = piece.cut(":")
        if value is None:
            raise piece.stop(SHOWN)
        what = str(READ[kind](key, state))
        number = number_in(value.text)
        if number is None:
            raise value.stop(A_NUMBER)
        if what in shown:
            raise key.stop(N_("something that is not said yet"))
        shown[what] = number
        line.take()

    def write(self, event: Any, pen: Pen) -> Iterator[str]:
        tell: dict[str, Callable[[Any], str]] = {
            "colour": pen.colour,
            "space": pen.space,
            "square": str,
        }
        for word, (name, kind) in self.WORDS.items():
            shown = getattr(event, name)
            if shown is UNSET:
                continue
            yield pen.word(word)
            yield from [f"{tell[kind](key)}:{value}" for key, value in shown.items()] or "-"


SHOWN: Final = N_("what it is and how many, like Y:6 or 12:4, or '-' for none")
