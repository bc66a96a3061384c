"""The pieces of a component: what each column of a kind may hold, and how a row becomes a piece."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from ragami.catalogue import Both
from ragami.decoded import Data, Fields
from ragami.findings import N_, Finding
from ragami.language import Language, translator
from ragami.notation.misread import Word

Piece = Fields
Cells = Mapping[str, str]

ID: Final = re.compile(r"(?!none$)[a-z][a-z0-9_]{0,39}")
LONGEST: Final = 200
# Behind the id of a stand-in whose own id somebody gave to another piece.
MOVED: Final = "_x"
# The word of a line that enters a piece at the table, and the cell and columns of its name.
PIECE_WORD: Final = Word("card", "carta")
NAME: Final = "name"


class UnfitCell(Exception):
    """A cell, or a piece, that cannot be taken; says why. A fact may be a text in two languages."""

    def __init__(self, why: str, **facts: Any) -> None:
        super().__init__(why, facts)
        self.why, self.facts = why, facts

    def say(self, language: Language) -> str:
        facts = {
            name: fact.text(language) if isinstance(fact, Both) else fact
            for name, fact in self.facts.items()
        }
        return translator(language)(self.why).format_map(facts)


class PieceColumn(NamedTuple):
    """A field of a piece: where it stands in it (`name.en`), and how it is read and written.

    `asks` says what belongs there, a message of the catalogue; `such_as` shows one. `spanish` is
    what a line in Spanish calls it.
    """

    name: str
    at: str
    asks: str
    such_as: str
    read: Callable[[str], Any]
    tell: Callable[[Any], str] = str
    spanish: str = ""

    @property
    def word(self) -> Word:
        return Word(self.name, self.spanish or self.name)

    def example(self, language: Language) -> str:
        return translator(language)(self.such_as) if self.such_as else ""


class PieceKind(NamedTuple):
    """A kind of pieces. The first column is the id, by which logs name the piece.

    Pieces that are `alike` in some columns stand for each other: there are as many as stand-ins
    (`place` says it where the columns alone do not). `whole` adds what the columns do not say,
    and raises `UnfitCell`. `copies`: how many of a piece lie in the box. `bare`: what is left of a
    stand-in whose id was given to a piece of another place. `partly`: a piece of which only some
    columns were told.
    """

    columns: Sequence[PieceColumn]
    alike: Sequence[str]
    place: Callable[[Piece], Hashable] | None = None
    whole: Callable[[Data], Data] = lambda piece: piece
    copies: Callable[[Piece], int] = lambda _piece: 1
    bare: Callable[[Data], Data] = lambda piece: piece
    partly: Callable[[Data, Collection[str]], Data] = lambda piece, _told: piece

    def moved(self, stand_in: Data) -> Data:
        """Return a stand-in that gave its id away."""
        return self.bare({**stand_in, self.key: stand_in[self.key] + MOVED})

    @property
    def key(self) -> str:
        """The field of the id."""
        return self.columns[0].at

    def asked(self) -> Iterator[PieceColumn]:
        """Yield the columns besides the id and the names: a name stands for the id as well."""
        yield from (column for column in self.columns[1:] if not column.name.startswith(NAME))

    def room(self, piece: Piece) -> Hashable:
        """Return the place of a piece: it replaces a stand-in from there."""
        if self.place:
            return self.place(piece)
        row = self.row(piece)
        return tuple(row[name] for name in self.alike)

    def misfits(self, cells: Cells) -> Iterator[UnfitCell]:
        """Yield every cell that cannot be read; the fact `column` says which."""
        for column in self.columns:
            try:
                column.read(cells.get(column.name, "").strip())
            except UnfitCell as wrong:
                yield UnfitCell(wrong.why, **wrong.facts, column=column.name)

    def piece(self, cells: Cells) -> Data:
        """Return the piece of a row without misfits. Raise `UnfitCell` if the cells do not fit
        together.
        """
        piece: Data = {}
        for column in self.columns:
            *above, last = column.at.split(".")
            inside = piece
            for name in above:
                inside = inside.setdefault(name, {})
            inside[last] = column.read(cells.get(column.name, "").strip())
        return self.whole(piece)

    def row(self, piece: Piece) -> dict[str, str]:
        cells = {}
        for column in self.columns:
            value: Any = piece
            for name in column.at.split("."):
                value = value[name]
            cells[column.name] = "" if value is None else column.tell(value)
        return cells


class Pieces(Protocol):
    """The pieces of a component; the first one that ships lends its pieces as stand-ins."""

    # Which kind of component it is, and its kinds of pieces by the field that has them.
    component: str
    kinds: Mapping[str, PieceKind]


def example_line(pieces: Pieces, language: Language, name: str = "") -> str:
    """Return the line that enters a piece at the table, by example: one of a kind, or the first."""
    kind = pieces.kinds[name or next(iter(pieces.kinds))]
    cells = (
        f"{column.word.say(language)} {example}"
        for column in kind.asked()
        if column.name not in kind.alike and (example := column.example(language))
    )
    return "; ".join((translator(language)(N_("card Name")), *cells))


class BoxProgress(NamedTuple):
    """The number of pieces entered, and of those in the box."""

    entered: int
    of: int


def pieces_of(pieces: Any, key: str) -> list[Data]:
    """Return the pieces of a list, or of a table by id."""
    if isinstance(pieces, dict):
        return [{key: id_, **piece} for id_, piece in pieces.items()]
    return pieces  # type: ignore[no-any-return]


def own_pieces(
    kinds: Mapping[str, PieceKind], base: Fields, component: Fields
) -> dict[str, list[Data]]:
    """Return the pieces of a component that are like no stand-in, by kind; `base` has those."""
    own = {}
    for name, kind in kinds.items():
        stand_ins = pieces_of(base[name], kind.key)
        unnamed = [*stand_ins, *map(kind.moved, stand_ins)]
        pieces = pieces_of(component[name], kind.key)
        own[name] = [piece for piece in pieces if piece not in unnamed]
    return own


def box_progress(
    kinds: Mapping[str, PieceKind], base: Fields, component: Fields
) -> dict[str, BoxProgress]:
    """Return the number of pieces entered and in the box, by kind."""
    own = own_pieces(kinds, base, component)
    return {
        name: BoxProgress(
            sum(map(kind.copies, own[name])),
            sum(map(kind.copies, pieces_of(base[name], kind.key))),
        )
        for name, kind in kinds.items()
    }


def incomplete(pieces: Pieces, base: Fields, component: Fields) -> Iterator[Finding]:
    """Yield the notice on a component of one's own in which there are stand-ins, for record 1."""
    counts = box_progress(pieces.kinds, base, component)
    if component["verified"] or all(entered == total for entered, total in counts.values()):
        return
    facts: dict[str, object] = {pieces.component: component["name"]}
    facts["entered"] = {name: list(count) for name, count in counts.items()}
    yield Finding("incomplete-components", seq=1, line=1, facts=facts)


