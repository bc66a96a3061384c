"""A gathering on everybody's phone: coming in, the tables of the round, the clock, the desk.

What a gathering is its game says (`ragami.game.gathering`); what is written goes the way of every
record, and what is not of the log (clock, who asks) lies beside it (`gatherings`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final
from urllib.parse import quote

from msgspec import to_builtins
from starlette.responses import Response

from ragami.decoded import Data
from ragami.errors import N_, RagamiError
from ragami.game.capabilities import GATHERING
from ragami.game.choices.choice import Choice
from ragami.game.choices.questions import Questions
from ragami.game.gathering import Gathering, Unclear
from ragami.judge.replay import Replay
from ragami.language import Language, translator
from ragami.server import bodies as b
from ragami.server import play_bodies as p
from ragami.server import reports
from ragami.server import round_bodies as r
from ragami.server import sitting as at_tables
from ragami.server.admission import AdmittedRequest
from ragami.server.answers import as_json, in_words
from ragami.server.asking import form_answer, with_words
from ragami.server.bodies import PUBLIC, REFEREE
from ragami.server.drafting import Trouble
from ragami.server.gatherings import MOST_ASKED
from ragami.server.hall import idle_seconds
from ragami.server.joining import joined
from ragami.server.keeper import Keeper, Write
from ragami.server.painter import Painter
from ragami.server.reading import PAGE_POLICY, base_address
from ragami.server.screens import folded
from ragami.server.sitting import attend, tell_clock, tell_round
from ragami.server.tables import seats_at
from ragami.store import Conflict
from ragami.table.drafts import Stamp, draft_of, now
from ragami.table.recording import Draft, Recording

RESERVED: Final = ("app", "keeper", PUBLIC, REFEREE, "seat")
"""Ids that mean somebody to the server already."""
REMEDY: Final = N_("Type its places here, or mend the log of the table.")
WAYS_SECONDS: Final = 60.0
"""A round of 500 is paired in less."""
MINUTE: Final = 60
MOST_CODE: Final = 20
STATIC_POLICY: Final = PAGE_POLICY.replace(" allow-scripts", "")


# --- coming in -----------------------------------------------------------------------------


async def enter(request: AdmittedRequest) -> Response:
    """Enter a gathering by a name."""
    service, caller = request.service, request.caller
    body = await request.read_as(r.Entry)
    body.name = body.name.strip() or body.name
    if caller.seats:
        raise RagamiError("entered-already", seat=(await _me(request)).name)
    gatherings = service.access.gatherings
    if caller.role != REFEREE and gatherings.agreed(request.table).entries == REFEREE:
        if not (await _me(request)).open:
            raise RagamiError("entries-shut")
        if len(gatherings.asking(request.table)) >= MOST_ASKED:
            raise RagamiError("too-many-requests", seconds=MINUTE)
        assert caller.device is not None
        gatherings.ask(request.table, caller.device, body.name, body.club)
        _tell(request)
        return as_json(await _me(request), 202)
    player = await _let_in(request, body.name, body.club)
    if caller.device is not None and caller.role != REFEREE:
        _seat(request, player, caller.device)
    return as_json(await _me(request, player), 201)


async def _let_in(request: AdmittedRequest, name: str, club: str | None) -> str:
    """Write an entry, and return the id. Raises `RagamiError` `entries-shut`."""
    table, by = request.table, request.caller.code
    return await request.service.writer.run(_write_entry, table, name, club, by)


def _write_entry(keeper: Keeper, table: str, name: str, club: str | None, by: str) -> str:
    ids: list[str] = []

    def drafts(recording: Recording) -> list[Draft]:
        tables, state = gathering(recording.replay)
        entry = tables.newcomer(state, name, club)
        if entry is None:
            raise RagamiError("entries-shut")
        player, event = entry
        if player in RESERVED:
            raise RagamiError("wrong-request", problem="reserved-name", found=name)
        ids.append(player)
        return [draft_of(*event, Stamp(now(), by))]

    keeper.write(Write(table, None, None, drafts))
    return ids[-1]


def gathering(replay: Replay) -> tuple[Gathering, Any]:
    """Return the game's description of its tables, with its state. Raise `MissingCapability`."""
    return replay.game.need(GATHERING), replay.state


def _seat(request: AdmittedRequest, player: str, device: str) -> None:
    """Give the seat of a player to a device."""
    request.service.access.add_seat(request.table, player, device)
    request.service.announcer.publish_changes()
    _tell(request)


def _tell(request: AdmittedRequest) -> None:
    """Tell watchers to ask again, for a change that stands in no log."""
    tell_round(request.service, request.table)


