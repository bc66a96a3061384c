"""The views of a database that need the rules: what counts, with its round and turn, and points."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

from tests.cli.conftest import Ragami
from tests.cli.played import play, stored


def rows(tmp_path: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(tmp_path / "games.db")) as connection, connection:
        return connection.execute(sql).fetchall()


def test_the_views_hold_what_counts_and_only_while_it_is_up_to_date(
    ragami: Ragami, tmp_path: Path
) -> None:
    play(ragami, 60)
    assert rows(tmp_path, "SELECT number, seat, name FROM players WHERE game = 'final'")[0][0] == 1
    assert rows(tmp_path, "SELECT * FROM counting_events") == []
    assert ragami("undo", "final").code == 0
    assert ragami("games", "--refresh").code == 0
    counting = rows(tmp_path, "SELECT seq, round, turn, type FROM counting_events ORDER BY seq")
    assert [seq for seq, *_rest in counting] == [
        one["seq"] for one in stored(ragami)[:59] if one["type"] != "noted"
    ]
    told = csv.DictReader(io.StringIO(ragami("export", "final", "--to", "csv").out))
    expected = [(int(line["round"]), int(line["turn"])) for line in told][:59]
    assert [(round_, turn) for _seq, round_, turn, _type in counting] == expected
    shown = ragami("show", "final", "--json").lines[0]["players"]
    points = dict(rows(tmp_path, "SELECT seat, points FROM points WHERE game = 'final'"))
    assert points == {seat: player["vp"] for seat, player in shown.items()}
    assert ragami("note", "final", "rain").code == 0
    assert rows(tmp_path, "SELECT * FROM points") == []


def test_an_event_that_was_corrected_reads_so(ragami: Ragami, tmp_path: Path) -> None:
    play(ragami, 23)
    moved = {"player": "green", "via": "saint", "ragami": "green", "to": 14}
    event = json.dumps({"type": "ragami_moved", "data": moved})
    assert ragami("correct", "final", "22", event).code == 0
    assert ragami("games", "--refresh").code == 0
    ((data, player),) = rows(
        tmp_path, "SELECT data, player FROM counting_events WHERE game = 'final' AND seq = 22"
    )
    assert (json.loads(data), player) == (moved, "green")


def test_what_is_withdrawn_stands_in_no_view(ragami: Ragami, tmp_path: Path) -> None:
    play(ragami, 23)
    opened = stored(ragami)[0]["data"]
    name = opened["players"][0]["name"]
    event = json.dumps({"type": "game_opened", "data": opened | {"title": "Final"}})
    assert ragami("correct", "final", "1", event).code == 0
    assert ragami("games", "--refresh").code == 0
    assert name in str(rows(tmp_path, "SELECT * FROM counting_events"))
    assert ragami("withdraw", name, "--yes").code == 0
    for view in ("players", "counting_events", "points", "reading"):
        assert name not in str(rows(tmp_path, f"SELECT * FROM {view}"))
