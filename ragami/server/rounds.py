"""A gathering on everybody's phone: coming in, the tables of the round, the clock, the desk.

What a gathering is its game says (`ragami.game.gathering`); what is written goes the way of every
record, and what is not of the log (clock, who asks) lies beside it (`gatherings`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any, Final
from urllib.parse import quote

import msgspec
from msgspec import to_builtins
from starlette.responses import Response

from ragami.errors import N_, RagamiError
from ragami.game.capabilities import GATHERING
from ragami.game.gathering import Gathering, Unclear
from ragami.game.visibility import PUBLIC, REFEREE
from ragami.judge.replay import Replay
from ragami.language import Language, translator
from ragami.server import round_bodies as r
from ragami.server import sitting as at_tables
from ragami.server.consequences import Trouble
from ragami.server.gatherings import MOST_ASKED
from ragami.server.hall import idle_seconds
from ragami.server.joining import as_json, joined
from ragami.server.keeper import Keeper, Write
from ragami.server.painter import Painter
from ragami.server.problems import in_words
from ragami.server.reading import PAGE_POLICY, with_words
from ragami.server.screens import folded
from ragami.server.service import Asked, Service
from ragami.store import Store
from ragami.table.drafts import Stamp, draft_of, now
from ragami.table.recording import Draft, Recording

RESERVED: Final = ("app", "keeper", PUBLIC, REFEREE, "seat")
"""Ids that mean somebody to the server already."""
REMEDY: Final = N_("Type its places here, or mend the log of the table.")
WAYS_SECONDS: Final = 60.0
"""A round of 500 is paired in less."""
MINUTE: Final = 60
NO_CLOCK: Final = r.Clock(None, False)
STATIC_POLICY: Final = PAGE_POLICY.replace(" allow-scripts", "")


# --- coming in -----------------------------------------------------------------------------


async def enter(asked: Asked) -> Response:
    """Somebody enters: at once, or when the referee has said yes."""
    service, caller = asked.service, asked.caller
    wanted = await asked.sent(r.Entry)
    wanted.name = wanted.name.strip() or wanted.name
    if caller.seats:
        raise RagamiError("entered-already", seat=caller.seats[0])
    kept = service.access.gatherings
    if caller.role != REFEREE and kept.agreed(asked.table).entries == REFEREE:
        if not (await _me(asked)).open:
            raise RagamiError("entries-shut")
        if len(kept.asking(asked.table)) >= MOST_ASKED:
            raise RagamiError("too-many-requests", seconds=MINUTE)
        assert caller.device is not None
        kept.ask(asked.table, caller.device, wanted.name, wanted.club)
        _tell(asked)
        return as_json(await _me(asked), 202)
    player = await _let_in(asked, wanted.name, wanted.club)
    if caller.device is not None and caller.role != REFEREE:
        _seat(asked, player, caller.device)
        return as_json(await _me(asked, player), 201)
    return as_json(await _me(asked, player), 201)


async def _let_in(asked: Asked, name: str, club: str | None) -> str:
    """Write an entry; gives the id. Raises `RagamiError` `entries-shut`."""
    given = (asked.service.keeper, asked.table, name, club, asked.caller.code)
    return await asked.service.writer.run(_write_entry, *given)


def _write_entry(
    store: Store, keeper: Keeper, table: str, name: str, club: str | None, by: str
) -> str:
    ids: list[str] = []

    def drafts(recording: Recording) -> list[Draft]:
        tables, state = gathering(recording.replay)
        found = tables.newcomer(state, name, club)
        if found is None:
            raise RagamiError("entries-shut")
        player, event = found
        if player in RESERVED:
            raise RagamiError("wrong-request", problem="name")
        ids.append(player)
        return [draft_of(*event, Stamp(now(), by))]

    keeper.write(store, Write(table, None, None, drafts))
    return ids[-1]


def gathering(replay: Replay) -> tuple[Gathering, Any]:
    """What a game says of its tables, with its state. Raises `MissingCapability`."""
    return replay.game.need(GATHERING), replay.state


def _seat(asked: Asked, player: str, device: str) -> None:
    """A device is somebody's from now on."""
    asked.service.access.add_seat(asked.table, player, device)
    asked.service.announcer.announce()
    _tell(asked)


def _tell(asked: Asked) -> None:
    """Something changed that stands in no log: whoever watches asks again."""
    tell_round(asked.service, asked.table)


def tell_round(service: Service, of: str) -> None:
    """All who watch a gathering ask again."""
    service.hub.tell(of, "round", {})
    service.hub.heard(of)
    service.access.gatherings.shown(of)


async def me(asked: Asked) -> Response:
    """Who this device is here."""
    return as_json(await _me(asked))


