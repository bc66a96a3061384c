"""The log read with other tools: one row per event, one row per game."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlite_utils import Database

from ragami.store.sqlite import SqliteStore

LOG = [
    b'{"seq":1,"type":"game_opened","v":1,"at":"2026-11-20T19:00:00Z","by":"ana","data":'
    b'{"game":"chess","title":"Final","players":[{"name":"Ana"},{"name":"Jos\xc3\xa9"}]}}',
    b'{"seq":2,"type":"moved","v":3,"at":"2026-11-20T19:00:09Z","by":null,'
    b'"data":{"player":"white","to":["e",4]}}',
    b'{"seq":3,"type":"noted","v":1,"at":null,"by":"ana","data":{"text":"a draw was offered"}}',
]
ODD = [
    b"[]",
    b"null",
    b'"text"',
    b"7",
    b'{"data":7}',
    b'{"data":{"players":7}}',
    b'{"data":{"players":{"\\"":{"name":1}}}}',
    b'{"data":{"players":["ana",7,null,{"name":null},{}]}}',
    b'{"type":"a","type":"b","data":{"title":["x"]}}',
]


@pytest.fixture
def database(path: Path) -> Iterator[Database]:
    with SqliteStore(path) as store:
        store.append("g", 0, LOG)
        store.append("h", 0, LOG[:1])
        store.put_result("g", 3, b'{"winners":["white"]}')
        store.put_result("h", 1, b'{"winners":["black"]}')
        store.append("h", 1, LOG[1:2])
    with closing(Database(path)) as database:
        yield database


def test_one_row_per_event(database: Database) -> None:
    rows = list(database.view("events").rows_where("game = 'g'", order_by="seq"))
    assert [list(row.values())[:7] for row in rows] == [
        ["g", 1, "game_opened", 1, "2026-11-20T19:00:00Z", "ana", None],
        ["g", 2, "moved", 3, "2026-11-20T19:00:09Z", None, "white"],
        ["g", 3, "noted", 1, None, "ana", None],
    ]
    assert [json.loads(row["data"]) for row in rows] == [json.loads(body)["data"] for body in LOG]


def test_one_row_per_game_with_the_result_of_the_whole_log(database: Database) -> None:
    one, other = database.query("SELECT * FROM games ORDER BY game")
    assert one == {
        "game": "g",
        "kind": "chess",
        "title": "Final",
        "players": '["Ana","José"]',
        "records": 3,
        "first_at": "2026-11-20T19:00:00Z",
        "last_at": None,
        "result": '{"winners":["white"]}',
        "first": LOG[0].decode(),
        "last": LOG[2].decode(),
    }
    assert (other["records"], other["last_at"]) == (2, "2026-11-20T19:00:09Z")
    assert other["result"] is None, "it was worked out before the last event"


def test_a_query_into_the_data(database: Database) -> None:
    query = "SELECT seq FROM events WHERE json_extract(data, '$.to[1]') = 4 ORDER BY game"
    assert list(database.query(query)) == [{"seq": 2}, {"seq": 2}]


def test_odd_records_do_not_spoil_the_views(path: Path) -> None:
    with SqliteStore(path) as store:
        for number, body in enumerate(ODD):
            store.append(f"g{number}", 0, [body])
    with closing(sqlite3.connect(path)) as raw:
        assert len(raw.execute("SELECT * FROM events").fetchall()) == len(ODD)
        players = [row[0] for row in raw.execute("SELECT players FROM games ORDER BY game")]
    assert players == ["[]"] * 7 + ["[null,null,null,null,null]", "[]"]


def test_the_list_of_games_does_not_read_the_other_events(sqlite: SqliteStore) -> None:
    plan = sqlite._execute("EXPLAIN QUERY PLAN SELECT game, records FROM games").fetchall()
    steps = [step.decode() for *_, step in plan]
    assert steps[0].startswith("SCAN opening USING") and steps[0].endswith("INDEX opening")
    assert not any(step.startswith("SCAN event") for step in steps)
