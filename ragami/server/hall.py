"""The referee's desk: all tables at once, those in trouble first."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Sequence
from datetime import UTC, datetime
from typing import Final

import msgspec
from starlette.responses import Response

from ragami.game import GameDoesNotLoad, GameFails
from ragami.game.capabilities import GATHERING, GUIDANCE
from ragami.language import Language
from ragami.log.record import Envelope
from ragami.proof.withheld import as_it_reads
from ragami.server import bodies as b
from ragami.server import stream_bodies as s
from ragami.server.admission import AdmittedRequest
from ragami.server.answers import as_json, event_stream
from ragami.server.bodies import REFEREE
from ragami.server.painter import Painter
from ragami.server.service import Service
from ragami.server.stream import HALL, PROTOCOL, RETRY_MS, Client
from ragami.server.stream_bodies import Key, event
from ragami.table.drafts import now

IDLE_SECONDS: Final = 600
CALL, ERROR, WARNING, IDLE = 1000, 500, 100, 10


async def hall(request: AdmittedRequest) -> Response:
    """All tables, those in trouble first."""
    return as_json(b.Hall(await entries(request.service, request.language)))


async def entries(service: Service, language: Language) -> list[b.HallEntry]:
    """Return all tables, those in trouble first."""
    names = await service.names()
    hall_entries = [await entry(service, name, language) for name in names]
    return sorted(hall_entries, key=lambda hall_entry: (-hall_entry.trouble, hall_entry.table))


async def entry(service: Service, table: str, language: Language) -> b.HallEntry:
    """Return a table as the desk sees it."""
    try:
        hall_entry = await service.drawer.run(_entry, table, language)
    except (GameDoesNotLoad, GameFails) as problem:
        game, findings = str(problem.facts["game"]), [problem.say(language)]
        hall_entry = b.HallEntry(table, game, 0, "", [], False, findings, None, 0, [], ERROR)
    hall_entry.calls = service.access.calls(table)
    hall_entry.devices = len({client for _key, client in service.hub.watching(table)})
    hall_entry.trouble += CALL * len(hall_entry.calls)
    return hall_entry


def _entry(painter: Painter, table: str, language: Language) -> b.HallEntry:
    replay = painter.standing(table, REFEREE)
    game = replay.game
    over = replay.final is not None
    findings = [finding for finding in replay.findings() if finding.severity != "notice"]
    idle = None if over else idle_seconds(painter.source(table).kept)
    errors = sum(finding.severity == "error" for finding in findings)
    trouble = ERROR * errors + WARNING * (len(findings) - errors)
    trouble += IDLE if idle is not None and idle > IDLE_SECONDS else 0
    step = game.need(GUIDANCE).guide(replay.state, language).step
    sentences = [game.words.say(finding, language) for finding in findings]
    due = list(replay.position.due)
    hall_entry = b.HallEntry(
        table, game.name, replay.seq, step, due, over, sentences, idle, 0, [], trouble
    )
    hall_entry.gathers = game.has(GATHERING)
    return hall_entry


def idle_seconds(lines: Sequence[bytes]) -> int | None:
    """Return the seconds since the last record; None if it does not say when it was."""
    try:
        when = msgspec.json.decode(as_it_reads(lines[-1]), type=Envelope).at
    except msgspec.MsgspecError:
        return None
    return max(0, round((datetime.now(UTC) - when).total_seconds())) if when else None


async def hall_stream(request: AdmittedRequest) -> Response:
    """Return the stream of the hall, as it changes."""
    return event_stream(hall_events(request.service, request.language))


async def hall_events(service: Service, language: Language) -> AsyncGenerator[bytes, None]:
    """Yield all tables, and from then on each that changes."""
    hub, key = service.hub, Key(HALL, REFEREE, language)
    client = Client(None, public=False)
    grown: set[str] = set()

    def heard(table: str) -> None:
        grown.add(table)
        client.put(b"")

    hub.clients.setdefault(key, set()).add(client)
    stop = hub.listen(heard)
    try:
        yield event("hello", s.HallHello(PROTOCOL, language, hub.beat))
        yield event("hall", b.Hall(await entries(service, language)))
        while not hub.ends():
            messages = await client.take(hub.beat)
            tables = sorted(grown)
            grown.clear()
            if hub.ends():
                break
            for table in tables:
                yield event("table", await entry(service, table, language))
            if not tables:
                yield b"".join(messages) or event("beat", s.Nothing())
            await asyncio.sleep(0)
        yield event("gone", s.Gone("restart", RETRY_MS))
    finally:
        stop()
        hub.clients.get(key, set()).discard(client)


async def call(request: AdmittedRequest) -> Response:
    """Call the referee."""
    body = await request.read_as(b.Call)
    request.service.access.call(request.table, request.caller.code, body.text, now())
    return await _called(request, 201)


async def answer_call(request: AdmittedRequest) -> Response:
    """The calls are answered."""
    request.service.access.answer_calls(request.table)
    return await _called(request, 200)


async def _called(request: AdmittedRequest, status: int) -> Response:
    """Tell the table how many calls are open, and the desk."""
    request.service.announcer.publish_changes()
    return as_json(await entry(request.service, request.table, request.language), status)