async def _me(asked: Asked, player: str | None = None) -> r.Entered:
    who = player or next(iter(asked.caller.seats), None)
    asking = asked.service.access.gatherings.asking(asked.table)
    device = asked.caller.device
    waits = device is not None and any(one.device == device for one in asking)
    given = (asked.service.hub.painter, asked.table, who, waits)
    return await asked.service.drawer.run(_entered, *given)


def _entered(store: Store, painter: Painter, table: str, who: str | None, waits: bool) -> r.Entered:
    replay: Replay = painter.standing(store, table, REFEREE)
    tables, state = gathering(replay)
    names = dict(replay.game.seating(state).names)
    open_ = tables.newcomer(state, "?", None) is not None
    if who not in names:
        return r.Entered(None, None, None, waits, open_)
    return r.Entered(who, list(names).index(who) + 1, names[who], waits, open_)


async def admit(asked: Asked) -> Response:
    """Yes or no to somebody who asks to come in."""
    wanted = await asked.sent(r.Admission)
    kept = asked.service.access.gatherings
    found = next((one for one in kept.asking(asked.table) if one.id == wanted.id), None)
    if found is None:
        raise RagamiError("claim-not-found")
    player = None
    if wanted.answer == "yes":
        player = await _let_in(asked, found.name, found.club)
        _seat(asked, player, found.device)
    kept.answered(found.id)
    _tell(asked)
    return as_json(await _me(asked, player))


async def presence(asked: Asked) -> Response:
    """Somebody goes home, or is back."""
    wanted = await asked.sent(r.Presence)
    who = _own(asked)
    given = (asked.service.keeper, asked.table, who, wanted.here)
    await asked.service.writer.run(_write_presence, *given)
    return as_json(await _me(asked))


def _own(asked: Asked) -> str:
    """Who this device is. Raises `RagamiError` `not-entered`."""
    if not asked.caller.seats:
        raise RagamiError("not-entered")
    return asked.caller.seats[0]


def _write_presence(store: Store, keeper: Keeper, table: str, who: str, here: bool) -> None:
    def drafts(recording: Recording) -> list[Draft]:
        tables, state = gathering(recording.replay)
        event = tables.returns(state, who) if here else tables.leaves(state, who)
        if event is None:
            raise RagamiError("not-possible-now")
        return [draft_of(*event, Stamp(now(), who))]

    keeper.write(store, Write(table, None, None, drafts))


# --- the round -----------------------------------------------------------------------------


async def round_(asked: Asked) -> Response:
    """The tables of the round, and its clock."""
    service, access = asked.service, asked.service.access
    given = (service.hub.painter, asked.table, asked.language)
    told = await service.drawer.run(at_tables.round_of, *given)
    asking: list[Any] = []
    if asked.caller.role == REFEREE:
        kept = access.gatherings.asking(asked.table)
        asking = [{"id": one.id, "name": one.name, "club": one.club} for one in kept]
    for one in told["tables"]:
        if one.table is not None:
            one.calls = access.calls(one.table)
            one.idle_s = await service.drawer.run(_idle, service.hub.painter, one.table)
            one.code = access.table(one.table).code if asked.caller.role == REFEREE else None
        if one.state == "ended" and asked.caller.role == REFEREE:
            one.says += await _why_untaken(asked, one.place)
    clock, agreed = access.gatherings.clock(asked.table), access.gatherings.agreed(asked.table)
    return as_json(r.Round(clock=clock, agreed=agreed, asking=asking, **told))


async def _why_untaken(asked: Asked, place: str) -> list[str]:
    """Why the result of a table that has ended was not taken, and what helps."""
    service = asked.service
    refused = service.untaken.get((asked.table, place))
    if refused is None:
        return []
    given = (service.hub.painter, asked.table, refused, asked.language)
    helps = translator(asked.language)(REMEDY)
    return [await service.drawer.run(_in_words, *given), helps]


def _in_words(
    store: Store, painter: Painter, table: str, refused: RagamiError, language: Language
) -> str:
    return in_words(refused, language, painter.source(store, table).game)


def _idle(store: Store, painter: Painter, table: str) -> int | None:
    return idle_seconds(painter.source(store, table).kept)


async def agree(asked: Asked) -> Response:
    """Who lets somebody in, and what takes the results."""
    await expect_gathering(asked)
    agreed = await asked.sent(r.Agreement)
    asked.service.access.gatherings.agree(asked.table, agreed)
    attend(asked.service, asked.table)
    return as_json(agreed)


async def clock(asked: Asked) -> Response:
    """How long the round still goes: asked of the gathering, or of a table of its round."""
    service = asked.service
    of = await service.drawer.run(at_tables.round_with, service.hub.painter, asked.table)
    if of is None:
        await expect_gathering(asked)
    return as_json(service.access.gatherings.clock(of or asked.table))


