"""Logs out of a table of records (Parquet): the columns game, seq and line, as we write it."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ragami.errors import RagamiError, needed
from ragami.sources.logs import LONGEST_LOG, too_long

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection


MEMORY: Final = "512MB"
"""What DuckDB may take; it puts aside the rest on the disk."""

ROWS: Final = 2048
"""Rows that are fetched at once."""


@contextmanager
def engine(temporary: str | Path, database: Path | None = None) -> Iterator[DuckDBPyConnection]:
    """Open DuckDB with a folder for temporary files, where its own database may lie too."""
    with needed("archive"):
        import duckdb  # noqa: PLC0415 (law 10)

    path = database or Path(temporary, "rows.duckdb")
    settings: dict[str, str | bool | int | float | list[str]] = {
        "memory_limit": MEMORY,
        "temp_directory": str(temporary),
        "autoinstall_known_extensions": False,
        "autoload_known_extensions": False,
    }
    with duckdb.connect(str(path), config=settings) as connection:
        yield connection


def logs_of(path: str) -> Iterator[tuple[str, bytes, float]]:
    """Yield the games of a table with their logs, in its order, and how much of the table each is.

    The records of a game have to stand together, in the order of `seq`. Raises `RagamiError`
    `bad-parquet`, `log-too-long`.
    """
    with needed("archive"):
        import duckdb  # noqa: PLC0415 (law 10)

    game: str | None = None
    lines: list[bytes] = []
    size = 0
    try:
        total = 1
        for name, line, total in _rows(path):
            if name != game:
                if game is not None:
                    yield game, b"".join(lines), len(lines) / total
                game, lines, size = name, [], 0
            lines.append(line + b"\n")
            size += len(line) + 1
            if size > LONGEST_LOG:
                raise too_long(f"{path}#{name}")
        if game is None:
            raise RagamiError("no-logs-in-file", path=path)
        yield game, b"".join(lines), len(lines) / total
    except duckdb.Error as error:
        problem = str(error).partition("\n")[0]
        raise RagamiError("bad-parquet", path=path, found=problem) from error


def _rows(path: str) -> Iterator[tuple[str, bytes, int]]:
    """Yield the rows of a table, and how many of them there are."""
    with tempfile.TemporaryDirectory(prefix="ragami-") as temporary, engine(temporary) as tables:
        counted = tables.execute("SELECT count(*) FROM read_parquet(?)", [path]).fetchone()
        total = counted[0] if counted else 0
        tables.execute("SELECT game::VARCHAR, line::BLOB FROM read_parquet(?)", [path])
        while some := tables.fetchmany(ROWS):
            for game, line in some:
                yield game, line, total
