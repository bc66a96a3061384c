"""Simulated games in the shortest writing of the sheet: keys an event, Enter with it.

The claim: 12 in the mean for each game, of what no app writes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random
from statistics import mean
from typing import Final

from ragami.judge.moments import moments
from ragami.judge.replay import Replay
from ragami.judge.report import game_of
from ragami.log.record import Record
from tests.golden import simulated
from tests.sheet.shortest import shortest

MOST: Final = {"ragami": 12, "dice-forge": 12, "deal-with-the-devil": 12}
EVERY: Final = int(os.environ.get("KEYS_EVERY", "12"))
LOGS: Final = 30
BY_APP: Final = ("distribution_sealed", "seed_opened")


def keys(game: str, logs: int = LOGS, every: int = EVERY) -> Iterator[int]:
    """The keys of one event in `every`, of logs spread over those that are kept."""
    rng, kept = Random(1), simulated.logs(game)
    for log in kept[:: max(1, len(kept) // logs)]:
        replay = Replay(game_of(log), game_of(log).codec)
        for now in moments(replay, replay.codec.read_log(log)):
            coming = now.coming
            if not isinstance(coming, Record) or replay.error:
                break
            is_typed = coming.type in replay.game.events and coming.type not in BY_APP
            if replay.seq and is_typed and not rng.randrange(every):
                yield len(shortest(replay, coming.type, coming.data)) + 1


def main() -> int:
    """Write them all; gives 1 where a game takes more."""
    failed = False
    for game, most in MOST.items():
        pressed = list(keys(game))
        print(f"{game}: {len(pressed)} events, {mean(pressed):.1f} keys an event (limit {most})")
        failed |= mean(pressed) > most
    return int(failed)
