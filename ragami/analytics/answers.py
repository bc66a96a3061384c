"""Questions put to the tables of an archive, and their answers."""

from __future__ import annotations

import tempfile
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragami.analytics.folder import SQL
from ragami.analytics.tables import own_statistics, tables
from ragami.errors import RagamiError
from ragami.extras import needed
from ragami.game.registry import SHIPPED
from ragami.game.statistics import TableQuestion
from ragami.language import Language
from ragami.sources.parquet import engine

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Row = tuple[Any, ...]


def questions(of: Collection[str] | None = None) -> list[TableQuestion]:
    """All that can be asked of these games; None: of every game that is installed."""
    return [
        question
        for name, own in own_statistics().items()
        if of is None or name in of
        for question in own.questions
    ]


def kinds(here: DuckDBPyConnection) -> set[str]:
    """The games of which there are logs in the tables."""
    return {kind for (kind,) in here.execute('SELECT DISTINCT kind FROM "games"').fetchall()}


def word(code: str, language: Language) -> str:
    """Return the words for a code in an answer; the code itself if no game has any."""
    plain = code.replace("_", " ")
    of_games = own_statistics().items()
    # Ours give back what they do not know: then another one may know it.
    for _name, own in sorted(of_games, key=lambda game: game[0] in SHIPPED):
        text = own.word(code, language)
        if text not in (None, code, plain):
            return text
    return plain


@contextmanager
def over(folders: Sequence[str]) -> Iterator[DuckDBPyConnection]:
    """All tables of some archives, as if they were one. Raises `RagamiError` `archive-failed`."""
    with needed("archive"):
        import duckdb  # noqa: PLC0415 (law 10)

    try:
        with tempfile.TemporaryDirectory(prefix="ragami-") as temporary, engine(temporary) as here:
            for table in tables():
                paths = [Path(folder, f"{table.name}.parquet") for folder in folders]
                there = [str(path).replace("'", "''") for path in paths if path.is_file()]
                columns = ", ".join(f'"{col.name}" {SQL[col.kind]}' for col in table.columns)
                if there:
                    listed = ", ".join(f"'{path}'" for path in there)
                    here.execute(f'CREATE VIEW "{table.name}" AS FROM read_parquet([{listed}])')
                else:  # of a game that came after the archive
                    here.execute(f'CREATE TABLE "{table.name}" ({columns})')
            yield here
    except duckdb.Error as error:
        problem = str(error).partition("\n")[0]
        raise RagamiError("archive-failed", problem=problem) from error


def leave_out_broken_off(here: DuckDBPyConnection) -> int:
    """Hide the games that were broken off from all questions to come; gives how many they are.

    The tables themselves stay as they are: views of their names stand before them.
    """
    catalog = here.execute("SELECT current_database()").fetchall()[0][0]
    off = f'FROM "{catalog}".main."games" WHERE NOT ended AND reason IS NOT NULL'
    many: int = here.execute(f"SELECT count(*) {off}").fetchall()[0][0]
    for table in tables() if many else ():
        here.execute(
            f'CREATE TEMP VIEW "{table.name}" AS FROM "{catalog}".main."{table.name}"'
            f" WHERE game NOT IN (SELECT game {off})"
        )
    return many


def answer(here: DuckDBPyConnection, question: TableQuestion) -> list[Row]:
    """The rows of an answer."""
    return here.execute(question.sql).fetchall()
