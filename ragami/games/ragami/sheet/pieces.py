"""The smallest things on a line of Ragami: colours, squares, blocks, cards, and what pays."""

from __future__ import annotations

from typing import Any, Final

from ragami.games.ragami.events import ByCard9, Via
from ragami.games.ragami.sheet import words as w
from ragami.games.ragami.state import State
from ragami.language import Language
from ragami.notation.line import Line, bare_or_quoted, number_in, quoted, text_in, word_in
from ragami.notation.misread import Term, Unread, Word, folded

SQUARE: Final = (1, 30)
CARD: Final = (1, 15)
UNKNOWN: Final = "?"
EXTRA_ACTION: Final = 9
NO_DIE: Final = "-"


class Piece:
    """A part of a token, and where it begins: so that what is wrong in it is told in its place."""

    def __init__(self, line: Line, text: str, within: int = 0) -> None:
        self.line = line
        self.text = text
        self.within = within

    def stop(self, *expected: Term) -> Unread:
        column = self.line.column + self.within
        return Unread(column, self.text, *expected, row=self.line.row)

    def cut(self, sign: str) -> tuple[Piece, Piece | None]:
        """What stands before a sign, and what behind it."""
        before, there, behind = self.text.partition(sign)
        if before[:1] == '"':  # the sign is part of a name
            return self, None
        first = Piece(self.line, before, self.within)
        after = Piece(self.line, behind, self.within + len(before) + len(sign))
        return first, after if there else None

    def number(self, least: int, most: int, what: Term) -> int:
        number = number_in(self.text, least, most)
        if number is None or self.text[0] in "+-":
            raise self.stop(what)
        return number

    def square(self) -> int:
        return self.number(*SQUARE, w.A_SQUARE)

    def card(self) -> int:
        return self.number(*CARD, w.A_CARD)

    def hidden_card(self) -> int | None:
        return None if self.text == UNKNOWN else self.number(*CARD, w.A_HIDDEN_CARD)

    def colour(self) -> str:
        found = colour_in(self.text)
        if found is None or found == "neutral":
            raise self.stop(*w.COLOURS)
        return found

    def ragami(self) -> str:
        found = colour_in(self.text)
        if found is None:
            raise self.stop(*w.RAGAMIS)
        return found

    def space(self) -> str:
        found = word_in(self.text, w.SPACES)
        if found is None:
            raise self.stop(*w.SPACES)
        return found

    def block(self, state: State) -> str:
        """A block of the board, however it is spelt; in quotes exactly as it stands."""
        name = text_in(self.text)
        if not name:
            raise self.stop(w.A_BLOCK)
        if self.text[0] == '"' or not state.opened:
            return name
        if name in state.board.bit:
            return name
        near = [block for block in state.board.blocks if folded(block) == folded(name)]
        if len(near) != 1:
            raise self.stop(w.A_BLOCK)
        return near[0]

    def place(self, state: State) -> int | str:
        if self.text[:1].isdigit():
            return self.square()
        try:
            return self.block(state)
        except Unread as wrong:
            wrong.expected = (w.A_SQUARE, *wrong.expected)
            raise

    def via(self) -> Any:
        """What pays for an action: `d:draw`, `c:5`, `c:9:draw:saint`."""
        kind, what = self.cut(":")
        if what is None or folded(kind.text) not in ("d", "c"):
            raise self.stop(w.WHAT_PAYS)
        if folded(kind.text) == "d":
            return what.space()
        card, space = what.cut(":")
        number = card.card()
        if number != EXTRA_ACTION or space is None:
            if space is not None or number == EXTRA_ACTION:
                raise self.stop(w.WHAT_PAYS)
            return {"card": number}
        space, lower = space.cut(":")
        if lower is None:
            raise self.stop(w.WHAT_PAYS)
        lowered = None if lower.text == NO_DIE else lower.space()
        return {"card": number, "space": space.space(), "lower": lowered}


def colour_in(text: str) -> str | None:
    """The colour, or the neutral Ragami, that a token names."""
    return word_in(text, w.RAGAMIS, whole=True) or word_in(text, w.IN_FULL, whole=True)


def next_piece(line: Line) -> Piece:
    """The next token as a piece; it stays where it is until the piece is read."""
    return Piece(line, line.peek())


# --- writing -------------------------------------------------------------------------------


class Pen:
    """Writes the pieces of a line in one language, for a state in which they are read."""

    def __init__(self, state: State, language: Language) -> None:
        self.state = state
        self.language = language

    def word(self, word: Word) -> str:
        return word.say(self.language)

    def colour(self, colour: str) -> str:
        return self.word(w.RAGAMI_LETTERS[colour])

    def space(self, space: str) -> str:
        return self.word(w.SPACE_WORDS[space])

    def card(self, card: int | None) -> str:
        return UNKNOWN if card is None else str(card)

    def place(self, place: int | str) -> str:
        if isinstance(place, int):
            return str(place)
        known = not self.state.opened or place in self.state.board.bit
        return bare_or_quoted(place) if known else quoted(place)

    def via(self, via: Via) -> str:
        if isinstance(via, str):
            return f"d:{self.space(via)}"
        card = type(via).__struct_config__.tag
        if not isinstance(via, ByCard9):
            return f"c:{card}"
        lower = self.space(via.lower) if via.lower else NO_DIE
        return f"c:{card}:{self.space(via.space)}:{lower}"
