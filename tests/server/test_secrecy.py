"""Two games that differ in hidden things only look the same to everybody who may not know them."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from ragami.game import game_named
from ragami.game.capabilities import VISIBILITY
from tests.cli.conftest import Ragami
from tests.scale import often
from tests.server.kit import Club, Json, Phone, fill, simulated
from tests.server.tapping import put

ROUTES = (
    "moment",
    "moment?at=4",
    "moment?lang=es",
    "choices",
    "records",
    "export/jsonl",
    "export/sheet",
    "export/json",
    "export/page",
    "head",
    "consistency?from=2",
)
DRAWN = ("moment", "choices", "records", "export/page")
Asks = Callable[[Phone], dict[str, Any]]
RACE: list[Json] = [
    {"type": "game_opened", "data": {"game": "race", "rules": 1, "title": None, "goal": 20,
     "players": [{"colour": "red", "name": "Ana"}, {"colour": "blue", "name": "Bea"}]}},
    {"type": "bet_placed", "data": {"player": "red", "on": "blue"}},
    {"type": "bet_placed", "data": {"player": "blue", "on": "blue"}},
    {"type": "rolled", "data": {"player": "red", "face": 3}},
]  # fmt: skip


def other_bet(events: list[Json]) -> list[Json]:
    """Red has bet on somebody else."""
    changed = deepcopy(events)
    changed[1]["data"]["on"] = "red"
    return changed


def other_cards(events: list[Json]) -> list[Json]:
    """The last card that a player got and did not use since is another one."""
    changed = deepcopy(events)
    for event in reversed(changed):
        if event["type"] == "cards_drawn" and event["data"]["kept"]:
            card = event["data"]["kept"][0]
            event["data"]["kept"][0] = 4 if card != 4 else 10
            return changed
    raise AssertionError("nobody drew a card")


def ragami_game() -> list[Json]:
    """A game up to where a card has just been drawn."""
    played = simulated("ragami", 5, 3)
    draws = [n for n, one in enumerate(played) if one["type"] == "cards_drawn"]
    last = draws[often(0, 2)]
    return played[: last + 1 + (played[last + 1]["type"] == "turn_ended")]


def answers(tmp: Path, events: list[Json], *seats: str | None) -> list[dict[str, Any]]:
    """Everything that each of these is told of a game, byte for byte: who knows most asks first."""
    return asked(tmp, events, *seats, ask=lambda phone: answered(phone, len(events)))


def asked(tmp: Path, events: list[Json], *seats: str | None, ask: Asks) -> list[dict[str, Any]]:
    """What each of these is told of a game."""
    tmp.mkdir()
    database = tmp / "games.db"
    fill(database, events)
    with Club(database) as club:
        return [ask(club.join(one) if one else club.phone()) for one in seats]


def drawn(phone: Phone) -> dict[str, Any]:
    """What is drawn, offered and exported for somebody: that differs from game to game."""
    return {route: phone.get(route).content for route in DRAWN}


def answered(phone: Phone, last: int) -> dict[str, Any]:
    """Everything that somebody is told."""
    got = {route: phone.get(route) for route in ROUTES}
    told: dict[str, Any] = {route: answer.content for route, answer in got.items()}
    told["sizes"] = [answer.headers["content-length"] for answer in got.values()]
    told["next"] = questions(phone, got["choices"].json())
    with phone.stream() as stream:
        told["stream"] = [stream.next().text for _ in range(3)]
    with phone.stream(last=2) as stream:
        told["resumed"] = [stream.next().text for _ in range(3)]
    told["desk"] = [phone.get(f"moment?as={who}").status_code for who in ("referee", "red")]
    told["refused"] = refusals(phone, last) if phone.token else None
    return told


def questions(phone: Phone, offered: Json) -> list[bytes]:
    """The next question of every form, and what comes after the last of its values."""
    told = []
    for form in offered["forms"]:
        asked: Json = {"seq": offered["seq"], "form": form["id"]}
        for _ in range(3):
            answer = phone.post("choices/next", asked)
            told.append(answer.content)
            step = answer.json()
            if step["whole"] or not step["question"].get("values"):
                break
            asked |= {"filled": step["filled"], "ended": step["ended"]}
            put(asked["filled"], step["question"]["path"], step["question"]["values"][-1]["value"])
    return told


def refusals(phone: Phone, last: int) -> list[bytes]:
    """What is said to events that are not legal, by checking and by writing."""
    wrong = (
        {"type": "rolled", "data": {"player": "red", "face": 1}},
        {"type": "card_traded", "data": {"player": "yellow", "card": 4}},
        {"type": "bet_placed", "data": {"player": "red", "on": None}},
    )
    checked = [phone.post("check", one).content for one in wrong]
    return checked + [phone.write("events", one, last + 1).content for one in wrong]


def test_a_bet_that_one_may_not_know_changes_no_byte(tmp_path: Path) -> None:
    """Who made it sees it."""
    own, *one = answers(tmp_path / "one", RACE, "red", None, "blue")
    its, *other = answers(tmp_path / "other", other_bet(RACE), "red", None, "blue")
    assert one == other
    assert own["moment"] != its["moment"]


def test_a_card_that_one_may_not_know_changes_no_byte(tmp_path: Path) -> None:
    events = ragami_game()
    other = other_cards(events)
    differ = [n for n in range(len(events)) if events[n] != other[n]]
    (owner,) = {events[n]["data"]["player"] for n in differ}
    blind = next(seat for seat in ("yellow", "green", "blue") if seat != owner)
    own, *told = asked(tmp_path / "one", events, owner, None, blind, ask=drawn)
    its, *others = asked(tmp_path / "other", other, owner, None, blind, ask=drawn)
    assert told == others
    assert own["records"] != its["records"]


@pytest.mark.trial
def test_a_character_that_one_may_not_know_changes_no_byte(tmp_path: Path) -> None:
    """Deal with the Devil: two other players have each other's characters."""
    chosen: dict[str, Any] = {"hands": "walled", "ledger": False, "distribution": "recorded"}
    events = simulated("deal-with-the-devil", 7, 4, **chosen)
    (dealt,) = [n for n, one in enumerate(events) if one["type"] == "characters_dealt"]
    events = events[: dealt + 1]
    other = deepcopy(events)
    roles = other[dealt]["data"]["roles"]
    seats = list(roles)
    roles[seats[0]], roles[seats[1]] = roles[seats[1]], roles[seats[0]]
    own, *told = answers(tmp_path / "one", events, seats[0], None, seats[2])
    its, *others = answers(tmp_path / "other", other, seats[0], None, seats[2])
    assert told == others
    assert own["records"] != its["records"]


