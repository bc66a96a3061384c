"""The stream: contiguous whatever happens to the line, and the same as asking for the whole."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any, Final

import httpx
import msgspec
import pytest

from ragami.export.excerpt import Excerpt
from ragami.export.page.moments import Moments, Stock
from ragami.game.capabilities import PAGE
from ragami.proof.note import decoded
from ragami.proof.tree import is_consistent
from ragami.server.access import beside
from ragami.server.app import App
from ragami.server.keeper import Keeper
from ragami.server.painter import Painter
from ragami.server.service import Service, Settings
from ragami.server.stream import QUEUE, Client
from ragami.server.stream_bodies import Key
from ragami.store import open_store
from ragami.table.recording import Draft, Recording
from tests.patience import patience
from tests.scale import often
from tests.server.kit import Club, Json, Made, Phone, alike, applied, fill, opened, simulated
from tests.server.proxy import Proxy

BET = {"type": "bet_placed", "data": {"player": "red", "on": "blue"}}
BLUES = {"type": "bet_placed", "data": {"player": "blue", "on": None}}


def roll(seat: str, face: int = 1) -> Json:
    return {"type": "rolled", "data": {"player": seat, "face": face}}


def test_it_begins_with_hello_and_the_whole(club: Club) -> None:
    with club.phone().stream() as events:
        hello, whole, head = events.next(), events.next(), events.next()
    assert hello.name == "hello" and hello.data["protocol"] == 1
    assert hello.data["table"] == "friday" and hello.data["audience"] == "public"
    assert (whole.name, whole.id, whole.data["seq"]) == ("whole", 1, 1)
    assert head.name == "head" and head.data["size"] == 1
    assert whole.data == club.phone().get("moment").json()


def test_a_moment_leads_from_what_was_to_what_is(club: Club) -> None:
    red, watcher = club.join("red"), club.phone()
    with watcher.stream() as events:
        shown = events.until("whole").data
        for after, event in ((1, BET), (2, BLUES), (3, roll("red", 4))):
            assert red.write("events", event, after).status_code == 201
            moment = events.until("moment")
            assert moment.id == after + 1
            shown = applied(shown, moment.data)
        assert red.write("undo", {"to": 3}, 4).status_code == 201
        undone = events.until("moment").data
        assert [one[:2] for one in undone["story"]] == [["strike", 4], ["add", 5]]
        shown = applied(shown, undone)
    assert alike(shown, watcher.get("moment").json())


def test_every_moment_comes_with_its_head(club: Club) -> None:
    """What is shown is witnessed: the head before each moment has grown out of the one before."""
    red = club.join("red")
    with club.phone().stream() as events:
        kept = events.until("head").data
        for after in range(1, 20):
            body = {"type": "noted", "data": {"text": "rain"}}
            assert red.write("events", body, after).status_code == 201
            while (event := events.next()).name == "beat":
                pass
            head = event.data
            assert (event.name, head["old"], head["size"]) == ("head", after, after + 1)
            assert len(event.text) < 400
            roots = (decoded(one["root"]) for one in (kept, head))
            path = [decoded(one) for one in head["path"]]
            assert is_consistent(after, next(roots), after + 1, next(roots), path)
            assert (moment := events.next()).name == "moment" and moment.id == after + 1
            kept = head
        assert kept["root"] == red.get("head").json()["root"]


def test_nobody_is_led_back_by_a_server_that_has_not_read_on(database: Path) -> None:
    """A phone comes from another server of the same games, with a record not drawn here yet."""
    opened(database)
    key = Key("friday", "public", "en")
    with open_store(database) as here, open_store(database) as there:
        painter = Painter(here)
        assert painter.first(key, None)[0] == 1
        Recording(there, "friday").write([Draft("noted", b'{"text":"rain"}')])
        seq, _log, events = painter.first(key, 2)
        assert (seq, events) == (2, [])
        told = painter.advance([key])  # and who watched here is told of it all the same
        assert told[key][0] == 2


def test_who_comes_back_reads_on_from_the_last_seq(club: Club) -> None:
    red, watcher = club.join("red"), club.phone()
    with watcher.stream() as events:
        shown = events.until("whole").data
    red.write("events", BET, 1)
    red.write("events", BLUES, 2)
    with watcher.stream(last=1) as events:
        events.until("hello")
        moment = events.next()
        assert (moment.name, moment.data["from"], moment.data["seq"]) == ("moment", 1, 3)
        shown = applied(shown, moment.data)
    assert alike(shown, watcher.get("moment").json())
    with watcher.stream(last=3) as events:
        assert [events.next().name for _ in range(2)] == ["hello", "head"]


@pytest.mark.parametrize("last", [99, 0])
def test_who_says_what_cannot_be_gets_the_whole(club: Club, last: int) -> None:
    with club.phone().stream(last=last) as events:
        events.until("hello")
        assert events.next().name == "whole"


def test_the_heart_beats(club: Club) -> None:
    with club.phone().stream() as events:
        began = time.monotonic()
        assert events.until("beat").data == {}
        assert time.monotonic() - began < 2 * patience()


def test_who_writes_beside_the_server_is_seen_within_two_seconds(
    club: Club, database: Path
) -> None:
    with club.phone().stream() as events, open_store(database) as store:
        events.until("head")
        Recording(store, "friday").write([Draft("noted", b'{"text":"rain"}')])
        began = time.monotonic()
        assert events.until("moment").id == 2
        assert time.monotonic() - began < 2 * patience()


def test_a_slow_phone_is_told_the_whole_and_costs_no_memory(database: Path) -> None:
    """It takes nothing for longer than its queue is; then it is told everything at once."""
    opened(database)

    async def scenario(service: Service) -> None:
        client = Client(None, public=True)
        key, beside = Key("friday", "public", "en"), service.announcer.begin
        events: Any = service.hub.stream(key, client, None, beside)
        assert b"event: whole" in await anext(events)
        await anext(events)  # the head
        with open_store(database) as store:
            recording = Recording(store, "friday")
            for number in range(QUEUE + 8):
                recording.write([Draft("noted", b'{"text":"tap"}')])
                async with asyncio.timeout(60):
                    while len(client._waiting) <= number < QUEUE:
                        await asyncio.sleep(0.005)
                assert len(client._waiting) <= QUEUE
        async with asyncio.timeout(60):
            while not client.lost:
                await asyncio.sleep(0.01)
        told = await anext(events)
        assert told.startswith(b"event: whole\n") and told.count(b"event: ") == 2  # and its head
        # Drawn while records still came, it is followed by the rest.
        async with asyncio.timeout(60):
            while b"id: %d\n" % (QUEUE + 9) not in told:
                told = await anext(events)
        await events.aclose()

    play(database, scenario)


def test_whoever_taps_first_does_not_wait_for_the_fold(database: Path) -> None:
    """The first screen of a table has it folded for writing too."""
    opened(database)

    async def scenario(service: Service) -> None:
        events = service.stream(Key("friday", "public", "en"), Client(None, public=True), None)
        await anext(events)
        async with asyncio.timeout(60):
            while not await service.writer.run(lambda keeper: list(keeper._open)):
                await asyncio.sleep(0.01)
        await events.aclose()

    play(database, scenario)


def test_the_screens_of_a_table_are_told_before_the_desk(database: Path) -> None:
    opened(database)

    async def scenario(service: Service) -> None:
        told: list[str] = []
        hub, screen = service.hub, Client(None, public=True)
        events = hub.stream(Key("friday", "public", "en"), screen, None, service.announcer.begin)
        await anext(events)
        put = screen.put

        def telling(text: bytes, seq: int | None = None) -> None:
            told.append("screen")
            put(text, seq)

        screen.put = telling  # type: ignore[method-assign]
        hub.listen(told.append)
        seq = await service.writer.run(noted)
        hub.grown("friday", seq)
        async with asyncio.timeout(60):
            while "friday" not in told:
                await asyncio.sleep(0.01)
        assert told[0] == "screen"  # perhaps once more: who watches the file has seen it, too
        await events.aclose()

    play(database, scenario)


def noted(keeper: Keeper) -> int:
    """Write a note; gives its record."""
    keeper.record("friday", [("noted", {"text": "a tap"})], "referee")
    return len(keeper.recording("friday").lines)


def play(database: Path, scenario: Callable[[Service], Awaitable[None]]) -> None:
    """Have something happen in a service, without a network."""

    async def run() -> None:
        app = App(Settings(database, beside(database), frozenset({"localhost"}), beat=5))
        async with app.running():
            await scenario(app.service)

    asyncio.run(run())


class Screen:
    """A phone as it is meant: reads on, and asks for the whole where it cannot."""

    def __init__(self, phone: Phone, **query: str) -> None:
        self.phone, self.query = phone, query
        self.shown: Json = {}

    def read(self, upto: int) -> None:
        """Until record `upto` is shown, however often the line breaks."""
        ends = time.monotonic() + 60
        while self.shown.get("seq", 0) < upto:
            assert time.monotonic() < ends
            try:
                self._read(upto)
            except (httpx.HTTPError, StopIteration, AssertionError):
                time.sleep(0.02)

    def _read(self, upto: int) -> None:
        with self.phone.stream(last=self.shown.get("seq"), **self.query) as events:
            while self.shown.get("seq", 0) < upto:
                event = events.next()
                if event.name == "whole":
                    self.shown = event.data
                elif event.name == "moment":
                    self.shown = applied(self.shown, event.data)


NOTES: Final = often(20, 60)


def test_nothing_is_lost_or_doubled_by_a_line_that_breaks(club: Club, database: Path) -> None:
    """Both ways through a proxy that cuts: taps are sent again with their key."""
    rng = Random(14)
    token = club.join("red").token
    with Proxy(club.base) as proxy:
        phone = Phone(proxy.base, token)
        phone.host = club.base
        screen = Screen(Phone(proxy.base))
        for number in range(1, NOTES + 1):
            body = {"type": "noted", "data": {"text": f"tap {number}"}}
            tap(phone, body, number, f"k{number}", proxy, rng)
            if rng.random() < 0.3:
                screen.read(number + 1)
        screen.read(NOTES + 1)
        phone.close()
    with open_store(database) as store:
        lines = [msgspec.json.decode(line) for line in store.read("friday")]
    assert [one["data"].get("text") for one in lines[1:]] == [
        f"tap {n}" for n in range(1, NOTES + 1)
    ]
    assert alike(screen.shown, club.phone().get("moment").json())


def tap(phone: Phone, body: Json, after: int, key: str, proxy: Proxy, rng: Random) -> None:
    """Send until there is an answer; the line breaks at some time before, in or after it."""
    for attempt in range(10):
        if rng.random() < 0.5 and attempt < 9:
            proxy.cut()
        try:
            answer = phone.write("events", body, after, key=key)
        except httpx.HTTPError:
            continue
        if answer.status_code == 429:
            time.sleep(0.2)
            continue
        assert answer.status_code in (200, 201), answer.text
        if rng.random() < 0.3:
            proxy.cut()
            again = phone_again(phone, body, after, key)
            assert again is None or again["repeated"]
        return
    raise AssertionError("no answer in ten attempts")


def phone_again(phone: Phone, body: Json, after: int, key: str) -> Json | None:
    try:
        answer = phone.write("events", body, after, key=key)
    except httpx.HTTPError:
        return None
    if answer.status_code == 429:
        return None
    told: Json = answer.json()
    return told


def test_a_line_that_stalls_and_trickles_is_right_in_the_end(club: Club) -> None:
    red = club.join("red")
    with Proxy(club.base) as proxy:
        screen = Screen(Phone(proxy.base))
        screen.read(1)
        proxy.stalled = True
        red.write("events", BET, 1)
        proxy.stalled = False
        proxy.rate = 20_000
        red.write("events", BLUES, 2)
        screen.read(3)
    assert alike(screen.shown, club.phone().get("moment").json())


@pytest.mark.parametrize(
    ("game", "players", "viewer"),
    [
        ("ragami", 2, "public"),
        ("race", 2, 0),
        pytest.param("deal-with-the-devil", 4, 0, marks=pytest.mark.trial),
    ],
)
def test_what_is_live_is_what_is_exported(
    database: Path, served: Made, game: str, players: int, viewer: str | int
) -> None:
    """At every record the screen has the spots of the page that is exported for the audience."""
    played = simulated(game, 3, players)[:30]
    fill(database, played[:2])
    club = served()
    seats = [one["colour"] for one in played[0]["data"]["players"]]
    audience = viewer if isinstance(viewer, str) else seats[viewer]
    phone = club.phone() if viewer == "public" else club.join(audience)
    referee = club.referee()
    with phone.stream() as events, open_store(database) as store:
        shown = events.until("whole").data
        recording = Recording(store, "friday")
        for number, event in enumerate(played[2:], 3):
            recording.write([Draft(event["type"], msgspec.json.encode(event["data"]))])
            while shown["seq"] < number:
                shown = applied(shown, events.until("moment").data)
            assert shown["spots"] == exported(recording.lines, audience), number
    assert referee.get("moment").json()["stopped"] is None


def exported(lines: list[bytes], audience: str) -> dict[str, Any]:
    """The last spots of the page that is exported."""
    log = b"".join(line + b"\n" for line in lines)
    taken = Excerpt("friday", log, audience, "en")
    game = taken.replay.game
    names, _title = game.seating(taken.replay.state)
    stage = game.need(PAGE).stage(taken.replay.state, names, "en", Stock().keep)
    assert stage is not None
    return {name: [one.label, one.markup] for name, one in Moments(taken, stage).last.items()}
