"""How the cost grows: with the length of a log, with the size of a database, with processes."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from statistics import median
from typing import Any, Final

import msgspec

from ragami.judge.report import replay_log, report
from ragami.store.sqlite import SqliteStore
from tests.bench.games import lines, simulated
from tests.bench.measuring import (
    PROCESSOR,
    Curve,
    Effort,
    Goal,
    Result,
    Side,
    compared,
    in_turns,
    seconds,
)
from tests.bench.starting import process, tool

LENGTHS: Final = (100, 300, 1_000, 3_000, 10_000)
SIZES: Final = (10, 100, 1_000, 10_000, 100_000)
OPENING: Final = 30
"""Records of each game of the databases: 100,000 whole ones would take 6 GB."""

ARCHIVE: Final = 1_000
ONE: Final = "1 process"
TWO: Final = "2 processes"
GOALS: Final = {ONE: Goal(1.7, 1.9)}
CALLS: Final = 200
SEVERAL: Final = 3
LONG: Final = 3_000
LARGE: Final = 10_000
MICRO: Final = 1e6

Points = list[tuple[float, float]]


def measure(effort: Effort) -> Iterator[Result]:
    yield by_length(effort)
    yield by_size(effort)
    yield from by_processes(effort)


# --- the length of a log -------------------------------------------------------------------


def by_length(effort: Effort) -> Curve:
    """No game has 10,000 events: longer logs have notes in them, or much that is taken back."""
    game = max(simulated(effort.games), key=len)
    kinds = {"events, and notes between them": annotated, "events, and many taken back": retried}
    found = {name: times(game, make, effort) for name, make in kinds.items()}
    return Curve("length", "A verdict on a log of this length", "records", "µs a record", found)


def times(game: bytes, make: Callable[[bytes, int], bytes], effort: Effort) -> Points:
    """Microseconds a record, for logs of every length."""
    points: Points = []
    for length in LENGTHS:
        log = make(game, length)
        assert report("log", log).records == length

        def work(log: bytes = log) -> None:
            assert not replay_log(log).error

        passes = effort.passes if length < LONG else SEVERAL
        taken = median(seconds(work, clock=PROCESSOR) for _ in range(passes))
        points.append((length, MICRO * taken / length))
    return points


def annotated(game: bytes, length: int) -> bytes:
    """The game cut off after `length` events, or filled up with notes between them."""
    events = lines(game)[:length]
    notes = share(length - len(events), len(events))
    note = {"type": "noted", "data": {"text": "A remark."}}
    log: list[Any] = []
    for line, more in zip(events, notes, strict=True):
        log += [msgspec.json.decode(line), *(note for _ in range(more))]
    return written(log)


def retried(game: bytes, length: int) -> bytes:
    """Events of which many are taken back at once and entered again, as often as it needs."""
    events = [msgspec.json.decode(line) for line in lines(game)[: length // 2]]
    again = share((length - len(events)) // 2, len(events) - 1)
    log = events[:1]
    for event, more in zip(events[1:], again, strict=True):
        log.append(event)
        for _ in range(more):
            undone = {"type": "undone", "data": {"to": len(log) - 1, "reason": None}}
            log += [undone, event]
    return written(log + [{"type": "noted", "data": {"text": "."}}] * (length - len(log)))


def share(things: int, among: int) -> list[int]:
    """So many for each, as even as can be."""
    return [(n + 1) * things // among - n * things // among for n in range(among)]


def written(records: list[Any]) -> bytes:
    """The lines of a log, numbered."""
    rest = {"v": 1, "at": None, "by": None}
    return b"".join(
        msgspec.json.encode(rest | record | {"seq": seq}) + b"\n"
        for seq, record in enumerate(records, 1)
    )


# --- the size of a database ----------------------------------------------------------------


def by_size(effort: Effort) -> Curve:
    """One database that grows; at every size the same is asked of it."""
    openings = [lines(log)[:OPENING] for log in simulated(effort.games)]
    names = ("a game read to its state", "an event appended", *verifying())
    found: dict[str, Points] = {name: [] for name in names}
    with tempfile.TemporaryDirectory() as folder, SqliteStore(Path(folder) / "all.db") as store:
        store._execute("PRAGMA synchronous = OFF")  # while it is filled
        there = count()
        for size in SIZES:
            if size > effort.largest:
                break
            fill(store, openings, size, there)
            for name, cost in zip(names, costs(store, Path(folder), size), strict=True):
                found[name].append((size, MICRO * cost))
    title = f"A database of this many games (of {OPENING} records)"
    return Curve("size", title, "games", "µs", found)


def verifying() -> list[str]:
    """What the whole command is called in the picture."""
    return [f"verify all, {processes}, a game" for processes in (ONE, TWO)]


def fill(store: SqliteStore, openings: list[list[bytes]], size: int, there: Iterator[int]) -> None:
    """Games, until there are `size` of them."""
    store._execute("BEGIN")
    for number in there:
        rows = enumerate(openings[number % len(openings)], 1)
        for seq, line in rows:
            store._execute("INSERT INTO event VALUES (?, ?, ?)", (f"g{number}", seq, line.decode()))
        if number + 1 == size:
            break
    store._execute("COMMIT")


def costs(store: SqliteStore, folder: Path, size: int) -> Iterator[float]:
    """Seconds for one of each: reading, appending, and a game of the whole command."""
    passes = SEVERAL if size < LARGE else 1

    def read() -> None:
        for number in range(CALLS):
            name = f"g{number * size // CALLS}"
            assert replay_log(b"\n".join((*store.read(name), b""))).seq == OPENING

    def append() -> None:
        for number in range(CALLS):
            name = f"g{number * size // CALLS}"
            store.append(name, store.head(name), [b'{"seq":1}'])

    yield median(seconds(read, clock=PROCESSOR) for _ in range(SEVERAL)) / CALLS
    store._execute("BEGIN")  # the writing alone: what a commit costs depends on the disk
    yield median(seconds(append, clock=PROCESSOR) for _ in range(SEVERAL)) / CALLS
    store._execute("ROLLBACK")
    for processes in ("1", "2"):
        command = [tool("ragami"), "verify", "--db", "all.db", "--all-games"]
        verify = process(processes, [*command, "--processes", processes], folder)
        yield median(seconds(verify.work) for _ in range(passes)) / size


# --- processes -----------------------------------------------------------------------------


def by_processes(effort: Effort) -> Iterator[Result]:
    """An archive of whole games, verified by one process and by two."""
    logs = simulated(effort.games)
    with tempfile.TemporaryDirectory() as name:
        archive = Path(name) / "archive.jsonl"
        with archive.open("wb") as file:
            for number in range(ARCHIVE):
                file.write(logs[number % len(logs)])
        command = [tool("ragami"), "verify", archive.name, "--processes"]
        one = process(ONE, [*command, "1"], archive.parent)
        two = process(TWO, [*command, "2"], archive.parent)
        sides = [Side(side.name, "games", ARCHIVE, side.work) for side in (two, one)]
        rates = in_turns(sides, effort.passes)
        what = f"verify, {ARCHIVE:,} games, {TWO}"
        yield from compared(what, sides[0], sides[1:], rates, GOALS)
