"""Improvement of a pairing by swaps of two entrants (section 6.2, step 2).

A swap is judged by the change it makes, not by the whole formula: everybody's cost in each group is
stored, and a swap updates one row of it for each of the two groups. So a pass over N entrants is N²
/ 2 looks of a few additions.
"""

from __future__ import annotations

from collections.abc import Sequence

from ragami.games.tournament.costs import Prices


class Search:
    """Groups of slots, in order: a table for each of `sizes`; a last 0 stands for the byes."""

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
        """The i-th of the list takes slot i."""
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
        """One pass: every swap of two slots by which the cost falls, at once. Was there any?"""
        swapped = False
        for here, group in enumerate(self._groups):
            for slot in range(len(group)):
                for there in range(here + 1, len(self._groups)):
                    swapped = self._swap_with(here, slot, there) or swapped
        return swapped

    def _swap_with(self, here: int, slot: int, there: int) -> bool:
        """The swaps of one slot with those of a later group, in order."""
        group, mates = self._groups[here], self._groups[there]
        row, row_there = self._rows[here], self._rows[there]
        entrant = group[slot]
        near = self._together[entrant]
        # With a bye nobody sits together.
        times = 2 if self._sizes[there] else 1
        leaving = row_there[entrant] - row[entrant]
        swapped = False
        for at, mate in enumerate(mates):
            if leaving + row[mate] - row_there[mate] - times * near[mate] < 0:
                group[slot], mates[at] = mate, entrant
                self._move(here, entrant, mate)
                self._move(there, mate, entrant)
                entrant = mate
                near = self._together[entrant]
                leaving = row_there[entrant] - row[entrant]
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
        """The cost of the pairing without size and seat."""
        alone = together = 0
        for group, row, single in zip(self._groups, self._rows, self._alone, strict=True):
            alone += sum(single[member] for member in group)
            together += sum(row[member] for member in group)
        return (together + alone) // 2  # in the rows each pair stands twice

    def seated(self) -> list[list[str]]:
        """The groups as they are, each in slot order."""
        return [[self.entrants[member] for member in group] for group in self._groups]


def _together(prices: Prices, entrants: Sequence[str]) -> list[list[int]]:
    """Return the cost of each two entrants at one table."""
    costs = [[0] * len(entrants) for _ in entrants]
    for at, entrant in enumerate(entrants):
        for before in range(at):
            costs[at][before] = costs[before][at] = prices.pair(entrant, entrants[before])
    return costs
