"""The tables beside the games: in a file of their own, or on the server where the games are.

Each is made where it is missing.
"""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence, Sized
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

from ragami.errors import RagamiError
from ragami.store.fault import trouble_of
from ragami.store.sqlite import identity_of

Schema = Mapping[str, str]
"""The columns of each table, by its name."""


class Rows(ABC):
    """Rows of tables. The names of tables and columns are ours; values go as values.

    A condition is a value that a column has, or a list of those that it may have. Raises
    `RagamiError`.
    """

    def select(self, columns: str, table: str, order: str = "", **where: object) -> list[Any]:
        """Return these columns of the rows that fit."""
        sql = f"SELECT {columns} FROM {table}{_where(where)}"  # noqa: S608 (the names are ours)
        return self.all(f"{sql} ORDER BY {order}" if order else sql, *_values(where))

    def insert(self, table: str, **row: object) -> None:
        """Add a row; one that is there already stays as it is."""
        into = f"INSERT INTO {table} ({', '.join(row)})"
        self.do(f"{into} VALUES {_marks(row)} ON CONFLICT DO NOTHING", *row.values())

    def update(self, table: str, changes: Mapping[str, object], **where: object) -> None:
        changed = ", ".join(f"{column} = ?" for column in changes)
        values = *changes.values(), *_values(where)
        self.do(f"UPDATE {table} SET {changed}{_where(where)}", *values)  # noqa: S608 (ours, too)

    def delete(self, table: str, **where: object) -> None:
        self.do(f"DELETE FROM {table}{_where(where)}", *_values(where))  # noqa: S608 (ours, too)

    def all(self, sql: str, *values: object) -> list[Any]:
        """Return what a statement gives; question marks stand for the values."""
        return list(self._run(sql, values).fetchall())

    def do(self, sql: str, *values: object) -> None:
        """Run a statement that gives nothing."""
        self._run(sql, values)

    @abstractmethod
    def _run(self, sql: str, values: Sequence[object]) -> Any:
        """Run a statement, and return its cursor."""

    @abstractmethod
    def close(self) -> None:
        """Let go of the database."""


def _where(where: Mapping[str, object]) -> str:
    parts = [
        f"{column} IN {_marks(value) if value else '(NULL)'}"
        if isinstance(value, list)
        else f"{column} = ?"
        for column, value in where.items()
    ]
    return f" WHERE {' AND '.join(parts)}" if parts else ""


def _values(where: Mapping[str, object]) -> Iterator[Any]:
    for value in where.values():
        yield from value if isinstance(value, list) else [value]


def _marks(values: Sized) -> str:
    return f"({', '.join('?' * len(values))})"


def open_rows(database: Path | str, schema: Schema) -> Rows:
    """Open the tables in a file or at an address, and make those that are missing."""
    if isinstance(database, str):
        return PostgresRows(database, schema)
    return SqliteRows(database, schema)


def _table(name: str, columns: str) -> str:
    return f"CREATE TABLE IF NOT EXISTS {name} ({columns})"


class SqliteRows(Rows):
    """Tables in a file."""

    def __init__(self, path: Path, schema: Schema) -> None:
        self._path = path
        try:
            self._connection = sqlite3.connect(path, isolation_level=None)
            try:
                self._prepare(schema)
                self._opened = identity_of(str(path))
            except BaseException:
                self._connection.close()
                raise
        except (sqlite3.Error, OSError) as error:
            raise RagamiError("database-not-opened", path=str(path), found=str(error)) from error

    def _prepare(self, schema: Schema) -> None:
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute("PRAGMA synchronous = NORMAL")
        for name, columns in schema.items():
            self._connection.execute(_table(name, columns))
        self._path.chmod(0o600)

    def _run(self, sql: str, values: Sequence[object]) -> sqlite3.Cursor:
        if identity_of(str(self._path)) != self._opened:
            raise RagamiError("database-gone", path=str(self._path))
        try:
            return self._connection.execute(sql, values)
        except sqlite3.Error as error:
            raise trouble_of(error, self._path) from error

    def close(self) -> None:
        self._connection.close()


class PostgresRows(Rows):
    """Tables on a PostgreSQL server. A connection that was lost is made again once."""

    def __init__(self, address: str, schema: Schema) -> None:
        from ragami.store.postgres_fault import PostgresFaults  # noqa: PLC0415 (law 10)
        from ragami.store.postgres_schema import connect  # noqa: PLC0415 (law 10)
        from ragami.store.protocol import without_password  # noqa: PLC0415 (law 10)

        self._connect, self._address, self._place = connect, address, without_password(address)
        self._faults = PostgresFaults(self._place)
        self._connection = connect(address)
        try:
            self._prepare(schema)
        except BaseException:
            self._connection.close()
            raise

    def _prepare(self, schema: Schema) -> None:
        """Make what is missing, and nothing else: a role that may not make tables needs none."""
        from ragami.store.postgres_schema import LOCK  # noqa: PLC0415 (law 10)

        if not (missing := self._missing(schema)):
            return
        with self._faults:
            self._connection.execute("SELECT pg_advisory_lock($1)", (LOCK,))
        try:
            for name in missing:
                self.do(_table(name, schema[name]))
        except RagamiError as trouble:
            if trouble.code == "server-forbids":
                reason = f"{', '.join(missing)}: {trouble.facts['found']}"
                raise RagamiError("server-forbids", path=self._place, found=reason) from trouble
            raise
        finally:
            with self._faults:
                self._connection.execute("SELECT pg_advisory_unlock($1)", (LOCK,))

    def _missing(self, schema: Schema) -> list[str]:
        names = "SELECT name FROM unnest(?::text[]) AS name WHERE to_regclass(name) IS NULL"
        return [name for (name,) in self.all(names, list(schema))]

    def _run(self, sql: str, values: Sequence[object]) -> Any:
        statement = numbered(sql)
        try:
            with self._faults:
                return self._connection.execute(statement, values)
        except RagamiError:
            if not self._connection.closed:
                raise
        with self._faults:  # it may be back
            self._connection = self._connect(self._address)
            return self._connection.execute(statement, values)

    def close(self) -> None:
        self._connection.close()


@cache
def numbered(sql: str) -> bytes:
    """Return a statement with `$1`, `$2` … in the place of its question marks."""
    number = count(1)
    return "".join(f"${next(number)}" if sign == "?" else sign for sign in sql).encode()