def test_the_records_of_each_audience_are_redacted(tmp_path: Path) -> None:
    """Every hidden value of a whole game is null in what others may have."""
    database = tmp_path / "games.db"
    events = simulated("ragami", 9, 3)[:120]
    fill(database, events)
    visibility = game_named("ragami").need(VISIBILITY)
    codec = game_named("ragami").codec
    with Club(database) as club:
        for seat in (None, "yellow", "green"):
            phone = club.join(seat) if seat else club.phone()
            for number, line in enumerate(phone.get("records").content.splitlines(), 1):
                read: Any = codec.read_line(line, number)
                for hidden in visibility.secrets(read.data):
                    place = visibility.places(read.data)
                    assert place.get(hidden.place) is None or seat in hidden.owners, line


def test_a_seat_that_is_not_ones_own_is_not_shown(club: Club) -> None:
    red = club.join("red")
    assert red.get("moment?as=red").status_code == 200
    for path in ("moment?as=blue", "records?as=referee", "stream?as=blue", "choices?as=nobody",
                 "export/jsonl?as=blue"):  # fmt: skip
        refused = red.get(path)
        assert (refused.status_code, refused.json()["code"]) == (403, "not-allowed"), path
    anybody = club.phone()
    assert anybody.get("moment?as=red").status_code == 403
    assert json.loads(anybody.get("moment?as=public").content)["audience"] == "public"


def test_what_is_hidden_from_the_asker_is_refused_without_saying_it(tmp_path: Path) -> None:
    """Blue knows of no card of yellow: what the kept log refuses, blue hears no more of."""
    database = tmp_path / "games.db"
    events = ragami_game()
    fill(database, events)
    with Club(database) as club:
        seats = [one["colour"] for one in events[0]["data"]["players"]]
        hidden = [phone_post(club, seat, len(events)) for seat in seats]
    for told in hidden:
        for problem in told:
            assert "hand" not in json.dumps(problem["facts"]) or "null" in json.dumps(
                problem["facts"]
            )


def phone_post(club: Club, seat: str, last: int) -> list[Json]:
    phone = club.join(seat)
    told = []
    for other in ("yellow", "green", "blue"):
        for card in range(1, 13, often(4, 1)):
            body = {"type": "card_traded", "data": {"player": other, "card": card}}
            answer = phone.post("check", body)
            if answer.status_code == 200:
                told += answer.json()["findings"]
            while answer.status_code == 429:
                answer = phone.post("check", body)
    assert phone.seq() == last
    return told


def test_a_name_that_is_withdrawn_leaves_the_screens(
    club: Club, ragami: Ragami, database: Path
) -> None:
    red = club.join("red")
    bet = {"type": "bet_placed", "data": {"player": "red", "on": None}}
    assert red.write("events", bet, 1).status_code == 201
    with club.phone().stream() as events:
        assert "Ana" in events.until("whole").text
        time.sleep(2)  # it was looked at once
        assert ragami("--db", str(database), "withdraw", "Ana", "--yes").code == 0
        assert "Ana" not in events.until("whole").text
    for path in ("moment", "records", "choices", "/v1/tables", "/v1/tables/friday", "export/json"):
        assert "Ana" not in red.get(path).text, path
    seq = red.seq()
    more = {"type": "bet_placed", "data": {"player": "blue", "on": None}}
    assert red.write("events", more, seq).status_code == 201
