"""A bot that draws without weights ends games of every kind, and makes up what has to be written.

`python -m tests.trials bots`: `BOTS_GAMES` (100) games of each kind, with seeds of the day. The
claim: every game ends, each event that is drawn is legal, and no state is a dead end.
"""

from __future__ import annotations

import os
import time
from statistics import median
from typing import Final

from tests.narrowing.drawing import WAYS, ended_at_random

NUMBER: Final = int(os.environ.get("BOTS_GAMES", "100"))


def main() -> int:
    """Play them; gives 1 where one does not end."""
    first = int(time.time() // 86400) * 1000
    good = True
    for name, players, chosen in WAYS:
        start, events = time.process_time(), []
        for seed in range(first, first + NUMBER):
            try:
                number = players[seed % len(players)]
                events.append(ended_at_random(name, number, seed, **chosen))
            except LookupError as wrong:
                print(wrong)
        seconds = time.process_time() - start
        told = " ".join([name, *(f"{option}={value}" for option, value in chosen.items())])
        print(f"{told}: seeds {first} to {first + NUMBER - 1}, {len(events)} of {NUMBER} ended,"
              f" median {median(events or [0]):g} events, {seconds:.0f} s")  # fmt: skip
        good = good and len(events) == NUMBER
    return 0 if good else 1
