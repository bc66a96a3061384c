"""Layout of the squares and blocks of a board.

`Plan` is what a picture knows of a board; `Plan.places` are the positions: those that the board
brings, else those of the shipped honeycomb if the streets have its shape, else worked out.
Coordinates have no unit; x grows to the right, y downwards.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import combinations
from math import dist
from statistics import median
from typing import Final, Self

from ragami.decoded import Fields
from ragami.games.ragami.picture.spread import open_spot, spread
from ragami.games.ragami.shipped import read
from ragami.markup import Point

Streets = Mapping[int, AbstractSet[int]]

HONEYCOMB: Final = "city-1.layout.json"
EXACT: Final = 2**53
# Nearer than this part of a usual street, two places of a given layout cannot be told apart.
TOO_NEAR: Final = 0.3
# Later blocks of a board with more than these may be drawn over one another.
MANY: Final = 60


@dataclass(frozen=True)
class Places:
    """A position for every square and every block."""

    squares: dict[int, Point]
    blocks: dict[str, Point]


@dataclass(frozen=True)
class Plan:
    """The parts of a board that a picture needs. `layout` is unchecked and may be unfit."""

    streets: Streets
    block_squares: Mapping[str, AbstractSet[int]]
    block_blocks: Mapping[str, AbstractSet[str]]
    layout: object = None

    @classmethod
    def from_board(cls, board: Fields) -> Self:
        """Return the plan of a board in the shape of the contract (keys are strings or ints)."""
        return cls(
            {int(square): set(near) for square, near in board["street"].items()},
            {block: set(squares) for block, squares in board["block_squares"].items()},
            {block: set(near) for block, near in board["block_blocks"].items()},
            board.get("layout"),
        )

    @cached_property
    def places(self) -> Places:
        """Return the places of squares and blocks; they are equal for equal boards."""
        return _given(self) or _as_honeycomb(self) or _worked_out(self)

    @property
    def brings_places(self) -> bool:
        """Return True if the board has a layout of its own that is fit to draw by."""
        return _given(self) is not None

    @cached_property
    def rings(self) -> dict[str, tuple[int, ...]]:
        """Return the blocks whose squares lie on one street all round, and those in order."""
        rings = {block: _ring(self.streets, near) for block, near in self.block_squares.items()}
        return {block: ring for block, ring in rings.items() if ring}

    @cached_property
    def faces(self) -> dict[str, tuple[int, ...]]:
        """Return the rings that can be drawn as outlines, with the block and no square within."""
        squares, blocks = self.places.squares, self.places.blocks
        return {
            block: ring
            for block, ring in self.rings.items()
            if _encloses_nothing(ring, squares)
            and _inside(blocks[block], [squares[square] for square in ring])
        }

    @cached_property
    def streets_between(self) -> list[tuple[int, int]]:
        """Return every street once, from the lower square to the higher."""
        return sorted((a, b) for a, near in self.streets.items() for b in near if a < b)

    @cached_property
    def passages(self) -> list[tuple[str, str]]:
        """Return neighbouring blocks that no common street shows to be neighbours."""
        return [
            (a, b)
            for a, b in combinations(sorted(self.block_blocks), 2)
            if b in self.block_blocks[a] and not self._common_street(a, b)
        ]

    def _common_street(self, a: str, b: str) -> bool:
        both = self.block_squares[a] & self.block_squares[b]
        return any(self.streets[square] & both for square in both)


@lru_cache(8)
def plan_of(board: bytes) -> Plan:
    """Return the plan of a board given as JSON, from a cache."""
    return Plan.from_board(json.loads(board))


def _ring(streets: Streets, squares: AbstractSet[int]) -> tuple[int, ...]:
    """Return the squares in the order of the one street round them; empty if there is none."""
    if not squares:
        return ()
    inside = {square: sorted(streets[square] & squares) for square in squares}
    if any(len(near) != 2 for near in inside.values()):
        return ()
    order = [min(squares)]
    while step := [near for near in inside[order[-1]] if near not in order]:
        order.append(step[0])
    return tuple(order) if len(order) == len(squares) else ()


def _given(plan: Plan) -> Places | None:
    """Return the board's own layout, if it has a fit place for everything."""
    layout = plan.layout
    squares, blocks = sorted(plan.streets), sorted(plan.block_squares)
    names = [*map(str, squares), *blocks]
    if not isinstance(layout, Mapping) or len(set(names)) < len(names):
        return None
    points = [_point(layout.get(name)) for name in names]
    placed = [point for point in points if point is not None]
    if len(placed) < len(names):
        return None
    places = Places(
        dict(zip(squares, placed, strict=False)),
        dict(zip(blocks, placed[len(squares) :], strict=True)),
    )
    return places if _can_be_told_apart(places, plan) else None


def _point(value: object) -> Point | None:
    match value:
        case [int(x), int(y)] if max(abs(x), abs(y)) <= EXACT:
            return float(x), float(y)
    return None


def _can_be_told_apart(places: Places, plan: Plan) -> bool:
    usual = median(dist(places.squares[a], places.squares[b]) for a, b in plan.streets_between)
    everything = [*places.squares.values(), *places.blocks.values()]
    return nearest(everything) > usual * TOO_NEAR


