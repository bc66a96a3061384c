"""A writer is killed at random moments: nothing that was acknowledged is lost."""

from __future__ import annotations

import json
import os
import random
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Self

from ragami.store import Store
from ragami.store.sqlite import SqliteStore
from tests.scale import often
from tests.store import writer

KILLS = often(25, 200)
MOST = 15  # appends before the kill: counted, since a busy machine is slow
MOMENT = 0.001  # seconds within which it strikes after the last of them


class Writers:
    """Writers that are struck at work, one after the other."""

    def __enter__(self) -> Self:
        run = [sys.executable, writer.__file__]
        self._mother = subprocess.Popen(
            run, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        return self

    def __exit__(self, *_error: object) -> None:
        self._mother.communicate()
        assert self._mother.returncode == 0

    def killed(self, path: Path, game: str, appends: int | None = None) -> int:
        """The last seq that a writer acknowledged before `kill -9` struck it at work."""
        appends = random.randint(1, MOST) if appends is None else appends
        assert self._mother.stdin
        self._mother.stdin.write(json.dumps([str(path), game]).encode() + b"\n")
        child = int(self._said())
        said = [self._said() for _ in range(appends)]
        time.sleep(random.uniform(0, MOMENT))
        os.kill(child, signal.SIGKILL)
        while said[-1] != writer.DEAD:
            said.append(self._said())
        return int(said[-2])

    def _said(self) -> bytes:
        assert self._mother.stdout
        ready, _, _ = select.select([self._mother.stdout], [], [], 30)
        assert ready, "the writer writes"
        return self._mother.stdout.readline()


def whole_commands(bodies: list[bytes]) -> bool:
    """Is every event there from the first on, and no append only in part?"""
    events = [json.loads(body) for body in bodies]
    in_order = [event["seq"] for event in events] == list(range(1, len(events) + 1))
    return in_order and events[-1]["last"] == len(events)


def written_in_full(store: Store, game: str) -> list[bytes]:
    """The log of a killed writer, compared with what it meant to write."""
    bodies = store.read(game)
    assert whole_commands(bodies)
    meant: list[bytes] = []
    while len(meant) < len(bodies):
        event = json.loads(bodies[len(meant)])
        meant += writer.command(len(meant), event["last"] - event["first"] + 1)
    assert bodies == meant
    return bodies


def test_no_acknowledged_event_is_lost(path: Path) -> None:
    acknowledged: dict[str, int] = {}
    more = 0
    with Writers() as writers:
        for number in range(KILLS):
            game = f"game {number}"
            acknowledged[game] = writers.killed(path, game)
            assert Path(f"{path}-wal").stat().st_size > 0, "the log was not closed"
            with SqliteStore(path) as store:
                found = len(written_in_full(store, game))
            assert found >= acknowledged[game]
            more += found > acknowledged[game]
    with SqliteStore(path) as store:
        assert {entry.name for entry in store.games()} == acknowledged.keys()
        for game in acknowledged:
            written_in_full(store, game)
        assert store._execute("PRAGMA integrity_check").fetchall() == [(b"ok",)]
    assert len(set(acknowledged.values())) > KILLS // 20, "the kills struck at different moments"
    assert more, "some struck between the commit and its acknowledgement"
