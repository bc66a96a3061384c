"""Whole logs come in by the referee: judged first, and stored to the byte."""

from __future__ import annotations

import socket
from pathlib import Path
from urllib.parse import urlsplit

import httpx
import pytest

from ragami.server.door import IMPORT_BYTES
from ragami.store import open_store
from tests.server.faults import until
from tests.server.kit import Club, Made, Phone

EXAMPLES = Path(__file__).parents[2] / "examples"
LOG = (EXAMPLES / "four-players.jsonl").read_bytes()
NDJSON = {"Content-Type": "application/x-ndjson"}


def titled(title: str) -> bytes:
    return LOG.replace(b'"Spring cup, final"', b'"%s"' % title.encode(), 1)


def brought(phone: Phone, log: bytes, table: str | None = None) -> httpx.Response:
    query = {"table": table} if table else {}
    return phone.post("/v1/import", log, headers=NDJSON, params=query)


@pytest.fixture
def empty(served: Made) -> Club:
    return served()


def test_a_log_is_stored_to_the_byte_and_served_at_once(empty: Club, database: Path) -> None:
    for table, media in (("final", NDJSON["Content-Type"]), ("third", "application/octet-stream")):
        query = {"params": {"table": table}, "headers": {"Content-Type": media}}
        answer = empty.referee(table).post("/v1/import", LOG, **query)
        assert answer.status_code == 201, answer.text
        told = {"table": table, "records": len(LOG.splitlines()), "repeated": False}
        assert answer.json() == {"tables": [told]}
        with open_store(database) as store:
            assert b"".join(line + b"\n" for line in store.read(table)) == LOG
        assert empty.phone(table=table).get("moment").json()["over"]
    again = brought(empty.referee(), LOG, "final")
    assert (again.status_code, again.json()["tables"][0]["repeated"]) == (200, True)
    another_log_of_this_name_is_not_overwritten(empty, database)


def another_log_of_this_name_is_not_overwritten(club: Club, database: Path) -> None:
    shorter = LOG[: LOG.index(b"\n", 5000) + 1]
    assert brought(club.referee(), shorter, "final").json()["tables"][0]["repeated"]
    other = brought(club.referee(), titled("new") + titled("final"))
    assert (other.status_code, other.json()["code"]) == (409, "other-game-of-this-name")
    with open_store(database) as store:
        assert list(store.names()) == ["final", "third"]
        assert store.head("final") == len(LOG.splitlines())


def test_logs_that_follow_each_other_are_called_as_their_titles_say(empty: Club) -> None:
    """All of them are stored, or none."""
    referee = empty.referee()
    nothing_is_stored_of_what_is_wrong(empty, referee)
    answer = brought(referee, titled("one") + titled("two"))
    assert [one["table"] for one in answer.json()["tables"]] == ["one", "two"]
    assert len(empty.phone().get("/v1/tables").json()["tables"]) == 2
    unnamed = brought(referee, LOG.replace(b'"Spring cup, final"', b"null", 1))
    assert (unnamed.status_code, unnamed.json()["code"]) == (400, "name-needed")
    none = brought(referee, b'{"seq":1,')
    assert (none.status_code, none.json()["code"]) == (422, "log-refused")
    twice = brought(referee, titled("one") + titled("one"))
    assert twice.status_code == 400
    both = brought(referee, titled("one") + titled("two"), "three")
    assert (both.status_code, both.json()["code"]) == (400, "wrong-request")
    assert both.json()["facts"]["problem"] == "one-log"


def nothing_is_stored_of_what_is_wrong(club: Club, referee: Phone) -> None:
    wrong = titled("two").replace(b'"via":"saint"', b'"via":"demon"')
    answer = brought(referee, titled("one") + wrong)
    told = answer.json()
    assert (answer.status_code, told["code"]) == (422, "log-refused")
    assert told["rule"] and told["finding"]["line"] and told["finding"]["text"]
    no_logs = (b"", b"\n", b"{", b"[1,2]", b"\x00\xff\n", b'{"seq":1}\n', b'{"seq":2,"type":"x"}\n')
    for log in no_logs:
        answer = brought(referee, log, "final")
        assert answer.status_code in (400, 409, 422), (log, answer.text)
    assert club.phone().get("/v1/tables").json()["tables"] == []


def test_of_a_log_that_breaks_off_on_its_way_nothing_is_stored(served: Made) -> None:
    told: list[str] = []
    club = served(accesses=told.append)
    place, token = urlsplit(club.base), club.referee().token
    head = [
        "POST /v1/import?table=final HTTP/1.1", "Host: localhost", f"Content-Length: {len(LOG)}",
        f"Authorization: Bearer {token}", "Content-Type: application/x-ndjson", "", "",
    ]  # fmt: skip
    with socket.create_connection((place.hostname or "", place.port or 0)) as line:
        line.sendall("\r\n".join(head).encode() + LOG[: LOG.index(b"\n") + 1])
    until(lambda: "import" in told[-1])
    assert told[-1].endswith("POST /v1/import 400")


def test_only_the_referee_of_the_hall_brings_logs_in(club: Club) -> None:
    assert brought(club.phone(), LOG, "final").status_code == 401
    assert brought(club.join("red"), LOG, "final").status_code == 403
    referee = club.referee()
    wanted = {"name": "robot", "role": "referee", "table": "friday"}
    robot = club.phone(token=referee.post("/v1/tokens", wanted).json()["token"])
    assert robot.get("choices").status_code == 200
    for path, body in (("/v1/import", LOG), ("/v1/tokens", b"{}"), ("/v1/tables", b"{}")):
        kind = NDJSON if path == "/v1/import" else {}
        assert robot.post(path, body, headers=kind).status_code == 403, path
    assert robot.get("/v1/hall").status_code == 403
    as_json = referee.post("/v1/import", LOG)
    assert (as_json.status_code, as_json.json()["code"]) == (415, "not-json-type")


def test_sixteen_megabytes_are_taken_and_no_more(empty: Club) -> None:
    referee = empty.referee()
    large = brought(referee, LOG[:-1] + b" " * (IMPORT_BYTES - len(LOG)) + b"\n", "final")
    assert large.status_code != 413
    larger = brought(referee, LOG + b" " * IMPORT_BYTES, "final")
    assert (larger.status_code, larger.json()["code"]) == (413, "too-large")
