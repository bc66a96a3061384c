"""Chance in a simulated game: the same seed gives the same dice, chips and cards for ever.

Everything is made from `random()` alone, the one method whose numbers Python promises not to
change.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """A source of chance; `random()` is a number from 0 up to 1."""

    __slots__ = ("random",)

    def __init__(self, seed: str) -> None:
        self.random = Random(seed).random  # noqa: S311 (a game, not a secret)

    def odds(self, chance: float) -> bool:
        """True with this chance."""
        return self.random() < chance

    def pick(self, options: Sequence[T]) -> T:
        """One of some things."""
        return options[int(self.random() * len(options))]

    def upto(self, most: int) -> int:
        """A number from 0 to `most`."""
        return int(self.random() * (most + 1))

    def some(self, options: Iterable[T], number: int) -> list[T]:
        """Return `number` different things, in any order; all of them where there are fewer."""
        remaining = list(options)
        chosen = []
        for _ in range(min(number, len(remaining))):
            at = int(self.random() * len(remaining))
            remaining[at], remaining[-1] = remaining[-1], remaining[at]
            chosen.append(remaining.pop())
        return chosen

    def shuffled(self, options: Iterable[T]) -> list[T]:
        """All of them in another order."""
        remaining = list(options)
        return self.some(remaining, len(remaining))
