"""The service on other databases: PostgreSQL, two processes on one, a disk that is full."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import httpx
import pytest

from ragami.errors import RagamiError
from ragami.server.access import Caller
from ragami.server.bodies import Cosignature
from ragami.server.round_bodies import Clock
from ragami.server.rows import SqliteRows
from ragami.store import Appended, open_store
from ragami.store.schema import STEPS
from ragami.store.sqlite import SqliteStore
from ragami.table.recording import Draft, Recording
from tests.cli.conftest import Ragami
from tests.patience import patience
from tests.postgres import Server
from tests.scale import often
from tests.server.faults import until
from tests.server.kit import Club, Made, Phone, opened
from tests.store.faults import connections, is_closed

BET = {"type": "bet_placed", "data": {"player": "red", "on": "blue"}}
RAIN = {"type": "noted", "data": {"text": "rain"}}
OPEN_BET = {"type": "bet_placed", "data": {"player": "blue", "on": None}}


def test_the_role_of_the_documentation_serves(server: Server, whole_database: str) -> None:
    """Every table beside the games is used by it, and what the owner writes is heard of."""
    address = whole_database
    opened(address)
    with server.table_server(address) as role, Club(role) as club:
        red, blue = club.join("red"), club.join("blue")
        with red.stream() as events:
            events.until("head")
            assert red.write("events", BET, 1, key="k").status_code == 201
            assert events.until("moment").id == 2
            with open_store(address) as owner:
                Recording(owner, "friday").write([Draft("noted", b'{"text":"rain"}')])
            assert events.until("moment").id == 3
        again = club.phone().post("/v1/join", {"code": club.code(), "seat": "red"}).json()
        undo = blue.write("undo", {"to": 1}, 3)
        assert undo.json()["code"] == "not-yours-to-undo"
        with blue.stream() as events:
            claims = [events.until("claim").data for _ in range(2)]
        for claim in claims:
            answer = {"answer": "yes" if claim["kind"] == "undo" else "no"}
            asked = red if claim["kind"] == "undo" else blue
            assert asked.post(f"/v1/claims/{claim['id']}", answer).status_code == 200
        yes = {"If-Match": '"3"', "X-Claim": undo.json()["claim"]}
        assert blue.post("undo", {"to": 1}, headers=yes).status_code == 201
        wanted = {"code": club.code(), "seat": "red", "claim": again["claim"]}
        assert club.phone().post("/v1/join", wanted).status_code == 410
        for path, body in (("calls", {}), ("lock", {"locked": True}), ("code", {})):
            assert red.post(path, body).status_code in (200, 201), path
        referee = club.referee()
        assert referee.post("calls", method="DELETE").status_code == 200
        access = club.serving.app.service.access
        assert access.seed("friday") == access.seed("friday")
        for _ in range(2):
            access.set_mark("friday", "mark", "red")
            seen = Cosignature(1, "root", "name", "key", 1, "signature")
            access.witness("friday", seen, Caller())
        kept = access.gatherings
        kept.set_clock("friday", Clock(60, True))
        kept.ask("friday", "device", "Ana", None)
        kept.answered(kept.asking("friday")[0].id)


def test_a_right_that_is_missing_is_told(server: Server, ragami: Ragami) -> None:
    """By the command that starts, and by the request that needs it; not as a server gone."""
    with server.database() as address, server.table_server(address) as role:
        opened(address)
        name = address.partition("@/")[2].partition("?")[0]
        server.sql(name, "REVOKE INSERT ON serve_seat FROM table_server")
        with Club(role) as club:
            refused = club.phone().post("/v1/join", {"code": club.code(), "seat": "red"})
            assert (refused.status_code, refused.json()["code"]) == (500, "server-forbids")
            assert "serve_seat" in refused.json()["detail"]
            assert "tester" not in refused.text and str(server.folder) not in refused.text
        server.sql(name, "DROP TABLE serve_call")
        said = ragami("serve", "--check", "--port", "0", "--db", role)
        assert said.code == 7
        assert "serve_call" in said.err and "docs/postgresql.md" in said.err
        server.sql(name, "REVOKE ALL ON serve_table FROM table_server")


def test_two_servers_on_one_postgresql(server: Server) -> None:
    """A token of one is good at the other, and what one writes the other's screens show."""
    address = server.schema()
    opened(address)
    with Club(address) as one, Club(address) as other:
        red = one.join("red")
        elsewhere = Phone(other.base, red.token)
        with elsewhere.stream() as events:
            events.until("head")
            began = time.monotonic()
            assert red.write("events", BET, 1).status_code == 201
            assert events.until("moment").id == 2
            assert time.monotonic() - began < 2 * patience()
        late = elsewhere.write("events", OPEN_BET, 1)
        assert (late.status_code, late.json()["code"]) == (409, "somebody-was-first")
        assert elsewhere.write("events", OPEN_BET, 2).status_code == 201
        elsewhere.close()


