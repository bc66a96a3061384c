"""Trial: how often the tests of the dice raise a false alarm, and how soon they find a load."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Iterator, Sequence
from itertools import accumulate, islice
from random import Random

from ragami.referee.dice import ALARM, DieTally

SIDES = (1, 2, 3, 4, 5, 6)
DICE = 1000
LOADS = (0.20, 0.22, 0.25)
PATIENCE = 8000  # rolls after which a die is let go
CHI_SQUARE_AT = 600  # rolls
PEEK = 50  # rolls between two looks at the chi-square of somebody who does not wait
LEVEL = 0.05


def rolls(load: float, rng: Random) -> Iterator[int]:
    """A die whose first side falls with a chance of `load`, the others alike."""
    ends = list(accumulate([load, *[(1 - load) / 5] * 5]))[:-1]
    while True:
        yield SIDES[bisect(ends, rng.random())]


def alarm_of(load: float, rng: Random) -> int | None:
    die = DieTally("one", "action", SIDES)
    for face in islice(rolls(load, rng), PATIENCE):
        die.roll(face)
        if die.alarm:
            break
    return die.alarm


def chi_square_alarms(load: float, rng: Random) -> tuple[bool, bool]:
    """Is p below the level at the end, and was it at any look on the way?"""
    die = DieTally("one", "action", SIDES)
    below = []
    for face in islice(rolls(load, rng), CHI_SQUARE_AT):
        die.roll(face)
        if die.rolls % PEEK == 0:
            pearson = die.chi_square()
            below.append(pearson is not None and pearson[1] < LEVEL)
    return below[-1], any(below)


def quantile(found: Sequence[int | None], share: float) -> str:
    order = sorted(at or PATIENCE + 1 for at in found)
    at = order[round(share * len(order))]
    return str(at) if at <= PATIENCE else f"> {PATIENCE}"


def main() -> int:
    """Print the table of docs/dice.md; gives 1 if false alarms are more than stated."""
    rng = Random(20261121)
    true = [alarm_of(1 / 6, rng) for _ in range(DICE)]
    false_alarms = sum(at is not None for at in true) / DICE
    print(f"true dice that ever get to {ALARM:g} in {PATIENCE} rolls: {false_alarms:.3f}")
    fixed, peeked = zip(*[chi_square_alarms(1 / 6, rng) for _ in range(DICE)], strict=True)
    print(
        f"true dice with p < {LEVEL} by chi-square after {CHI_SQUARE_AT} rolls:"
        f" {sum(fixed) / DICE:.3f}; at any look, one every {PEEK}: {sum(peeked) / DICE:.3f}"
    )
    for load in LOADS:
        found = [alarm_of(load, rng) for _ in range(DICE)]
        chi = sum(chi_square_alarms(load, rng)[0] for _ in range(DICE)) / DICE
        print(
            f"side at {load}: found after {quantile(found, 0.5)} rolls (median),"
            f" {quantile(found, 0.9)} (nine of ten);"
            f" chi-square finds {chi:.3f} after {CHI_SQUARE_AT}"
        )
    # Three standard errors above the rate that is stated.
    allowed = LEVEL + 3 * (LEVEL * (1 - LEVEL) / DICE) ** 0.5
    return int(false_alarms > LEVEL or sum(fixed) / DICE > allowed)
