"""What is written: one way in, judged, stored once, and refused with the right status."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from httpx import Response

from ragami.game import game_named
from ragami.game.capabilities import SETUP
from ragami.language import LANGUAGES
from ragami.store import open_store
from tests.server.kit import Club, Made, fill, opened

BET = {"type": "bet_placed", "data": {"player": "red", "on": "blue"}}
OPEN_BET = {"type": "bet_placed", "data": {"player": "blue", "on": None}}


def test_an_event_is_written_as_the_contract_has_it(club: Club, database: Path) -> None:
    red = club.join("red")
    done = red.write("events", BET, 1)
    assert done.status_code == 201, done.text
    assert done.json() == {"first": 2, "last": 2, "repeated": False, "findings": []}
    assert done.headers["ETag"] == '"2"'
    with open_store(database) as store:
        line = json.loads(store.read("friday")[1])
    assert list(line) == ["seq", "type", "v", "at", "by", "data"]
    assert (line["seq"], line["by"], line["data"]) == (2, "red", BET["data"])
    assert line["at"].endswith("Z")


def test_the_order_of_the_fields_is_that_of_the_contract_whatever_was_sent(
    club: Club, database: Path
) -> None:
    red = club.join("red")
    sent = b'{"data": {"on": null, "player": "red"}, "type": "bet_placed"}'
    assert red.write("events", sent, 1).status_code == 201
    with open_store(database) as store:
        assert store.read("friday")[1].endswith(b'"data":{"player":"red","on":null}}')


NO_EVENTS: Final = {
    b'{"type":"bet_placed","type":"bet_placed","data":{"player":"red","on":null}}': (
        422,
        "refused",
    ),
    b'{"type":"bet_placed","data":{"player":"red","player":"red","on":null}}': (422, "refused"),
    b'{"type":"bet_placed","data":{"player":"red","on":null},"by":"eva"}': (422, "refused"),
    b'{"type":"bet_placed","data":{"player":"red","on":null},"at":null}': (422, "refused"),
    b'{"type":"bet_placed","data":{"player":"red"}}': (422, "refused"),
    b'{"type":"bet_placed","data":{"player":"red","on":null,"x":1}}': (422, "refused"),
    b'{"type":"rolled","data":{"player":"red","face":1.0}}': (422, "refused"),
    b'{"type":"rolled","data":{"player":"red","face":99999999999999999999}}': (422, "refused"),
    b'{"type":"rolled","data":{"player":"red","face":3}}': (422, "refused"),
    b'{"seq":7,"type":"bet_placed","data":{"player":"red","on":null}}': (409, "somebody-was-first"),
    b'{"type":"sealed","data":{"size":1,"root":"","note":""}}': (403, "not-allowed"),
    b'{"type":"undone","data":{"to":1,"reason":null}}': (403, "not-allowed"),
    b'{"type":"committed","data":{"values":[]}}': (422, "refused"),
    b'{"type":"nonsense","data":{}}': (422, "refused"),
    b"[]": (400, "wrong-request"),
    b"\xff\xfe": (422, "refused"),
    b"[" * 20_000: (400, "wrong-request"),
    b"": (422, "refused"),
}


def test_what_is_no_event_is_refused_with_its_status(club: Club) -> None:
    red = club.join("red")
    told = {}
    for body in NO_EVENTS:
        refused = red.write("events", body, 1)
        told[body] = (refused.status_code, refused.json()["code"])
    assert told == NO_EVENTS
    assert red.seq() == 1


def test_what_is_wrong_is_said_and_not_who_asks(club: Club) -> None:
    red = club.join("red")
    for body, status, says in (
        (b'{"line":"note: x","line":"note: y"}', 400, "the key line stands twice"),
        (b'{"line":"note: x","by":"red"}', 400, "body has a field by"),
        (b'{"line":7}', 400, "body.line must be a text"),
        (b'{"type":"nonsense","data":{}}', 422, "no type of record called nonsense"),
        (b'{"type":"ruled","data":{"rule":"R-RACE-01"}}', 403, "This device may not do that."),
    ):
        refused = red.write("events", body, 1)
        assert refused.status_code == status, body
        assert says in refused.json()["detail"]
    assert club.join("blue").seq() == 1


def test_what_was_not_understood_is_said_in_the_language_of_who_asks(club: Club) -> None:
    red, desk = club.join("red"), club.desk()
    form = red.get("choices").json()["forms"][0]
    asked = {"seq": 1, "form": form["id"], "filled": {"on": "x"}, "ended": []}
    requests: dict[str, Callable[[], Response]] = {
        "list of 1 to": lambda: red.write("events", [], 1),
        "no JSON from column 3": lambda: red.write("events", b"[{", 1),
        "nested too deep": lambda: red.write("events", b"[" * 20_000, 1),
        "line is empty": lambda: red.write("events", {"line": " "}, 1),
        "body.line must be a text": lambda: red.write("events", {"line": 7}, 1),
        "Idempotency-Key must be": lambda: red.write("events", BET, 1, key="x" * 999),
        "at must be a whole number, and is 'x'": lambda: red.get("moment?at=x"),
        "number from": lambda: red.get("consistency"),
        "no such form now": lambda: red.post("choices/next", asked | {"form": "fly.0"}),
        "field on of filled cannot be 'x'": lambda: red.post("choices/next", asked),
        "and this is keeper": lambda: desk.post("/v1/tokens", {"role": "keeper", "name": "x"}),
    }
    for says, ask in requests.items():
        told = []
        for red.language in LANGUAGES:
            desk.language = red.language
            refused = ask()
            assert (refused.status_code, refused.json()["code"]) == (400, "wrong-request"), says
            told.append(refused.json()["detail"])
        english, spanish = told
        assert says in english
        assert english.startswith("This request was not understood: ") and english[-2] != "."
        assert spanish.startswith("No se ha entendido esta petición: ") and spanish[-2] != "."
        assert english.partition(": ")[2] != spanish.partition(": ")[2]


def test_a_remedy_is_said_once(club: Club) -> None:
    red = club.join("red")
    for red.language in ("en", "es"):
        told = red.write("events", b'{"type":"rolled","data":{"player":"red","face":9}}', 1).json()
        assert told["remedy"] and told["remedy"] not in told["detail"] + told["title"]


def test_without_a_record_to_follow_nothing_is_written(club: Club) -> None:
    refused = club.join("red").post("events", BET)
    assert refused.status_code == 428 and refused.json()["code"] == "no-if-match"


def test_a_key_is_written_once_for_ever(club: Club) -> None:
    red = club.join("red")
    assert red.write("events", BET, 1, key="tap").status_code == 201
    again = red.write("events", BET, 1, key="tap")
    assert again.status_code == 200 and again.json()["repeated"]
    assert again.json()["first"] == 2
    other = red.write("events", OPEN_BET, 2, key="tap")
    assert (other.status_code, other.json()["code"]) == (409, "key-used")
    assert red.seq() == 2


def test_the_key_of_another_device_is_another_key(club: Club) -> None:
    assert club.join("red").write("events", BET, 1, key="tap").status_code == 201
    assert club.join("blue").write("events", OPEN_BET, 2, key="tap").status_code == 201


def test_a_key_is_not_kept_as_it_is(club: Club, database: Path) -> None:
    assert club.join("red").write("events", BET, 1, key="Ana's phone").status_code == 201
    with open_store(database) as store:
        (kept,) = store.keys("friday")
    assert "Ana" not in kept


def test_many_events_are_all_written_or_none(club: Club) -> None:
    red = club.join("red")
    bad = [BET, OPEN_BET, OPEN_BET]
    own = [{"type": "bet_placed", "data": {"player": "red", "on": None}}, OPEN_BET]
    assert red.write("events", bad, 1).status_code == 422
    assert red.seq() == 1
    assert red.write("events", own, 1).json()["last"] == 3


def test_a_line_of_the_sheet_is_an_event(club: Club) -> None:
    red = club.join("red")
    assert red.write("events", {"line": "bet_placed player=red on=blue"}, 1).status_code == 201
    misread = red.write("events", {"line": "bet_placed plaier=red"}, 2)
    assert (misread.status_code, misread.json()["code"]) == (422, "line-misread")
    problem = misread.json()
    assert "found 'bet_placed', expected" in problem["detail"]
    assert isinstance(problem["facts"]["expected"], list)


def test_a_line_of_the_sheet_may_go_on_as_the_rules_have_it_now(
    database: Path, served: Made
) -> None:
    opened(database, game="ragami")
    green = served().join("green")

    def ways(line: str) -> list[str]:
        told: list[str] = green.get("choices", params={"line": line}).json()["ways"]
        return told

    first = ways("")[0]
    assert first in ways(first[:2]) and ways(f"{first} ") != ways("")
    assert ways("%") == []


def test_the_rules_refuse_in_the_language_that_is_asked_for(club: Club) -> None:
    red = club.join("red")
    roll = {"type": "rolled", "data": {"player": "red", "face": 3}}
    english = red.write("events", roll, 1).json()
    red.language = "es"
    spanish = red.write("events", roll, 1).json()
    assert english["rule"] == spanish["rule"] == "R-RACE-04"
    assert english["detail"] != spanish["detail"] and "Tira rojo" in spanish["detail"]
    assert spanish["exit_code"] == 5 and spanish["finding"]["rule"] == "R-RACE-04"


def test_what_is_checked_is_not_written(club: Club) -> None:
    red = club.join("red")
    good = red.post("check", BET).json()
    assert good["ok"] and good["seq"] == 1 and good["says"] == ["Red bets on blue"]
    bad = red.post("check", {"type": "rolled", "data": {"player": "blue", "face": 2}}).json()
    assert not bad["ok"] and bad["findings"][0]["rule"] == "R-RACE-04"
    assert red.seq() == 1


def test_the_table_says_who_enters_what(club: Club) -> None:
    referee, red = club.referee(), club.join("red")
    policy = {"enters": "own", "watches": "anybody", "undoes": "own"}
    assert referee.post("policy", policy, method="PUT").status_code == 200
    refused = red.write("events", OPEN_BET, 1)
    assert (refused.status_code, refused.json()["code"]) == (403, "not-allowed")
    assert red.write("events", BET, 1).status_code == 201
    keeper = club.join(role="keeper")
    assert keeper.write("events", OPEN_BET, 2).status_code == 201
    assert referee.post("policy", policy | {"enters": "keeper"}, method="PUT").status_code == 200
    roll = {"type": "rolled", "data": {"player": "red", "face": 3}}
    assert red.write("events", roll, 3).status_code == 403
    assert keeper.write("events", roll, 3).status_code == 201


def test_what_is_hidden_is_only_taken_from_its_seat(club: Club) -> None:
    blue, keeper = club.join("blue"), club.join(role="keeper")
    for phone in (blue, keeper):
        refused = phone.write("events", BET, 1)
        assert (refused.status_code, refused.json()["code"]) == (403, "not-your-secret")
    blue.language = "es"
    said = blue.write("events", BET, 1).json()["detail"]
    assert said.startswith("Lo que Rojo mantiene oculto"), "a seat is named, and no id"
    both = club.join("red")
    assert both.write("events", BET, 1).status_code == 201


def test_what_may_not_be_left_open_is_taken_from_any_seat(database: Path, served: Made) -> None:
    """Deal with the Devil with open hands: the roles stand in one record, and nobody has them all.

    With walls each says their own.
    """
    roles = {"red": "cultist", "blue": "mortal_1", "green": "mortal_2", "yellow": "devil"}
    dealt = {"type": "characters_dealt", "data": {"roles": roles}}
    for table, hands, status in (("open", "open_hands", 201), ("walls", "walled", 403)):
        setup = game_named("deal-with-the-devil").need(SETUP)
        players = [(seat, seat.title()) for seat in roles]
        opened = setup.data(None, players, {"distribution": "recorded", "hands": hands}, {})
        fill(database, [{"type": "game_opened", "data": opened}], table)
        red = served().join("red", table)
        assert red.write("events", dealt, 1).status_code == status, hands
    fill(database, [{"type": "game_opened", "data": opened}, dealt], "later")
    refused = served().join("red", "later").write("events", dealt, 2)
    assert (refused.status_code, refused.json()["code"]) == (403, "not-your-secret")  # unread


def test_one_takes_back_ones_own_and_asks_for_others(club: Club) -> None:
    red, blue = club.join("red"), club.join("blue")
    red.write("events", BET, 1)
    assert red.write("undo", {}, 2).status_code == 201
    assert red.write("redo", {}, 3).status_code == 201
    assert blue.write("events", OPEN_BET, 4).status_code == 201
    asked = red.write("undo", {}, red.seq())
    assert (asked.status_code, asked.json()["code"]) == (403, "not-yours-to-undo")
    assert asked.json()["claim"]


def test_an_undo_is_written_when_the_other_says_yes(club: Club) -> None:
    red, blue = club.join("red"), club.join("blue")
    blue.write("events", OPEN_BET, 1)
    with blue.stream() as events:
        events.until("hello")
        secret = red.write("undo", {}, 2).json()["claim"]
        claim = events.until("claim").data
    assert (claim["kind"], claim["what"], claim["name"]) == ("undo", "1", "Ana")
    headers = {"X-Claim": secret, "If-Match": '"2"'}
    assert red.post("undo", {}, headers=headers).json()["code"] == "claim-open"
    assert red.post(f"/v1/claims/{claim['id']}", {"answer": "yes"}).status_code == 403
    assert blue.post(f"/v1/claims/{claim['id']}", {"answer": "yes"}).status_code == 200
    assert red.post("undo", {}, headers=headers).status_code == 201
    assert red.post("undo", {}, headers=headers).status_code == 410


def test_where_none_of_the_others_has_a_device_nobody_is_asked(club: Club) -> None:
    """Their events came from another place: one who keeps the score, a laptop."""
    keeper = club.join(role="keeper")
    assert keeper.write("events", OPEN_BET, 1).status_code == 201
    assert keeper.write("undo", {}, 2).status_code == 201
    assert keeper.write("redo", {}, 3).status_code == 201
    red = club.join("red")
    assert red.write("undo", {}, 4).status_code == 201
    assert red.write("redo", {}, 5).status_code == 201
    club.join("blue")
    assert red.write("undo", {}, 6).json()["code"] == "not-yours-to-undo"


def test_who_says_yes_says_it_to_no_more_than_was_asked(club: Club) -> None:
    red, blue = club.join("red"), club.join("blue")
    red.write("events", BET, 1)
    blue.write("events", OPEN_BET, 2)
    with blue.stream() as events:
        events.until("hello")
        secret = red.write("undo", {"to": 2}, 3).json()["claim"]
        claim = events.until("claim").data["id"]
    blue.post(f"/v1/claims/{claim}", {"answer": "yes"})
    headers = {"X-Claim": secret, "If-Match": '"3"'}
    assert red.post("undo", {"to": 1}, headers=headers).json()["code"] == "claim-gone"


def test_an_undo_waits_for_all_whose_events_it_takes_back_or_for_the_referee(
    database: Path, served: Made
) -> None:
    players = [{"colour": seat, "name": seat} for seat in ("red", "blue", "black")]
    opening = {"game": "race", "rules": 1, "title": None, "goal": 20, "players": players}
    bets = [
        {"type": "bet_placed", "data": {"player": seat, "on": None}} for seat in ("blue", "black")
    ]
    fill(database, [{"type": "game_opened", "data": opening}, *bets])
    club = served()
    red, blue, _black = (club.join(player["colour"]) for player in players)
    with blue.stream() as events:
        events.until("hello")
        secret = red.write("undo", {"steps": 2}, 3).json()["claim"]
        claim = events.until("claim").data["id"]
    headers = {"X-Claim": secret, "If-Match": '"3"'}
    assert blue.post(f"/v1/claims/{claim}", {"answer": "yes"}).status_code == 200
    assert red.post("undo", {"steps": 2}, headers=headers).json()["code"] == "claim-open"
    assert club.referee().post(f"/v1/claims/{claim}", {"answer": "yes"}).status_code == 200
    assert red.post("undo", {"steps": 2}, headers=headers).status_code == 201


def test_the_referee_corrects_rules_and_penalizes(database: Path, served: Made) -> None:
    roll = {"type": "rolled", "data": {"player": "red", "face": 3}}
    events = [{"type": "game_opened", "data": {"game": "race", "rules": 1, "title": None,
               "goal": 20, "players": [{"colour": "red", "name": "Ana"},
                                       {"colour": "blue", "name": "Bea"}]}}]  # fmt: skip
    bets = [
        {"type": "bet_placed", "data": {"player": seat, "on": None}} for seat in ("red", "blue")
    ]
    fill(database, [*events, *bets, roll])
    club = served()
    referee, red = club.referee(), club.join("red")
    change = {"seq": 4, "event": {"type": "rolled", "data": {"player": "red", "face": 5}},
              "reason": "the die lay askew", "authority": "Eva"}  # fmt: skip
    assert red.write("corrections", change, 4).status_code == 403
    thought = referee.post("whatif", {"kind": "corrections", "body": change}).json()
    assert thought["blast"]["reads"] == [4] and thought["text"]
    assert referee.seq() == 4
    assert referee.write("corrections", change, 4).status_code == 201
    assert referee.get("moment").json()["scores"]["red"] == 5
    again = referee.write("corrections", change, 5)
    assert (again.status_code, again.json()["code"]) == (422, "nothing-to-correct")
    for event in ({"type": "danced", "data": {}}, {"type": "rolled", "data": {"face": "six"}}):
        wrong = referee.write("corrections", change | {"event": event}, 5)
        assert (wrong.status_code, wrong.json()["code"]) == (422, "refused"), wrong.text
    rule = {"rule": "R-RACE-04", "reason": None, "authority": "Eva"}
    assert referee.write("rulings", rule, 5).status_code == 201
    unknown = referee.write("rulings", {"rule": "R-NO-1"}, 6)
    assert (unknown.status_code, unknown.json()["code"]) == (404, "rule-not-found")
    assert red.write("events", roll, 6).status_code == 201
    cost = {"player": "red", "offence": "conduct", "authority": "Eva"}
    assert referee.write("penalties", cost, 7).status_code == 201
    assert referee.write("penalties", cost | {"offence": "x"}, 8).status_code == 400
    refused = referee.post("whatif", {"kind": "undo", "body": {"to": 99}})
    assert refused.status_code == 422, refused.text


@pytest.mark.parametrize(
    ("said", "cost"),
    [
        ({}, ("warning", 0, None)),
        ({"points": 3}, ("points", 3, None)),
        ({"level": "points"}, ("points", 1, None)),
        ({"level": "points", "points": 0}, ("points", 0, None)),
        ({"minutes": 2}, ("time", 0, 2)),
        ({"level": "time"}, ("time", 0, 5)),
        ({"level": "warning", "points": 3}, ("warning", 0, None)),
    ],
)
def test_what_a_penalty_costs_is_said_in_full_by_the_level_or_by_the_amount(
    club: Club, database: Path, said: dict[str, Any], cost: tuple[str, int, int | None]
) -> None:
    body = {"player": "red", "offence": "conduct"} | said
    assert club.referee().write("penalties", body, 1).status_code == 201
    with open_store(database) as store:
        data = json.loads(store.read("friday")[1])["data"]
    assert (data["level"], data["points"], data["minutes"]) == cost


def test_a_table_is_opened_by_the_referee(club: Club) -> None:
    new = {"table": "saturday", "game": "race", "players": [
        {"seat": "red", "name": "Ana"}, {"seat": "black", "name": "Bo"}]}  # fmt: skip
    assert club.join("red").post("/v1/tables", new).status_code == 403
    referee = club.referee()
    made = referee.post("/v1/tables", new)
    assert made.status_code == 201 and made.json()["seats"] == {"red": "Ana", "black": "Bo"}
    assert referee.post("/v1/tables", new).status_code == 409
    assert referee.post("/v1/tables", new | {"game": "chess"}).status_code == 404
    assert referee.post("/v1/tables", new | {"table": "a/b"}).status_code == 400


def test_records_from_elsewhere_are_seen(club: Club, database: Path) -> None:
    red = club.join("red")
    red.write("events", BET, 1)
    opened(database, "elsewhere")
    assert {one["table"] for one in red.get("/v1/tables").json()["tables"]} == {"friday"}
    everybody = club.phone().get("/v1/tables").json()["tables"]
    assert {one["table"] for one in everybody} == {"friday", "elsewhere"}


def test_a_note_is_written_in_every_game(database: Path, served: Made) -> None:
    opened(database, "friday", "ragami")
    green = served().join("green")
    note = {"type": "noted", "data": {"text": "rain"}}
    assert green.post("check", note).json()["ok"]
    assert green.write("events", note, 1).status_code == 201
    shown = {"type": "asserted", "data": {"vp": {"green": 3}}}
    assert green.write("events", shown, 2).status_code == 201
    assert green.write("events", {"line": "note: more rain"}, 3).status_code == 201
