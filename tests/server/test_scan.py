"""Deal with the Devil: a chest is scanned, and the phone shows whose it is now, and no more."""

from __future__ import annotations

import io
import json
import time
from pathlib import Path

import pytest
import segno

import ragami
from ragami.store import open_store
from tests.server.kit import Club, Json, Made, Phone

SAMPLE = Path(__file__).parents[1] / "games/deal_with_the_devil/samples/illegal-05.jsonl"
SENT = 17
"""The record that sends the chests of the first pass of round 1: to whom, the app knows."""

UNKNOWN_PIXELS = (
    b"DDS |\0\0\0\x0f\x10\0\0" + b"\x08\0\0\0" * 2 + bytes(60) + b"\x04\0\0\0XXXX" + bytes(99)
)
"""A picture whose pixels are of a kind that nobody decodes."""


@pytest.fixture
def devil(database: Path, served: Made) -> Club:
    """A table in the middle of the first pass."""
    lines = SAMPLE.read_bytes().splitlines()[:SENT]
    with open_store(database) as store:
        store.append("friday", 0, lines)
    return served()


def test_a_chest_goes_where_it_was_sent(devil: Club) -> None:
    lines = [json.loads(line) for line in SAMPLE.read_bytes().splitlines()[:SENT]]
    dealt = next(one["data"]["roles"] for one in lines if one["type"] == "characters_dealt")
    gets = {role: seat for seat, role in lines[-1]["data"]["chests"].items()}
    other = next(iter(dealt))
    for seat, role in dealt.items():
        phone = devil.join(seat)
        assert phone.get("/v1/tables/friday").json()["app"]
        assert phone.post("scan", {"mark": f"chest {seat}", "mine": True}).status_code == 200
        scanned = devil.join(role="keeper") if seat == other else phone
        told = scanned.post("scan", {"mark": f"chest {seat}"}).json()
        assert told["seat"] == gets[role] != seat
        assert role not in json.dumps(told)


def test_the_mark_is_read_off_a_photo(devil: Club) -> None:
    blue = devil.join("blue")
    assert blue.post("scan", {"mark": "B7", "mine": True}).status_code == 200
    drawn = io.BytesIO()
    segno.make("B7", micro=False).save(drawn, kind="png", scale=8, border=4)
    headers = {"Content-Type": "image/png"}
    photo = blue.post("scan", drawn.getvalue(), headers=headers)
    assert photo.status_code == 200 and photo.json()["mark"] == "B7", photo.text
    for content in (b"\x89PNG no photo", UNKNOWN_PIXELS):
        nothing = blue.post("scan", content, headers=headers)
        assert (nothing.status_code, nothing.json()["code"]) == (422, "no-picture")


def test_a_mark_that_nobody_has_said_is_not_known(devil: Club) -> None:
    blue = devil.join("blue")
    unknown = blue.post("scan", {"mark": "?"})
    assert (unknown.status_code, unknown.json()["code"]) == (404, "mark-not-known")
    assert devil.phone().post("scan", {"mark": "?"}).status_code == 401


def test_another_game_has_no_such_part(club: Club) -> None:
    red = club.join("red")
    assert not red.get("/v1/tables/friday").json()["app"]
    refused = red.post("scan", {"mark": "x", "mine": True})
    assert (refused.status_code, refused.json()["code"]) == (404, "no-capability")


# --- the server is the app --------------------------------------------------------------------

SEATS = {"red": "Ana", "blue": "Bea", "green": "Cy", "yellow": "Di"}


def records(phone: Phone) -> list[Json]:
    return [json.loads(line) for line in phone.get("records").text.splitlines()]


def wait_for(phone: Phone, type_: str) -> list[Json]:
    """The records as soon as there is one of this type."""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        told = records(phone)
        if any(one["type"] == type_ for one in told):
            return told
        time.sleep(0.05)
    raise AssertionError(f"no {type_}")


def opened(referee: Phone) -> None:
    """Open a table whose seed the server seals."""
    players = [{"seat": seat, "name": name} for seat, name in SEATS.items()]
    new = {"table": "friday", "game": "deal-with-the-devil", "players": players}
    made = referee.post("/v1/tables", new | {"options": {"distribution": "seed"}})
    assert made.status_code == 201, made.text


