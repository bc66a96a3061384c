"""Joining: a code, a seat, a yes of the others; and the calls and the desk of the referee."""

from __future__ import annotations

import base64
import hashlib
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from resvg_py import svg_to_bytes

from ragami.photo import code_in
from ragami.proof.note import decoded
from ragami.proof.tree import is_consistent
from tests.server.kit import Club, Json, Made, Phone, opened

BET = {"type": "bet_placed", "data": {"player": "red", "on": "blue"}}


def test_who_joins_has_a_seat_and_a_token(club: Club) -> None:
    phone = club.phone()
    told = phone.post("/v1/join", {"code": club.code().lower(), "seat": "red", "name": "Ana"})
    assert told.status_code == 201
    joined = told.json()
    assert (joined["role"], joined["seats"], joined["table"]) == ("seat", ["red"], "friday")
    assert len(joined["token"]) == 32
    assert club.phone().get("/v1/tables/friday").json()["taken"] == ["red"]
    assert club.phone().get("/v1/tables/friday").json()["code"] is None


def test_one_device_may_hold_several_seats(club: Club) -> None:
    red = club.join("red")
    more = red.post("/v1/join", {"code": club.code(), "seat": "blue"}).json()
    assert more["token"] == red.token and more["seats"] == ["blue", "red"]
    assert red.get("moment?as=blue").status_code == 200
    unknown = red.post("/v1/join", {"code": club.code(), "seat": "black"})
    assert (unknown.status_code, unknown.json()["code"]) == (404, "seat-not-there")


def test_a_taken_seat_wants_a_yes_of_another_device(club: Club) -> None:
    club.join("red")
    blue = club.join("blue")
    phone, wanted = club.phone(), {"code": club.code(), "seat": "red", "name": "Ana again"}
    with blue.stream() as events:
        events.until("head")
        taken = phone.post("/v1/join", wanted)
        assert (taken.status_code, taken.json()["code"]) == (409, "seat-taken")
        claim = events.until("claim").data
    assert (claim["kind"], claim["seat"], claim["name"]) == ("seat", "red", "Ana again")
    wanted["claim"] = taken.json()["claim"]
    assert phone.post("/v1/join", wanted).json()["code"] == "claim-open"
    assert phone.post(f"/v1/claims/{claim['id']}", {"answer": "yes"}).status_code == 401
    assert club.join().post(f"/v1/claims/{claim['id']}", {"answer": "yes"}).status_code == 403
    assert blue.post("/v1/claims/nothing", {"answer": "yes"}).status_code == 404
    assert blue.post(f"/v1/claims/{claim['id']}", {"answer": "yes"}).status_code == 200
    assert blue.post(f"/v1/claims/{claim['id']}", {"answer": "no"}).status_code == 410
    assert phone.post("/v1/join", wanted).status_code == 201
    assert phone.post("/v1/join", wanted).status_code == 410


def test_who_is_told_no_does_not_get_in(club: Club) -> None:
    club.join("red")
    referee = club.referee()
    with referee.stream() as events:
        events.until("head")
        wanted = {"code": club.code(), "seat": "red"}
        phone = club.phone()
        wanted["claim"] = phone.post("/v1/join", wanted).json()["claim"]
        claim = events.until("claim").data
    assert referee.post(f"/v1/claims/{claim['id']}", {"answer": "no"}).status_code == 200
    assert phone.post("/v1/join", wanted).status_code == 410


def test_who_comes_later_is_asked_as_well(club: Club) -> None:
    """A phone that slept while somebody asked is told when it wakes up; the public is not."""
    club.join("red")
    blue = club.join("blue")
    phone = club.phone()
    phone.post("/v1/join", {"code": club.code(), "seat": "red", "name": "Ana again"})
    with blue.stream() as events:
        claim = events.until("claim").data
    assert (claim["seat"], claim["name"]) == ("red", "Ana again")
    with club.phone().stream() as events:
        assert "claim" not in {one.name for one in events.quiet()}
    assert blue.post(f"/v1/claims/{claim['id']}", {"answer": "no"}).status_code == 200
    with blue.stream() as events:
        assert "claim" not in {one.name for one in events.quiet()}


def test_the_public_hears_of_no_claim(club: Club) -> None:
    club.join("red")
    with club.phone().stream() as events:
        events.until("head")
        club.phone().post("/v1/join", {"code": club.code(), "seat": "red"})
        assert "claim" not in {one.name for one in events.quiet()}


def test_a_locked_table_and_another_code(club: Club) -> None:
    red, code = club.join("red"), club.code()
    with club.phone().stream() as events:
        events.until("head")
        assert red.post("lock", {"locked": True}).json()["locked"]
        assert events.until("locked").data == {"locked": True}
    assert club.phone().post("/v1/join", {"code": code}).status_code == 423
    red.post("lock", {"locked": False})
    assert red.post("code").json()["code"] != code
    assert club.phone().post("/v1/join", {"code": code}).status_code == 404


