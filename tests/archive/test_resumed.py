"""Tables that are gathered bit by bit: after an interruption, or when there are more logs."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path
from shutil import copytree
from typing import Any, Final

import duckdb
import pytest

from ragami.analytics.folder import UNFINISHED, _create_tables
from ragami.analytics.tables import tables
from ragami.sources.parquet import engine
from ragami_cli.__main__ import run
from tests.archive.games import folder_of
from tests.cli.conftest import Process, Ragami

NUMBER = 8
FAR = 60
SLOWLY = (
    "from ragami.analytics import folder; folder.AT_ONCE = 200_000;"
    "from ragami_cli.__main__ import main; main()"
)


@pytest.fixture(scope="module")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return folder_of(tmp_path_factory.mktemp("games"), NUMBER)


@pytest.fixture(scope="module")
def whole(games: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tables as they come out in one go."""
    out = tmp_path_factory.mktemp("whole")
    assert run(["export", str(games), "--to", "parquet", "-o", str(out)]) == 0
    return out


def all_rows(folder: Path) -> dict[str, list[tuple[Any, ...]]]:
    """What is in the tables of a folder, sorted."""
    with duckdb.connect() as here:
        return {
            table.name: here.execute(
                f"SELECT * FROM read_parquet('{folder / table.name}.parquet') ORDER BY ALL"
            ).fetchall()
            for table in tables()
            if (folder / f"{table.name}.parquet").is_file()  # those of a game that was played
        }


