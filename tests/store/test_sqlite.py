"""The SQLite store keeps the contract, and keeps what it was given when it is closed."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ragami.errors import RagamiError
from ragami.store import Appended, Store
from ragami.store.sqlite import SqliteStore
from tests.store.contract import EXACT, StoreContract, bodies
from tests.store.elsewhere import Elsewhere, another_process


class TestSqlite(StoreContract):
    @pytest.fixture
    def store(self, sqlite: SqliteStore) -> Store:
        return sqlite

    @pytest.fixture
    def elsewhere(self, path: Path) -> Iterator[Elsewhere]:
        with another_process(str(path)) as elsewhere:
            yield elsewhere


def test_all_is_there_when_it_is_opened_again(path: Path) -> None:
    with SqliteStore(path) as store:
        store.append("g", 0, EXACT, key="k")
        store.put_result("g", len(EXACT), b'{"winners":[]}')
        listed = store.games()
    with SqliteStore(path, create=False) as store:
        assert store.read("g") == EXACT
        assert store.games() == listed
        assert store.append("g", 0, EXACT, key="k") == Appended(1, len(EXACT), repeated=True)


def test_what_is_written_is_seen_through_another_connection_at_once(path: Path) -> None:
    with SqliteStore(path) as one, SqliteStore(path) as two:
        one.append("g", 0, bodies(1, 1))
        two.append("g", 1, bodies(2, 3))
        assert one.read("g") == two.read("g") == bodies(1, 3)


def test_a_commit_waits_for_the_disk(sqlite: SqliteStore) -> None:
    ask = sqlite._connection.execute
    assert ask("PRAGMA synchronous").fetchone() == (2,), "FULL"
    assert ask("PRAGMA journal_mode").fetchone() == (b"wal",)


def test_one_file_is_left_when_it_is_closed(path: Path) -> None:
    with SqliteStore(path) as store:
        store.append("g", 0, bodies(1, 3))
    assert [file.name for file in path.parent.iterdir()] == [path.name]


def test_the_bytes_lie_in_the_file_as_text(path: Path, sqlite: SqliteStore) -> None:
    for number, body in enumerate(EXACT):
        sqlite.append(f"g{number}", 0, [body])
    with closing(sqlite3.connect(path)) as raw:
        kept = raw.execute("SELECT typeof(body), CAST(body AS BLOB) FROM event ORDER BY game")
        assert kept.fetchall() == [("text", body) for body in EXACT]


def test_what_only_the_database_notices_is_refused_all_the_same(
    sqlite: SqliteStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ragami.store.sqlite.lines", lambda *_: [("g", 1, '{"seq":')])
    with pytest.raises(RagamiError, match="CHECK") as caught:
        sqlite.append("g", 0, [b"{}"])
    assert caught.value.code == "bad-record-line"
    assert sqlite.head("g") == 0
