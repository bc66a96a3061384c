"""Automatic work for a gathering: results are taken, and the clock is announced."""

from __future__ import annotations

from contextlib import suppress
from typing import Final

from ragami.errors import RagamiError
from ragami.server import round_bodies as r
from ragami.server import sitting as at_tables
from ragami.server.service import Service
from ragami.server.stream_bodies import Nothing

NO_CLOCK: Final = r.Clock(None, False)


def tell_round(service: Service, of: str) -> None:
    """All who watch a gathering ask again."""
    service.hub.tell(of, "round", Nothing())
    service.hub.heard(of)
    service.access.gatherings.shown(of)


async def tell_clock(service: Service, of: str) -> None:
    """All screens of a gathering have its clock, and those of the tables of its round."""
    hub, gatherings = service.hub, service.access.gatherings
    tables = sorted({key.table for key in hub.clients if at_tables.gathering_of(key.table) == of})
    tables_of_round = await service.drawer.run(
        lambda painter: [
            table_there
            for table_there in tables
            if at_tables.round_with(painter, table_there) == of
        ]
    )
    for table in (of, *tables_of_round):
        hub.tell(table, "clock", gatherings.clock(of))
    gatherings.shown(of)


async def heed(service: Service) -> None:
    """Tell of what another server on the same database has changed that stands in no log.

    What is written in a log is heard of by itself. Raises `RagamiError`.
    """
    gatherings = service.access.gatherings
    watched = {key.table for key in service.hub.clients}
    for of in sorted(
        {at_tables.gathering_of(watched_table) or watched_table for watched_table in watched}
    ):
        here = await service.is_table(of) and await service.gathers(of)
        if here and gatherings.changed(of):
            await tell_clock(service, of)
            tell_round(service, of)


def attend(service: Service, table: str) -> None:
    """A table has grown: it may be one of a gathering, or one whose tables have ended."""
    service.soon(_taken(service, table))


async def _taken(service: Service, table: str) -> None:
    """Take the results of a gathering as its tables end, where that was agreed."""
    with suppress(RagamiError):  # the desk shows what was not taken
        of = at_tables.gathering_of(table) or table
        if service.hub.ends() or not await service.is_table(of) or not await service.gathers(of):
            return
        if of == table:
            await _end_clock(service, of)
        if of != table and not await service.drawer.run(at_tables.is_over, table):
            return
        if service.access.gatherings.agreed(of).results == "log":
            places = await service.drawer.run(at_tables.over, of)
            for place in places:
                await _take(service, of, place)


async def _end_clock(service: Service, of: str) -> None:
    """Stop the clock when a round was closed, on the screens of its tables as well."""
    played = service.played.get(of, False)
    service.played[of] = await service.drawer.run(at_tables.is_played, of)
    if not played or service.played[of]:
        return
    service.access.gatherings.set_clock(of, NO_CLOCK)
    await tell_clock(service, of)
    for table in {key.table for key in service.hub.clients}:
        if at_tables.gathering_of(table) == of:
            service.hub.tell(table, "clock", NO_CLOCK)


async def _take(service: Service, of: str, place: str) -> None:
    """Take one result; where that is refused, the desk says why, and what helps."""
    key, before = (of, place), service.untaken.get((of, place))
    try:
        await service.writer.run(at_tables.take_result, of, at_tables.SERVER, place)
    except RagamiError as refused:
        service.untaken[key] = refused
        if before is None or str(before) != str(refused):
            tell_round(service, of)
    else:
        service.untaken.pop(key, None)
