"""A copy of a whole database, also while others write it: SQLite's own online backup."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from stat import S_IMODE

from ragami.errors import RagamiError
from ragami.filing import beside
from ragami.store.fault import Faults
from ragami.store.schema import connect


def back_up(source: Path, target: Path) -> int:
    """Copy the database at `source` to a new file; gives how many games are in it.

    The copy is one file, as it was at one moment, and no more open to others than the source. It is
    whole or not there. Raises `RagamiError`, `file-there-already` where there is something.
    """
    with closing(connect(source, create=False)) as database:
        try:
            with beside(target, S_IMODE(source.stat().st_mode), anew=True) as new, Faults(target):
                return _copied(database, new, target)
        except FileExistsError as error:
            raise RagamiError("file-there-already", path=str(target)) from error


def _copied(database: sqlite3.Connection, new: Path, target: Path) -> int:
    with closing(sqlite3.connect(new, isolation_level=None)) as copy:
        database.backup(copy)
        # Else its last pages would be in a file beside it, which nobody would take along.
        copy.execute("PRAGMA journal_mode = DELETE")
        ((problem,),) = copy.execute("PRAGMA integrity_check(1)").fetchall()
        if problem != "ok":
            raise RagamiError("database-damaged", path=str(target), found=problem)
        ((games,),) = copy.execute("SELECT count(*) FROM event WHERE seq = 1").fetchall()
    return int(games)
