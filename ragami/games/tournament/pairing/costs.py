"""The shape of a number of entrants, and the cost of a pairing.

The cost is one formula in integers, for a pairing and for its override.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import combinations
from typing import NamedTuple

from ragami.decoded import Data
from ragami.games.tournament.events import Options, Seating
from ragami.games.tournament.rules.standings import tally
from ragami.games.tournament.state import Round, State, Table

Seated = Sequence[Sequence[str]]


class Shape(NamedTuple):
    """The sizes of the tables, largest first, and the number of byes."""

    sizes: tuple[int, ...]
    byes: int


def shape(options: Options, entrants: int) -> Shape | None:
    """Return the shape for a number of entrants (R-T-SHAPE-01); None if too few (R-T-SHAPE-02)."""
    return _shape(options.table_size, options.least, entrants)


@cache
def _shape(largest: int, least: int, entrants: int) -> Shape | None:
    for byes in range(entrants - least + 1):
        seated = entrants - byes
        # With a number of tables the even sizes miss least, and fewer tables miss less.
        tables = -(-seated // largest)
        if tables * least <= seated:
            small, large = divmod(seated, tables)
            return Shape((*[small + 1] * large, *[small] * (tables - large)), byes)
    return None


def missing(options: Options, sizes: tuple[int, ...], byes: int) -> int:
    """Return the sum of squared missing seats; a table above `table_size` misses none."""
    full = options.table_size
    return sum((full - size) ** 2 for size in sizes if size < full) + full**2 * byes


def recommended_rounds(entrants: int) -> int:
    """Return the least r from 3 to 8 with 2^r ≥ `entrants`, else 8 (R-T-ROUND-02)."""
    return min(8, max(3, (entrants - 1).bit_length()))


# --- the cost ------------------------------------------------------------------------------


class Prices:
    """The cost of sitting together, at a small table and in a seat, for the entrants of a pairing.

    `before` are the rounds before it, as they read now.
    """

    def __init__(self, s: State, before: Sequence[Round], entrants: Iterable[str]) -> None:
        self.options = s.options
        self.weights = s.options.weights
        self.tallies = tally(s, before)
        points = [self.tallies[name].points12 for name in entrants]
        self.lo = min(points, default=0)
        self.hi = max(points, default=0)

    def points12(self, entrant: str) -> int:
        return self.tallies[entrant].points12

    def repeat(self, entrant: str, opponent: str) -> int:
        return self.weights.repeat * self.tallies[entrant].met.get(opponent, 0) ** 2

    def score(self, entrant: str, opponent: str) -> int:
        return self.weights.score * (self.points12(entrant) - self.points12(opponent)) ** 2

    def club(self, entrant: str, opponent: str) -> int:
        club = self.tallies[entrant].entrant.club
        same = club is not None and club == self.tallies[opponent].entrant.club
        return self.weights.club if same else 0

    def small(self, entrant: str) -> int:
        """Return the cost for an entrant at a table with fewer than `table_size` seats."""
        return self.weights.small * self.tallies[entrant].small ** 2

    def bye(self, entrant: str) -> int:
        return self.weights.bye * self.tallies[entrant].byes ** 2

    def order(self, entrant: str, *, bye: bool) -> int:
        """Return the cost of a small table or a bye for an entrant (A-T-SHAPE-02, A-T-BYE-01)."""
        expected = "low" if bye else self.options.small_tables
        if expected == "any":
            return 0
        points = self.points12(entrant)
        return self.weights.order * (points - self.lo if expected == "low" else self.hi - points)

    def size(self, sizes: tuple[int, ...], byes: int) -> int:
        fitting = shape(self.options, sum(sizes) + byes)
        least = missing(self.options, *fitting) if fitting else 0
        return self.weights.size * max(0, missing(self.options, sizes, byes) - least)

    def seat(self, entrant: str, seat: int) -> int:
        return self.weights.seat * self.tallies[entrant].seats[seat] ** 2

    def pair(self, a: str, b: str) -> int:
        """Return what two entrants at one table cost together."""
        return self.repeat(a, b) + self.score(a, b) + self.club(a, b)

    def alone(self, entrant: str, size: int) -> int:
        """Return the cost of an entrant at a table of `size` seats (0: a bye), seat apart."""
        if not size:
            return self.bye(entrant) + self.order(entrant, bye=True)
        if size < self.options.table_size:
            return self.small(entrant) + self.order(entrant, bye=False)
        return 0

    def terms(self, tables: Seated, byes: Sequence[str]) -> dict[str, int]:
        """Return the cost of a pairing by term; the cost is their sum."""
        pairs = [pair for seats in tables for pair in combinations(seats, 2)]
        full = self.options.table_size
        small = [name for seats in tables if len(seats) < full for name in seats]
        order = sum(self.order(name, bye=False) for name in small)
        return {
            "repeat": sum(self.repeat(*pair) for pair in pairs),
            "score": sum(self.score(*pair) for pair in pairs),
            "club": sum(self.club(*pair) for pair in pairs),
            "small": sum(map(self.small, small)),
            "bye": sum(map(self.bye, byes)),
            "order": order + sum(self.order(name, bye=True) for name in byes),
            "size": self.size(tuple(map(len, tables)), len(byes)),
            "seat": sum(self.seat(name, at) for seats in tables for at, name in enumerate(seats)),
        }


def terms(s: State, before: Sequence[Round], tables: Seated, byes: Sequence[str]) -> dict[str, int]:
    """Return the cost of a pairing after the rounds `before`, by term."""
    everybody = [*(name for seats in tables for name in seats), *byes]
    return Prices(s, before, everybody).terms(tables, byes)


def cost(s: State, before: Sequence[Round], tables: Seated, byes: Sequence[str]) -> int:
    return sum(terms(s, before, tables, byes).values())


def cost_of_round(s: State, paired: Round) -> int:
    """Return the cost of a round that is paired, by the results before it as they read now."""
    return cost(s, s.rounds[: paired.number - 1], seats_of(paired.tables), paired.byes)


def as_fields(tables: Seated, byes: Sequence[str], cost: int) -> Data:
    """Return a pairing as the fields of an event, its tables numbered in order."""
    seated = [{"table": at, "seats": list(seats)} for at, seats in enumerate(tables, 1)]
    return {"tables": seated, "byes": list(byes), "cost": cost}


def seats_of(tables: Iterable[Seating | Table]) -> list[tuple[str, ...]]:
    return [table.seats for table in tables]