@pytest.mark.trial
def test_a_claim_of_one_server_is_answered_at_another(server: Server) -> None:
    """So is what else stands in no log: seats, calls, the lock, who has seen what."""
    address = server.schema()
    opened(address)
    with Club(address) as one, Club(address) as other:
        one.join("red")
        blue = Phone(other.base, one.join("blue").token)
        desk = other.referee().stream(path="/v1/hall/stream")
        with blue.stream() as events, desk as hall:
            hall.until("hall")
            events.until("head")
            wanted = {"code": one.code(), "seat": "red", "name": "Ana again"}
            phone = one.phone()
            wanted["claim"] = phone.post("/v1/join", wanted).json()["claim"]
            claim = events.until("claim").data
            assert (claim["seat"], claim["name"]) == ("red", "Ana again")
            answer = {"answer": "yes"}
            assert blue.post(f"/v1/claims/{claim['id']}", answer).status_code == 200
            assert events.until("claim").data == {"id": claim["id"], "answer": "yes"}
            joined = phone.post("/v1/join", wanted)
            assert joined.status_code == 201
            assert events.until("seat").data["taken"] == ["blue", "red"]
            phone = one.phone(token=joined.json()["token"])
            assert phone.post("calls", {"text": "a die fell down"}).status_code == 201
            assert events.until("call").data == {"calls": 1}
            assert phone.post("lock", {"locked": True}).status_code == 200
            assert events.until("locked").data == {"locked": True}
            while not (calls := hall.until("table").data["calls"]):
                pass
            assert calls[0]["text"] == "a die fell down"
        blue.close()


def test_a_postgresql_that_is_killed_is_told_and_back_again(server: Server) -> None:
    address = server.schema()
    opened(address)
    with Club(address) as club:
        red = club.join("red")
        stop = threading.Event()
        said: list[int] = []

        def tap() -> None:
            number = 1
            while not stop.is_set():
                body = {"type": "noted", "data": {"text": str(number)}}
                try:
                    answer = red.write("events", body, number, key=f"k{number}")
                except httpx.HTTPError:
                    continue
                if answer.status_code in (200, 201):
                    number += 1
                    said.append(number)
                else:
                    assert answer.status_code in (503, 500), answer.text
                    time.sleep(0.05)

        tapping = threading.Thread(target=tap)
        tapping.start()
        until(lambda: len(said) > 2, 60)
        server.stop(signal.SIGKILL)
        before = len(said)
        server.start()
        until(lambda: len(said) >= before + 5, 60)
        stop.set()
        tapping.join(10)
        until(lambda: red.get("records").status_code != 503)
        records = red.get("records")
        assert len(records.text.splitlines()) in (len(said) + 1, len(said) + 2)


def test_a_disk_that_is_full_is_told(
    club: Club, monkeypatch: pytest.MonkeyPatch, database: Path
) -> None:
    red = club.join("red")

    def full(self: SqliteStore, *given: object, **named: object) -> Appended:
        raise RagamiError("disk-full", path="games.db", found="full")

    monkeypatch.setattr(SqliteStore, "append", full)
    refused = red.write("events", BET, 1, key="k")
    assert (refused.status_code, refused.json()["code"]) == (507, "disk-full")
    monkeypatch.undo()
    assert red.write("events", BET, 1, key="k").status_code == 201
    with open_store(database) as store:
        assert store.head("friday") == 2


TAPS, PHONES = often(5, 20), often(4, 8)


