"""Repairs of the open round and what they cost. Nothing is changed here.

For a wrong result found a round later: the pairings that rested on it. For somebody paired who has
left, or a table that must be split: the overrides that mend it, the one that moves fewest first.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from ragami.games.tournament.events import ResultCorrected
from ragami.games.tournament.pairing.costs import Prices, cost_of_round, seats_of
from ragami.games.tournament.pairing.swiss import pair_these
from ragami.games.tournament.rules.results import apply_result
from ragami.games.tournament.rules.standings import standings
from ragami.games.tournament.state import State, copy_of

STEPS: Final = 6
"""The most moves or swaps that make a mended round cheaper; more is a round paired anew."""


BYE: Final = -1
"""The table number of an entrant with a bye."""


class Stood(NamedTuple):
    """A pairing that rests on a result: its cost now, and with the corrected result."""

    round: int
    seq: int
    before: int
    after: int


class Impact(NamedTuple):
    """The consequences of a correction: pairings, and places in the standings (before, after)."""

    pairings: list[Stood]
    places: dict[str, tuple[int | None, int | None]]


def impact(s: State, correction: ResultCorrected) -> Impact:
    """Return the effect of a correction; rounds already paired stay as they are (A-T-RES-01)."""
    corrected = copy_of(s)
    apply_result(corrected, correction, 0)
    stood = [
        Stood(round_.number, round_.seq, cost_of_round(s, round_), cost_of_round(corrected, round_))
        for round_ in s.rounds
        if round_.number > correction.round
    ]
    before = {standing.entrant: standing.place for standing in standings(s)}
    after = {standing.entrant: standing.place for standing in standings(corrected)}
    moved = {name: (before[name], after[name]) for name in after if before[name] != after[name]}
    return Impact(stood, moved)


class Repair(Struct, frozen=True):
    """An override that mends the open round: its pairing, its cost and price, and who moves."""

    tables: tuple[tuple[str, ...], ...]
    byes: tuple[str, ...]
    cost: int
    price: int
    moved: tuple[str, ...]


def repairs(
    s: State,
    come: Sequence[str] = (),
    apart: Collection[tuple[str, str]] = (),
    *,
    gone: Collection[str] = (),
) -> list[Repair]:
    """Return overrides of the open round, each cheaper than the last and with more moves.

    `gone` leave it (their drop is recorded before the override), as do all who are not `in`;
    `come` join it in this order; `apart` must not share a table. Tables with a link or a result
    stay (R-T-OVER-01). Empty where nothing mends it.
    """
    mending = Mending(s, apart)
    mending.leave_and_join(gone, come)
    repairs = [repair for repair in (mending.anew(), *mending.steps()) if repair]
    better: list[Repair] = []
    for repair in sorted(repairs, key=lambda repair: (len(repair.moved), repair.cost)):
        if not better or repair.cost < better[-1].cost:
            better.append(repair)
    return better


def swapped(s: State, first: str, second: str) -> Repair | None:
    """Return the open round with two people in each other's seats; None where nothing changes.

    Who is not `in` any more leaves the tables that may be changed, as with every override.
    """
    mending = Mending(s, ())
    mending.leave_and_join((), ())
    turned = {first: second, second: first}
    groups = [[turned.get(entrant, entrant) for entrant in group] for group in mending.groups]
    closed = mending.without_gaps(groups)
    repair = mending.repair(closed) if closed else None
    if repair is None:
        return None
    return replace(repair, moved=tuple(dict.fromkeys((first, second, *repair.moved))))


class Mending:
    """The open round while people are moved in it. The last group is the byes."""

    def __init__(self, s: State, apart: Collection[tuple[str, str]]) -> None:
        self.state = s
        self.present = s.rounds[-1]
        self.before = s.rounds[:-1]
        self.kept = {table.number - 1 for table in self.present.tables if table.is_kept}
        self.groups = [list(table.seats) for table in self.present.tables]
        self.groups.append(list(self.present.byes))
        self.apart = [set(pair) for pair in apart]
        self.troubled: set[int] = set()
        self.home = {name: at for at, group in enumerate(self.groups[:-1]) for name in group}
        self.home |= dict.fromkeys(self.present.byes, BYE)
        self._costs: dict[tuple[bool, tuple[str, ...]], int] = {}

    @property
    def free(self) -> list[int]:
        """Return the groups that may be changed, the byes last."""
        return [at for at in range(len(self.groups)) if at not in self.kept]

    def leave_and_join(self, gone: Collection[str], come: Sequence[str]) -> None:
        """Remove those who have left; give those who come, or are left alone, a bye for now."""
        byes = self.groups[-1]
        for at in self.free:
            group = self.groups[at]
            present = [name for name in group if self._is_in(name) and name not in gone]
            if len(present) < len(group) or any(pair <= set(group) for pair in self.apart):
                self.troubled.add(at)
            group[:] = present
        byes += [name for name in come if name not in self.home]
        for at in self.free[:-1]:
            if len(self.groups[at]) == 1:
                byes.append(self.groups[at].pop())
        everybody = [name for group in self.groups for name in group]
        self.prices = Prices(self.state, self.before, everybody)

    def _is_in(self, name: str) -> bool:
        return self.state.entrants[name].status == "in"

    def steps(self) -> Iterator[Repair | None]:
        """Yield the round with its gaps closed, then cheaper by one more move or swap each time."""
        self.groups = self.without_gaps(self.groups) or self.groups
        yield self.repair(self.groups)
        worth = self._worth(self.groups)
        for _ in range(STEPS):
            tried = min((*self._tried(), *self._dissolved()), key=self._worth, default=None)
            if tried is None or self._worth(tried) >= worth:
                return
            self.groups, worth = tried, self._worth(tried)
            yield self.repair(tried)

    def _worth(self, groups: list[list[str]]) -> tuple[int, int]:
        """Return the number of faults left in a pairing, and its cost."""
        together = sum(pair <= set(group) for group in groups[:-1] for pair in self.apart)
        empty = sum(len(group) < 2 for group in groups[:-1])
        *tables, byes = groups
        size = self.prices.size(tuple(map(len, tables)), len(byes))
        price = sum(self._cost_of(table) for table in tables) + self._cost_of(byes, bye=True)
        return together + empty, price + size

    def _cost_of(self, group: list[str], *, bye: bool = False) -> int:
        """Return the cost that a table, or the byes, add; cached, as a step changes few of them."""
        key = bye, tuple(group)
        if key not in self._costs:
            tables, byes = ([], group) if bye else ([group], [])
            terms = self.prices.terms(tables, byes)
            self._costs[key] = sum(terms.values()) - terms["size"]
        return self._costs[key]

    def _tried(self) -> Iterator[list[list[str]]]:
        """Yield every move into or out of a troubled group, and every swap with one."""
        full = self.state.options.table_size
        for first, second in combinations(self.free, 2):
            if not self.troubled & {first, second} and second != len(self.groups) - 1:
                continue
            for giver, taker in ((first, second), (second, first)):
                room = taker == len(self.groups) - 1 or len(self.groups[taker]) < full
                leaves = giver == len(self.groups) - 1 or len(self.groups[giver]) != 2
                for name in self.groups[giver] if room and leaves else ():
                    yield self._with({giver: (name, None), taker: (None, name)})
            for name in self.groups[first]:
                for mate in self.groups[second]:
                    yield self._with({first: (name, mate), second: (mate, name)})

    def _dissolved(self) -> Iterator[list[list[str]]]:
        """Yield the round without each table whose people fit at the other ones."""
        full = self.state.options.table_size
        free = self.free[:-1]
        room = sum(full - len(self.groups[at]) for at in free if len(self.groups[at]) < full)
        for at in free:
            leaving = self.groups[at]
            if room - max(0, full - len(leaving)) < len(leaving):
                continue
            groups = [list(group) for group in self.groups]
            groups[at] = []
            for name in leaving:
                open_ = [
                    table_at for table_at in free if table_at != at and len(groups[table_at]) < full
                ]
                best = min(open_, key=lambda table_at: self._added(groups[table_at], name))
                groups[best].append(name)
            closed = self.without_gaps(groups)
            if closed:
                yield closed

    def _added(self, group: list[str], name: str) -> int:
        return self._cost_of([*group, name]) - self._cost_of(group)

    def without_gaps(self, groups: list[list[str]]) -> list[list[str]] | None:
        """Give the number of an empty table to the last one. Return None if that one must stay."""
        *tables, byes = groups
        while [] in tables:
            last = tables.pop()
            if last:
                if len(tables) in self.kept:
                    return None
                tables[tables.index([])] = last
        return [*tables, byes]

    def _with(self, changes: dict[int, tuple[str | None, str | None]]) -> list[list[str]]:
        """Return the groups with an entrant replaced in the same seat, added or removed."""
        groups = list(self.groups)
        for at, (gone, come) in changes.items():
            if gone is None:
                groups[at] = [*groups[at], *([come] if come else [])]
            else:
                seats = (come if name == gone else name for name in groups[at])
                groups[at] = [name for name in seats if name]
        return groups

    def anew(self) -> Repair | None:
        """Pair everybody who may be moved by `swiss-1`, with the seed of the round."""
        present = {name for at in self.free for name in self.groups[at]}
        entrants = [name for name in self.state.entrants if name in present]
        seed = self.present.seed or self.state.seed
        paired = pair_these(self.state, self.before, entrants, seed)
        if paired is None:
            return None
        waiting = [list(seats) for seats in paired.tables]
        groups = list(self.groups[:-1])
        for at in self.free[:-1]:
            groups[at] = self._most_like(self.groups[at], waiting)
        closed = self.without_gaps([*groups, *waiting, paired.byes])
        return self.repair(closed) if closed else None

    def _most_like(self, group: list[str], waiting: list[list[str]]) -> list[str]:
        """Remove the waiting table most like `group`; return `group` if its people are the same."""
        if not waiting:
            return []
        best = max(waiting, key=lambda seats: len(set(seats) & set(group)))
        waiting.remove(best)
        return group if sorted(best) == sorted(group) else best

    def repair(self, groups: list[list[str]]) -> Repair | None:
        """Return the override for these groups; None where it is illegal or changes nothing."""
        tables = tuple(tuple(group) for group in groups[:-1])
        byes = tuple(groups[-1])
        together = any(pair <= set(seats) for seats in tables for pair in self.apart)
        same = list(tables) == seats_of(self.present.tables)
        if together or not all(len(seats) > 1 for seats in tables) or not tables:
            return None
        if same and sorted(byes) == sorted(self.present.byes):
            return None
        after = sum(self.prices.terms(tables, byes).values())
        before = cost_of_round(self.state, self.present)
        at = {name: number for number, seats in enumerate(tables) for name in seats}
        moved = [name for name in (*at, *byes) if self.home.get(name) != at.get(name, BYE)]
        return Repair(tables, byes, after, after - before, tuple(moved))
