"""The two check characters at the end of a line that is copied by hand.

The characters of a line are taken as the digits of a number: each is worth its Unicode number
times a power of 10, and all of it is taken modulo 1021. That is a prime, 10 is a primitive root of
it, and so any one wrong character (of the first 1,021 of Unicode: all European letters) and any
two characters that have changed places within 1,020 are found for certain; anything else slips
through one time in 1,021. What is left over is written with two of 32 signs, among which are no
I, L, O and U. Blanks count as one, and not at the ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

MODULUS: Final = 1021
RADIX: Final = 10
SIGNS: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_AS_READ: Final = str.maketrans("ILOilo", "110110")


def check_of(text: str) -> str:
    remainder = _left_over(" ".join(text.split()))
    return SIGNS[remainder // len(SIGNS)] + SIGNS[remainder % len(SIGNS)]


def _left_over(line: str) -> int:
    remainder = 0
    for character in line:
        remainder = (remainder * RADIX + ord(character)) % MODULUS
    return remainder


def as_read(check: str) -> str:
    """Check characters as they are meant: small letters, and what looks like a digit."""
    return check.translate(_AS_READ).upper()


def meant_by(text: str, check: str) -> Iterator[str]:
    """Yield the lines with these check characters that one slip of the hand makes this one.

    A slip is one wrong character, of which the right one can be worked out at each place, or two
    neighbours that have changed places.
    """
    line = " ".join(text.split())
    if len(check) != 2 or not set(check) <= set(SIGNS):
        return
    expected = SIGNS.index(check[0]) * len(SIGNS) + SIGNS.index(check[1])
    lacking = expected - _left_over(line)
    worth = 1
    for at in range(len(line) - 1, -1, -1):
        code = (ord(line[at]) + lacking * pow(worth, -1, MODULUS)) % MODULUS
        worth = worth * RADIX % MODULUS
        if chr(code).isprintable() and not chr(code).isspace() and line[at] != " ":
            yield line[:at] + chr(code) + line[at + 1 :]
    for at in range(1, len(line)):
        swapped = line[: at - 1] + line[at] + line[at - 1] + line[at + 1 :]
        if check_of(swapped) == check:
            yield swapped
