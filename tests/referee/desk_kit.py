"""Games at the referee's desk: simulated ones, and corrections drawn at random."""

from __future__ import annotations

import json
from functools import lru_cache
from random import Random
from typing import Any, Final

from ragami.findings import Finding
from ragami.game import GameDefinition, game_named
from ragami.judge.replay import Replay
from ragami.log.codec import Codec
from ragami.store.memory import MemoryStore
from ragami.table.recording import Draft, Recording
from tests.simulate.clerk import records

GAME: Final = game_named("ragami")
CODEC: Final = game_named("ragami").codec
NAME: Final = "final"
NOTHING: Final[dict[str, Any]] = {"type": None, "v": None, "data": None}
WHY: Final = {"reason": "seen by all", "authority": "Carl"}


@lru_cache
def played(seed: int, *, hidden: bool = False, log_records: bool = False) -> tuple[bytes, ...]:
    """The lines of a simulated game of 2 to 4 players."""
    game = records(2 + seed % 3, seed, hidden=hidden, log_records=log_records)
    return tuple(game)


def recording(lines: tuple[bytes, ...]) -> Recording:
    """A game in a store in the memory."""
    store = MemoryStore()
    store.append(NAME, 0, lines)
    return Recording(store, NAME)


def log_of(lines: list[bytes] | tuple[bytes, ...]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


def draft(type_: str, **data: Any) -> Draft:
    return Draft(type_, json.dumps(data).encode(), "2026-11-21T20:00:00Z", "carl")


def random_correction(lines: tuple[bytes, ...], rng: Random) -> Draft:
    """An event struck out, made another of the same game, or changed a little."""
    seq = rng.randrange(2, len(lines))
    other = json.loads(lines[rng.choice((seq - 1, rng.randrange(1, len(lines))))])
    reads = {"type": other["type"], "v": 1, "data": other["data"]}
    if rng.random() < 0.3:
        reads = NOTHING
    elif other["data"].get("to"):
        reads["data"] = other["data"] | {"to": rng.randrange(1, 31)}
    return draft("corrected", seq=seq, **reads, **WHY)


def judge_on(game: GameDefinition, codec: Codec, log: bytes) -> list[Finding]:
    """All that is to be said about a log, and not only up to the first error.

    What `verify` finds is among it, in the order of the records; an event that breaks several
    rules has a finding for each. `codec`: what reads the log.
    """
    return Replay(game, codec, continue_after_errors=True).take_all(codec.read_log(log)).findings()
