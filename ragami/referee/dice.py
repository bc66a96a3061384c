"""Tests of dice for fairness: two of them, over the rolls that logs record.

The first may be looked at after every roll, and one may stop whenever one likes: the likelihood of
the rolls under a Dirichlet mixture round the true die, divided by that under the true die, is an
e-process; a true die has a chance of at most 1/x that it ever reaches x (Ville's inequality, 1939;
the mixture for counts is that of Lindon and Malek, "Anytime-valid inference for multinomial count
data", 2022). The second is Pearson's chi-square, whose p-value holds only for a number of rolls
that was fixed before anybody looked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import erfc, exp, gamma, log, sqrt
from typing import Final, Literal, NamedTuple

from msgspec import Struct

from ragami.game.capabilities import CHANCE
from ragami.game.chance import Roll
from ragami.judge.replay import Replay
from ragami.log.record import DiceNamed, Read, Record

ALARM: Final = 20.0
"""The evidence that is called an alarm: a true die reaches it with a chance of 5 % or less."""

MIXTURE: Final = 200.0
"""How near to the true die the mixture looks, in rolls: best for a face at 0.20 to 0.25."""

FEW: Final = 5.0
"""Expected rolls of a face below which chi-square is not to be trusted (the usual rule)."""

ENOUGH: Final = 600
"""Rolls after which a die with one of six sides at 0.25 is found nine times in ten (measured)."""

Verdict = Literal["too-few", "nothing-found", "suspicious"]


class DieTally:
    """One die, or all of a kind that nobody tells apart; `faces` has its sides."""

    def __init__(self, name: str, kind: str, faces: Sequence[int]) -> None:
        self.name = name
        self.kind = kind
        sides = Counter(faces)
        self.chance = {face: n / len(faces) for face, n in sorted(sides.items())}
        self.counts = dict.fromkeys(self.chance, 0)
        self.rolls = 0
        # Logarithms: now, the most it ever was, and the roll at which the alarm was reached.
        self.evidence = 0.0
        self.most = 0.0
        self.alarm: int | None = None

    def roll(self, face: int) -> None:
        """Count one more roll. Raises `KeyError` for a face that the die does not have."""
        chance = self.chance[face]
        expected = (MIXTURE * chance + self.counts[face]) / (MIXTURE + self.rolls)
        self.evidence += log(expected / chance)
        self.counts[face] += 1
        self.rolls += 1
        self.most = max(self.most, self.evidence)
        if self.alarm is None and self.evidence >= log(ALARM):
            self.alarm = self.rolls

    def chi_square(self) -> tuple[float, float] | None:
        """Return Pearson's statistic and its p-value; None while a face is expected too rarely."""
        expected = {face: self.rolls * chance for face, chance in self.chance.items()}
        if min(expected.values()) < FEW or len(expected) == 1:
            return None
        statistic = sum((self.counts[face] - e) ** 2 / e for face, e in expected.items())
        return statistic, chi_square_tail(statistic, len(expected) - 1)

    @property
    def verdict(self) -> Verdict:
        if self.alarm:
            return "suspicious"
        return "nothing-found" if self.rolls >= ENOUGH else "too-few"


class Tested(Struct, frozen=True):
    """The test results of a die. `evidence` is the e-value now, `most` the highest it was."""

    die: str
    kind: str
    rolls: int
    faces: dict[str, int]
    expected: dict[str, float]
    evidence: float
    most: float
    alarm_at_roll: int | None
    chi_square: float | None
    p_value: float | None
    verdict: Verdict


def verdict_on(die: DieTally) -> Tested:
    pearson = die.chi_square()
    return Tested(
        die.name,
        die.kind,
        die.rolls,
        {str(face): n for face, n in die.counts.items()},
        {str(face): round(die.rolls * p, 2) for face, p in die.chance.items()},
        _number(die.evidence),
        _number(die.most),
        die.alarm,
        round(pearson[0], 4) if pearson else None,
        round(pearson[1], 6) if pearson else None,
        die.verdict,
    )


def _number(logarithm: float) -> float:
    """Return an e-value to four digits; JSON knows no infinity."""
    return float(f"{exp(min(logarithm, 700.0)):.4g}")