async def me(request: AdmittedRequest) -> Response:
    """Return the player of this device in a gathering."""
    return as_json(await _me(request))


async def _me(request: AdmittedRequest, player: str | None = None) -> r.EntrantReply:
    person = player or next(iter(request.caller.seats), None)
    asking = request.service.access.gatherings.asking(request.table)
    device = request.caller.device
    waits = device is not None and any(asked_entry.device == device for asked_entry in asking)
    return await request.drawn(_entered, person, waits)


def _entered(painter: Painter, table: str, person: str | None, waits: bool) -> r.EntrantReply:
    replay: Replay = painter.standing(table, REFEREE)
    tables, state = gathering(replay)
    names = dict(replay.game.seating(state).names)
    open_ = tables.newcomer(state, "?", None) is not None
    if person not in names:
        return r.EntrantReply(None, None, None, waits, open_)
    return r.EntrantReply(person, list(names).index(person) + 1, names[person], waits, open_)


async def admit(request: AdmittedRequest) -> Response:
    """Let somebody in who asks, or not."""
    body = await request.read_as(r.Admission)
    gatherings = request.service.access.gatherings
    asking = gatherings.asking(request.table)
    asked_entry = next((entry for entry in asking if entry.id == body.id), None)
    if asked_entry is None:
        raise RagamiError("claim-not-found")
    player = None
    if body.answer == "yes":
        player = await _let_in(request, asked_entry.name, asked_entry.club)
        _seat(request, player, asked_entry.device)
    gatherings.answered(asked_entry.id)
    _tell(request)
    return as_json(await _me(request, player))


async def presence(request: AdmittedRequest) -> Response:
    """Go home, or come back."""
    body, table = await request.read_as(r.Presence), request.table
    person = _own(request)
    await request.service.writer.run(_write_presence, table, person, body.here)
    return as_json(await _me(request))


def _own(request: AdmittedRequest) -> str:
    """Return the player of this device. Raise `RagamiError` `not-entered`."""
    if not request.caller.seats:
        raise RagamiError("not-entered")
    return request.caller.seats[0]


def _write_presence(keeper: Keeper, table: str, person: str, here: bool) -> None:
    def drafts(recording: Recording) -> list[Draft]:
        tables, state = gathering(recording.replay)
        event = tables.returns(state, person) if here else tables.leaves(state, person)
        if event is None:
            raise RagamiError("not-possible-now")
        return [draft_of(*event, Stamp(now(), person))]

    keeper.write(Write(table, None, None, drafts))


# --- the round -----------------------------------------------------------------------------


async def round_(request: AdmittedRequest) -> Response:
    """The tables of the present round, each as it stands here."""
    access, table, language = request.service.access, request.table, request.language
    round_data = await request.drawn(_round, language)
    asking: list[r.AskedEntry] = []
    if request.caller.role == REFEREE:
        entries = access.gatherings.asking(table)
        asking = [r.AskedEntry(entry.id, entry.name, entry.club) for entry in entries]
        await request.drawn(_say_namesakes, asking)
    reported = {
        sitting.place: access.gatherings.said(table, sitting.place, list(sitting.players))
        for sitting in round_data["tables"]
        if request.caller.role == REFEREE or {*request.caller.seats} & {*sitting.players}
    }
    await request.drawn(reports.add_said, round_data["tables"], reported, language)
    for sitting in round_data["tables"]:
        if sitting.table is not None:
            sitting.calls = access.calls(sitting.table)
            sitting.code = (
                access.table(sitting.table).code if request.caller.role == REFEREE else None
            )
        if sitting.state == "ended" and request.caller.role == REFEREE:
            sitting.says += await _why_untaken(request, sitting.place)
    clock, agreed = access.gatherings.clock(table), access.gatherings.agreed(table)
    calls = await _calls(request, round_data["tables"]) if request.caller.role == REFEREE else []
    return as_json(r.Round(clock=clock, agreed=agreed, asking=asking, calls=calls, **round_data))


async def _calls(request: AdmittedRequest, tables: Sequence[r.RoundSitting]) -> list[r.PlayerCall]:
    """Return the calls for the referee in the gathering: names, and where they sit."""
    names = await request.drawn(seats_at)
    places = {player: sitting.place for sitting in tables for player in sitting.players}
    return [
        r.PlayerCall(
            names.get(call.seat or "", ""),
            places.get(call.seat or ""),
            call.text,
            call.at,
        )
        for call in request.service.access.calls(request.table)
    ]


def _say_namesakes(painter: Painter, table: str, asking: Sequence[r.AskedEntry]) -> None:
    """Add to each who asks to come in those of that name who have entered already."""
    tables, state = gathering(painter.standing(table, REFEREE))
    for entry in asking:
        entry.there = list(tables.same_name(state, entry.name))


