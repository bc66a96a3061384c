"""The database itself keeps the log as it is, whoever comes with whatever SQL."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from ragami.store.sqlite import SqliteStore
from tests.store.contract import bodies

REFUSED = [
    "UPDATE event SET body = '{}'",
    "UPDATE event SET seq = seq + 10",
    "UPDATE OR REPLACE event SET seq = 1 WHERE seq = 2",
    "UPDATE OR IGNORE event SET game = 'h'",
    "DELETE FROM event",
    "DELETE FROM event WHERE seq = 3",
    "DELETE FROM event WHERE seq = 1",
    "INSERT INTO event VALUES ('g', 2, '{}')",
    "INSERT OR REPLACE INTO event VALUES ('g', 2, '{}')",
    "REPLACE INTO event VALUES ('g', 3, '{}')",
    "INSERT INTO event VALUES ('g', 2, '{}') ON CONFLICT DO UPDATE SET body = excluded.body",
    "INSERT INTO event VALUES ('g', 5, '{}')",
    "INSERT INTO event VALUES ('g', 0, '{}')",
    "INSERT INTO event VALUES ('g', -1, '{}')",
    "INSERT INTO event VALUES ('h', 2, '{}')",
    "INSERT INTO event VALUES ('g', 4, '{')",
    "INSERT INTO event VALUES ('g', 4, x'7b7d')",
    "INSERT INTO event VALUES ('g', 4, NULL)",
    "INSERT INTO event VALUES ('g', NULL, '{}')",
    "INSERT INTO event VALUES (NULL, 1, '{}')",
    "INSERT INTO event VALUES ('g', 4, '{}'), ('g', 6, '{}')",
    "INSERT INTO event SELECT game, seq + 1, body FROM event",
    "UPDATE command SET last = 9",
    "UPDATE OR REPLACE command SET key = 'k'",
    "DELETE FROM command",
    "INSERT INTO command VALUES ('g', 'k', 1, 1)",
    "INSERT OR REPLACE INTO command VALUES ('g', 'k', 1, 1)",
    "INSERT INTO command VALUES ('g', 'k', 1, 1) ON CONFLICT DO UPDATE SET last = 9",
]


@pytest.fixture
def raw(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection of somebody else to a database with a game of three events."""
    with SqliteStore(path) as store:
        store.append("g", 0, bodies(1, 3), key="k")
    with closing(sqlite3.connect(path, isolation_level=None)) as raw:
        yield raw


def everything(raw: sqlite3.Connection) -> list[object]:
    return [raw.execute(f"SELECT * FROM {table}").fetchall() for table in ("event", "command")]


@pytest.mark.parametrize("recursive", ["ON", "OFF"])
def test_refused(raw: sqlite3.Connection, recursive: str) -> None:
    raw.execute(f"PRAGMA recursive_triggers = {recursive}")
    before = everything(raw)
    for statement in REFUSED:
        with pytest.raises(sqlite3.IntegrityError):
            raw.execute(statement)
        assert everything(raw) == before, statement


@pytest.mark.parametrize("verb", ["INSERT OR IGNORE", "INSERT OR FAIL", "INSERT OR ROLLBACK"])
def test_no_way_of_inserting_replaces(raw: sqlite3.Connection, verb: str) -> None:
    before = everything(raw)
    with pytest.raises(sqlite3.IntegrityError):
        raw.execute(f"{verb} INTO event VALUES ('g', 2, '{{}}')")
    assert everything(raw) == before


def test_the_next_event_may_come_from_anybody(raw: sqlite3.Connection, path: Path) -> None:
    raw.execute("INSERT INTO event VALUES ('g', 4, '{}'), ('h', 1, '{}'), ('h', 2, '[]')")
    with SqliteStore(path) as store:
        assert store.read("g") == [*bodies(1, 3), b"{}"]
        assert store.read("h") == [b"{}", b"[]"]


def test_a_result_is_a_cache_and_may_go(raw: sqlite3.Connection, path: Path) -> None:
    with SqliteStore(path) as store:
        store.put_result("g", 3, b"{}")
        raw.execute("DELETE FROM result")
        assert store.games()[0].result is None