def chi_square_tail(statistic: float, freedom: int) -> float:
    """Return the chance of a chi-square variable with `freedom` ≥ 1 degrees to be larger.

    By the recurrence of the upper incomplete gamma function in steps of two degrees.
    """
    half = statistic / 2
    odd = freedom % 2
    tail = erfc(sqrt(half)) if odd else exp(-half)
    for degrees in range(3 if odd else 4, freedom + 1, 2):
        tail += half ** (degrees / 2 - 1) * exp(-half) / gamma(degrees / 2)
    return min(1.0, tail)


class Fallen(NamedTuple):
    """A roll of a log: which die it was, of which kind with which sides, its face, who rolled."""

    die: str
    kind: str
    faces: tuple[int, ...]
    face: int | None
    player: str | None = None
    numbered: bool = True


def fallen(replay: Replay, reads: Sequence[Read]) -> Iterator[Fallen]:
    """Yield the rolls of a log that `replay` has not read yet, in the order in which they fell.

    What was undone fell as well; a corrected record counts as it reads now. Nothing is counted
    from a record on that is illegal. A die without a name of its own is one of its kind: all
    dice with the same sides together.
    """
    replay.take_all(reads)
    good = replay.error.seq or 0 if replay.error else len(reads) + 1
    names: dict[str, Sequence[str]] = {}
    seats = replay.seating.names
    for read in reads[: good - 1]:
        if isinstance(read, Record) and isinstance(read.data, DiceNamed):
            names[read.data.kind] = read.data.names
        data = replay.history.replaced.get(read.seq or 0, getattr(read, "data", None))
        for roll in replay.game.need(CHANCE).rolls(data):
            faces = replay.game.need(CHANCE).faces(replay.state)[roll.kind]
            die, player = _name(roll, names, faces), seats.get(roll.player or "")
            yield Fallen(die, roll.kind, faces, roll.face, player, roll.numbered)


def _name(roll: Roll, names: Mapping[str, Sequence[str]], faces: Sequence[int]) -> str:
    die_names = names.get(roll.kind, ())
    if roll.die is not None and roll.die < len(die_names):
        return die_names[roll.die]
    return f"{roll.kind} {'-'.join(map(str, faces))}"


def count(rolls: Iterable[Fallen], dice: dict[tuple[str, str], DieTally]) -> int:
    """Add rolls to the dice that they are of; a new die begins a new entry.

    Return how many say nothing: those of which nobody wrote down the side.
    """
    untold = 0
    for roll in rolls:
        if roll.face is None:
            untold += 1
            continue
        key = (roll.die, roll.kind)
        die = dice.get(key)
        if die is None:
            die = dice[key] = DieTally(roll.die, roll.kind, roll.faces)
        if roll.face in die.counts:
            die.roll(roll.face)
    return untold


class Served(Struct, frozen=True):
    """The luck of a player with dice of a kind: the tests of them, and the mean of the rolls.

    The means are null where the faces are no numbers, but places on the die.
    """

    player: str
    mean: float | None
    expected_mean: float | None
    tested: Tested


def served(rolls: Iterable[Fallen]) -> tuple[list[Served], int]:
    """Return how the dice served each player, by name; and of how many rolls nobody knows who."""
    called: dict[str, str] = {}
    numbered: dict[str, bool] = {}
    dice: dict[tuple[str, str], DieTally] = {}
    unknown = 0
    for roll in rolls:
        name = " ".join((roll.player or "").split())
        if not name:
            unknown += 1
            continue
        called.setdefault(name.casefold(), name)
        kind = f"{roll.kind} {'-'.join(map(str, roll.faces))}"
        numbered[kind] = roll.numbered
        # The tally of a player stands under the folded name where that of a die has its own.
        count([roll._replace(die=kind, kind=name.casefold())], dice)
    by_player = []
    for (kind, folded), tally in sorted(dice.items(), key=lambda entry: entry[0][::-1]):
        tally.kind = kind.partition(" ")[0]
        mean, expected = _means(tally) if numbered[kind] else (None, None)
        by_player.append(Served(called[folded], mean, expected, verdict_on(tally)))
    return by_player, unknown


def _means(die: DieTally) -> tuple[float, float]:
    """Return the mean of the rolls, and that of the die; one roll at least."""
    fell = sum(face * n for face, n in die.counts.items()) / die.rolls
    return round(fell, 4), round(sum(face * p for face, p in die.chance.items()), 4)
