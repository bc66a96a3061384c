"""A bot that draws without weights ends games: those in which nothing has to be written.

`python -m tests.trials bots`: `BOTS_GAMES` (100) games of each, with seeds of the day. The claim:
every game ends, each event that is drawn is legal, and no state is a dead end.
"""

from __future__ import annotations

import os
import time
from statistics import median
from typing import Final

from tests.narrowing.walking import ended_at_random

GAMES: Final = ("ragami", "dice-forge", "scores")
NUMBER: Final = int(os.environ.get("BOTS_GAMES", "100"))
PLAYERS: Final = (2, 3, 4)


def main() -> int:
    """Play them; gives 1 where one does not end."""
    first = int(time.time() // 86400) * 1000
    good = True
    for name in GAMES:
        start, events = time.process_time(), []
        for seed in range(first, first + NUMBER):
            try:
                events.append(ended_at_random(name, PLAYERS[seed % len(PLAYERS)], seed))
            except LookupError as wrong:
                print(wrong)
        seconds = time.process_time() - start
        print(f"{name}: seeds {first} to {first + NUMBER - 1}, {len(events)} of {NUMBER} ended,"
              f" median {median(events or [0]):g} events, {seconds:.0f} s")  # fmt: skip
        good = good and len(events) == NUMBER
    return 0 if good else 1
