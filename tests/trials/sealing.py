"""Does sealing and checking a game of 1,000 records cost less than verifying its rules?"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from ragami.game import game_named
from ragami.game.capabilities import BOT
from ragami.judge.report import replay_log
from ragami.log.codec import encode_record
from ragami.proof.checking import check_log
from tests.proof.kit import AT, RING, joined, note_of, seal_line, sealed

RECORDS: Final = 1_000
ROUNDS: Final = 10
TIMES: Final = 15


def best(work: Callable[[], Any]) -> float:
    """Milliseconds of the quickest of several runs."""
    times = []
    for _each in range(TIMES):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times) * 1000


def long_game() -> list[bytes]:
    """The longest of some games of bots; what it costs is told for 1,000 records."""
    codec = game_named("ragami").codec
    events = max(
        (list(game_named("ragami").need(BOT).play(4, seed)) for seed in range(40)), key=len
    )
    return [
        encode_record(seq, type_, codec.types[type_].version, AT, "bo", data)
        for seq, (type_, data) in enumerate(events, 1)
    ]


def main() -> int:
    lines = long_game()
    scale = RECORDS / len(lines)
    every = RECORDS // ROUNDS
    with_seals: list[bytes] = []
    for start in range(0, len(lines), every):
        with_seals = sealed([*with_seals, *lines[start : start + every]])
    log = joined(lines)
    rules = best(lambda: replay_log(log)) * scale
    check = best(lambda: check_log(with_seals, RING)) * scale
    seal = best(lambda: seal_line(lines, note_of(lines))) * scale
    print(
        f"1,000 records ({len(lines)} measured): rules {rules:.2f} ms; sealing {seal:.2f} ms,"
        f" checking it with {ROUNDS} seals {check:.2f} ms"
    )
    return int(max(seal, check) >= rules)
