"""Hearing of what is appended to an SQLite database: from here at once, from others soon."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from time import monotonic
from typing import Final

from ragami.store.fault import Faults
from ragami.store.watching import Bell, Ear, GameWatch, Heard

LOOK_SECONDS: Final = 0.25
"""How often the database is asked whether another process has changed it; it does not say what."""


def watch(path: Path, bell: Bell) -> GameWatch:
    """A watch on the database at `path`, which is there; on a connection of its own."""
    faults = Faults(path)
    with faults:
        # Who waits is seldom who opened; only one of them uses it at a time.
        connection = sqlite3.connect(path.absolute(), check_same_thread=False)
    ear, seen = Ear(), 0

    def changed() -> bool:
        nonlocal seen
        before = seen
        with faults:
            seen = connection.execute("PRAGMA data_version").fetchone()[0]
        return bool(seen != before)

    def hear(seconds: float) -> Heard:
        until = monotonic() + seconds
        while not (games := ear.hear(max(0.0, min(LOOK_SECONDS, until - monotonic())))):
            if changed():
                return None
            if monotonic() >= until:
                break
        return games

    def close() -> None:
        bell.remove(ear)
        connection.close()

    changed()
    bell.add(ear)
    return GameWatch(hear, close)
