"""Reproducible chance from SHA-256: seeds, words, shuffles and lots."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from typing import TypeVar

T = TypeVar("T")


def chained_seed(seed: str, round_: int) -> str:
    """Return the seed of a round that follows from the seed of record 1."""
    return sha256(f"ragami/tournament/1\n{seed}\n{round_}".encode("ascii")).hexdigest()


def lot(seed: str, entrant: str) -> str:
    """Return the lot of an entrant; the smaller comes first."""
    return sha256(f"ragami/lot/1\n{seed}\n{entrant}".encode("ascii")).hexdigest()


class RandomWords:
    """The random numbers of a seed, in order."""

    def __init__(self, seed: str) -> None:
        self._words = _words(seed)

    def next(self) -> int:
        """Return the next word of 64 bits."""
        return next(self._words)

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1, all equally likely."""
        fair = 2**64 // n * n
        while (word := self.next()) >= fair:
            pass
        return word % n

    def shuffle(self, listed: list[T]) -> None:
        for i in range(len(listed) - 1, 0, -1):
            j = self.below(i + 1)
            listed[i], listed[j] = listed[j], listed[i]


def _words(seed: str) -> Iterator[int]:
    block = 0
    while True:
        digest = sha256(seed.encode("ascii") + b"\0" + block.to_bytes(8, "big")).digest()
        for at in range(0, 32, 8):
            yield int.from_bytes(digest[at : at + 8], "big")
        block += 1
