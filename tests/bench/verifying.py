"""`verify` of JSON lines (bytes to verdict) beside `decode_lines` of the same bytes.

That is the bound: nobody can judge what has not been read. Three times: the envelope of each
record read and its `data` left alone, which is as little as reading can be; every record read into
its own type, which is what a judge needs; and every record read into dictionaries.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import Any, Final

import msgspec

from ragami.game import game_named
from ragami.judge.report import report
from tests.bench.games import simulated
from tests.bench.measuring import PROCESSOR, Effort, Goal, Result, Side, race

WHAT: Final = "verify, JSON lines to verdict"
ENVELOPES: Final = "msgspec decode_lines, data left raw"
RECORDS: Final = "msgspec decode_lines, every record typed"
DICTIONARIES: Final = "msgspec decode_lines, dictionaries"
GOALS: Final = {ENVELOPES: Goal(0.07, 0.13)}


class Envelope(msgspec.Struct):
    """A record of which only the outside is read."""

    seq: int
    type: str
    v: int
    at: str | None
    by: str | None
    data: msgspec.Raw


def measure(effort: Effort) -> Iterator[Result]:
    """All of them over the same logs."""
    logs = simulated(effort.games)
    events = sum(log.count(b"\n") for log in logs)
    codec = game_named("ragami").codec
    record: Any = reduce(or_, map(codec.record_class, codec.types))

    def verify() -> None:
        for log in logs:
            assert report("log", log).ok

    ours = Side(WHAT, "records", events, verify)
    kinds = {ENVELOPES: Envelope, RECORDS: record, DICTIONARIES: Any}
    others = [decoding(name, kind, effort.games) for name, kind in kinds.items()]
    yield from race(WHAT, ours, others, effort.passes, GOALS, PROCESSOR)


def decoding(name: str, kind: Any, games: int) -> Side:
    """Every line read into something, and nothing else."""
    logs = simulated(games)
    decoder = msgspec.json.Decoder(kind)

    def work() -> None:
        for log in logs:
            decoder.decode_lines(log)

    records = sum(log.count(b"\n") for log in logs)
    return Side(name, "records", records, work)