@pytest.fixture(scope="module")
def interrupted(games: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder whose tables somebody was writing who was killed (-9) on the way."""
    out = tmp_path_factory.mktemp("interrupted") / "tables"
    reader, end = os.pipe()
    asked = [str(games), f"/dev/fd/{reader}", "--resume", str(out), "--processes", "1"]
    running = subprocess.Popen([sys.executable, "-c", SLOWLY, "stats", *asked], pass_fds=[reader])
    os.close(reader)
    try:
        until = time.monotonic() + FAR
        while not (out / f"{UNFINISHED}.wal").exists() or not waits(running.pid):
            assert time.monotonic() < until
            assert running.poll() is None
            time.sleep(0.01)
    finally:
        running.kill()
        running.wait(FAR)
        os.close(end)
    assert running.returncode == -9
    return out


@pytest.fixture
def killed(interrupted: Path, tmp_path: Path) -> Path:
    return copytree(interrupted, tmp_path / "tables")


def waits(pid: int) -> bool:
    """Does a process do nothing any more, since nothing comes out of the pipe?"""
    before = threads(pid)
    time.sleep(0.3)
    # On a busy machine one that has had nothing may be waiting for its turn.
    return threads(pid) == before and {state for state, *_used in before} == {"S"}


def threads(pid: int) -> list[list[str]]:
    """The state of each thread of a process, and what it had of the processor."""
    stats = (path.read_text() for path in Path(f"/proc/{pid}/task").glob("*/stat"))
    fields = [stat.rpartition(")")[2].split() for stat in stats]
    return [[state, *used] for state, *rest in fields for used in [rest[10:12]]]


def names_in(out: Path) -> set[str]:
    """The logs whose rows outlived the one who gathered them."""
    with duckdb.connect(str(out / UNFINISHED), read_only=True) as here:
        return {name for (name,) in here.execute("SELECT game FROM games").fetchall()}


def test_killed_on_the_way_it_goes_on(
    ragami: Ragami, killed: Path, games: Path, whole: Path
) -> None:
    there = names_in(killed)
    assert 0 < len(there) < NUMBER  # the fault has struck, between two lots of rows
    for name in there:  # what is there is not read again
        Path(name).rename(f"{name}.away")
        Path(name).write_bytes(b"torn")
    try:
        said = ragami("stats", str(games), "--resume", str(killed))
    finally:
        for name in there:
            Path(f"{name}.away").rename(name)
    assert said.code == 0
    assert said.out == ragami("stats", str(whole)).out
    assert all_rows(killed) == all_rows(whole)
    assert not list(killed.glob(f"{UNFINISHED}*"))


@pytest.mark.trial
def test_games_that_are_read_together_are_not_taken_in_twice(
    ragami: Ragami, games: Path, tmp_path: Path
) -> None:
    """Those of a database come several at once, of which some may be there."""
    out, db = tmp_path / "tables", str(tmp_path / "games.db")
    assert ragami("import", str(games), "--db", db).code == 0
    names = [entry["name"] for entry in ragami("games", "--json", "--db", db).lines]
    one = ("export", names[2], "--db", db, "--to", "parquet", "-o", str(out))
    assert ragami(*one).code == 0
    every = ("export", "--all-games", "--db", db, "--to", "parquet", "-o", str(out), "--resume")
    assert ragami(*every).code == 0
    assert sorted(row[0] for row in all_rows(out)["games"]) == sorted(names)


@pytest.mark.trial
def test_killed_while_the_tables_are_taken_back_nothing_is_lost(
    ragami: Ragami, games: Path, whole: Path, tmp_path: Path
) -> None:
    out = tmp_path / "tables"
    assert ragami("export", str(games), "--to", "parquet", "-o", str(out)).code == 0
    duckdb.connect(str(out / UNFINISHED)).close()  # nothing was committed in it
    said = ragami("stats", str(games / "game-000.jsonl"), "--resume", str(out))
    assert said.code == 0
    assert all_rows(out) == all_rows(whole)


def test_without_resume_what_was_left_there_does_not_count(
    ragami: Ragami, killed: Path, games: Path, whole: Path
) -> None:
    assert (killed / f"{UNFINISHED}.wal").exists()  # DuckDB had not put all of it in its place
    one = str(games / "game-000.jsonl")
    assert ragami("export", one, "--to", "parquet", "-o", str(killed)).code == 0
    assert {row[0] for row in all_rows(killed)["games"]} == {one}
    assert not list(killed.glob(f"{UNFINISHED}*"))
    assert ragami("stats", str(games), "--resume", str(killed)).code == 0
    assert all_rows(killed) == all_rows(whole)


@pytest.mark.trial
def test_a_log_that_could_not_be_read_is_tried_again(
    ragami: Ragami, games: Path, tmp_path: Path
) -> None:
    out, late = tmp_path / "tables", tmp_path / "late.jsonl"
    asked = ("stats", "--question", "dice", str(games), str(late), "--resume", str(out))
    assert ragami(*asked).code == 3
    late.write_bytes((games / "game-000.jsonl").read_bytes())
    assert ragami(*asked).code == 0
    assert len(all_rows(out)["games"]) == NUMBER + 1


def test_rows_for_somebody_are_not_mixed_with_others(
    ragami: Ragami, games: Path, tmp_path: Path
) -> None:
    asked = ("export", str(games), "--to", "parquet", "-o", str(tmp_path))
    assert ragami(*asked, "--resume", "--as", "public").code == 2
    assert ragami("export", "one", "--to", "csv", "--resume").code == 2


def test_two_at_once_are_told(fork: Process, games: Path, tmp_path: Path) -> None:
    with duckdb.connect(str(tmp_path / UNFINISHED)):
        said = fork("stats", str(games), "--resume", str(tmp_path))
    assert said.code == 7
    assert "Traceback" not in said.err
    assert UNFINISHED in said.err


LATER: Final = "digest, judge, findings, final"
"""Columns that 0.3 has and 0.2 had not."""


def test_tables_of_an_older_version_are_gone_on_with(
    ragami: Ragami, games: Path, whole: Path, tmp_path: Path
) -> None:
    older, first = tmp_path / "older", min(games.rglob("*.jsonl"))
    assert ragami("export", str(first), "--to", "parquet", "-o", str(older)).code == 0
    with duckdb.connect() as here:
        table = str(older / "games.parquet")
        here.execute(f"CREATE TABLE kept AS SELECT * EXCLUDE ({LATER}) FROM '{table}'")
        here.execute(f"COPY kept TO '{table}' (FORMAT parquet)")
    asked = ["--to", "parquet", "-o", str(older), "--resume"]
    assert ragami("export", str(games), *asked).code == 0
    with duckdb.connect() as here:
        told = here.execute(f"SELECT game, {LATER} FROM '{table}' ORDER BY digest").fetchall()
        then = here.execute(f"SELECT game, {LATER} FROM '{whole}/games.parquet'").fetchall()
    assert [row for row in told if row[1:] == (None,) * 4] == [(str(first), *(None,) * 4)]
    assert {row for row in told if row[1]} == {row for row in then if row[0] != str(first)}


def test_a_database_that_an_older_version_left_gets_the_columns_that_came(tmp_path: Path) -> None:
    with engine(tmp_path) as here:
        here.execute("CREATE TABLE games (game VARCHAR); INSERT INTO games VALUES ('one')")
        for _again in range(2):
            _create_tables(here)
            for table in tables():
                columns = here.execute(f'SELECT * FROM "{table.name}"').description
                assert {name for name, *_type in columns or ()} == {c.name for c in table.columns}
        assert here.execute("SELECT game, digest FROM games").fetchall() == [("one", None)]
