"""How far `swiss-1` is from the best pairing there is: 100 cases of 8 to 16 players.

The optimum is proved by looking at every way to seat everybody, each subset once.
"""

from __future__ import annotations

import time

from ragami.games.tournament.shapes import shape
from ragami.games.tournament.swiss import pair
from tests.games.tournament.test_optimum import optimum
from tests.games.tournament.test_swiss import before_pairings

CASES = 100
LEAST_BEST = 90
MOST_DEARER = 2.0
"""Per cent that a pairing costs more than the best, on the mean."""


def main() -> int:
    found: list[tuple[int, int, int]] = []
    begun = time.monotonic()
    number = 0
    while len(found) < CASES:
        for state, seed in before_pairings(range(number, number + 1), 8 + number % 9):
            players = len(state.who_is_in())
            fitting = shape(state.options, players)
            if len(found) < CASES and state.rounds and fitting and not fitting.byes:
                paired = pair(state, seed)
                assert paired is not None
                cost = paired.cost - paired.terms["size"] - paired.terms["seat"]
                found.append((players, cost, optimum(state)))
        number += 1
    best = sum(cost == least for _, cost, least in found)
    dearer = [100 * (cost - least) / least if least else 0 for _, cost, least in found]
    mean = sum(dearer) / len(dearer)
    sizes = sorted({players for players, _, _ in found})
    print(f"{len(found)} cases of {sizes[0]} to {sizes[-1]} players, {best} of them optimal")
    print(f"dearer than the optimum: {mean:.2f} % on the mean, {max(dearer):.1f} % at most")
    print(f"{time.monotonic() - begun:.0f} s")
    return int(best < LEAST_BEST or mean > MOST_DEARER)