BREAD = {"player": "green", "word": "bread"}


def test_the_server_seals_deals_and_sends_and_each_sees_the_own_only(served: Made) -> None:
    club = served()
    referee = club.referee()
    opened(referee)
    phones = {seat: club.join(seat) for seat in SEATS}
    assert phones["red"].get("choices").json()["app"] == "seal"
    assert phones["green"].post("app", {"keeper": BREAD}).json() == {"written": 2}
    sealed = records(referee)
    assert [(one["type"], one["by"]) for one in sealed[1:]] == [
        ("distribution_sealed", "app"), ("word_given", "green"),
    ]  # fmt: skip
    word = {"type": "word_given", "data": {"player": "red", "word": "moon"}}
    assert phones["red"].write("events", word, len(sealed)).status_code == 201
    told = phones["red"].get("choices").json()
    assert told["app"] == "next"
    assert "characters_dealt" not in {form["type"] for form in told["forms"]}
    assert phones["blue"].post("app").json() == {"written": 1}
    dealt = {seat: wait_for(phone, "characters_dealt")[-1]["data"]["roles"]
             for seat, phone in phones.items()}  # fmt: skip
    for seat, roles in dealt.items():
        assert roles[seat] and not any(roles[other] for other in SEATS if other != seat)
    assert len({roles[seat] for seat, roles in dealt.items()}) == len(SEATS)
    everybody = wait_for(club.phone(), "characters_dealt")[-1]["data"]["roles"]
    assert not any(everybody.values())
    for phone in (club.phone(), phones["red"]):
        assert phone.get("moment").json()["stopped"] is None
        assert phone.get("choices").status_code == 200
    assert club.phone().post("app").status_code == 401


def test_nothing_is_sealed_before_the_word_of_who_runs_the_server(served: Made) -> None:
    club = served()
    referee = club.referee()
    opened(referee)
    red = club.join("red")
    for body in ({}, {"keeper": None}, {"keeper": BREAD}):  # of a seat: its own word only
        refused = red.post("app", body)
        assert (refused.status_code, refused.json()["code"]) == (422, "word-of-the-keeper"), body
    assert referee.post("app", {}).json()["code"] == "word-of-the-keeper"
    assert [one["type"] for one in records(referee)] == ["game_opened"]
    assert referee.post("app", {"keeper": None}).json() == {"written": 1}
    assert records(referee)[-1]["type"] == "distribution_sealed"


def test_nobody_writes_at_a_seat_what_the_app_writes(served: Made) -> None:
    club = served()
    opened(club.referee())
    draft = {"type": "distribution_sealed", "data": {"digest": "ab" * 32}}
    refused = club.join("red").write("events", draft, 1)
    assert (refused.status_code, refused.json()["code"]) == (400, "app-writes-it")


def sealed_elsewhere(database: Path, *, private: bool) -> None:
    """Make a game whose digest is of no seed that this server has."""
    name = "deal-with-the-devil"
    with ragami.open(database, "friday", game=name, private=private) as game:
        game.new(SEATS, options={"distribution": "seed"})
        game.record(("distribution_sealed", {"digest": "ab" * 32}))


def test_a_seed_sealed_elsewhere_is_said_and_another_can_be_sealed(
    database: Path, served: Made
) -> None:
    sealed_elsewhere(database, private=False)
    referee = served().referee()
    before = len(records(referee))
    refused = referee.post("app", {})
    assert (refused.status_code, refused.json()["code"]) == (422, "sealed-elsewhere")
    assert referee.write("undo", {"to": before - 1}, before).status_code == 201
    assert referee.post("app", {"keeper": BREAD}).json() == {"written": 2}


def test_a_private_game_is_dealt_by_the_device_that_keeps_it(database: Path, served: Made) -> None:
    sealed_elsewhere(database, private=True)
    referee = served().referee()
    refused = referee.post("app", {})
    assert (refused.status_code, refused.json()["code"]) == (422, "device-deals")
    assert "ragami table" in refused.json()["remedy"]
