"""A robot enters whole games of the bots by `forms` and `choices/next`: every game, many seeds.

The claims: every event can be entered by questions; the median event of a game takes at most three
taps: those that open a form, answer its questions, and write it down; and of each game 95 questions
in 100 are there within 5 ms of the processor.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from statistics import mean, median
from time import process_time
from typing import Any, Final, NamedTuple

from ragami.game import game_named
from ragami.game.capabilities import BOT
from tests.narrowing.walking import moments_of, quantiles
from tests.server.tapping import Asked, Json, Unreachable, entered

SEEDS: Final = range(1, int(os.environ.get("QUESTIONS_SEEDS", "5")) + 1)
TAPS: Final = 3
MILLISECONDS: Final = 5
AT_A_DESK: Final = "tournament"
"""It is entered by the steps of its desk; by its forms every event can be reached, too."""


class Kind(NamedTuple):
    """A way in which a game is played and written down."""

    game: str
    players: int
    hidden: bool = False
    options: dict[str, Any] = {}  # noqa: RUF012 (never written to)


class Timed(Asked):
    """A table in this process, which notes how long each question takes."""

    def __init__(self, name: str, state: Any, seconds: list[float]) -> None:
        super().__init__(name, state)
        self.seconds = seconds

    def next_question(self, asked: Json) -> Json:
        start = process_time()
        self.asking.step(asked["form"], asked["filled"], asked["ended"])
        self.seconds.append(process_time() - start)
        return super().next_question(asked)


def kinds() -> Iterator[Kind]:
    """The games, each as it is kept by everybody, and by somebody who looks on."""
    for players in (2, 3, 4):
        yield Kind("ragami", players)
        yield Kind("dice-forge", players)
    yield Kind("ragami", 4, hidden=True)
    for hands in ("walled", "open_hands"):
        yield Kind("deal-with-the-devil", 4, options={"hands": hands, "distribution": "recorded"})
    yield Kind("deal-with-the-devil", 4, options={"distribution": "seed"})
    for players in (2, 9):
        yield Kind("tournament", players)
        yield Kind("scores", players)


def main() -> int:
    """Enters them all; gives 1 where an event could not be, or takes too many taps."""
    failed = 0
    games: dict[str, list[int]] = defaultdict(list)
    seconds: dict[str, list[float]] = defaultdict(list)
    for kind in kinds():
        taps: dict[str, list[int]] = defaultdict(list)
        lost = 0
        for seed in SEEDS:
            lost += _play(kind, seed, taps, seconds[kind.game])
        every = [one for several in taps.values() for one in several]
        told = ", ".join(f"{type_} {median(n):g}" for type_, n in sorted(taps.items()))
        print(f"{kind}: {len(every)} events, {lost} not reached, median {median(every):g},"
              f" mean {mean(every):.1f}: {told}")  # fmt: skip
        failed |= lost > 0
        games[kind.game] += every
    for name, every in games.items():
        p50, p95, p99 = quantiles(seconds[name])
        print(f"{name}: median {median(every):g}, mean {mean(every):.1f} taps; {len(seconds[name])}"
              f" questions: p50 {p50:.2f}, p95 {p95:.2f}, p99 {p99:.1f} ms")  # fmt: skip
        failed |= (median(every) > TAPS and name != AT_A_DESK) or p95 > MILLISECONDS
    return int(failed)


def _play(kind: Kind, seed: int, taps: dict[str, list[int]], seconds: list[float]) -> int:
    """Enter a game; gives how many events were not reached."""
    game, lost = game_named(kind.game), 0
    played = game.need(BOT).play(kind.players, seed, kind.options or None, hidden=kind.hidden)
    for moment in islice(moments_of(kind.game, played), 1, None):
        seats = game.seating(moment.state).names
        who = moment.data.get("player")
        seat = str(who) if who in seats else next(iter(seats), "")
        event = {"type": moment.type, "data": moment.data}
        try:
            one = entered(Timed(kind.game, moment.state, seconds), event, frozenset([seat]))
        except Unreachable as wrong:
            print(f"{kind.game}, seed {seed}: {str(wrong)[:300]}")
            lost += 1
            continue
        taps[moment.type].append(one.taps)
    return lost