async def set_clock(asked: Asked) -> Response:
    """Start the clock, stop it, add to it: all screens have it at once."""
    minutes = await expect_gathering(asked)
    wanted = await asked.sent(r.SetClock)
    kept = asked.service.access.gatherings
    before = kept.clock(asked.table)
    left = before.left_s
    if wanted.do == "add":
        left = (left or 0) + MINUTE * (wanted.minutes or 0)
    elif wanted.do == "start" and (wanted.minutes is not None or left is None):
        given = minutes if wanted.minutes is None else wanted.minutes
        if given is None:
            raise RagamiError("wrong-request", problem="minutes: none were agreed")
        left = MINUTE * given
    running = {"start": True, "stop": False}.get(wanted.do, before.running)
    kept.set_clock(asked.table, r.Clock(left, running))
    told = kept.clock(asked.table)
    await tell_clock(asked.service, asked.table)
    return as_json(told)


async def tell_clock(service: Service, of: str) -> None:
    """All screens of a gathering have its clock, and those of the tables of its round."""
    hub, kept = service.hub, service.access.gatherings
    tables = {key.table for key in hub.clients if at_tables.gathering_of(key.table) == of}
    told = [
        table
        for table in sorted(tables)
        if await service.drawer.run(at_tables.round_with, hub.painter, table) == of
    ]
    for table in (of, *told):
        hub.tell(table, "clock", kept.clock(of))
    kept.shown(of)


async def heed(service: Service) -> None:
    """Tell of what another server on the same database has changed that stands in no log.

    What is written in a log is heard of by itself. Raises `RagamiError`.
    """
    kept = service.access.gatherings
    watched = {key.table for key in service.hub.clients}
    for of in sorted({at_tables.gathering_of(one) or one for one in watched}):
        here = await service.is_table(of) and await service.gathers(of)
        if here and kept.changed(of):
            await tell_clock(service, of)
            tell_round(service, of)


async def expect_gathering(asked: Asked) -> int | None:
    """The minutes of a round. Raises `MissingCapability` where a game has no tables of its own."""
    return await asked.service.drawer.run(_minutes, asked.service.hub.painter, asked.table)


def _minutes(store: Store, painter: Painter, table: str) -> int | None:
    tables, state = gathering(painter.standing(store, table, REFEREE))
    return tables.minutes(state)


# --- its tables ----------------------------------------------------------------------------


async def open_tables(asked: Asked) -> Response:
    """A game for every table of the round that has none."""
    wanted = await asked.sent(r.OpenTables)
    given = (asked.service.keeper, asked.table, wanted, asked.caller.code)
    opened = await asked.service.writer.run(at_tables.open_tables, *given)
    _tell(asked)
    return as_json({"tables": opened}, 201)


async def sit(asked: Asked) -> Response:
    """A seat at the table where this device's player sits now: the device is known already."""
    who, service = _own(asked), asked.service
    given = (service.hub.painter, asked.table, who)
    table, seat = await service.drawer.run(_seat_of, *given)
    device = service.access.add_device(table, "seat", asked.caller.name)
    assert device.device is not None
    service.access.add_seat(table, seat, device.device)
    service.announcer.announce()
    return joined(device._replace(role="seat", seats=(seat,)))


def _seat_of(store: Store, painter: Painter, gathering_: str, who: str) -> tuple[str, str]:
    """The game and the seat of a player. Raises `RagamiError` `table-not-open`."""
    for sitting, name in at_tables.games(store, painter, gathering_):
        if who in sitting.players and name is not None:
            found = painter.standing(store, name)
            seats = list(found.game.seating(found.state).names)
            return name, seats[list(sitting.players).index(who)]
    raise RagamiError("table-not-open")


async def results(asked: Asked) -> Response:
    """Take the result of a table from its log, by the referee's hand."""
    wanted = await asked.sent(r.Place)
    given = (asked.service.keeper, asked.table, asked.caller.code, wanted.place)
    if not await asked.service.writer.run(at_tables.take_result, *given):
        raise RagamiError("not-possible-now")
    return as_json({"taken": wanted.place})


def attend(service: Service, table: str) -> None:
    """A table has grown: it may be one of a gathering, or one whose tables have ended."""
    service.soon(_taken(service, table))


