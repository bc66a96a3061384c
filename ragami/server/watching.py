"""Streams of moments, and several screens on one connection, of which a browser has six."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator, Mapping, Sequence
from contextlib import aclosing, suppress
from typing import Final

from msgspec import Struct
from starlette.responses import Response

from ragami.errors import RagamiError
from ragami.server import bodies as b
from ragami.server import play_bodies as p
from ragami.server import round_bodies as r
from ragami.server import stream_bodies as s
from ragami.server.access import Caller
from ragami.server.admission import (
    AdmittedRequest,
    agreed_at,
    audience_of,
    expect_room,
    holder_of,
)
from ragami.server.answers import event_stream, status_of
from ragami.server.bodies import REFEREE
from ragami.server.hall import hall_events
from ragami.server.stream import Client
from ragami.server.stream_bodies import Key, event

Stream = AsyncGenerator[bytes, None]
Events = Mapping[str, tuple[type[Struct], ...]]
AHEAD: Final = 8
"""Parts that wait for a slow connection before its streams wait, too."""
END: Final = b"\n\n"


# What the streams bring, by the name of the event.
TABLE_EVENTS: Final[Events] = {
    "hello": (s.Hello,),
    "whole": (p.Whole,),
    "moment": (p.MomentChange,),
    "head": (s.HeadEvent,),
    "witness": (b.Witness,),
    "seat": (s.Seats,),
    "locked": (s.Locked,),
    "claim": (s.ClaimEvent,),
    "call": (s.Calls,),
    "clock": (r.Clock,),
    "round": (s.Nothing,),
    "beat": (s.Nothing,),
    "gone": (s.Gone,),
}
HALL_EVENTS: Final[Events] = {
    "hello": (s.HallHello,),
    "hall": (b.Hall,),
    "table": (b.HallEntry,),
    "beat": (s.Nothing,),
    "gone": (s.Gone,),
}
SHARED_EVENTS: Final[Events] = {
    **TABLE_EVENTS,
    **HALL_EVENTS,
    "hello": (s.Hello, s.HallHello),
    "refused": (s.RefusedScreen,),
}


async def watch(request: AdmittedRequest) -> Response:
    """The streams of several screens on one connection: each event says by `on` of which."""
    body = await request.read_as(b.Watch)
    expect_room(request, [screen.token for screen in body.screens])
    return event_stream(merged([_events(request, screen) for screen in body.screens]))


async def _events(request: AdmittedRequest, screen: b.Watched) -> Stream:
    """Yield the events of one screen; `refused` if it may not be watched."""
    try:
        stream = await _stream(request, screen)
    except RagamiError as trouble:
        yield event("refused", s.RefusedScreen(status_of(trouble), trouble.code))
        return
    async with aclosing(stream):
        async for part in stream:
            yield part


async def _stream(request: AdmittedRequest, screen: b.Watched) -> Stream:
    """Return the stream of a screen. Raise `RagamiError` as its own route does."""
    service, language = request.service, screen.lang or request.language
    caller = Caller() if screen.token is None else holder_of(service.access, screen.token)
    if screen.table is None:
        if caller.role != REFEREE or caller.table is not None:
            raise RagamiError("not-allowed", role=caller.role)
        return hall_events(service, language)
    await agreed_at(service, caller, screen.table)
    key = Key(screen.table, audience_of(caller, screen.as_), language)
    client = Client(caller.device, public=caller.token is None)
    return service.stream(key, client, screen.last)


async def merged(streams: Sequence[AsyncIterator[bytes]]) -> AsyncIterator[bytes]:
    """Yield the events of several streams as they come; field `on` has the number of the stream."""
    parts: asyncio.Queue[bytes | None] = asyncio.Queue(AHEAD)

    async def pump(number: int, stream: AsyncIterator[bytes]) -> None:
        with suppress(RagamiError):  # the database is gone for now: who watches asks again
            async for part in stream:
                events = (b"on: %d\n%s" % (number, block) for block in part.split(END) if block)
                await parts.put(END.join(events) + END)
        await parts.put(None)

    pumps = [asyncio.ensure_future(pump(n, stream)) for n, stream in enumerate(streams)]
    try:
        running = len(pumps)
        while running:
            part = await parts.get()
            if part is None:
                running -= 1
            else:
                yield part
    finally:
        for task in pumps:
            task.cancel()
        await asyncio.gather(*pumps, return_exceptions=True)
