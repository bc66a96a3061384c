"""A component as rows: buildings, events … each piece of it a row that somebody enters.

It is whole at every moment, and can be played with: what nobody has entered yet is a stand-in, a
piece of the component that ships. A piece that is like none of these was entered. The game gives
the kinds of pieces with their columns; all else is here.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from msgspec import json

from ragami.findings import N_, Finding
from ragami.game.capabilities import COMPONENTS, PIECES
from ragami.game.definition import GameDefinition
from ragami.language import Language, translator

Piece = Mapping[str, Any]
Cells = Mapping[str, str]

ID: Final = re.compile(r"(?!none$)[a-z][a-z0-9_]{0,39}")
LONGEST: Final = 200
# Behind the id of a stand-in whose own id somebody gave to another piece.
MOVED: Final = "_x"


class Unfit(Exception):
    """A cell, or a piece, that cannot be taken; says why."""

    def __init__(self, why: str, **facts: Any) -> None:
        super().__init__(why, facts)
        self.why, self.facts = why, facts

    def say(self, language: Language) -> str:
        return translator(language)(self.why).format_map(self.facts)


class Column(NamedTuple):
    """A field of a piece: where it stands in it (`name.en`), and how it is read and written.

    `asks` says what belongs there, a message of the catalogue; `such_as` shows one.
    """

    name: str
    at: str
    asks: str
    such_as: str
    read: Callable[[str], Any]
    tell: Callable[[Any], str] = str


class Kind(NamedTuple):
    """A kind of pieces. The first column is the id, by which logs name the piece.

    Pieces that are `alike` in some columns stand for each other: there are as many as stand-ins
    (`place` says it where the columns alone do not). `whole` adds what the columns do not say,
    and raises `Unfit`. `copies`: how many of a piece lie in the box. `bare`: what is left of a
    stand-in whose id was given to a piece of another place.
    """

    columns: Sequence[Column]
    alike: Sequence[str]
    place: Callable[[Piece], Hashable] | None = None
    whole: Callable[[dict[str, Any]], dict[str, Any]] = lambda piece: piece
    copies: Callable[[Piece], int] = lambda _piece: 1
    bare: Callable[[dict[str, Any]], dict[str, Any]] = lambda piece: piece

    def moved(self, stand_in: dict[str, Any]) -> dict[str, Any]:
        """A stand-in that gave its id away."""
        return self.bare({**stand_in, self.key: stand_in[self.key] + MOVED})

    @property
    def key(self) -> str:
        """The field of the id."""
        return self.columns[0].at

    def room(self, piece: Piece) -> Hashable:
        """Where a piece belongs: it takes the place of a stand-in from there."""
        if self.place:
            return self.place(piece)
        row = self.row(piece)
        return tuple(row[name] for name in self.alike)

    def misfits(self, cells: Cells) -> Iterator[Unfit]:
        """Every cell that cannot be read; the fact `column` says which."""
        for column in self.columns:
            try:
                column.read(cells.get(column.name, "").strip())
            except Unfit as wrong:
                yield Unfit(wrong.why, **wrong.facts, column=column.name)

    def piece(self, cells: Cells) -> dict[str, Any]:
        """What a row without misfits says. Raises `Unfit` where the cells do not fit together."""
        made: dict[str, Any] = {}
        for column in self.columns:
            *above, last = column.at.split(".")
            inside = made
            for name in above:
                inside = inside.setdefault(name, {})
            inside[last] = column.read(cells.get(column.name, "").strip())
        return self.whole(made)

    def row(self, piece: Piece) -> dict[str, str]:
        """A piece as a row."""
        cells = {}
        for column in self.columns:
            value: Any = piece
            for name in column.at.split("."):
                value = value[name]
            cells[column.name] = "" if value is None else column.tell(value)
        return cells


class Pieces(Protocol):
    """What a component consists of; the first one that ships lends its pieces as stand-ins."""

    # Which kind of component it is, and its kinds of pieces by the field that has them.
    component: str
    kinds: Mapping[str, Kind]


class Progress(NamedTuple):
    """How many of the pieces in the box were entered."""

    entered: int
    of: int


# --- what columns may hold -----------------------------------------------------------------


def identifier(cell: str) -> str:
    """The id of a piece."""
    if not ID.fullmatch(cell):
        told = N_("'{found}' is no id: small letters, digits and '_', such as town_hall")
        raise Unfit(told, found=cell[:40])
    return cell


def text(cell: str) -> str:
    """Words; they may be missing."""
    if len(cell) > LONGEST:
        raise Unfit(N_("it is longer than {most} characters"), most=LONGEST)
    if cell.startswith(("=", "+", "-", "@")) or not cell.isprintable():
        raise Unfit(N_("'{found}' is a formula or cannot be printed"), found=ascii(cell[:40]))
    return cell


def number(least: int, most: int) -> Callable[[str], int]:
    """A whole number within bounds."""

    def read(cell: str) -> int:
        fits = re.fullmatch(r"[+-]?[0-9]{1,9}", cell) is not None
        if not fits or not least <= int(cell) <= most:
            told = N_("'{found}' is no number from {least} to {most}")
            raise Unfit(told, found=cell[:40], least=least, most=most)
        return int(cell)

    return read


def one_of(*values: str, empty: bool = False) -> Callable[[str], str | None]:
    """One of some words; or nothing, where that is allowed."""

    def read(cell: str) -> str | None:
        if empty and not cell:
            return None
        found = {value.casefold(): value for value in values}.get(cell.casefold())
        if found is None:
            told = N_("'{found}' is none of these: {all}")
            raise Unfit(told, found=cell[:40], all=", ".join(values))
        return found

    return read


# --- a component with the pieces that were entered -----------------------------------------


def stand_ins(game: GameDefinition) -> dict[str, Any]:
    """The component that ships, whose pieces stand for what nobody has entered."""
    parts, kind = game.need(COMPONENTS), game.need(PIECES).component
    found: dict[str, Any] = json.decode(parts.read(kind, parts.shipped[kind][0]))
    return found


def pieces_of(held: Any, key: str) -> list[dict[str, Any]]:
    """The pieces of a list, or of a table by id."""
    return [{key: id_, **one} for id_, one in held.items()] if isinstance(held, dict) else held


def entered(game: GameDefinition, component: Mapping[str, Any]) -> dict[str, list[dict[str, Any]]]:
    """The pieces that were entered, by kind."""
    base = stand_ins(game)
    found = {}
    for name, kind in game.need(PIECES).kinds.items():
        key = kind.key
        known = pieces_of(base[name], key)
        known += map(kind.moved, known[:])
        found[name] = [one for one in pieces_of(component[name], key) if one not in known]
    return found


def with_pieces(
    game: GameDefinition, component: Mapping[str, Any], name: str, pieces: Iterable[Piece]
) -> dict[str, Any]:
    """The component with more pieces; one of the same id is corrected. Raises `Unfit`."""
    key = game.need(PIECES).kinds[name].key
    base = pieces_of(stand_ins(game)[name], key)
    held = entered(game, component)
    mine = {one[key]: one for one in held[name]}
    for piece in pieces:
        if piece in base:
            told = N_("'{id}' is like the stand-in of this id: nothing would show it; give another")
            raise Unfit(told, id=piece[key], column=key)
        mine.pop(piece[key], None)  # comes last, so that what has no room is this one
        mine[piece[key]] = dict(piece)
    return _assembled(game, component, held | {name: list(mine.values())})


def without(game: GameDefinition, component: Mapping[str, Any], id_: str) -> dict[str, Any] | None:
    """The component without a piece that was entered; None where there is none of this id."""
    held = entered(game, component)
    kinds = game.need(PIECES).kinds
    rest = {
        name: [one for one in those if one[kinds[name].key] != id_] for name, those in held.items()
    }
    return None if rest == held else _assembled(game, component, rest)


def _assembled(
    game: GameDefinition, component: Mapping[str, Any], mine: Mapping[str, list[dict[str, Any]]]
) -> dict[str, Any]:
    base, made = stand_ins(game), dict(component)
    kinds = game.need(PIECES).kinds
    ids = {one[kinds[name].key] for name, those in mine.items() for one in those}
    for name, kind in kinds.items():
        held = _placed(kind, pieces_of(base[name], kind.key), mine[name], ids)
        made[name] = _as_table(held, kind.key) if isinstance(base[name], dict) else held
    return made


def _as_table(pieces: list[dict[str, Any]], key: str) -> dict[str, Any]:
    return {one[key]: {field: one[field] for field in one if field != key} for one in pieces}


def _placed(
    kind: Kind, base: list[dict[str, Any]], mine: list[dict[str, Any]], ids: set[str]
) -> list[dict[str, Any]]:
    """The stand-ins with each piece in the place of one. Raises `Unfit` where there is no room.

    First goes the stand-in that has its id, then one whose id is needed, then one without a name
    of its own.
    """
    key = kind.key
    rooms = defaultdict(list)
    for at, one in enumerate(base):
        rooms[kind.room(one)].append(at)
    held = [kind.moved(one) if one[key] in ids else one for one in base]
    here = {(kind.room(one), one[key]) for one in mine}
    for room in rooms.values():
        room.sort(
            key=lambda at: (
                (kind.room(base[at]), base[at][key]) not in here,
                base[at][key] not in ids,
                bool(base[at].get("facts")),
            )
        )
    for one in mine:
        room = rooms.get(kind.room(one), [])
        if not room:
            same = [
                f"{name} '{cell}'" for name, cell in kind.row(one).items() if name in kind.alike
            ]
            told = N_("'{id}' is one too many: no more in the box have {same}")
            raise Unfit(told, id=one[key], same=", ".join(same), column=kind.alike[0])
        held[room.pop(0)] = one
    return held


# --- how far it is -------------------------------------------------------------------------


def progress(game: GameDefinition, component: Mapping[str, Any]) -> dict[str, Progress]:
    """How many of each kind were entered, of how many in the box."""
    base, held = stand_ins(game), entered(game, component)
    return {
        name: Progress(
            sum(map(kind.copies, held[name])),
            sum(map(kind.copies, pieces_of(base[name], kind.key))),
        )
        for name, kind in game.need(PIECES).kinds.items()
    }


def incomplete(game: GameDefinition, component: Mapping[str, Any]) -> Iterator[Finding]:
    """The notice on a component of one's own in which there are stand-ins, for record 1."""
    found = progress(game, component)
    if component["verified"] or all(done == of for done, of in found.values()):
        return
    facts: dict[str, Any] = {game.need(PIECES).component: component["name"]}
    facts["entered"] = {name: list(one) for name, one in found.items()}
    yield Finding("incomplete-components", None, None, 1, 1, facts)


def told(found: Mapping[str, Sequence[int]], game: GameDefinition, language: Language) -> list[str]:
    """`34 of 80 buildings`, for every kind."""
    _ = translator(language)
    component = game.need(PIECES).component
    called = {name: game.words.word(f"{component}/{name}", language) for name in found}
    return [
        _("{n} of {whole} {pieces}").format(n=n, whole=of, pieces=called[name])
        for name, (n, of) in found.items()
    ]
