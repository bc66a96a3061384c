"""The database beside the games: a file of its own, or the server on which the games are."""

from __future__ import annotations

import sqlite3
from collections.abc import Sized
from pathlib import Path
from typing import Any, Protocol

from ragami.errors import RagamiError
from ragami.store.fault import trouble_of


class Rows(Protocol):
    """Asked in SQL with question marks. Raises `RagamiError`."""

    def all(self, sql: str, *values: Any) -> list[Any]: ...
    def do(self, sql: str, *values: Any) -> None: ...
    def close(self) -> None: ...


def among(sql: str, values: Sized) -> str:
    """A question with a mark for each value where it says `IN (*)`."""
    return sql.replace("(*)", f"({', '.join('?' * len(values))})")


def open_rows(database: Path | str, schema: str) -> Rows:
    """The rows of a file, or of an address, with what is missing of the schema."""
    if isinstance(database, str):
        return PostgresRows(database, schema)
    return SqliteRows(database, schema)


class SqliteRows:
    """Rows in a file."""

    def __init__(self, path: Path, schema: str) -> None:
        self._path = path
        try:
            self._connection = sqlite3.connect(path, isolation_level=None)
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.executescript(schema)
            path.chmod(0o600)
        except (sqlite3.Error, OSError) as error:
            raise RagamiError("database-not-opened", path=str(path), found=str(error)) from error

    def all(self, sql: str, *values: Any) -> list[Any]:
        return self._run(sql, values).fetchall()

    def do(self, sql: str, *values: Any) -> None:
        self._run(sql, values)

    def _run(self, sql: str, values: Any) -> sqlite3.Cursor:
        try:
            return self._connection.execute(sql, values)
        except sqlite3.Error as error:
            raise trouble_of(error, self._path) from error

    def close(self) -> None:
        self._connection.close()


class PostgresRows:
    """Rows in the database of the games, on a server."""

    def __init__(self, address: str, schema: str) -> None:
        import psycopg  # noqa: PLC0415 (law 10)

        self._trouble = psycopg.OperationalError
        self._address = address
        try:
            self._connection = psycopg.connect(address, autocommit=True, connect_timeout=5)
            self._connection.execute(schema)
        except psycopg.Error as error:
            raise RagamiError("server-not-reached", path="…", found=type(error).__name__) from error

    def all(self, sql: str, *values: Any) -> list[Any]:
        rows: list[Any] = self._run(sql, values).fetchall()
        return rows

    def do(self, sql: str, *values: Any) -> None:
        self._run(sql, values)

    def _run(self, sql: str, values: Any) -> Any:
        statement: Any = sql.replace("?", "%s")
        try:
            return self._connection.execute(statement, values)
        except self._trouble as error:
            import psycopg  # noqa: PLC0415 (law 10)

            try:  # it may be back
                self._connection = psycopg.connect(self._address, autocommit=True)
                return self._connection.execute(statement, values)
            except psycopg.Error:
                raise RagamiError("server-lost", path="…", found=type(error).__name__) from error

    def close(self) -> None:
        self._connection.close()