def test_the_seat_is_kept_over_a_restart(database: Path, served: Made) -> None:
    opened(database)
    with Club(database) as club:
        token, code = club.join("red").token, club.code()
    club = served()
    assert club.phone(token=token).get("moment").json()["audience"] == "red"
    assert club.code() == code


def test_a_program_has_a_token_with_what_it_may(club: Club) -> None:
    referee = club.referee()
    made = referee.post("/v1/tokens", {"name": "scores", "role": "keeper", "table": "friday"})
    program = club.phone(token=made.json()["token"])
    bet = {"type": "bet_placed", "data": {"player": "red", "on": None}}
    assert program.write("events", bet, 1).status_code == 201
    assert club.join("red").post("/v1/tokens", {"name": "x", "role": "referee"}).status_code == 403


def test_the_address_as_a_qr_code(club: Club, database: Path) -> None:
    opened(database, "Friday, late")
    late, here = club.join("red", "Friday, late"), club.serving.addresses[0]
    for query, address in (
        ("", f"{here}/t/Friday%2C%20late/board"),
        ("?to=seat", f"{here}/t/Friday%2C%20late"),
        ("?to=join", f"{here}/J/{club.code('Friday, late')}".upper()),
    ):
        drawn = late.get(f"qr{query}")
        assert drawn.headers["content-type"] == "image/svg+xml"
        read = code_in(bytes(svg_to_bytes(svg_string=drawn.text, background="white")))
        assert read == address
    assert club.phone().get("qr?to=join").status_code == 401


# --- the desk -------------------------------------------------------------------------------


def test_the_desk_sees_who_is_in_trouble_first(club: Club, database: Path) -> None:
    opened(database, "quiet")
    referee, red = club.referee(), club.join("red")
    assert red.get("/v1/hall").status_code == 403
    assert club.phone().get("/v1/hall/stream").status_code == 401
    with referee.stream(path="/v1/hall/stream") as events:
        assert events.until("hello").data["protocol"] == 1
        tables = events.until("hall").data["tables"]
        assert [one["table"] for one in tables] == ["friday", "quiet"]
        assert red.post("calls", {"text": "whose turn?"}).status_code == 201
        called = events.until("table").data
        assert called["calls"][0]["text"] == "whose turn?" and called["calls"][0]["seat"] == "red"
        red.write("events", BET, 1)
        while (grown := events.until("table").data)["seq"] < 2:
            pass
        assert grown["table"] == "friday" and grown["idle_s"] <= 2
    assert referee.get("/v1/hall").json()["tables"][0]["table"] == "friday"
    assert red.post("calls", method="DELETE").status_code == 403
    assert referee.post("calls", method="DELETE").json()["calls"] == []


# --- witnesses ------------------------------------------------------------------------------


def signed(head: Json, key: Ed25519PrivateKey, text: str | None = None) -> Json:
    """A cosignature on a head, as a phone makes it."""
    message = f"cosignature/v1\ntime 1\n{text or head['text']}".encode()
    raw = key.public_key().public_bytes_raw()
    return {
        "size": head["size"],
        "root": head["root"],
        "name": "green's phone",
        "key": base64.b64encode(raw).decode(),
        "time": 1,
        "signature": base64.b64encode(key.sign(message)).decode(),
    }


def test_phones_witness_the_head(club: Club) -> None:
    red, key = club.join("red"), Ed25519PrivateKey.generate()
    first = red.get("head").json()
    with club.phone().stream() as events:
        events.until("head")
        assert red.post("cosignatures", signed(first, key)).status_code == 201
        assert events.until("witness").data["size"] == 1
    red.write("events", BET, 1)
    now = red.get("head").json()
    assert now["size"] == 2
    (seen,) = now["witnesses"]
    assert (seen["name"], seen["known"]) == ("red", True)  # whatever name it claims
    stranger = club.phone()
    given = signed(now, Ed25519PrivateKey.generate()) | {"name": "=red"}
    told = stranger.post("cosignatures", given).json()
    assert (told["name"], told["known"]) == ("=red", False)
    both = [(one["name"], one["known"]) for one in red.get("head").json()["witnesses"]]
    assert sorted(both) == [("=red", False), ("red", True)]
    assert (
        club.referee()
        .post("cosignatures", signed(now, Ed25519PrivateKey.generate()))
        .json()["name"]
        == "referee"
    )
    assert consistent(red, first, now)
    forged = signed(now, key, "another text\n")
    assert red.post("cosignatures", forged).json()["code"] == "false-cosignature"
    other = signed(now | {"root": base64.b64encode(hashlib.sha256().digest()).decode()}, key)
    assert red.post("cosignatures", other).json()["code"] == "other-tree"
    assert red.get("consistency?from=9").status_code == 409
    assert red.get("consistency").status_code == 400


def consistent(phone: Phone, old: Json, new: Json) -> bool:
    """Did the head that was kept grow into the new one? As the phone checks it."""
    proof = phone.get(f"consistency?from={old['size']}&to={new['size']}").json()
    path = [decoded(one) for one in proof["path"]]
    sizes = old["size"], decoded(old["root"]), new["size"], decoded(new["root"])
    return is_consistent(*sizes, path)
