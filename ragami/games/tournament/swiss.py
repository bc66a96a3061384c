"""The pairer `swiss-1` (section 6.2): a search of fixed steps, the same for everybody."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Final, NamedTuple

from ragami.games.tournament.costs import Prices
from ragami.games.tournament.draw import Words
from ragami.games.tournament.search import Search
from ragami.games.tournament.shapes import shape
from ragami.games.tournament.state import Round, State

ATTEMPTS: Final = 16
PASSES: Final = 20

Progress = Callable[[int, int], None]
"""Called after every pass with the attempt it was of and how many there are; may raise to stop."""


class Pairing(NamedTuple):
    """Tables in order with their seats, the byes in order of entry, and the cost term by term."""

    tables: list[tuple[str, ...]]
    byes: list[str]
    terms: dict[str, int]

    @property
    def cost(self) -> int:
        return sum(self.terms.values())


def pair(s: State, seed: str, progress: Progress | None = None) -> Pairing | None:
    """The next round as `swiss-1` pairs it; None where there is no shape (R-T-SHAPE-02)."""
    return pair_these(s, s.rounds, s.who_is_in(), seed, progress)


def pair_these(
    s: State,
    before: Sequence[Round],
    entrants: Sequence[str],
    seed: str,
    progress: Progress | None = None,
) -> Pairing | None:
    """Return the pairing of some entrants, in order of entry, after the rounds `before`.

    None if there is no shape for their number.
    """
    fitting = shape(s.options, len(entrants))
    if fitting is None:
        return None
    sizes = fitting.sizes[:: -1 if s.options.small_tables == "high" else 1]
    prices = Prices(s, before, entrants)
    words = Words(seed)
    search = Search(prices, entrants, (*sizes, 0) if fitting.byes else sizes)
    groups = _best(search, prices, words, progress)
    byes = groups.pop() if fitting.byes else []
    byes = [name for name in entrants if name in byes]
    seated = [_seats(prices, group, words) for group in groups]
    return Pairing(seated, byes, prices.terms(seated, byes))


def _best(
    search: Search, prices: Prices, words: Words, progress: Progress | None
) -> list[list[str]]:
    """The cheapest of sixteen attempts, of equals the earliest: who sits together."""
    best: tuple[int, list[list[str]]] | None = None
    for attempt in range(ATTEMPTS):
        listed = list(search.entrants)
        words.shuffle(listed)
        if attempt == 0:
            listed.sort(key=prices.points12, reverse=True)
        search.start(listed)
        for _ in range(PASSES):
            swapped = search.improve()
            if progress:
                progress(attempt + 1, ATTEMPTS)
            if not swapped:
                break
        if best is None or search.cost < best[0]:
            best = search.cost, search.seated()
    assert best is not None
    return best[1]


def _seats(prices: Prices, group: list[str], words: Words) -> tuple[str, ...]:
    """The first of the cheapest orders of a table, its entrants shuffled before."""
    listed = list(group)
    words.shuffle(listed)
    return min(
        permutations(listed),
        key=lambda order: sum(prices.seat(name, at) for at, name in enumerate(order)),
    )
