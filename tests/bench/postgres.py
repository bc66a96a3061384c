"""One record a commit on a PostgreSQL server, from twelve processes at once.

Every flush takes 2 ms more, as an honest disk does. Somebody listens to the wake-ups.

- ours: `Store.append` with a key and the record that is expected to be the last
- without wake-ups: the same, and nobody is told
- raw: an INSERT into a table with the same primary key, and nothing else
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from threading import Event, Thread
from typing import Final

import psycopg

from ragami.store.postgres import PostgresStore
from ragami.store.watching import GameWatch
from tests import postgres
from tests.bench import postgres_writer
from tests.bench.measuring import Effort, Goal, Missing, Result, Side, compared, in_turns

WHAT: Final = "append, PostgreSQL, 12 connections, 2 ms flush"
CONNECTIONS: Final = 12
COMMITS: Final = 300
"""Of each connection in a pass."""

WOKEN: Final = "guarded append"
QUIET: Final = "the same without wake-ups"
RAW: Final = "raw INSERT"
GOALS: Final = {RAW: Goal(0.6, 0.76), QUIET: Goal(0.95, 1.0)}
SHARED: Final = "/dev/shm"
FLUSH: Final = ("-c", "commit_delay=2000", "-c", "commit_siblings=0", "-c", "fsync=on")


def measure(effort: Effort) -> Iterator[Result]:
    """All of them in turns."""
    programs = postgres.programs()
    if programs is None:
        yield Missing(WHAT, RAW, postgres.MISSING)
        return
    with ExitStack() as stack:
        server = stack.enter_context(postgres.Server(programs, *FLUSH, below=memory()))
        address = stack.enter_context(server.database())
        listen(address, stack)
        with psycopg.connect(address) as connection:
            connection.execute(postgres_writer.PLAIN.encode())
        writers = [writer(address, number, stack) for number in range(CONNECTIONS)]
        sides = [
            side(name, how, writers)
            for name, how in ((WOKEN, "woken"), (QUIET, "quiet"), (RAW, "raw"))
        ]
        rates = in_turns(sides, 2 * effort.passes)
        yield from compared(WHAT, sides[0], sides[1:], rates, GOALS)


def memory() -> str | None:
    """A folder whose flushes take no time, so that they all take 2 ms."""
    return SHARED if Path(SHARED).is_dir() else None


def listen(address: str, stack: ExitStack) -> None:
    """Have somebody listen, as a server does."""
    watch = stack.enter_context(PostgresStore(address)).watch()
    ended = Event()
    thread = Thread(target=hear, args=(watch, ended))
    thread.start()

    def end() -> None:
        ended.set()
        thread.join()
        watch.close()

    stack.callback(end)


def hear(watch: GameWatch, ended: Event) -> None:
    while not ended.is_set():
        watch.wait(0.2)


def writer(address: str, number: int, stack: ExitStack) -> subprocess.Popen[str]:
    """One of the processes, ready to be told."""
    run = [sys.executable, postgres_writer.__file__, address, str(number)]
    process = subprocess.Popen(run, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    stack.callback(process.communicate)
    answer(process, "ready")
    return process


def answer(process: subprocess.Popen[str], expected: str) -> None:
    """Wait for it."""
    assert process.stdout
    assert process.stdout.readline() == f"{expected}\n"


def side(name: str, how: str, writers: list[subprocess.Popen[str]]) -> Side:
    """All of them at once, in one of the ways."""

    def work() -> None:
        for each in writers:
            assert each.stdin
            each.stdin.write(f"{how} {COMMITS}\n")
            each.stdin.flush()
        for each in writers:
            answer(each, "done")

    return Side(name, "commits", len(writers) * COMMITS, work)
