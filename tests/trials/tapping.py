"""A robot enters whole games of the bots by what `choices` offers alone: every game, many seeds.

The claims: every event of every simulated game can be entered, and the median event of a game
takes at most three taps (of a tournament, which is kept at a desk, four).
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

from tests.server.kit import Club, fill, simulated
from tests.server.test_robot import MOST_TAPS, Robot, tablet

SEEDS: Final = range(1, int(os.environ.get("TAPPING_SEEDS", "10")) + 1)
RACE: Final = Path(__file__).parents[1] / "games" / "race"


class Kind(NamedTuple):
    """A way in which a game is played and written down."""

    game: str
    players: int
    hidden: bool = False
    options: dict[str, Any] = {}  # noqa: RUF012 (never written to)


def kinds() -> Iterator[Kind]:
    """The games, each as it is kept by everybody, and by somebody who looks on."""
    for players in (2, 4):
        yield Kind("race", players)
    for players in (2, 3, 4):
        yield Kind("ragami", players)
        yield Kind("dice-forge", players)
    yield Kind("ragami", 4, hidden=True)
    yield Kind("tournament", 8)
    for hands in ("walled", "open_hands"):
        for hidden in (False, True) if hands == "walled" else (False,):
            options = {"hands": hands, "distribution": "recorded"}
            yield Kind("deal-with-the-devil", 4, hidden, options)


def main() -> int:
    """Enters them all; gives 1 where an event could not be, or takes too many taps."""
    sys.path.insert(0, str(RACE))
    failed = 0
    for kind in kinds():
        began, events, taps = time.monotonic(), 0, list[int]()
        for seed in SEEDS:
            try:
                taken = entered(kind, seed)
            except AssertionError as wrong:
                failed = 1
                print(f"{kind.game} {kind.players}, seed {seed}: {str(wrong)[:500]}")
                continue
            events += len(taken)
            taps.append(round(median(taken)))
            failed |= median(taken) > MOST_TAPS.get(kind.game, 3)
        print(
            f"{kind.game}, {kind.players} players{', hidden' * kind.hidden} {kind.options or ''}:"
            f" {len(taps)} of {len(SEEDS)} games, {events} events, median taps {taps},"
            f" {time.monotonic() - began:.0f} s",
            flush=True,
        )
    return failed


def entered(kind: Kind, seed: int) -> list[int]:
    """Enter a whole game; gives the taps of each event."""
    played = simulated(kind.game, seed, kind.players, hidden=kind.hidden, **kind.options)
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "games.db"
        fill(database, played[:1])
        with Club(database, posts=100_000) as club:
            robot = Robot(tablet(club))
            for after, event in enumerate(played[1:], 1):
                robot.enter(event, after)
            assert club.referee().get("moment").json()["over"], "the game is not over"
    return robot.taps
