"""The games that are measured: played by the bots, of two, three and four players."""

from __future__ import annotations

from functools import cache

from tests.simulate.clerk import records


@cache
def simulated(games: int) -> list[bytes]:
    """The logs of some games, as JSON lines."""
    return [b"\n".join(records(2 + seed % 3, seed)) + b"\n" for seed in range(games)]


def lines(log: bytes) -> list[bytes]:
    """The lines of a log, as a store takes and gives them."""
    return log.split(b"\n")[:-1]