def test_two_who_tap_at_once_are_written_once_each(database: Path, served: Made) -> None:
    """Several phones add notes to whatever stands: nothing is lost, nothing is there twice."""
    opened(database)
    club = served()
    phones = [club.join("red"), club.join(role="keeper")]
    phones += [club.phone(token=phones[0].token) for _ in range(PHONES - 2)]

    def tap(phone: Phone, name: int) -> None:
        for number in range(TAPS):
            body = {"type": "noted", "data": {"text": f"{name}.{number}"}}
            after = 1
            while True:
                answer = phone.write("events", body, after, key=f"{name}.{number}")
                if answer.status_code == 201:
                    break
                assert answer.status_code == 409, answer.text
                after = answer.json()["found"]

    threads = [threading.Thread(target=tap, args=(one, n)) for n, one in enumerate(phones)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(60)
    told = [line for line in phones[0].get("records").text.splitlines() if "noted" in line]
    texts = [line.partition('"text":"')[2].partition('"')[0] for line in told]
    assert sorted(texts) == sorted(f"{n}.{m}" for n in range(len(phones)) for m in range(TAPS))
    for name in range(len(phones)):
        own = [int(text.partition(".")[2]) for text in texts if text.startswith(f"{name}.")]
        assert own == list(range(TAPS))


def test_a_file_that_is_no_database_is_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "access.db").write_bytes(b"no database at all, " * 100)
    left = connections(monkeypatch)
    with pytest.raises(RagamiError, match="not a database"):
        SqliteRows(tmp_path / "access.db", {"seat": "name text"})
    assert left and all(map(is_closed, left))


def test_a_database_that_is_moved_away_is_noticed_at_once(tmp_path: Path) -> None:
    """Nothing that is in no file of its name is acknowledged, a repetition neither."""
    database = tmp_path / "hall.db"
    opened(database)
    with Club(database) as club:
        red = club.join("red")
        assert red.write("events", BET, 1, key="one").status_code == 201
        database.rename(tmp_path / "elsewhere.db")
        for _ in range(2):
            refused = red.write("events", RAIN, 2, key="two").json()
            assert refused["code"] == "database-gone"
            assert "moved, replaced or deleted" in refused["title"]
        assert red.get("moment").json()["code"] == "database-gone"
        health = club.phone().get("/v1/health")
        assert health.status_code == 503 and health.json()["ready"] is False
        with pytest.raises(RagamiError, match="no database"):
            club.serving.app.service.open_store()  # none is made in its place
        (tmp_path / "elsewhere.db").rename(database)
        assert red.write("events", RAIN, 2, key="two").status_code == 201
        assert club.phone().get("/v1/health").json()["ready"] is True


@pytest.mark.parametrize("deleted", [False, True], ids=["moved", "deleted"])
def test_a_file_beside_the_games_that_is_gone_is_noticed_at_once(
    tmp_path: Path, deleted: bool
) -> None:
    """Who sits where would be kept in a file that nobody finds again."""
    database, beside = tmp_path / "hall.db", tmp_path / "hall.serve.db"
    opened(database)
    with Club(database) as club:
        red = club.join("red")
        assert red.write("events", BET, 1).status_code == 201
        if deleted:
            beside.unlink()
        else:
            beside.rename(tmp_path / "elsewhere.db")
        refused = red.write("events", RAIN, 2).json()
        assert refused["code"] == "database-gone"
        assert "hall.serve.db was moved, replaced or deleted" in refused["title"]
        if not deleted:
            (tmp_path / "elsewhere.db").rename(beside)
            assert red.write("events", RAIN, 2).status_code == 201


NEWER = """
import sys
from pathlib import Path
from ragami.store import schema
schema.STEPS = (*schema.STEPS, lambda database: database["later"].create({"id": int}))
schema.connect(Path(sys.argv[1]), create=False).close()
"""


def test_a_database_that_a_newer_ragami_took_over_is_noticed(tmp_path: Path) -> None:
    """Nobody writes into a file whose form is not known; it is said once, clearly."""
    database = tmp_path / "hall.db"
    opened(database)
    with Club(database) as club:
        red = club.join("red")
        assert red.write("events", BET, 1).status_code == 201
        subprocess.run([sys.executable, "-c", NEWER, str(database)], check=True)
        known = len(STEPS)
        for path in ("events", "undo"):
            body = RAIN if path == "events" else {"to": 1}
            refused = red.write(path, body, 2).json()
            assert refused["code"] == "database-newer"
            version = f"schema version {known + 1}; this ragami knows versions up to {known}"
            assert version in refused["title"]
        assert red.get("moment").json()["code"] == "database-newer"
        assert club.phone().get("/v1/health").status_code == 503
    with sqlite3.connect(database) as file:
        assert file.execute("SELECT count(*) FROM event").fetchone() == (2,)