def nearest(points: Iterable[Point]) -> float:
    """Return the least distance between two of the points."""
    return min((dist(a, b) for a, b in combinations(points, 2)), default=0.0)


@cache
def honeycomb() -> dict[str, Point]:
    """Return the places of the shipped board `city-1`: every block a regular hexagon."""
    layout = json.loads(read(HONEYCOMB))
    return {name: (float(x), float(y)) for name, (x, y) in layout.items()}


@cache
def _honeycomb_squares() -> dict[int, Point]:
    return {int(name): point for name, point in honeycomb().items() if name.isdigit()}


@cache
def _honeycomb_streets() -> dict[int, frozenset[int]]:
    """Read the streets of the honeycomb off its places: squares one side apart are neighbours."""
    squares = _honeycomb_squares()
    side = nearest(squares.values()) * 1.1
    return {
        a: frozenset(b for b in squares if b != a and dist(squares[a], squares[b]) < side)
        for a in squares
    }


def _as_honeycomb(plan: Plan) -> Places | None:
    """Return the honeycomb's places for a board with its streets, whatever their numbers.

    One street more than the honeycomb has does not matter: it is drawn across.
    """
    model = _honeycomb_streets()
    for streets in _with_one_less(plan.streets, model):
        if twins := same_shape(streets, model):
            squares = {square: _honeycomb_squares()[twins[square]] for square in sorted(twins)}
            return Places(squares, _blocks_among(squares, plan))
    return None


def _with_one_less(streets: Streets, model: Streets) -> Iterator[Streets]:
    """Yield the streets if they are as many as the model's; with one more each way to drop one."""
    extra = sum(map(len, streets.values())) - sum(map(len, model.values()))
    if extra == 0:
        yield streets
    elif extra == 2:
        for a in sorted(streets):
            for b in sorted(streets[a]):
                if a < b:
                    yield {**streets, a: streets[a] - {b}, b: streets[b] - {a}}


def _worked_out(plan: Plan) -> Places:
    squares = spread(plan.streets, plan.block_squares)
    return Places(squares, _blocks_among(squares, plan))


def _blocks_among(squares: dict[int, Point], plan: Plan) -> dict[str, Point]:
    """Put a ring's block in its middle, another where there is room near its squares."""
    blocks = {
        block: _middle([squares[square] for square in ring])
        for block, ring in plan.rings.items()
        if _encloses_nothing(ring, squares)
    }
    for block in sorted(plan.block_squares.keys() - blocks.keys()):
        near = [squares[square] for square in sorted(plan.block_squares[block])]
        near = near or [*squares.values()]  # it may touch none
        blocks[block] = open_spot(near, [*squares.values(), *list(blocks.values())[:MANY]])
    return dict(sorted(blocks.items()))


def _encloses_nothing(ring: tuple[int, ...], squares: Mapping[int, Point]) -> bool:
    """Return True if a ring's outline holds no other square and its middle is well inside."""
    corners = [squares[square] for square in ring]
    outside = [point for square, point in squares.items() if square not in ring]
    middle = _middle(corners)
    side = median(dist(a, b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True))
    return (
        not any(_inside(point, corners) for point in outside)
        and _inside(middle, corners)
        and min(dist(middle, corner) for corner in corners) > side / 2
    )


def _inside(point: Point, corners: list[Point]) -> bool:
    """Return True if the point lies within the outline (even-odd rule)."""
    x, y = point
    crossings = sum(
        (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax)
        for (ax, ay), (bx, by) in zip(corners, corners[1:] + corners[:1], strict=True)
    )
    return crossings % 2 == 1


def _middle(points: list[Point]) -> Point:
    return sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points)


def same_shape(streets: Streets, model: Streets) -> dict[int, int] | None:
    """Return the square of `model` for each square, if both have the same shape; else None.

    A square is taken for its own number where that is possible.
    """
    mine, theirs = _outlooks(streets), _outlooks(model)
    if sorted(mine.values()) != sorted(theirs.values()):
        return None
    order = list(steps_from(streets, min(streets)))
    chosen: dict[int, int] = {}

    def choose(place: int) -> bool:
        if place == len(order):
            return True
        square = order[place]
        for twin in sorted(theirs, key=lambda candidate: (candidate != square, candidate)):
            if theirs[twin] == mine[square] and _fits(square, twin):
                chosen[square] = twin
                if choose(place + 1):
                    return True
                del chosen[square]
        return False

    def _fits(square: int, twin: int) -> bool:
        return twin not in chosen.values() and all(
            (matched in streets[square]) == (chosen[matched] in model[twin]) for matched in chosen
        )

    return chosen if choose(0) else None


def _outlooks(streets: Streets) -> dict[int, tuple[int, ...]]:
    """Count for each square how many squares are how far away, which no renumbering changes."""
    return {
        square: tuple(sorted(steps_from(streets, square).values())) for square in sorted(streets)
    }


def steps_from(streets: Streets, start: int) -> dict[int, int]:
    """Return the street steps to every square that can be reached, nearest first."""
    steps = {start: 0}
    for square in (queue := [start]):
        for near in sorted(streets[square]):
            if near not in steps:
                steps[near] = steps[square] + 1
                queue.append(near)
    return steps
