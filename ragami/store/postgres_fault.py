"""Faults of a PostgreSQL server, as `RagamiError`."""

from __future__ import annotations

from types import TracebackType
from typing import Final

import psycopg

from ragami.errors import RagamiError

CODES: Final = {
    "08": "server-lost",
    "22021": "unfit-database",
    "22P05": "unfit-database",
    "25006": "server-forbids",
    "28": "server-shut",
    "3D000": "database-not-found",
    "42501": "server-forbids",
    "42P07": "unfit-database",
    "53100": "disk-full",
    "53300": "server-shut",
    "55P03": "database-busy",
    "57014": "database-busy",
    "57P01": "server-lost",
    "57P02": "server-lost",
    "57P03": "server-not-reached",
    "58030": "disk-error",
    "XX001": "database-damaged",
    "XX002": "database-damaged",
}
"""By the error code of PostgreSQL, or by the first two of its characters."""

SHUT: Final = ("password", "authentication", "pg_hba.conf", "role ", "too many ", "no user")
"""What is said by a server that answers, and lets nobody in."""


class PostgresFaults:
    """A `with` block in which no `psycopg.Error` stays one: each becomes the trouble it means."""

    def __init__(self, place: str) -> None:
        self._place = place

    def __enter__(self) -> None:
        return None

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if isinstance(error, psycopg.Error):
            raise trouble_of(error, self._place) from error


def trouble_of(error: psycopg.Error, place: str) -> RagamiError:
    state = error.sqlstate or ""
    code = CODES.get(state) or CODES.get(state[:2])
    if code is None:
        # Without a code it is the connection: nothing else fails before the server has an answer.
        code = "storage-failed" if state else "server-lost"
    return RagamiError(code, path=place, found=_first_line(error))


def not_connected(error: psycopg.Error, place: str) -> RagamiError:
    """Return the trouble of who cannot connect; libpq often tells its cause in words only."""
    line = _first_line(error)
    if 'database "' in line and "does not exist" in line:
        return RagamiError("database-not-found", path=place, found=line)
    code = "server-shut" if any(word in line for word in SHUT) else "server-not-reached"
    return RagamiError(code, path=place, found=line)


def _first_line(error: psycopg.Error) -> str:
    """Return the problem in one line; of several attempts to connect, that of the last."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    if not lines:
        return type(error).__name__
    return next((line for line in lines if "failed:" in line), lines[0]).rstrip(".")
