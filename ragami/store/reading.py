"""A database where nothing may be written: a folder that is closed, an image that is mounted."""

from __future__ import annotations

import shutil
import sqlite3
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

NOT_TO_BE_WRITTEN: Final = frozenset({sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY})
"""What SQLite says where it cannot make the files beside a database that it keeps its log in."""

LOG_AHEAD: Final = "-wal"


def read_only(path: Path) -> sqlite3.Connection:
    """The database at `path`, which nobody can write, and without any file beside it.

    What is still in its log ahead counts: then a copy of both is read. Raises `sqlite3.Error`.
    """
    ahead = path.with_name(path.name + LOG_AHEAD)
    if not ahead.exists() or not ahead.stat().st_size:
        return _opened(path, "immutable=1")
    with TemporaryDirectory(prefix="ragami-") as folder:
        for file in (path, ahead):
            shutil.copyfile(file, Path(folder, file.name))
        copy = sqlite3.connect(Path(folder, path.name), isolation_level=None)
        try:
            # All of it goes into one file, which is open here and has no name any more.
            copy.execute("PRAGMA journal_mode = DELETE")
        finally:
            copy.close()
        return _opened(Path(folder, path.name), "immutable=1")


def _opened(path: Path, how: str) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro&{how}", uri=True, isolation_level=None
    )
    try:
        connection.execute("SELECT 1 FROM sqlite_schema").fetchall()  # opened, and is a database
    except BaseException:
        connection.close()
        raise
    return connection
