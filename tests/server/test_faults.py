"""What fails around a table: the line, the disk, the clock, the process. Nothing is lost by it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Self

import httpx
import pytest

from ragami.game import registry
from ragami.store import open_store
from ragami.table import drafts
from tests.games.packages import write_package
from tests.patience import patience
from tests.scale import often
from tests.server.faults import Disk, Finger, once_each, small_disk, until, written
from tests.server.kit import Club, Made, Phone, alike, opened
from tests.server.proxy import Proxy
from tests.server.test_stream import Screen

TAPS = often(8, 25)
NOTE = {"type": "noted", "data": {"text": "rain"}}


def fingers(club: Club, base: str, taps: int = TAPS) -> list[Finger]:
    """Two at each of two tables."""
    made = []
    for table in ("friday", "saturday"):
        for seat in ("red", "blue"):
            token = club.join(seat, table).token
            assert token
            made.append(Finger(base, token, table, f"{table}.{seat}", taps))
    return made


def cut(proxy: Proxy) -> None:
    proxy.cut()


def lossy(proxy: Proxy) -> None:
    proxy.loss = 0.3


def stalled(proxy: Proxy) -> None:
    proxy.stalled = True


def deaf(proxy: Proxy) -> None:
    proxy.deaf = True


def slow(proxy: Proxy) -> None:
    proxy.rate = 2_000


FAULTS = {"cut": cut, "lost": lossy, "stalled": stalled, "deaf": deaf, "slow": slow}


def strike(proxy: Proxy, name: str, tapping: list[Finger]) -> None:
    """The fault holds until it has hit something, or there is nobody to be hit any more."""
    before = proxy.struck[name]
    while proxy.struck[name] == before and any(one.is_alive() for one in tapping):
        FAULTS[name](proxy)
        time.sleep(0.005)


def test_through_every_fault_of_a_line_each_tap_is_there_once(database: Path, served: Made) -> None:
    """Four phones tap; the line is cut, loses, stalls, goes deaf and drips 2 kB a second."""
    for table in ("friday", "saturday"):
        opened(database, table)
    club, rng = served(), Random(8)
    with Proxy(club.base) as proxy:
        tapping = fingers(club, proxy.base)
        for one in tapping:
            one.start()
        turns = 0
        while any(one.is_alive() for one in tapping) or turns < len(FAULTS):
            name = list(FAULTS)[turns % len(FAULTS)]
            strike(proxy, name, tapping)
            time.sleep(rng.uniform(0.05, 0.3))
            proxy.mend()
            time.sleep(0.02)  # they are not to be done before each has struck
            turns += 1
        for one in tapping:
            one.join()
    assert [one.done for one in tapping] == [TAPS] * 4
    assert once_each(database, tapping) == (0, 0)
    assert {*FAULTS} <= proxy.struck.keys(), "a fault struck nothing"
    met = sum((one.met for one in tapping[1:]), tapping[0].met)
    assert met["broken"] and met["409"] and met["200"]


def test_a_screen_is_whole_again_a_second_after_the_line_is(club: Club) -> None:
    red = club.join("red")
    with Proxy(club.base) as proxy:
        screen = Screen(Phone(proxy.base))
        screen.read(1)
        for seq, name in enumerate(FAULTS, 1):
            reading = threading.Thread(target=screen.read, args=(seq + 1,))
            reading.start()
            FAULTS[name](proxy)
            proxy.cut()
            assert red.write("events", NOTE, seq).status_code == 201
            time.sleep(0.3)
            proxy.mend()
            began = time.monotonic()
            reading.join()
            assert time.monotonic() - began < 1 * patience(), name
    assert alike(screen.shown, club.phone().get("moment").json())


# --- the disk ---------------------------------------------------------------------------------


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Disk]:
    with small_disk(tmp_path / "small") as made:
        yield made


def test_a_full_disk_is_told_and_nothing_is_lost(disk: Disk, served: Made) -> None:
    """Really full: the tap is refused in two languages, stays a tap, and is written later."""
    database = disk.path / "games.db"
    opened(database)
    with Club(database) as club:
        red, code = club.join("red"), club.code()
        after = 1
        for number in range(5):
            assert red.write("events", NOTE, after, f"before {number}").status_code == 201
            after += 1
        disk.fill()
        refused = red.write("events", NOTE, after, "tap")
        for number in range(200):  # what is left of the last page of the file
            if refused.status_code == 507:
                break
            assert refused.status_code == 201
            after += 1
            refused = red.write("events", NOTE, after, f"tap {number}")
        key = f"tap {number}" if number else "tap"
        told = refused.json()
        assert (refused.status_code, told["code"]) == (507, "disk-full")
        assert refused.headers["content-type"] == "application/problem+json"
        red.language = "es"
        spanish = red.write("events", NOTE, after, key).json()
        assert spanish["code"] == "disk-full" and spanish["detail"] != told["detail"]
        assert red.get("moment").status_code == 200
        assert red.get("/v1/health").status_code == 200
        joins = club.phone().post("/v1/join", {"code": code, "seat": "blue"})
        assert joins.status_code in (201, 507), joins.text
        assert str(disk.path) not in joins.text + refused.text  # whose folders are whose
        disk.free()
        if joins.status_code == 507:
            assert club.join("blue").token
        there = red.write("events", NOTE, after, key)
        assert there.status_code in (200, 201), there.text
        assert red.write("events", NOTE, after, key).json()["repeated"]
        assert red.seq() == after + 1
    assert len(written(database, "friday")) == after
    with open_store(database) as store:
        assert store.head("friday") == after + 1


# --- the clock --------------------------------------------------------------------------------


def test_a_clock_that_jumps_loses_nothing(
    club: Club, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hour is changed, the laptop wakes up: records keep their order, and screens go on."""

    class Jumping(datetime):
        by = timedelta()

        @classmethod
        def now(cls, tz: object = None) -> Self:
            return cls.fromtimestamp((datetime.now(UTC) + cls.by).timestamp(), UTC)

    monkeypatch.setattr(drafts, "datetime", Jumping)
    red = club.join("red")
    with club.phone().stream() as events:
        events.until("head")
        for seq, hours in enumerate((0, -26, 3, 24 * 400, -24 * 9000), 1):
            Jumping.by = timedelta(hours=hours)
            assert red.write("events", NOTE, seq, f"{hours}").status_code == 201
            assert red.write("events", NOTE, seq, f"{hours}").json()["repeated"]
            assert events.until("moment").id == seq + 1
    assert club.referee().get("/v1/hall").json()["tables"][0]["idle_s"] >= 0
    assert len(written(database, "friday")) == 5


