"""Board, deck and dice: data that a table can bring itself, checked when it is loaded.

`BoardFile`, `DeckFile` and `DiceFile` are the shapes of the contract; `board` makes a board ready
for the rules.
"""

# Without `from __future__ import annotations`: msgspec looks at those of its structs, and as text
# they would have to be compiled anew by every command that reads a record.

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, Final

from msgspec import UNSET, Meta, Struct

from ragami.decoded import Data
from ragami.game.visibility import wording

Square = Annotated[int, Meta(ge=1, le=30)]
Card = Annotated[int, Meta(ge=1, le=15)]
Place = int | str

SQUARES: Final = range(1, 31)
KINDS: Final = range(1, 16)
CARDS: Final = 33
FACES: Final = 6


class File(Struct, frozen=True, forbid_unknown_fields=True):
    """The fields common to all component files."""

    name: Annotated[str, wording()]
    verified: bool


class BoardFile(File, frozen=True):
    """A city: which squares and blocks touch. Neighbours are symmetric."""

    street: dict[Square, tuple[Square, ...]]
    block_squares: dict[str, tuple[Square, ...]]
    block_blocks: dict[str, tuple[str, ...]]
    layout: Any = UNSET


class DeckFile(File, frozen=True):
    """The Action cards; `copies` null: 33 cards, nobody knows of which kinds."""

    copies: dict[Card, Annotated[int, Meta(ge=0, le=CARDS)]] | None
    red_triangle: tuple[Card, ...]
    white_cube: tuple[Card, ...] | None


Face = Annotated[int, Meta(ge=0, le=99)]
Faces = tuple[Face, Face, Face, Face, Face, Face]


class DiceFile(File, frozen=True):
    """The faces of an Action die and of the Power die."""

    action: Faces
    power: Faces


FILES: Final[Data] = {"board": BoardFile, "deck": DeckFile, "dice": DiceFile}


def faults(component: BoardFile | DeckFile | DiceFile) -> Iterator[Data]:
    """Return the facts of each defect that keeps a component from being played with."""
    match component:
        case BoardFile():
            return _of_board(component)
        case DeckFile():
            return _of_deck(component)
        case DiceFile():
            return _of_dice(component)


def _of_board(file: BoardFile) -> Iterator[Data]:
    for square in SQUARES:
        if square not in file.street:
            yield {"problem": "square-missing", "square": square}
    yield from _twice(file)
    yield from _one_way({f: set(near) for f, near in file.street.items()}, "street")
    yield from _one_way({b: set(near) for b, near in file.block_blocks.items()}, "blocks")
    for block in file.block_squares.keys() ^ file.block_blocks.keys():
        yield {"problem": "block-half-told", "block": block}
    if "" in file.block_squares:
        yield {"problem": "block-without-name", "in": "block_squares"}
    touched = {square for squares in file.block_squares.values() for square in squares}
    for square in SQUARES:
        if square not in touched:
            yield {"problem": "square-without-block", "square": square}
    if len(connected(file.street)) != len(SQUARES):
        yield {
            "problem": "street-in-pieces",
            "apart": sorted(set(SQUARES) - connected(file.street)),
        }


def _twice(file: BoardFile) -> Iterator[Data]:
    lists: tuple[tuple[str, dict[Any, Any]], ...] = (
        ("street", file.street),
        ("block_squares", file.block_squares),
        ("block_blocks", file.block_blocks),
    )
    for table, entries in lists:
        for place, neighbours in entries.items():
            for neighbour in dict.fromkeys(neighbours):
                if neighbours.count(neighbour) > 1:
                    yield {"problem": "place-twice", "in": table, "of": place, "place": neighbour}


def _one_way(near: dict[Any, set[Any]], part: str) -> Iterator[Data]:
    for place, neighbours in near.items():
        for neighbour in neighbours:
            if neighbour == place:
                yield {"problem": "own-neighbour", "in": part, "place": place}
            elif place not in near.get(neighbour, ()):
                yield {"problem": "one-way", "in": part, "from": place, "to": neighbour}


def connected(street: Mapping[int, Iterable[int]], start: int = 1) -> set[int]:
    """Return the squares to which streets lead from a square."""
    seen: set[int] = set()
    edge = {start}
    while edge:
        seen |= edge
        edge = {neighbour for square in edge for neighbour in street.get(square, ())} - seen
    return seen


def _of_deck(file: DeckFile) -> Iterator[Data]:
    if file.copies is None:
        return
    for kind in KINDS:
        if kind not in file.copies:
            yield {"problem": "kind-missing", "card": kind}
    if sum(file.copies.values()) != CARDS:
        yield {"problem": "wrong-total", "cards": sum(file.copies.values()), "expected": CARDS}


def _of_dice(file: DiceFile) -> Iterator[Data]:
    if not any(face > 1 for face in file.action):
        yield {"problem": "no-face-above-one", "faces": list(file.action)}
    if 0 in file.action:
        yield {"problem": "action-face-zero", "faces": list(file.action)}