# --- what columns may hold -----------------------------------------------------------------


def identifier(cell: str) -> str:
    """Read the id of a piece. Raise `UnfitCell`."""
    if not ID.fullmatch(cell):
        template = N_("'{found}' is no id: small letters, digits and '_', such as town_hall")
        raise UnfitCell(template, found=cell[:40])
    return cell


def text(cell: str) -> str:
    """Read words; they may be missing. Raise `UnfitCell`."""
    if len(cell) > LONGEST:
        raise UnfitCell(N_("it is longer than {most} characters"), most=LONGEST)
    if cell.startswith(("=", "+", "-", "@")) or not cell.isprintable():
        raise UnfitCell(N_("'{found}' is a formula or cannot be printed"), found=ascii(cell[:40]))
    return cell


def number(least: int, most: int) -> Callable[[str], int]:
    """Return a reader of whole numbers within bounds."""

    def read(cell: str) -> int:
        fits = re.fullmatch(r"[+-]?[0-9]{1,9}", cell) is not None
        if not fits or not least <= int(cell) <= most:
            template = N_("'{found}' is no number from {least} to {most}")
            raise UnfitCell(template, found=cell[:40], least=least, most=most)
        return int(cell)

    return read


def one_of(*values: str, empty: bool = False) -> Callable[[str], str | None]:
    """Return a reader of one of some words; of nothing, where that is allowed."""

    def read(cell: str) -> str | None:
        if empty and not cell:
            return None
        word = {value.casefold(): value for value in values}.get(cell.casefold())
        if word is None:
            template = N_("'{found}' is none of these: {all}")
            raise UnfitCell(template, found=cell[:40], all=", ".join(values))
        return word

    return read