@pytest.fixture
def forgetting() -> Iterator[None]:
    """What is installed now is nothing to the next test."""
    registry.forget()
    yield
    registry.forget()


@pytest.mark.usefixtures("forgetting")
def test_a_game_that_does_not_load_takes_no_other_table_down(
    database: Path, served: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is left out of the list, and the desk says what is wrong with it."""
    opened(database)
    with open_store(database) as store:
        line = store.read("friday")[0].replace(b'"game":"race"', b'"game":"badgame"')
        store.append("saturday", 0, [line])
    write_package(tmp_path, "badmod", "import nowhere\n", badgame="badmod:GAME")
    monkeypatch.syspath_prepend(str(tmp_path))
    registry.forget()
    club = served()
    listed = club.phone().get("/v1/tables")
    assert [table["table"] for table in listed.json()["tables"]] == ["friday"]
    for page in ("/", "/desk", "/t/friday", "/t/friday/board", "/t/friday/story"):
        assert club.phone().client.get(page).status_code == 200, page
    first, second = club.referee().get("/v1/hall").json()["tables"]
    assert (first["table"], first["game"]) == ("saturday", "badgame")
    assert "does not load" in first["findings"][0]
    assert (second["table"], second["findings"]) == ("friday", [])
    refused = club.phone().get("/v1/tables/saturday")
    assert (refused.status_code, refused.json()["code"]) == (404, "game-does-not-load")


def test_the_same_tap_at_the_same_moment_is_written_once(club: Club, database: Path) -> None:
    """One key from two lines at once, many times over; and others who mean the same record."""
    token = club.join("red").token
    phones = [club.phone(token=token), club.phone(token=token), club.join("blue")]
    statuses: list[int] = []

    def send(phone: Phone, after: int, key: str, gate: threading.Barrier) -> None:
        gate.wait()
        statuses.append(phone.write("events", NOTE, after, key).status_code)

    after = 1
    for number in range(25):
        gate = threading.Barrier(3)
        keys = (f"red {number}", f"red {number}", f"blue {number}")
        sending = [
            threading.Thread(target=send, args=(phone, after, key, gate))
            for phone, key in zip(phones, keys, strict=True)
        ]
        for one in sending:
            one.start()
        for one in sending:
            one.join()
        after += 1
        assert club.phone().seq() == after
    assert statuses.count(201) == 25 and {*statuses} == {200, 201, 409}
    assert len(written(database, "friday")) == 25


def test_a_server_that_is_gone_for_a_while_is_found_again(database: Path, served: Made) -> None:
    opened(database)
    with Proxy("http://127.0.0.1:1") as proxy:
        with pytest.raises(httpx.HTTPError):
            Phone(proxy.base).get("/v1/health")
        club = served()
        proxy.redirect(club.base)
        phone = Phone(proxy.base)
        until(lambda: phone.get("/v1/health").status_code == 200, patience())
        phone.close()
