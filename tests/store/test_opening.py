"""Which database is opened, how it is made and upgraded, and which files are refused."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from ragami.errors import NOT_FOUND, STORAGE, RagamiError
from ragami.store import database_path, open_store, schema
from ragami.store.memory import MemoryStore
from ragami.store.sqlite import SqliteStore
from tests.store.contract import bodies, trouble_in
from tests.store.faults import connections, is_closed

if TYPE_CHECKING:
    from sqlite_utils import Database


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty place for a user's data, and nothing said about another."""
    monkeypatch.delenv("RAGAMI_DB", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "home" / "data"))
    return tmp_path / "home" / "data"


def pragma(path: Path, name: str) -> object:
    with closing(sqlite3.connect(path)) as raw:
        return raw.execute(f"PRAGMA {name}").fetchone()[0]


def test_what_is_given_comes_before_the_environment_before_the_data_folder(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert database_path() == home / "ragami" / "ragami.db"
    monkeypatch.setenv("RAGAMI_DB", "/there/logs.db")
    assert database_path() == Path("/there/logs.db")
    assert database_path("here.db") == Path("here.db")
    monkeypatch.setenv("RAGAMI_DB", "")
    assert database_path() == home / "ragami" / "ragami.db"


def test_the_data_folder_is_made_when_it_is_needed(home: Path) -> None:
    assert trouble_in(open_store, create=False).code == "database-not-found"
    assert not home.exists()
    with open_store() as store:
        store.append("g", 0, bodies(1, 1))
    assert (home / "ragami" / "ragami.db").is_file()


def test_a_data_folder_that_cannot_be_made_is_refused(home: Path) -> None:
    home.parent.write_text("a file where the folder should be")
    trouble = trouble_in(open_store)
    assert (trouble.code, trouble.exit_code) == ("database-not-opened", STORAGE)


def test_the_environment_names_the_database(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RAGAMI_DB", str(path))
    open_store().close()
    assert path.is_file()


def test_memory_is_a_store_that_is_not_kept() -> None:
    with open_store(":memory:") as store:
        assert isinstance(store, MemoryStore)


def test_a_new_database_says_whose_it_is(path: Path) -> None:
    SqliteStore(path).close()
    assert pragma(path, "application_id") == schema.APPLICATION
    assert pragma(path, "user_version") == len(schema.STEPS)
    assert pragma(path, "journal_mode") == "wal"
    assert pragma(path, "page_size") == schema.PAGE


@pytest.mark.parametrize("make", [Path.touch, lambda path: pragma(path, "user_version")])
def test_an_empty_file_becomes_a_database(path: Path, make: Callable[[Path], object]) -> None:
    make(path)
    SqliteStore(path, create=False).close()
    assert pragma(path, "application_id") == schema.APPLICATION


def test_a_database_that_is_not_there_is_made_only_on_purpose(path: Path) -> None:
    trouble = trouble_in(SqliteStore, path, create=False)
    assert (trouble.code, trouble.exit_code) == ("database-not-found", NOT_FOUND)
    assert not path.exists()


def test_a_name_that_looks_like_an_address_is_a_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    open_store("file:logs.db?mode=memory").close()
    assert (tmp_path / "file:logs.db?mode=memory").is_file()


def test_where_no_file_can_be_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for place in ("missing/logs.db", "file/logs.db", "x" * 300, "/proc/logs.db"):
        trouble = trouble_in(open_store, tmp_path / place)
        assert (trouble.code, trouble.exit_code) == ("database-not-opened", STORAGE)
        assert str(tmp_path / place) in str(trouble)


def test_what_is_no_file_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for place in (tmp_path, tmp_path / "pipe", Path("/dev/null")):
        trouble = trouble_in(open_store, place)
        assert (trouble.code, trouble.exit_code) == ("not-a-database", STORAGE)


@pytest.mark.parametrize(
    ("script", "code"),
    [
        ("CREATE TABLE recipe (name TEXT)", "foreign-database"),
        ("CREATE TABLE event (game TEXT)", "foreign-database"),
        ("PRAGMA application_id = 1196444487", "foreign-database"),
        (f"PRAGMA application_id = {schema.APPLICATION}", "foreign-database"),
        (
            f"PRAGMA application_id = {schema.APPLICATION};"
            f"PRAGMA user_version = {len(schema.STEPS) + 1}",
            "database-newer",
        ),
    ],
)
def test_a_database_of_somebody_else_is_left_as_it_is(path: Path, script: str, code: str) -> None:
    with closing(sqlite3.connect(path)) as raw:
        raw.executescript(script)
    before = path.read_bytes()
    trouble = trouble_in(open_store, path)
    assert (trouble.code, trouble.exit_code) == (code, STORAGE)
    assert path.read_bytes() == before
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_a_watch_that_cannot_begin_is_closed(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with SqliteStore(path) as store:
        store.append("g", 0, bodies(1, 1))
        opened = connections(monkeypatch)
        path.rename(path.with_suffix(".away"))
        path.write_bytes(b"no database at all, " * 100)
        assert trouble_in(store.watch).code == "not-a-database"
    assert opened and all(map(is_closed, opened))


def test_an_older_database_is_upgraded_and_keeps_its_log(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make_notes(database: Database) -> None:
        database.create_table("note", {"text": str})

    with SqliteStore(path) as store:
        store.append("g", 0, bodies(1, 3), key="k")
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, make_notes))
    for _ in range(2):
        with SqliteStore(path) as store:
            assert store.read("g") == bodies(1, 3)
            assert store.append("g", 0, bodies(1, 3), key="k").repeated
            assert store._execute("SELECT * FROM note").fetchall() == []
    assert pragma(path, "user_version") == len(schema.STEPS)
    monkeypatch.undo()
    trouble = trouble_in(open_store, path)
    assert trouble.code == "database-newer"
    known = len(schema.STEPS)
    assert (trouble.facts["found"], trouble.facts["known"]) == (known + 1, known)


def test_an_upgrade_that_fails_halfway_changes_nothing(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(database: Database) -> None:
        database.create_table("note", {"text": str})
        database.execute("CREATE TABLE note (text TEXT)")

    with SqliteStore(path) as store:
        store.append("g", 0, bodies(1, 3))
    monkeypatch.setattr(schema, "STEPS", (*schema.STEPS, fail))
    trouble = trouble_in(open_store, path)
    assert (trouble.code, trouble.exit_code) == ("storage-failed", STORAGE)
    monkeypatch.undo()
    with SqliteStore(path) as store:
        assert store.read("g") == bodies(1, 3)
        tables = store._execute("SELECT count(*) FROM sqlite_schema WHERE name = 'note'")
        assert tables.fetchone() == (0,)


def test_only_making_a_database_needs_sqlite_utils(path: Path) -> None:
    program = (
        "import sys; from ragami.store import open_store\n"
        f"with open_store({str(path)!r}) as store:\n"
        "    store.append('g', store.head('g'), [b'{}']); store.games()\n"
        "print('sqlite_utils' in sys.modules, 'platformdirs' in sys.modules)"
    )
    run = [
        subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert [done.stdout.split()[0] for done in run] == ["True", "False"]


def test_opening_lets_go_of_a_file_that_it_refuses(path: Path) -> None:
    path.write_text("Dear Ana,\n" * 100)
    with pytest.raises(RagamiError):
        open_store(path)
    held = {file.resolve() for file in Path("/proc/self/fd").iterdir() if file.exists()}
    assert path.resolve() not in held
