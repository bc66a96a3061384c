"""The tables of a server: which there are, what each has agreed on, and how one is opened.

A table is opened by what is said, or by a log that comes in whole: that is judged in a process of
its own, and stored byte for byte.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Final, NamedTuple

from msgspec import Struct
from starlette.responses import Response

from ragami.decoded import Data
from ragami.errors import RagamiError
from ragami.game import GameDefinition, GameDoesNotLoad, GameFails, game_named
from ragami.game.capabilities import APP, CHOICES, GATHERING, SETUP
from ragami.game.moment_labels import setting_words
from ragami.judge.replay import Replay
from ragami.judge.report import game_of
from ragami.language import Language, translator
from ragami.server import bodies as b
from ragami.server import door
from ragami.server.admission import AdmittedRequest
from ragami.server.answers import as_json, problem
from ragami.server.bodies import KEEPER, PUBLIC, REFEREE
from ragami.server.drafting import Trouble
from ragami.server.painter import Painter
from ragami.server.service import house_can_play
from ragami.sources.logs import logs_in
from ragami.store import Store
from ragami.store.validation import free_name
from ragami.table.drafts import Stamp, draft_of, now, with_the_only_values
from ragami.table.importing import Judged, is_there, judge_log, keep, lines_to_store, title_of
from ragami.table.recording import Recording


async def tables(request: AdmittedRequest) -> Response:
    """The tables that one may see."""
    return as_json(b.Tables(await visible_tables(request)))


async def visible_tables(request: AdmittedRequest) -> list[b.TableEntry]:
    """Return the tables that the caller may see, without those whose game does not load."""
    entries = []
    for name in await visible_names(request):
        with suppress(GameDoesNotLoad, GameFails):
            entries.append(await entry(request, name))
    return entries


async def visible_names(request: AdmittedRequest) -> list[str]:
    return [name for name in await request.service.names() if _may_see(request, name)]


def _may_see(request: AdmittedRequest, name: str) -> bool:
    caller = request.caller
    if caller.table is not None:
        return caller.table == name
    return caller.role == REFEREE or request.service.access.table(name).policy.watches == "anybody"


async def table(request: AdmittedRequest) -> Response:
    """A table: its seats, its policy."""
    return as_json(await entry(request, request.table))


async def entry(request: AdmittedRequest, name: str) -> b.TableEntry:
    """Return a table as the caller may know it; the code only for who has joined."""
    service, caller = request.service, request.caller
    state = service.access.table(name)
    facts = await service.drawer.run(_told, name)
    is_in = caller.table == name or caller.role == REFEREE
    plays = facts.pop("house_plays")
    return b.TableEntry(
        table=name,
        taken=service.access.taken(name),
        locked=state.locked,
        policy=state.policy,
        code=state.code if is_in else None,
        house=service.access.house(name) if plays else None,
        **facts,
    )


def _told(painter: Painter, name: str) -> Data:
    """Return the facts about a table that its log tells everybody."""
    lines = painter.lines(name, PUBLIC)
    replay: Replay = painter.standing(name)
    names, title = replay.seating
    return {
        "game": replay.game.name,
        "title": title,
        "seats": dict(names),
        "seq": len(lines),
        "over": replay.final is not None,
        "app": replay.game.has(APP),
        "gathers": replay.game.has(GATHERING),
        "house_plays": house_can_play(replay.game),
    }


async def new_table(request: AdmittedRequest) -> Response:
    """Open a table."""
    body, by = await request.read_as(b.NewTable), request.caller.code
    game, language = game_named(body.game), request.language
    name = await request.service.writer.run(
        lambda keeper: open_table(keeper.store, body, game, by, language)
    )
    return as_json(await entry(request, name), 201)


async def policy(request: AdmittedRequest) -> Response:
    """Say who may enter, watch, take back."""
    request.service.access.agree(request.table, await request.read_as(b.Policy))
    return as_json(await entry(request, request.table))


async def lock(request: AdmittedRequest) -> Response:
    """Shut or open joining."""
    body = await request.read_as(b.Lock)
    request.service.access.lock(request.table, locked=body.locked)
    request.service.announcer.publish_changes()
    return as_json(await entry(request, request.table))


async def house(request: AdmittedRequest) -> Response:
    """Let the house play these free seats with its bots, and no others."""
    body, table = await request.read_as(b.HouseSeats), request.table
    access = request.service.access
    for seat in body.seats:
        await expect_seat(request, table, seat)
        if seat in access.taken(table):
            raise RagamiError("seat-taken")
    table_entry = await entry(request, table)
    if table_entry.house is None:
        raise RagamiError("no-capability", game=table_entry.game, what=CHOICES.what)
    access.give_to_house(table, body.seats)
    request.service.announcer.publish_changes()
    request.service.soon(request.service.play_house(table, asked=True))
    return as_json(await entry(request, table))


async def code(request: AdmittedRequest) -> Response:
    """Give the table another code."""
    request.service.access.renew_code(request.table)
    return as_json(await entry(request, request.table))


def seats_at(painter: Painter, table: str) -> dict[str, str]:
    replay: Replay = painter.standing(table)
    return dict(replay.seating.names)


async def expect_seat(request: AdmittedRequest, table: str, seat: str) -> None:
    """Raise `RagamiError` `seat-not-there`."""
    seats = await request.service.drawer.run(seats_at, table)
    if seat != KEEPER and seat not in seats:
        raise RagamiError("seat-not-there", seat=seat, seats=", ".join(seats))


# --- opened ---------------------------------------------------------------------------------


def open_table(
    store: Store, body: b.NewTable, game: GameDefinition, by: str, language: Language
) -> str:
    """Write record 1 of a new table; return its name.

    Raises `RagamiError` `game-exists`, `Refused`.
    """
    name = body.table or free_name(store, body.title)
    if store.head(name):
        raise RagamiError("game-exists", game=name)
    tables = game.get(GATHERING)
    data = tables.opening(body.title, body.options) if tables else _agreed(body, game, language)
    recording = Recording(store, name, new=game.name, private=body.private)
    recording.write([draft_of("game_opened", data, Stamp(now(), by))])
    return name


def _agreed(body: b.NewTable, game: GameDefinition, language: Language) -> Data:
    """Return the data of record 1 of a game that is opened by its players."""
    setup = game.need(SETUP)
    players = [(player.seat, player.name) for player in body.players]
    seats = [seat for seat, _name in players]
    chosen, still_open = with_the_only_values(setup, seats, body.options)
    for setting in still_open:
        label, values = setting_words(game, setting, language)
        _ = translator(language)
        missing = _("{what} is not said ({ways})").format(what=label, ways=", ".join(values))
        raise RagamiError("wrong-request", problem=missing)
    return setup.data(body.title, players, chosen, {})


# --- brought in -----------------------------------------------------------------------------


SECONDS: Final = 30.0
NAME: Final = "import"


class Brought(Struct):
    """A log that came in: its table, how many records. `repeated`: it was there, to the byte."""

    table: str
    records: int
    repeated: bool


class ImportedLogs(Struct):
    """The logs of an import, in their order."""

    tables: list[Brought]


class BroughtLog(NamedTuple):
    """A log that was judged, and the table that it is to be."""

    table: str
    text: bytes
    judged: Judged


async def import_(request: AdmittedRequest) -> Response:
    """Bring logs in, to the byte: each is judged, and with an error nothing is stored."""
    text, table_name = await request.read(door.IMPORT_BYTES), request.query_params.get("table")
    logs = await request.service.apart(judged_logs, text, table_name, seconds=SECONDS)
    if isinstance(logs, Trouble):
        raise logs.trouble
    for log in logs:
        if finding := log.judged.wrong:
            facts = {"path": log.table, "line": finding.line, "rule": finding.rule}
            trouble = RagamiError("log-refused", **facts)
            return problem(trouble, request.language, game_of(log.text), finding)
    brought_logs: list[Brought] = await request.service.writer.run(
        lambda keeper: _keep(keeper.store, logs)
    )
    return as_json(
        ImportedLogs(brought_logs),
        200 if all(brought.repeated for brought in brought_logs) else 201,
    )


def judged_logs(text: bytes, table_name: str | None) -> list[BroughtLog] | Trouble:
    """Judge the logs in a body; a single one becomes the table `table_name`."""
    try:
        return _judged(list(logs_in([text], NAME)), table_name)
    except RagamiError as trouble:
        return Trouble.of(trouble)


def _judged(logs: Sequence[bytes], table_name: str | None) -> list[BroughtLog]:
    if not logs or (table_name is not None and len(logs) > 1):
        raise RagamiError("wrong-request", problem="one-log", found=len(logs))
    judged = [(log, judge_log(log)) for log in logs]
    return [
        BroughtLog(table_name or _title_of(log, judgement), log, judgement)
        for log, judgement in judged
    ]


def _title_of(log: bytes, judgement: Judged) -> str:
    """Return the title of a table; a refused log needs none. Raise `name-needed`."""
    title = title_of(log)
    if title is None and judgement.wrong is None:
        raise RagamiError("name-needed")
    return title or NAME


def _keep(store: Store, logs: Sequence[BroughtLog]) -> list[Brought]:
    """Store judged logs. Raises `RagamiError` `other-game-of-this-name`, `wrong-request`."""
    names = [log.table for log in logs]
    if twice := next((name for name in names if names.count(name) > 1), None):
        raise RagamiError("wrong-request", problem="name-twice", found=twice)
    for log in logs:
        head = store.head(log.table)
        if head and not is_there(store, log.table, lines_to_store(log.text)):
            raise RagamiError("other-game-of-this-name", game=log.table, found=head)
    return [
        Brought(log.table, log.judged.records, keep(store, log.table, log.text, log.judged.final))
        for log in logs
    ]
