"""Faults below a database, as `RagamiError` with exit code 7."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from types import TracebackType
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


class Faults:
    """A `with` block in which no `sqlite3.Error` stays one: each becomes the trouble it means.

    What comes back as no text was not written as it stands there.
    """

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, sqlite3.Error):
            raise trouble_of(error, self._path) from error
        if isinstance(error, UnicodeDecodeError):
            raise RagamiError("database-damaged", path=str(self._path), found=str(error)) from error


def trouble_of(error: sqlite3.Error, path: Path) -> RagamiError:
    primary = getattr(error, "sqlite_errorcode", 0) & PRIMARY
    return RagamiError(CODES.get(primary, "storage-failed"), path=str(path), found=str(error))
