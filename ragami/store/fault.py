"""faults below a database, as `RagamiError` with exit code 7."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from ragami.errors import RagamiError

CODES: Final = {
    sqlite3.SQLITE_BUSY: "database-busy",
    sqlite3.SQLITE_LOCKED: "database-busy",
    sqlite3.SQLITE_READONLY: "database-read-only",
    sqlite3.SQLITE_PERM: "database-read-only",
    sqlite3.SQLITE_FULL: "disk-full",
    sqlite3.SQLITE_IOERR: "disk-error",
    sqlite3.SQLITE_CORRUPT: "database-damaged",
    sqlite3.SQLITE_NOTADB: "not-a-database",
    sqlite3.SQLITE_CANTOPEN: "database-not-opened",
}

PRIMARY: Final = 0xFF
"""SQLite's extended result codes have the primary one in their lowest byte."""


@contextmanager
def faults(path: Path) -> Iterator[None]:
    """Raise in the place of each `sqlite3.Error` of the block the trouble that it means.

    What comes back as no text was not written as it stands there.
    """
    try:
        yield
    except sqlite3.Error as error:
        raise trouble_of(error, path) from error
    except UnicodeDecodeError as error:
        raise RagamiError("database-damaged", path=str(path), found=str(error)) from error


def trouble_of(error: sqlite3.Error, path: Path) -> RagamiError:
    """Return the trouble that an error of SQLite means for the database at `path`."""
    primary = getattr(error, "sqlite_errorcode", 0) & PRIMARY
    return RagamiError(CODES.get(primary, "storage-failed"), path=str(path), found=str(error))
