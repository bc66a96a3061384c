"""The shape of a number of entrants: sizes of tables, and number of byes (2.6)."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from ragami.games.tournament.options import Options


class Shape(NamedTuple):
    """The sizes of the tables, largest first, and the number of byes."""

    sizes: tuple[int, ...]
    byes: int


def shape(options: Options, entrants: int) -> Shape | None:
    """The shape of so many entrants (R-T-SHAPE-01); None where there is none (R-T-SHAPE-02)."""
    return _shape(options.table_size, options.least, entrants)


@cache
def _shape(largest: int, least: int, entrants: int) -> Shape | None:
    for byes in range(entrants - least + 1):
        seated = entrants - byes
        # With a number of tables the even sizes miss least, and fewer tables miss less.
        tables = -(-seated // largest)
        if tables * least <= seated:
            small, large = divmod(seated, tables)
            return Shape((*[small + 1] * large, *[small] * (tables - large)), byes)
    return None


def missing(options: Options, sizes: tuple[int, ...], byes: int) -> int:
    """The sum of squared missing seats; a table of more than `table_size` misses none."""
    full = options.table_size
    return sum((full - size) ** 2 for size in sizes if size < full) + full**2 * byes


def recommended_rounds(entrants: int) -> int:
    """The least r from 3 on with 2^r at least the entrants, at most 8 (R-T-ROUND-02)."""
    return min(8, max(3, (entrants - 1).bit_length()))
