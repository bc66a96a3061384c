"""Trial: 500 games of Deal with the Devil. Nothing lost, undone, filled; and everything happens."""

from __future__ import annotations

from collections import Counter
from time import perf_counter
from typing import Final

from tests.games.deal_with_the_devil import happened, simulated

GAMES: Final = 500
# No left side of the set that ships has a price.
IMPOSSIBLE: Final = {"left False"}


def main() -> int:
    """Print what was tried, how long it took, and what never happened; 1 if something is wrong."""
    start, seen = perf_counter(), Counter[str]()
    for seed in range(GAMES):
        seen += simulated.check_conserved(seed)
    took = perf_counter() - start
    print(f"{GAMES} games, nothing lost after any of {seen['events']} events: {took:.0f} s")
    never = set(happened.missing(seen)) - IMPOSSIBLE
    print(f"{len(happened.wanted())} things can happen; never did: {sorted(never) or 'none'}")
    for name, check in (("undone", simulated.check_undone), ("filled", simulated.check_filled)):
        start = perf_counter()
        for seed in range(GAMES):
            check(seed)
        print(f"{GAMES} games {name}, as they were: {perf_counter() - start:.0f} s")
    start = perf_counter()
    breaches = Counter(simulated.check_breach(seed) for seed in range(GAMES))
    harmless = breaches.pop(None, 0)
    print(
        f"{GAMES} walled games with another value in a secret place, {harmless} legal all the same;"
        f" the others wrong where they are in the open, by {len(breaches)} rules:"
        f" {perf_counter() - start:.0f} s"
    )
    return int(bool(never))