async def _taken(service: Service, table: str) -> None:
    """Take the results of a gathering as its tables end, where that was agreed."""
    with suppress(RagamiError):  # the desk shows what was not taken
        of = at_tables.gathering_of(table) or table
        if service.hub.ends() or not await service.is_table(of) or not await service.gathers(of):
            return
        painter = service.hub.painter
        if of == table:
            await _end_clock(service, of)
        if of != table and not await service.drawer.run(at_tables.is_over, painter, table):
            return
        if service.access.gatherings.agreed(of).results == "log":
            for place in await service.drawer.run(at_tables.over, painter, of):
                await _take(service, of, place)


async def _end_clock(service: Service, of: str) -> None:
    """When a round is closed its clock goes, on the screens of its tables as well."""
    played = service.played.get(of, False)
    service.played[of] = await service.drawer.run(at_tables.is_played, service.hub.painter, of)
    if not played or service.played[of]:
        return
    service.access.gatherings.set_clock(of, NO_CLOCK)
    await tell_clock(service, of)
    for table in {key.table for key in service.hub.clients}:
        if at_tables.gathering_of(table) == of:
            service.hub.tell(table, "clock", NO_CLOCK)


async def _take(service: Service, of: str, place: str) -> None:
    """Take one result; where that is refused, the desk says why, and what helps."""
    given = (service.keeper, of, at_tables.SERVER, place)
    key, before = (of, place), service.untaken.get((of, place))
    try:
        await service.writer.run(at_tables.take_result, *given)
    except RagamiError as refused:
        service.untaken[key] = refused
        if before is None or str(before) != str(refused):
            tell_round(service, of)
    else:
        service.untaken.pop(key, None)


# --- the desk ------------------------------------------------------------------------------


async def steps(asked: Asked) -> Response:
    """What the desk can do next, as choices."""
    lines = await asked.service.lines(asked.table, REFEREE)
    offered = await asked.service.chooser.run(_steps, lines, asked.language)
    body = b'{"seq":%d,"audience":"referee",%s' % (len(lines), offered[1:])
    return Response(body, media_type="application/json")


def _steps(_store: Store, lines: list[bytes], language: Language) -> bytes:
    replay = folded(lines)
    if replay.error:
        raise RagamiError("log-stopped", seq=replay.error.line or len(lines))
    tables, state = gathering(replay)
    return with_words(replay, to_builtins(list(tables.steps(state))), language)


async def ways(asked: Asked) -> Response:
    """What follows from a step, and how it can be taken; nothing is written."""
    wanted = await asked.sent(r.Step)
    lines = await asked.service.lines(asked.table, REFEREE)
    given = (lines, wanted.step, wanted.said, asked.language)
    told = await asked.service.apart(worked_out, *given, seconds=WAYS_SECONDS)
    if isinstance(told, Trouble):
        raise told.trouble
    found = msgspec.json.decode(told)
    place = f"{wanted.said.get('round')}.{wanted.said.get('table')}"
    given_ = (asked.service.keeper, asked.table, place)
    link = await asked.service.writer.run(at_tables.link_to, *given_)
    first = [{"type": type_, "data": data} for type_, data in link]
    for way in found:
        way["events"] = first + way["events"]
    return as_json(r.Ways(len(lines), found))


def worked_out(
    lines: Sequence[bytes], step: str, said: Mapping[str, Any], language: Language
) -> bytes | Trouble:
    """The ways of a step as JSON, for another process: some of them take a while."""
    try:
        replay = folded(lines)
        tables, state = gathering(replay)
        found = tables.ways(state, step, said, language)
    except Unclear as unclear:
        return Trouble("unclear", {"problem": unclear.say(language)}, None)
    except RagamiError as trouble:
        return Trouble.of(trouble)
    told = [
        {"says": list(way.says), "events": [{"type": t, "data": data} for t, data in way.events]}
        for way in found
    ]
    return msgspec.json.encode(told)


async def paper(asked: Asked) -> Response:
    """A page of the round, to be printed."""
    settings = asked.service.settings
    base = next(iter(settings.addresses), str(asked.request.base_url)).rstrip("/")
    address = f"{base}/t/{quote(asked.table, safe='')}"
    what = asked.request.path_params["what"]
    given = (asked.service.hub.painter, asked.table, what, asked.language, address)
    made = await asked.service.drawer.run(_paper, *given)
    headers = {"Content-Security-Policy": STATIC_POLICY}
    return Response(made, headers=headers, media_type="text/html; charset=utf-8")


def _paper(
    store: Store, painter: Painter, table: str, what: str, language: Language, address: str
) -> str:
    from ragami.proof.slip import qr_svg  # noqa: PLC0415 (law 10)

    tables, state = gathering(painter.standing(store, table, REFEREE))
    if what not in tables.papers:
        raise RagamiError("page-not-found")
    made = tables.paper(state, what, language, address, qr_svg)
    if made is None:
        raise RagamiError("not-possible-now")
    return made
