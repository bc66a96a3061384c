"""A database that nobody may write is read all the same; one that has gone takes nothing in."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from ragami.errors import STORAGE, RagamiError
from ragami.store.copying import back_up
from ragami.store.sqlite import SqliteStore
from tests.archive.test_bad_world import may_not_read_all
from tests.cli.conftest import Ragami
from tests.samples.samples import samples
from tests.store.contract import bodies

GAME: Final = samples("legal")[4]


# One process for all commands: a line of JSON tells how each has ended, and what it said.
COMMANDS: Final = """
import contextlib, io, json, sys
from ragami_cli.__main__ import run
for words in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.TextIOWrapper(io.BytesIO(), encoding="utf-8")) as out:
        code = run(words)
        out.flush()
    print(json.dumps([code, out.buffer.getvalue().decode()]))
"""


def bound(*commands: list[str]) -> list[list[Any]]:
    done = subprocess.run(
        [sys.executable, "-c", COMMANDS, json.dumps(commands)],
        capture_output=True,
        encoding="utf-8",
        check=True,
        env={**os.environ, "LC_ALL": "C.UTF-8"},
        preexec_fn=may_not_read_all,
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


READING: Final = [
    ["show", "final"],
    ["games"],
    ["verify", "--all-games"],
    ["export", "final"],
]


@pytest.fixture
def closed(ragami: Ragami, tmp_path: Path) -> Iterator[Path]:
    """A folder with a database; neither may be written."""
    folder = tmp_path / "image"
    folder.mkdir()
    path = folder / "games.db"
    assert ragami("record", "final", "--atomic", "--db", str(path), stdin=GAME.up_to(60)).code == 0
    assert [each.name for each in folder.iterdir()] == ["games.db"]
    path.chmod(0o444)
    folder.chmod(0o555)
    yield path
    folder.chmod(0o755)


def test_what_only_reads_needs_no_access_to_write_and_what_writes_is_refused(
    ragami: Ragami, closed: Path
) -> None:
    commands = [[*words, "--db", str(closed)] for words in READING]
    writing = ["record", "final", "note: x", "--db", str(closed), "--json"]
    *read, (code, out) = bound(*commands, writing)
    assert read == [[0, ragami(*words).out] for words in commands]
    assert code == STORAGE
    assert "database-read-only" in out


def test_what_is_in_the_log_ahead_counts(tmp_path: Path, path: Path) -> None:
    """As in the image of a disk that was pulled out: nobody has put its log into the database."""
    image = tmp_path / "image"
    image.mkdir()
    with SqliteStore(path) as store:
        store.append("g", 0, bodies(1, 50))
        for suffix in ("", "-wal"):
            shutil.copy(f"{path}{suffix}", image)
    assert (image / "logs.db-wal").stat().st_size
    before = {each.name: each.read_bytes() for each in image.iterdir()}
    image.chmod(0o555)
    try:
        program = (
            "import sys; from pathlib import Path; from ragami.store.sqlite import SqliteStore\n"
            "print(SqliteStore(Path(sys.argv[1])).head('g'))"
        )
        said = subprocess.run(
            [sys.executable, "-c", program, str(image / "logs.db")],
            capture_output=True,
            encoding="utf-8",
            check=False,
            preexec_fn=may_not_read_all,
        )
    finally:
        image.chmod(0o755)
    assert said.stdout == "50\n", said
    assert {each.name: each.read_bytes() for each in image.iterdir()} == before


# --- a file that goes away ----------------------------------------------------------------


@pytest.mark.parametrize("key", [None, "a key"])
@pytest.mark.parametrize("how", ["deleted", "moved", "replaced"])
def test_a_database_that_has_gone_acknowledges_nothing(
    path: Path, tmp_path: Path, how: str, key: str | None
) -> None:
    with SqliteStore(path) as store:
        store.append("g", 0, bodies(1, 2))
        if how == "deleted":
            path.unlink()
        else:
            path.rename(tmp_path / "elsewhere")
        if how == "replaced":
            shutil.copy(tmp_path / "elsewhere", path)
        with pytest.raises(RagamiError) as caught:
            store.append("g", 2, bodies(3, 3), key=key)
        assert (caught.value.code, caught.value.exit_code) == ("database-gone", STORAGE)
        reads: list[Callable[[], object]] = [
            lambda: store.earlier("g", key or "k"),
            lambda: store.read("g"),
            lambda: store.read_after("g", 0),
            lambda: store.head("g"),
            lambda: store.heads(["g"]),
            store.games,
            lambda: list(store.names()),
            lambda: store.keys("g"),
        ]
        for read in reads:
            with pytest.raises(RagamiError) as told:
                read()
            assert told.value.code == "database-gone"


def test_a_watch_says_that_its_database_has_gone(path: Path, tmp_path: Path) -> None:
    with SqliteStore(path) as store, store.watch() as watch:
        path.rename(tmp_path / "elsewhere")
        with pytest.raises(RagamiError) as told:
            watch.wait(5)
        assert told.value.code == "database-gone"


def test_a_database_that_was_moved_away_is_whole(path: Path, tmp_path: Path) -> None:
    moved = tmp_path / "elsewhere"
    with SqliteStore(path) as store:
        store.append("g", 0, bodies(1, 2))
        path.rename(moved)
        with pytest.raises(RagamiError):
            store.head("g")
        with SqliteStore(moved, create=False) as there:
            assert there.read("g") == bodies(1, 2)


# --- backup -------------------------------------------------------------------------------


def logs(path: Path) -> dict[str, list[bytes]]:
    with SqliteStore(path, create=False) as store:
        return {name: store.read(name) for name in store.names()}


def test_a_backup_has_all_that_was_acknowledged_and_is_one_file(tmp_path: Path, path: Path) -> None:
    copy = tmp_path / "copy.db"
    with SqliteStore(path) as store:
        store.append("g", 0, bodies(1, 500))
        store.append("h", 0, bodies(1, 3))
        assert back_up(path, copy) == 2
        store.append("g", 500, bodies(501, 501))
    alone = tmp_path / "alone"
    alone.mkdir()
    shutil.move(copy, alone / "copy.db")
    assert [each.name for each in alone.iterdir()] == ["copy.db"]
    found = logs(alone / "copy.db")
    assert found == {"g": bodies(1, 500), "h": bodies(1, 3)}
    with SqliteStore(alone / "copy.db") as store:
        assert store.append("g", 500, bodies(501, 501)).last == 501


def test_a_backup_replaces_nothing_and_leaves_nothing_behind(tmp_path: Path, path: Path) -> None:
    with SqliteStore(path) as store:
        store.append("g", 0, bodies(1, 3))
    there = tmp_path / "there"
    there.write_bytes(b"mine")
    for target in (there, path):
        with pytest.raises(RagamiError) as caught:
            back_up(path, target)
        assert caught.value.code == "file-there-already"
    damaged = tmp_path / "damaged.db"
    damaged.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    with pytest.raises(RagamiError) as caught:
        back_up(damaged, tmp_path / "copy.db")
    assert caught.value.code == "database-damaged"
    assert {each.name for each in tmp_path.iterdir()} == {"there", path.name, damaged.name}
    assert logs(path) == {"g": bodies(1, 3)}


def test_a_backup_is_no_more_open_than_its_source(tmp_path: Path, path: Path) -> None:
    with SqliteStore(path) as store:
        store.append("g", 0, bodies(1, 3))
    path.chmod(0o600)
    back_up(path, tmp_path / "copy.db")
    assert (tmp_path / "copy.db").stat().st_mode & 0o777 == 0o600


def test_the_command_says_where_and_how_many(ragami: Ragami, tmp_path: Path) -> None:
    assert ragami("record", "final", "--atomic", stdin=GAME.up_to(9)).code == 0
    copy = str(tmp_path / "copy.db")
    said = ragami("backup", copy)
    assert (said.code, said.out) == (0, f"1 game in {copy}.\n")
    assert ragami("log", "final", "--db", copy).out == ragami("log", "final").out
    again = ragami("backup", copy, "--json")
    assert (again.code, again.lines[0]["error"]["code"]) == (4, "file-there-already")
    assert ragami("backup", str(tmp_path / "x"), "--db", str(tmp_path / "no.db")).code == 3
