"""A range coder over whole numbers: symbols, each with its share of a total, as the fewest bytes.

`low` and `width` say where the symbols so far lie; both are scaled by 2⁸ whenever the width gets
below `LEAST`. No number passes 2⁵³, so that a program in JavaScript reads the same bytes.
"""

from __future__ import annotations

from typing import Final

WINDOW: Final = 6
"""Bytes of the numbers that are worked with."""

WIDEST: Final = 2**48
LEAST: Final = 2**40
MOST_ZEROS: Final = 16
"""Zero bytes after the end that a reader goes on with, so that damage is told soon."""


class Damaged(Exception):
    """Bytes that no writer has made."""


class RangeWriter:
    """Symbols to bytes."""

    def __init__(self) -> None:
        # Each is below 512: what it has above 255 is carried to the one before it at the end.
        self._out: list[int] = []
        self._low = 0
        self._width = WIDEST

    @property
    def filled(self) -> int:
        """Return how many bytes all symbols so far have filled."""
        return len(self._out)

    def put(self, start: int, size: int, total: int) -> None:
        """Write the symbol that has `size` of the `total`, from `start` on."""
        step = self._width // total
        self._low += start * step
        self._width = step * size if start + size < total else self._width - start * step
        while self._width < LEAST:
            self._out.append(self._low >> 40)
            self._low = (self._low & (LEAST - 1)) << 8
            self._width <<= 8

    def finish(self) -> bytes:
        """Return the shortest bytes that mean what was put."""
        written, carry = bytearray(), 0
        for each in reversed(self._out):
            carry, byte = divmod(each + carry, 256)
            written.append(byte)
        low = int.from_bytes(written[::-1], "big") * WIDEST + self._low
        low += carry << 8 * (len(self._out) + WINDOW)
        return _shortest(low, self._width, len(self._out) + WINDOW)


class RangeReader:
    """Bytes to symbols; after the end of them come zeros. Raises `Damaged`."""

    def __init__(self, written: bytes) -> None:
        self._written = written
        self._taken = WINDOW
        self._above = int.from_bytes(written[:WINDOW].ljust(WINDOW, b"\0"), "big")
        self._width = WIDEST
        self._step = 0

    @property
    def filled(self) -> int:
        """Return how many bytes all symbols so far have filled."""
        return self._taken - WINDOW

    def target(self, total: int) -> int:
        """Say where in the total the next symbol lies; `take` it then."""
        self._step = self._width // total
        return min(self._above // self._step, total - 1)

    def take(self, start: int, size: int, total: int) -> None:
        """Go on behind the symbol that lies there."""
        before = start * self._step
        self._above -= before
        self._width = self._step * size if start + size < total else self._width - before
        while self._width < LEAST:
            at = self._taken
            byte = self._written[at] if at < len(self._written) else 0
            self._above = self._above << 8 | byte
            self._width <<= 8
            self._taken = at + 1
            if self._taken > len(self._written) + MOST_ZEROS:
                raise Damaged

    def evenly(self, total: int) -> int:
        """Read a number below `total`, of which none is likelier than another."""
        number = self.target(total)
        self.take(number, 1, total)
        return number

    def expect_end(self) -> None:
        """Raise `Damaged` unless these are the bytes that a writer makes of the symbols read."""
        if len(self._written) > self._taken:
            raise Damaged
        padded = self._written.ljust(self._taken, b"\0")
        low = int.from_bytes(padded, "big") - self._above
        if _shortest(low, self._width, self._taken) != self._written:
            raise Damaged


def _shortest(low: int, width: int, length: int) -> bytes:
    """Return the fewest bytes whose value, zeros behind them up to `length`, is in the interval.

    No more than `MOST_ZEROS` are left out.
    """
    best = low.to_bytes(length, "big")
    for size in range(length - 1, max(0, length - MOST_ZEROS) - 1, -1):
        unit = 8 * (length - size)
        number = -(-low >> unit)
        if number << unit >= low + width:
            break
        best = number.to_bytes(size, "big")
    return best
