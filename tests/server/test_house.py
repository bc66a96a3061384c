"""Seats that are given to the house: its bots write, and who joins takes the seat back."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import ragami
from ragami.game import game_named
from ragami.game.capabilities import SETUP
from tests.games import packages
from tests.patience import patience
from tests.server.kit import Club, Json, Made, Phone, fill


@pytest.fixture
def liars(database: Path, served: Made, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    """A server with a table of Liar's Dice: everybody rolls at once, and sees the own dice."""
    with packages.installed(monkeypatch, "liars-dice"):
        setup = game_named("liars-dice").need(SETUP)
        data = setup.data(None, [("red", "Ana"), ("blue", "Bea")], {}, {})
        fill(database, [{"type": "game_opened", "data": data}])
        yield served()


def give(phone: Phone, *seats: str) -> Json:
    told: Json = phone.post("house", {"seats": list(seats)}, method="PUT").json()
    return told


def records(club: Club, least: int) -> list[Json]:
    """The records of the table when there are so many."""
    referee, until = club.referee(), time.monotonic() + 10 * patience()
    while time.monotonic() < until:
        log = referee.get("records").text.splitlines()
        if len(log) >= least:
            return [json.loads(line) for line in log]
        time.sleep(0.05)
    raise AssertionError(f"there are no {least} records")


def test_the_house_plays_a_free_seat_until_somebody_takes_it(liars: Club) -> None:
    red = liars.join("red")
    assert give(red, "blue")["house"] == ["blue"]
    rolled = records(liars, 2)[-1]
    assert (rolled["type"], rolled["data"]["player"], rolled["by"]) == ("rolled", "blue", "house")
    mine = {"type": "rolled", "data": {"player": "red", "dice": [1, 2, 3, 4, 5]}}
    assert red.write("events", mine, 2).status_code == 201
    bid = {"type": "bid", "data": {"player": "red", "count": 1, "face": 2}}
    assert red.write("events", bid, 3).status_code == 201
    assert [one["by"] for one in records(liars, 5)[3:5]] == ["red", "house"]
    blue = liars.join("blue")
    told = blue.get("/v1/tables/friday").json()
    assert (told["house"], told["taken"]) == ([], ["blue", "red"])


def test_the_house_waits_after_an_undo(liars: Club) -> None:
    red = liars.join("red")
    give(red, "blue")
    records(liars, 2)
    assert liars.referee().write("undo", {"to": 1}, 2).status_code == 201
    time.sleep(0.5)
    assert [one["type"] for one in records(liars, 3)] == ["game_opened", "rolled", "undone"]
    give(red, "blue")
    assert records(liars, 4)[-1]["by"] == "house"


def test_a_server_that_starts_lets_the_house_go_on(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with packages.installed(monkeypatch, "liars-dice"):
        data = (
            game_named("liars-dice")
            .need(SETUP)
            .data(None, [("red", "Ana"), ("blue", "Bea")], {}, {})
        )
        fill(database, [{"type": "game_opened", "data": data}])
        with Club(database) as first:
            give(first.join("red"), "blue")
            records(first, 2)
        with ragami.open(database, "friday") as friday:
            friday.record("red roll 1 2 3 4 5")
            friday.record("red bid 1 x 2")
        with Club(database) as second:
            assert records(second, 5)[-1]["by"] == "house"


def test_only_free_seats_of_this_table_and_only_who_joined_gives_them(liars: Club) -> None:
    red = liars.join("red")
    assert give(red, "red")["code"] == "seat-taken"
    assert give(red, "pink")["code"] == "seat-not-there"
    assert give(liars.phone(), "blue")["status"] == 401
    assert liars.phone().get("/v1/tables/friday").json()["house"] == []


def test_no_bots_for_a_game_of_which_only_the_points_are_kept(database: Path, served: Made) -> None:
    setup = game_named("scores").need(SETUP)
    data = setup.data(None, [("p1", "Ana"), ("p2", "Bea")], {}, {})
    fill(database, [{"type": "game_opened", "data": data}])
    ana = served().join("ana")
    assert ana.get("/v1/tables/friday").json()["house"] is None
    assert give(ana, "bea")["code"] == "no-capability"
