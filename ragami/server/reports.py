"""Results of the tables of a gathering: entered by one who sits there, confirmed by another.

What is said stands in no log, as a slip of paper that nobody has signed yet. Once another device of
the table says the same, it is the result, and is written as the gathering has agreed: at once, or
when the referee says so. Where they differ nothing is written, and the referee sees both.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, Final

import msgspec
from msgspec import to_builtins
from starlette.responses import Response

from ragami.decoded import Fields
from ragami.errors import RagamiError
from ragami.findings import finding_of
from ragami.game.capabilities import GATHERING
from ragami.game.gathering import Sitting, Unclear, Way
from ragami.judge.replay import Replay
from ragami.language import Language
from ragami.server import round_bodies as r
from ragami.server import sitting as at_tables
from ragami.server.access import Caller
from ragami.server.admission import AdmittedRequest
from ragami.server.answers import as_json
from ragami.server.bodies import REFEREE
from ragami.server.gatherings import ReportedResult
from ragami.server.keeper import Keeper, event_of
from ragami.server.painter import Painter
from ragami.server.sitting import tell_round
from ragami.table.drafts import Stamp, draft_of, now
from ragami.table.recording import Refused

if TYPE_CHECKING:
    from ragami.server.service import Service

AT_ONCE: Final = "log"
"""What a gathering has agreed on (`round_bodies.Agreement`) where nobody has to look at results."""


async def report(request: AdmittedRequest) -> Response:
    """Say how one's table ended, or the same as another of the table has said."""
    service, gathering, caller = request.service, request.table, request.caller
    body, language = await request.read_as(r.ResultReport), request.language
    sitting, results = await request.drawn(_checked, body, caller, language)
    gatherings, place, players = service.access.gatherings, sitting.place, list(sitting.players)
    seat_of_caller = next(seat for seat in caller.seats if seat in players)
    gatherings.say(
        gathering, place, players, ReportedResult(seat_of_caller, caller.device or "", results)
    )
    if (
        _agrees(gatherings.said(gathering, place, players)) == "agreed"
        and gatherings.agreed(gathering).results == AT_ONCE
    ):
        await service.writer.run(record, gathering, place, results, seat_of_caller)
    tell_round(service, gathering)
    reported = gatherings.said(gathering, place, players)
    told_reports = await request.drawn(_told, sitting, reported, language)
    return as_json(r.ReportsOf(place, _agrees(reported), told_reports), 201)


async def take_agreed(service: Service, gathering: str) -> None:
    """Write what tables have agreed on, and a server that was killed had not written yet."""
    gatherings = service.access.gatherings
    with suppress(RagamiError):  # whoever says it again is told
        if not await service.gathers(gathering):
            return
        if gatherings.agreed(gathering).results != AT_ONCE:
            return
        for sitting in await service.drawer.run(_open, gathering):
            reports = gatherings.said(gathering, sitting.place, [*sitting.players])
            if _agrees(reports) == "agreed":
                last = reports[-1]
                await service.writer.run(record, gathering, sitting.place, last.results, last.seat)


def _open(painter: Painter, gathering: str) -> list[Sitting]:
    """Return the tables without a result."""
    replay: Replay = painter.standing(gathering, REFEREE)
    sittings = replay.game.need(GATHERING).sittings(replay.state)
    return [sitting for sitting in sittings if not sitting.ended]


def _checked(
    painter: Painter, gathering: str, body: r.ResultReport, caller: Caller, language: Language
) -> tuple[Sitting, str]:
    """Return the table, and its result as JSON. Raise `RagamiError` if it cannot be written."""
    replay: Replay = painter.standing(gathering, REFEREE)
    sitting = _sitting(replay, body.place)
    if sitting is None:
        raise RagamiError("table-not-in-round", place=body.place)
    if not {*caller.seats} & {*sitting.players}:
        raise RagamiError("not-at-this-table", place=body.place)
    if sitting.ended:
        raise RagamiError("result-there", place=body.place)
    way = _way(replay, sitting, to_builtins(body.results), language)
    for type_, data in way.events:
        seq = replay.seq + 1
        event = event_of(draft_of(type_, data, Stamp(now(), REFEREE)), replay, seq)
        for breach in replay.would_be_wrong(event):
            raise Refused(finding_of("illegal-event", breach, seq, seq), replay.game)
    return sitting, msgspec.json.encode(way.data).decode()


def _sitting(replay: Replay, place: str) -> Sitting | None:
    sittings = replay.game.need(GATHERING).sittings(replay.state)
    return next((sitting for sitting in sittings if sitting.place == place), None)


def _way(replay: Replay, sitting: Sitting, rows: Sequence[Fields], language: Language) -> Way:
    """Return the result that the rows mean. Raise `RagamiError` `unclear`."""
    try:
        return replay.game.need(GATHERING).reported(replay.state, sitting, rows, language)
    except Unclear as unclear:
        raise RagamiError("unclear", problem=unclear.say(language)) from None


def _agrees(reports: Sequence[ReportedResult]) -> r.Agreed:
    """Return `agreed` if two devices of a table say the same, and none another thing."""
    if len({reported.results for reported in reports}) > 1:
        return "differ"
    devices = len({reported.device for reported in reports})
    return "agreed" if devices > 1 else "one" if devices else "nobody"


def _told(
    painter: Painter,
    gathering: str,
    sitting: Sitting,
    reports: Sequence[ReportedResult],
    language: Language,
) -> list[r.Reported]:
    """Return the reports of a table, in words and as they were entered."""
    replay: Replay = painter.standing(gathering, REFEREE)
    names, told_reports = at_tables.called(painter, gathering, sitting), []
    for reported in reports:
        rows = msgspec.json.decode(reported.results, type=list[r.PlayerResult])
        (says, *_more) = _way(replay, sitting, to_builtins(rows), language).says
        told_reports.append(r.Reported(reported.seat, names[reported.seat], rows, says))
    return told_reports


def add_said(
    painter: Painter,
    gathering: str,
    tables: Sequence[r.RoundSitting],
    reports_by_place: Mapping[str, Sequence[ReportedResult]],
    language: Language,
) -> None:
    """Add to the tables of a round what was said of each of them, by its place."""
    replay: Replay = painter.standing(gathering, REFEREE)
    for round_table in tables:
        sitting = _sitting(replay, round_table.place)
        if sitting is not None and (reported := reports_by_place.get(round_table.place)):
            round_table.agrees = _agrees(reported)
            round_table.reports = _told(painter, gathering, sitting, reported, language)


def record(keeper: Keeper, gathering: str, place: str, results: str, by: str) -> bool:
    """Write the result that a table has said, after the link to its log where it has one.

    False where the table has its result already. Raises `RagamiError`.
    """
    replay = keeper.recording(gathering).replay
    sitting = _sitting(replay, place)
    if sitting is None or sitting.ended:
        return False
    way = _way(replay, sitting, msgspec.json.decode(results), "en")
    keeper.record(gathering, [*at_tables.link_to(keeper, gathering, place), *way.events], by)
    return True
