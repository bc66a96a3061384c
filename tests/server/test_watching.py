"""Several screens on one connection: each is told what its own stream would tell, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.server.faults import until
from tests.server.kit import Club, Event, Json, Made, opened
from tests.server.test_stream import BET, BLUES


@pytest.fixture
def club(database: Path, served: Made) -> Club:
    for table in ("friday", "sunday"):
        opened(database, table)
    return served()


def test_what_grows_comes_on_its_own_number(club: Club) -> None:
    red, referee = club.join("red"), club.referee()
    screens: list[Json] = [
        {"table": "friday", "token": red.token},
        {"table": "sunday", "lang": "es"},
        {"token": referee.token},
    ]
    with club.phone().watch(*screens) as events:
        seen: dict[int, list[str]] = {0: [], 1: [], 2: []}
        while not ("head" in seen[0] and "head" in seen[1] and "hall" in seen[2]):
            event = events.next()
            seen[event.on].append(event.name)
            if event.name == "whole":
                assert (event.data["audience"], event.data["lang"]) == (
                    ("red", "en") if event.on == 0 else ("public", "es")
                )
        assert seen[0][0] == seen[1][0] == seen[2][0] == "hello"
        assert club.referee("sunday").write("events", BLUES, 1).status_code == 201
        assert (moment := events.until("moment")).on == 1 and moment.id == 2
        assert red.write("events", BET, 1).status_code == 201
        assert (moment := events.until("moment")).on == 0 and moment.id == 2
    hub = club.serving.app.service.hub
    until(lambda: not hub.clients or not any(hub.clients.values()))


def test_who_comes_back_reads_on(club: Club) -> None:
    red = club.join("red")
    red.write("events", BET, 1)
    with club.phone().watch({"table": "friday", "last": 1}) as events:
        events.until("hello")
        moment = events.next()
        assert (moment.name, moment.data["from"], moment.id) == ("moment", 1, 2)


def test_one_that_may_not_be_watched_takes_nothing_from_the_others(club: Club) -> None:
    screens: list[tuple[Json, int]] = [
        ({"table": "nosuch"}, 404),
        ({"table": "friday", "token": "0" * 32}, 401),
        ({"table": "friday", "as": "red"}, 403),
        ({"token": None}, 403),
    ]
    with club.phone().watch(*(screen for screen, _ in screens), {"table": "friday"}) as events:
        first: dict[int, Event] = {}
        while len(first) <= len(screens):
            event = events.next()
            first.setdefault(event.on, event)
        assert first.pop(len(screens)).name == "hello"
        told = {on: (event.name, event.data.get("status")) for on, event in first.items()}
        assert told == {on: ("refused", status) for on, (_, status) in enumerate(screens)}
        club.join("red").write("events", BET, 1)
        assert events.until("moment").on == len(screens)


def test_a_seat_of_one_table_opens_no_other(club: Club) -> None:
    red = club.join("red")
    with club.phone().watch({"table": "sunday", "token": red.token}) as events:
        assert events.until("refused").data == {"status": 404, "code": "table-not-found"}
        with pytest.raises(StopIteration):
            events.next()


def test_too_many_screens_are_refused(club: Club) -> None:
    body = {"screens": [{"table": "friday"}] * 65}
    assert club.phone().post("/v1/stream", body).status_code == 400
    assert club.phone().post("/v1/stream", {"screens": []}).status_code == 400
    for _ in range(15):  # and it is no write, of which there are ten a second
        with club.phone().watch({"table": "friday"}) as events:
            assert events.next().name == "hello"