async def _why_untaken(request: AdmittedRequest, place: str) -> list[str]:
    """Return why the result of a table that has ended was not taken, and the remedy."""
    refused, language = request.service.untaken.get((request.table, place)), request.language
    if refused is None:
        return []
    source = await request.drawn(Painter.source)
    return [in_words(refused, language, source.game), translator(language)(REMEDY)]


def _round(painter: Painter, table: str, language: Language) -> Data:
    """Return the round as it stands, with the idle time of each of its tables."""
    round_data = at_tables.round_of(painter, table, language)
    for sitting in round_data["tables"]:
        if sitting.table is not None:
            sitting.idle_s = idle_seconds(painter.source(sitting.table).kept)
    return round_data


async def agree(request: AdmittedRequest) -> Response:
    """Set who admits players, and how results are taken."""
    await expect_gathering(request)
    agreed = await request.read_as(r.Agreement)
    request.service.access.gatherings.agree(request.table, agreed)
    attend(request.service, request.table)
    return as_json(agreed)


async def clock(request: AdmittedRequest) -> Response:
    """Return the time left in the round."""
    of = await request.drawn(at_tables.round_with)
    if of is None:
        await expect_gathering(request)
    return as_json(request.service.access.gatherings.clock(of or request.table))


async def set_clock(request: AdmittedRequest) -> Response:
    """Start, stop or add to the clock."""
    minutes = await expect_gathering(request)
    body = await request.read_as(r.SetClock)
    gatherings = request.service.access.gatherings
    before = gatherings.clock(request.table)
    seconds_left = before.left_s
    if body.do == "add":
        seconds_left = (seconds_left or 0) + MINUTE * (body.minutes or 0)
    elif body.do == "start" and (body.minutes is not None or seconds_left is None):
        minutes_set = minutes if body.minutes is None else body.minutes
        if minutes_set is None:
            raise RagamiError("wrong-request", problem="no-minutes")
        seconds_left = MINUTE * minutes_set
    running = {"start": True, "stop": False}.get(body.do, before.running)
    gatherings.set_clock(request.table, r.Clock(seconds_left, running))
    clock = gatherings.clock(request.table)
    await tell_clock(request.service, request.table)
    return as_json(clock)


async def expect_gathering(request: AdmittedRequest) -> int | None:
    """Return the minutes of a round. Raise `MissingCapability` without tables of its own."""
    return await request.drawn(_minutes)


def _minutes(painter: Painter, table: str) -> int | None:
    tables, state = gathering(painter.standing(table, REFEREE))
    return tables.minutes(state)


# --- its tables ----------------------------------------------------------------------------


async def open_tables(request: AdmittedRequest) -> Response:
    """Open a game for every table of the round that has none."""
    body, table = await request.read_as(r.OpenTables), request.table
    by, language = request.caller.code, request.language
    opened = await request.service.writer.run(at_tables.open_tables, table, body, by, language)
    _tell(request)
    return as_json(r.OpenedTables(opened), 201)


async def sit(request: AdmittedRequest) -> Response:
    """Take one's seat at the table of the round."""
    service = request.service
    table, seat = await request.drawn(_seat_of, _own(request))
    device = service.access.add_device(table, "seat", request.caller.name)
    assert device.device is not None
    service.access.add_seat(table, seat, device.device)
    service.announcer.publish_changes()
    return joined(device._replace(role="seat", seats=(seat,)))


def _seat_of(painter: Painter, gathering_: str, player: str) -> tuple[str, str]:
    """Return the game and the seat of a player. Raise `RagamiError` `table-not-open`."""
    for sitting, name in at_tables.games(painter, gathering_):
        if player in sitting.players and name is not None:
            replay = painter.standing(name)
            seats = list(replay.seating.names)
            return name, seats[list(sitting.players).index(player)]
    raise RagamiError("table-not-open")


async def results(request: AdmittedRequest) -> Response:
    """Take the result of a table from its log, or as one of its players says it."""
    body, table, by = await request.read_as(r.RoundTable), request.table, request.caller.code
    reported = await _said_by(request, body)

    def take(keeper: Keeper) -> bool:
        if reported is not None:
            return reports.record(keeper, table, body.place, reported, by)
        return at_tables.take_result(keeper, table, by, body.place)

    if not await request.service.writer.run(take):
        raise RagamiError("not-possible-now")
    return as_json(r.Taken(body.place))


