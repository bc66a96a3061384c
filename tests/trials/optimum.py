"""How far `swiss-1` is from the optimum: 100 cases of 8 to 16 players, proved by a solver.

Every possible table is a column with its whole cost (meetings, points, clubs, small tables, seats
in their best order), every possible bye another one; OR-tools CP-SAT takes those that seat
everybody once, in the shape of the rules, for the least cost, and proves it. It is asked for here
alone: `pip install ortools`.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from itertools import combinations, islice, permutations
from typing import Any, Final, NamedTuple

from ragami.games.tournament.pairing.costs import Prices, shape
from ragami.games.tournament.pairing.swiss import pair
from ragami.games.tournament.state import State
from tests.games.tournament.test_swiss import before_pairings

CASES: Final = 100
LEAST: Final = 8
MOST: Final = 16
LEAST_BEST: Final = 90
MOST_DEARER: Final = 2.0
"""Per cent that a pairing costs more than the optimum, on the mean."""
SECONDS: Final = 60.0


class Column(NamedTuple):
    """A table that there could be, or a bye (size 0), with what it adds to the cost."""

    size: int
    who: tuple[str, ...]
    cost: int


def columns(prices: Prices, names: Sequence[str], sizes: Sequence[int]) -> Iterator[Column]:
    """Every table of these sizes; a size of 0 is a bye."""
    for size in sorted(set(sizes)):
        if not size:
            yield from (Column(0, (who,), added(prices, [], [who])) for who in names)
            continue
        for who in combinations(names, size):
            together = added(prices, [who], [])
            seats = min(
                sum(prices.seat(name, at) for at, name in enumerate(order))
                for order in permutations(who)
            )
            yield Column(size, who, together + seats)


def added(prices: Prices, tables: Sequence[Sequence[str]], byes: Sequence[str]) -> int:
    """The terms of the cost that do not depend on the seats or on the other tables."""
    terms = prices.terms(tables, byes)
    return sum(terms.values()) - terms["size"] - terms["seat"]


def optimum(s: State, names: Sequence[str]) -> int | None:
    """The least cost of any legal pairing, proved; None where there was no time for that."""
    cp = import_module("ortools.sat.python.cp_model")
    fitting = shape(s.options, len(names))
    assert fitting is not None
    sizes = [*fitting.sizes, *[0] * fitting.byes]
    found = list(columns(Prices(s, s.rounds, names), names, sizes))
    model: Any = cp.CpModel()
    taken = [(model.new_bool_var(""), column) for column in found]
    for name in names:
        model.add_exactly_one(one for one, column in taken if name in column.who)
    for size in set(sizes):
        of_size = [one for one, column in taken if column.size == size]
        model.add(sum(of_size) == sizes.count(size))
    model.minimize(sum(column.cost * one for one, column in taken))
    solver: Any = cp.CpSolver()
    solver.parameters.max_time_in_seconds = SECONDS
    solver.parameters.num_workers = 1
    if solver.solve(model) != cp.OPTIMAL:
        return None
    least: int = round(solver.objective_value)
    return least


def cases() -> Iterator[tuple[int, int, int | None]]:
    """Players, what `swiss-1` costs and what the optimum does, of later rounds as well as first."""
    number = 0
    while True:
        players = LEAST + number % (MOST - LEAST + 1)
        for state, seed in before_pairings(range(number, number + 1), players):
            names = state.who_is_in()
            if state.rounds and LEAST <= len(names) <= MOST and shape(state.options, len(names)):
                paired = pair(state, seed)
                assert paired is not None
                assert not paired.terms["size"]
                yield len(names), paired.cost, optimum(state, names)
        number += 1


def main() -> int:
    if find_spec("ortools") is None:
        print("NOT RUN: this trial needs a solver (pip install ortools)")
        return 0
    begun = time.monotonic()
    found = list(islice(cases(), CASES))
    proved = [(players, cost, least) for players, cost, least in found if least is not None]
    assert all(cost >= least for _, cost, least in proved), "dearer than what was proved the least"
    best = sum(cost == least for _, cost, least in proved)
    dearer = [100 * (cost - least) / least if least else 0.0 for _, cost, least in proved]
    mean = sum(dearer) / len(dearer)
    sizes = sorted({players for players, _, _ in proved})
    print(f"{len(found)} cases of {sizes[0]} to {sizes[-1]} players, {len(proved)} proved")
    print(f"{best} of them optimal; {mean:.2f} % dearer on the mean, {max(dearer):.1f} % at most")
    print(f"{time.monotonic() - begun:.0f} s")
    return int(best < LEAST_BEST * len(proved) / CASES or mean > MOST_DEARER)
