"""The pairer `swiss-1`: a search of fixed steps, the same for everybody."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations
from typing import Final, NamedTuple

from ragami.games.tournament.pairing.costs import Prices, shape
from ragami.games.tournament.pairing.seeds import RandomWords
from ragami.games.tournament.state import Round, State

ATTEMPTS: Final = 16
PASSES: Final = 20

Progress = Callable[[int, int], None]
"""Called after every pass with the number of its attempt and of all; may raise to stop."""


class Pairing(NamedTuple):
    """Tables in order with their seats, the byes in order of entry, and the cost term by term."""

    tables: list[tuple[str, ...]]
    byes: list[str]
    terms: dict[str, int]

    @property
    def cost(self) -> int:
        return sum(self.terms.values())


def pair(s: State, seed: str, progress: Progress | None = None) -> Pairing | None:
    """Pair the next round by `swiss-1`. Return None where there is no shape (R-T-SHAPE-02)."""
    return pair_these(s, s.rounds, s.who_is_in(), seed, progress)


def pair_these(
    s: State,
    before: Sequence[Round],
    entrants: Sequence[str],
    seed: str,
    progress: Progress | None = None,
) -> Pairing | None:
    """Pair some entrants, given in order of entry, after the rounds `before`.

    Return None if there is no shape for their number.
    """
    fitting = shape(s.options, len(entrants))
    if fitting is None:
        return None
    sizes = fitting.sizes[:: -1 if s.options.small_tables == "high" else 1]
    prices = Prices(s, before, entrants)
    words = RandomWords(seed)
    search = Search(prices, entrants, (*sizes, 0) if fitting.byes else sizes)
    groups = _best(search, prices, words, progress)
    byes = groups.pop() if fitting.byes else []
    byes = [name for name in entrants if name in byes]
    seated = [_seats(prices, group, words) for group in groups]
    return Pairing(seated, byes, prices.terms(seated, byes))


def _best(
    search: Search, prices: Prices, words: RandomWords, progress: Progress | None
) -> list[list[str]]:
    """Return the groups of the cheapest of sixteen attempts, of equals the earliest."""
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


def _seats(prices: Prices, group: list[str], words: RandomWords) -> tuple[str, ...]:
    """Shuffle a table; return the first of its cheapest orders."""
    listed = list(group)
    words.shuffle(listed)
    return min(
        permutations(listed),
        key=lambda order: sum(prices.seat(name, at) for at, name in enumerate(order)),
    )


class Search:
    """The search over groups of slots: a table for each of `sizes`; a last 0 is the byes."""

    def __init__(self, prices: Prices, entrants: Sequence[str], sizes: Sequence[int]) -> None:
        self.entrants = tuple(entrants)
        self._sizes = tuple(sizes)
        self._number = {name: at for at, name in enumerate(self.entrants)}
        self._together = _together(prices, self.entrants)
        alone = {size: [prices.alone(name, size) for name in self.entrants] for size in set(sizes)}
        self._alone = [alone[size] for size in self._sizes]
        self._groups: list[list[int]] = []
        # What everybody costs, or would cost, in each group.
        self._rows: list[list[int]] = []

    def start(self, listed: Sequence[str]) -> None:
        """Seat the i-th of the list in slot i."""
        waiting = [self._number[name] for name in listed]
        self._groups = []
        self._rows = []
        for size, alone in zip(self._sizes, self._alone, strict=True):
            group = waiting[: size or len(waiting)]
            del waiting[: len(group)]
            columns = [self._together[mate] for mate in group] if size else []
            self._groups.append(group)
            self._rows.append([sum(costs) for costs in zip(alone, *columns, strict=True)])

    def improve(self) -> bool:
        """Swap two slots wherever the cost falls, once through. Return whether there was a swap."""
        swapped = False
        for first, group in enumerate(self._groups):
            for slot in range(len(group)):
                for second in range(first + 1, len(self._groups)):
                    swapped = self._swap_with(first, slot, second) or swapped
        return swapped

    def _swap_with(self, first: int, slot: int, second: int) -> bool:
        """Swap a slot with those of a later group, in order, where the cost falls."""
        group, mates = self._groups[first], self._groups[second]
        row, other_row = self._rows[first], self._rows[second]
        entrant = group[slot]
        near = self._together[entrant]
        # With a bye nobody sits together.
        times = 2 if self._sizes[second] else 1
        leaving = other_row[entrant] - row[entrant]
        swapped = False
        for at, mate in enumerate(mates):
            if leaving + row[mate] - other_row[mate] - times * near[mate] < 0:
                group[slot], mates[at] = mate, entrant
                self._move(first, entrant, mate)
                self._move(second, mate, entrant)
                entrant = mate
                near = self._together[entrant]
                leaving = other_row[entrant] - row[entrant]
                swapped = True
        return swapped

    def _move(self, group: int, gone: int, come: int) -> None:
        """Update everybody's cost in a group in which one entrant was replaced."""
        if self._sizes[group]:
            changes = zip(self._together[come], self._together[gone], strict=True)
            row = self._rows[group]
            row[:] = [cost + new - old for cost, (new, old) in zip(row, changes, strict=True)]

    @property
    def cost(self) -> int:
        """Return the grouping cost: without the terms size and seat."""
        alone = together = 0
        for group, row, single in zip(self._groups, self._rows, self._alone, strict=True):
            alone += sum(single[member] for member in group)
            together += sum(row[member] for member in group)
        return (together + alone) // 2  # in the rows each pair stands twice

    def seated(self) -> list[list[str]]:
        """Return the groups, each in slot order."""
        return [[self.entrants[member] for member in group] for group in self._groups]


def _together(prices: Prices, entrants: Sequence[str]) -> list[list[int]]:
    """Return the cost of each two entrants at one table."""
    costs = [[0] * len(entrants) for _ in entrants]
    for at, entrant in enumerate(entrants):
        for before in range(at):
            costs[at][before] = costs[before][at] = prices.pair(entrant, entrants[before])
    return costs
