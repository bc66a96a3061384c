"""A robot enters whole games of the bots, tapping nothing but what `choices` offers."""

from __future__ import annotations

import statistics
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.kit import Club, Json, Made, Phone, fill, simulated


class Robot:
    """Enters one event after the other; `taps` counts what a finger would have to do."""

    def __init__(self, phones: dict[str, Phone]) -> None:
        self.phones = phones
        self.taps: list[int] = []

    def enter(self, event: Json, after: int) -> None:
        """Find the choice that an event is one of, and send what was tapped."""
        seat = event["data"].get("player")
        phone = self.phones.get(seat) or next(iter(self.phones.values()))
        audience = {"as": seat} if seat in self.phones else {}
        offered = phone.get("choices", params=audience).json()
        assert offered["seq"] == after
        fits = [one for one in offered["choices"] if holds(one, event)]
        assert fits, (event, [one for one in offered["choices"] if one["type"] == event["type"]])
        self.taps.append(1 + len(fits[0]["open"]))
        answer = phone.write("events", event, after)
        while answer.status_code == 429:
            time.sleep(0.1)
            answer = phone.write("events", event, after)
        assert answer.status_code == 201, (event, answer.text)


def holds(choice: Json, event: Json) -> bool:
    data = event["data"]
    if choice["type"] != event["type"] or set(data) != {*choice["data"], *choice["open"]}:
        return False
    fixed = all(data[name] == value for name, value in choice["data"].items())
    return fixed and all(takes(open_, data[name]) for name, open_ in choice["open"].items())


def takes(open_: Any, value: Any) -> bool:
    if value is None:  # what is hidden may be left open
        return True
    if isinstance(open_, list):
        return any(fits(one, value) for one in open_)
    if "kind" in open_:  # it is typed, not tapped
        return True
    if not isinstance(value, list) or not open_["least"] <= len(value) <= open_["most"]:
        return False
    left = list(open_["of"])
    for one in value:
        found = next((n for n, offered in enumerate(left) if fits(offered, one)), None)
        if found is None:
            return False
        if not open_.get("repeat"):
            del left[found]
    return True


def fits(offered: Any, value: Any) -> bool:
    if not isinstance(offered, dict):
        return same(offered, value)
    if not isinstance(value, dict) or set(offered) != set(value):
        return False
    return all(
        any(same(one, value[name]) for one in inside)
        if isinstance(inside, list)
        else same(inside, value[name])
        for name, inside in offered.items()
    )


def same(one: Any, other: Any) -> bool:
    """Are two values one, the order of a list aside, and what is hidden left open?"""
    if other is None:
        return True
    if isinstance(one, list) and isinstance(other, list):
        return sorted(map(str, one)) == sorted(map(str, other))
    return bool(one == other)


def tablet(club: Club) -> dict[str, Phone]:
    """One device that holds all seats; of a game without them, the organiser's."""
    seats = list(club.referee().get("/v1/tables/friday").json()["seats"])
    if not seats:
        return {"": club.referee()}
    shared, code = club.join(seats[0]), club.code()
    for seat in seats:
        assert shared.post("/v1/join", {"code": code, "seat": seat}).status_code == 201
    return dict.fromkeys(seats, shared)


WALLED = {"hands": "walled", "ledger": False, "distribution": "recorded"}


def test_hidden_things_stay_open_where_nobody_has_said_them(database: Path, served: Made) -> None:
    """Deal with the Devil to the first answers, as somebody who looks on writes it down."""
    whole = simulated("deal-with-the-devil", 7, 4, hidden=True, **WALLED)[:16]
    assert "offer_answered" in {one["type"] for one in whole}
    fill(database, whole[:1])
    club = served(posts=1000)
    seats = [one["colour"] for one in whole[0]["data"]["players"]]
    robot = Robot({seat: club.join(seat) for seat in seats})
    for after, event in enumerate(whole[1:], 1):
        robot.enter(event, after)
    assert club.referee().seq() == len(whole)


# A tournament is entered at a desk: names are typed, and a pairing has a field for every part.
MOST_TAPS = {"tournament": 4}


@pytest.mark.parametrize(
    ("game", "players", "seed", "most"),
    [
        ("race", 2, 1, 60),
        ("dice-forge", 2, 1, 30),
        ("tournament", 8, 2, 24),
    ],
)
def test_every_simulated_game_can_be_entered(
    database: Path, served: Made, game: str, players: int, seed: int, most: int
) -> None:
    whole = simulated(game, seed, players)
    played = whole[:most]
    fill(database, played[:1])
    club = served(posts=1000)
    robot = Robot(tablet(club))
    for after, event in enumerate(played[1:], 1):
        robot.enter(event, after)
    referee = club.referee()
    assert referee.seq() == len(played)
    if len(played) == len(whole):
        assert referee.get("moment").json()["over"]
    assert statistics.median(robot.taps) <= MOST_TAPS.get(game, 3)
