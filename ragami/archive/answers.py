"""Questions put to the tables of an archive, and their answers."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ragami.archive.folder import engine
from ragami.archive.tables import tables
from ragami.extras import needed
from ragami.game import GAMES, game_named
from ragami.language import Language
from ragami.statistics import Question
from ragami.trouble import Trouble

if TYPE_CHECKING:
    from duckdb import DuckDBPyConnection

Row = tuple[Any, ...]


def questions() -> list[Question]:
    """All that can be asked, of every game of the table of games."""
    return [question for name in GAMES for question in game_named(name).statistics().questions]


def word(code: str, language: Language) -> str:
    """What a code in an answer is called."""
    for name in GAMES:
        told = game_named(name).statistics().word(code, language)
        if told is not None:
            return told
    return code


@contextmanager
def over(folders: Sequence[str]) -> Iterator[DuckDBPyConnection]:
    """All tables of some archives, as if they were one. Raises `Trouble` `archive-failed`."""
    with needed("archive"):
        import duckdb  # noqa: PLC0415 (law 10)

    try:
        with tempfile.TemporaryDirectory(prefix="ragami-") as temporary, engine(temporary) as here:
            for table in tables():
                paths = [str(Path(folder, f"{table.name}.parquet")) for folder in folders]
                listed = ", ".join("'" + path.replace("'", "''") + "'" for path in paths)
                here.execute(f'CREATE VIEW "{table.name}" AS FROM read_parquet([{listed}])')
            yield here
    except duckdb.Error as error:
        problem = str(error).partition("\n")[0]
        raise Trouble("archive-failed", problem=problem) from error


def answer(here: DuckDBPyConnection, question: Question) -> list[Row]:
    """The rows of an answer."""
    return here.execute(question.sql).fetchall()