async def _said_by(request: AdmittedRequest, body: r.RoundTable) -> str | None:
    """Return the report of the player whom the referee believes. Raise `RagamiError`."""
    if body.reported is None:
        return None
    round_data = await request.drawn(_round, request.language)
    gatherings = request.service.access.gatherings
    for sitting in round_data["tables"]:
        for report in gatherings.said(request.table, sitting.place, list(sitting.players)):
            if (sitting.place, report.seat) == (body.place, body.reported):
                return report.results
    raise RagamiError("not-possible-now")


# --- the desk ------------------------------------------------------------------------------


async def steps(request: AdmittedRequest) -> Response:
    """Return the next steps of the desk, as forms."""
    lines, language = await request.service.lines(request.table, REFEREE), request.language
    offered = await request.service.chooser.think(_steps, lines, language)
    body = b'{"seq":%d,"audience":"referee",%s' % (len(lines), offered[1:])
    return Response(body, media_type="application/json")


def _steps(lines: list[bytes], language: Language) -> bytes:
    replay, offered = _offered(lines)
    forms = Questions(replay.game, replay.state, offered).forms()
    return with_words(replay, to_builtins(offered), language, forms=to_builtins(forms))


def _offered(lines: list[bytes]) -> tuple[Replay, list[Choice]]:
    """Return the steps that can be taken. Raise `RagamiError` `log-stopped`."""
    replay = folded(lines)
    if replay.error:
        raise RagamiError("log-stopped", seq=replay.error.line or len(lines))
    tables, state = gathering(replay)
    return replay, list(tables.steps(state))


async def next_of_step(request: AdmittedRequest) -> Response:
    """The next question of a step, or the whole step; nothing is written."""
    body = await request.read_as(p.NextQuestion)
    lines = await request.service.lines(request.table, REFEREE)
    if body.seq != len(lines):
        raise Conflict(request.table, body.seq, len(lines))
    return as_json(await request.service.chooser.think(_next_question, lines, body))


def _next_question(lines: list[bytes], body: p.NextQuestion) -> p.FormAnswer:
    replay, offered = _offered(lines)
    return form_answer(Questions(replay.game, replay.state, offered), body)


async def ways(request: AdmittedRequest) -> Response:
    """Return the consequences of a step, and the events it takes; nothing is written."""
    body, service, table = await request.read_as(r.DeskStep), request.service, request.table
    lines = await service.lines(table, REFEREE)
    step = lines, body.step, body.said, request.language
    ways_out = await service.apart(worked_out, *step, seconds=WAYS_SECONDS)
    if isinstance(ways_out, Trouble):
        raise ways_out.trouble
    place = f"{body.said.get('round')}.{body.said.get('table')}"
    link = await service.writer.run(at_tables.link_to, table, place)
    first = [b.EventDraft(type_, dict(data)) for type_, data in link]
    for way in ways_out:
        way.events = first + way.events
    return as_json(r.Ways(len(lines), ways_out))


def worked_out(
    lines: Sequence[bytes], step: str, answers: Mapping[str, object], language: Language
) -> list[r.StepWay] | Trouble:
    """Return the ways of a step. Called in another process: some of them take a while."""
    try:
        replay = folded(lines)
        tables, state = gathering(replay)
        ways = tables.ways(state, step, answers, language)
    except Unclear as unclear:
        return Trouble("unclear", {"problem": unclear.say(language)}, None)
    except RagamiError as trouble:
        return Trouble.of(trouble)
    return [
        r.StepWay(list(way.says), [b.EventDraft(type_, dict(data)) for type_, data in way.events])
        for way in ways
    ]


async def paper(request: AdmittedRequest) -> Response:
    """A page to be printed: who sits where, slips."""
    table, language, kind = request.table, request.language, request.path_params["what"]
    address = f"{base_address(request)}/t/{quote(table, safe='')}"
    # Behind the hash it is never sent: who has the slip comes in without typing the code.
    code = quote(request.query_params.get("code", "")[:MOST_CODE], safe="")
    behind = f"#{code}" if code else ""
    page = await request.drawn(_paper, kind, language, (address, behind))
    headers = {"Content-Security-Policy": STATIC_POLICY}
    return Response(page, headers=headers, media_type="text/html; charset=utf-8")


def _paper(
    painter: Painter, table: str, kind: str, language: Language, address: tuple[str, str]
) -> str:
    from ragami.proof.slip import qr_svg  # noqa: PLC0415 (law 10)

    tables, state = gathering(painter.standing(table, REFEREE))
    if kind not in tables.papers:
        raise RagamiError("page-not-found")
    before, behind = address
    page = tables.paper(state, kind, language, before, lambda text: qr_svg(text + behind))
    if page is None:
        raise RagamiError("not-possible-now")
    return page
