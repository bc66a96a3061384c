"""Two and more that do the same work in turns, and what came of it: medians, with their spread.

Every pass lets each side work once, and another side begins each time; the first pass is for
warming up, and does not count. What is compared are the sides of one pass with each other, so
that a machine which is slow for a while is slow for all of them. Work that waits for nothing is
measured by the time that the processor gave it, here or in a child, so that others who want the
processor do not count either.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from math import ceil
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median, quantiles
from time import perf_counter, process_time
from typing import Final, NamedTuple

from msgspec import Struct

Clock = Callable[[], float]
WALL: Final[Clock] = perf_counter
PROCESSOR: Final[Clock] = process_time


def of_children() -> float:
    """What the processor gave to the children that have come to their end."""
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Effort(NamedTuple):
    """How much is done: passes that count, games to replay, the largest database."""

    passes: int
    games: int
    largest: int


ENOUGH: Final = 0.2
"""Seconds that every side works in a pass, at least: as often as it takes."""

FULL: Final = Effort(passes=9, games=40, largest=100_000)
QUICK: Final = Effort(passes=3, games=12, largest=1_000)


class Spread(Struct, frozen=True):
    """The median of some passes, and the quartiles below and above it."""

    median: float
    low: float
    high: float


class Side(NamedTuple):
    """One of those compared. `work` may give the seconds that it measured itself."""

    name: str
    unit: str
    things: int
    work: Callable[[], float | None]


class Goal(NamedTuple):
    """What the project asks of a ratio: what it must reach, if anything, and what is aimed at."""

    gate: float | None
    aim: float


class Versus(Struct, frozen=True, tag="ratio"):
    """Ours beside another's, in things a second. `longer`: the ratio is of times, not of speeds."""

    what: str
    theirs: str
    ratio: Spread
    our_rate: Spread
    our_unit: str
    their_rate: Spread
    their_unit: str
    longer: bool = False
    gate: float | None = None
    aim: float | None = None

    @property
    def verdict(self) -> str:
        """How the ratio stands to what is asked of it."""
        if self.aim is None:
            return ""
        sign = -1 if self.longer else 1
        if sign * self.ratio.median >= sign * self.aim:
            return "aim"
        if self.gate is None:
            return "short"
        return "gate" if sign * self.ratio.median >= sign * self.gate else "missed"


class Missing(Struct, frozen=True, tag="missing"):
    """Somebody who is not there to be compared with, and why."""

    what: str
    theirs: str
    why: str


class Figure(Struct, frozen=True, tag="figure"):
    """A number that stands beside nobody's."""

    what: str
    value: float
    unit: str


class Curve(Struct, frozen=True, tag="curve"):
    """How a cost grows: for each line its points (size, cost)."""

    name: str
    title: str
    across: str
    up: str
    lines: dict[str, list[tuple[float, float]]]


Result = Versus | Missing | Figure | Curve
Goals = Mapping[str, Goal]


def measured(name: str, effort: Effort) -> list[Result]:
    """All that the comparison in one module finds."""
    return list(import_module(f"tests.bench.{name}").measure(effort))


def spread(values: Sequence[float]) -> Spread:
    """Median and quartiles; one value has no spread."""
    if len(values) == 1:
        return Spread(values[0], values[0], values[0])
    low, _, high = quantiles(values, n=4, method="inclusive")
    return Spread(median(values), low, high)


def in_turns(sides: Sequence[Side], passes: int, clock: Clock = WALL) -> dict[str, list[float]]:
    """For each side its things a second, pass by pass."""
    rates: dict[str, list[float]] = {side.name: [] for side in sides}
    often = {side.name: ceil(ENOUGH / seconds(side.work, clock=clock)) for side in sides}
    for number in range(passes):
        first = number % len(sides)
        for side in (*sides[first:], *sides[:first]):
            taken = seconds(side.work, often[side.name], clock)
            rates[side.name].append(often[side.name] * side.things / taken)
    return rates


def seconds(work: Callable[[], float | None], often: int = 1, clock: Clock = WALL) -> float:
    """What some work takes, by a clock or its own. The garbage of the one before is nobody's."""
    gc.collect()
    total = 0.0
    for _ in range(often):
        begun = clock()
        own = work()
        total += clock() - begun if own is None else own
    return total


def compared(
    what: str,
    ours: Side,
    others: Iterable[Side],
    rates: Mapping[str, Sequence[float]],
    goals: Goals,
    *,
    longer: bool = False,
) -> list[Versus]:
    """Our side beside each of the others, by the passes that they made together."""
    rows = []
    for other in others:
        pairs = zip(rates[ours.name], rates[other.name], strict=True)
        ratio = spread([theirs / mine if longer else mine / theirs for mine, theirs in pairs])
        mine, theirs = spread(rates[ours.name]), spread(rates[other.name])
        asked = goals.get(other.name)
        gate, aim = asked or (None, None)
        rows.append(
            Versus(what, other.name, ratio, mine, ours.unit, theirs, other.unit, longer, gate, aim)
        )
    return rows


def race(
    what: str,
    ours: Side,
    others: Sequence[Side],
    passes: int,
    goals: Goals,
    clock: Clock = WALL,
) -> list[Versus]:
    """Let all of them work in turns, and compare."""
    return compared(what, ours, others, in_turns([ours, *others], passes, clock), goals)


def present(
    what: str, makers: Mapping[str, Callable[[], Side]]
) -> tuple[list[Side], list[Missing]]:
    """The sides that can be made here, and those whose library is missing."""
    there, missing = [], []
    for name, make in makers.items():
        try:
            there.append(make())
        except ImportError as error:
            missing.append(Missing(what, name, f"not installed: {error.name}"))
    return there, missing
