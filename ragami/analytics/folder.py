"""An archive as a folder of Parquet files, one for each table, written by DuckDB.

The rows of the logs wait in files of JSON lines until there are `AT_ONCE` bytes of them, then go
into a database that is thrown away in the end: memory stays the same however many logs there are.
Whoever wants to go on after an interruption has that database in the folder itself.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from ragami.analytics.reports import Names
from ragami.analytics.tables import OF_ANY_GAME, own_statistics, tables
from ragami.errors import RagamiError, needed
from ragami.filing import beside
from ragami.game.statistics import Kind, Table
from ragami.sources.parquet import engine

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

AT_ONCE: Final = 32 * 2**20
"""Bytes of rows that are taken in together."""

LONGEST_ROW: Final = 2**24
"""Bytes of a row that DuckDB reads unasked."""

SQL: Final[Mapping[Kind, str]] = {
    "text": "VARCHAR",
    "integer": "BIGINT",
    "truth": "BOOLEAN",
    "json": "VARCHAR",
    "bytes": "BLOB",
}

UNFINISHED: Final = "unfinished.duckdb"
"""The database in a folder whose tables are not written yet."""


class FolderWriter:
    """The rows of many logs, on their way into one folder.

    `there` has the names of the logs whose rows were in the `database` before.
    """

    def __init__(
        self, temporary: Path, opened: ExitStack, database: Path | None, there: Names
    ) -> None:
        self.there = there
        self._temporary = temporary
        self._opened = opened
        self._database = database
        self._size = 0
        self._longest = 0
        self._tables = {table.name: table for table in tables()}

    @cached_property
    def connection(self) -> DuckDBPyConnection:
        """DuckDB with the tables, opened late: its threads are not there yet when we fork."""
        connection = self._opened.enter_context(engine(self._temporary, self._database))
        _create_tables(connection)
        return connection

    def add(self, rows: Mapping[str, bytes]) -> None:
        """Add the rows of a log, as `ragami.analytics.tables.rows` gives them."""
        for table, lines in rows.items():
            path = self._path(table)
            try:
                with path.open("ab") as file:
                    file.write(lines)
            except OSError as error:  # which does not say where
                problem = f"{path}: {error.strerror}"
                raise RagamiError("system-refused", problem=problem) from error
            self._size += len(lines)
            self._longest = max(self._longest, len(lines))
        if self._size >= AT_ONCE:
            self.take_in()

    def take_in(self) -> None:
        """Take in what waits: of each log everything or, when we are interrupted, nothing."""
        self.connection.execute("BEGIN")
        for name, table in self._tables.items():
            path = self._path(name)
            if path.exists():
                self.connection.execute(
                    _take_in(table, max(LONGEST_ROW, self._longest)), [str(path)]
                )
                path.unlink()
        self.connection.execute("COMMIT")
        self._size = self._longest = 0

    def write(self, folder: Path) -> None:
        """Write the files: all of them or, where one cannot be written, none.

        A game of which there is no log has no tables; what the folder had of it is out of date.
        """
        self.take_in()
        written = self._tables.keys() - self._of_other_games()
        with ExitStack() as parts:  # each takes its place when all are written
            for name in written:
                part = parts.enter_context(beside(folder / f"{name}.parquet"))
                target = str(part).replace("'", "''")
                self.connection.execute(
                    f"COPY \"{name}\" TO '{target}' (FORMAT parquet, COMPRESSION zstd)"
                )
        for name in self._tables.keys() - written:
            Path(folder, f"{name}.parquet").unlink(missing_ok=True)
        if self._database is None:  # what somebody left there is out of date
            _forget_unfinished(folder)

    def _of_other_games(self) -> set[str]:
        """Return the names of the tables of the games of which there is no log."""
        played = self.connection.execute("SELECT DISTINCT kind FROM games").fetchall()
        others = (own for game, own in own_statistics().items() if (game,) not in played)
        return {table.name for own in others for table in own.tables}

    def _path(self, table: str) -> Path:
        return self._temporary / f"{table}.jsonl"


@contextmanager
def gathering(folder: Path | None = None) -> Iterator[FolderWriter]:
    """Open a place for rows on the disk, which is gone after the block. Raises `RagamiError`.

    With a folder, the place is in it and has its rows already: those of its tables, or those that
    a block left there which was interrupted.
    """
    with needed("archive"):
        import duckdb  # noqa: PLC0415 (law 10)

    with tempfile.TemporaryDirectory(prefix="ragami-") as temporary:
        database = folder / UNFINISHED if folder else None
        try:
            there = _names_there(temporary, folder) if folder else Names()
            with ExitStack() as opened:
                yield FolderWriter(Path(temporary), opened, database, there)
        except duckdb.Error as error:
            problem = str(error).partition("\n")[0]
            raise RagamiError("archive-failed", problem=problem) from error
        if folder:
            _forget_unfinished(folder)


def _forget_unfinished(folder: Path) -> None:
    """Remove the database, and first its log: DuckDB would play that into the next database."""
    for suffix in (".wal", ""):
        Path(folder, UNFINISHED + suffix).unlink(missing_ok=True)


def is_archive(folder: str | Path) -> bool:
    """Return True if the folder has the tables of any game: a game may be newer than they are."""
    paths = (f"{folder}/{table.name}.parquet" for table in OF_ANY_GAME)
    return all(map(os.path.isfile, paths))  # `Path` raises for what is too long, as a code is


def _names_there(temporary: str, folder: Path) -> Names:
    """Return the logs whose rows are in a folder, its tables taken back into the database."""
    folder.mkdir(parents=True, exist_ok=True)
    database = folder / UNFINISHED
    if not database.exists() and not is_archive(folder):
        return Names()
    with engine(temporary, database) as connection:
        connection.execute("BEGIN")
        fresh = not connection.execute("SELECT 1 FROM duckdb_tables()").fetchall()
        _create_tables(connection)
        for table in tables() if fresh and is_archive(folder) else ():
            if not Path(folder, f"{table.name}.parquet").is_file():
                continue
            path = str(folder / f"{table.name}.parquet").replace("'", "''")
            # By name: tables of before lack columns that came later, and get null in them.
            connection.execute(f"INSERT INTO \"{table.name}\" BY NAME FROM read_parquet('{path}')")
        connection.execute("COMMIT")
        return Names(_fetched(connection.execute("SELECT game FROM games")))


def _fetched(result: DuckDBPyConnection) -> Iterator[str]:
    while rows := result.fetchmany(AT_ONCE >> 10):
        yield from (name for (name,) in rows)


def _create_tables(connection: DuckDBPyConnection) -> None:
    """Make the tables, and in those of a database that was left the columns that came later."""
    question = "SELECT table_name, column_name FROM duckdb_columns() WHERE NOT internal"
    there = set(connection.execute(question).fetchall())
    statements = []
    for table in tables():
        columns = {column.name: f'"{column.name}" {SQL[column.kind]}' for column in table.columns}
        if any(name == table.name for name, _column in there):
            statements += [
                f'ALTER TABLE "{table.name}" ADD COLUMN {column}'
                for name, column in columns.items()
                if (table.name, name) not in there
            ]
        else:
            statements.append(f'CREATE TABLE "{table.name}" ({", ".join(columns.values())})')
    connection.execute(";\n".join(statements))


def _take_in(table: Table, longest: int) -> str:
    """Return the statement that reads JSON lines into a table; bytes come in base64."""
    types = ", ".join(
        f"'{column.name}': '{'VARCHAR' if column.kind == 'bytes' else SQL[column.kind]}'"
        for column in table.columns
    )
    chosen = ", ".join(
        f'from_base64("{column.name}")' if column.kind == "bytes" else f'"{column.name}"'
        for column in table.columns
    )
    return f"""
        INSERT INTO "{table.name}" SELECT {chosen} FROM read_json(
            ?, format = 'newline_delimited', columns = {{{types}}},
            maximum_object_size = {longest}
        )
    """  # noqa: S608 (the names are our own)


class TablesWritten(Struct, frozen=True):
    """The tables of so many games lie in this folder."""

    folder: str
    games: int
