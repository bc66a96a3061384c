"""The tables of a gathering on this server: which log is whose, opened, told of and taken from.

A table's game is called after its gathering and its place, `open-r2-t3`; that it is this table's is
told by the names of those who sit there. Nothing else has to be kept, and nothing can be lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from string import ascii_lowercase
from typing import Any, Final

from ragami.decoded import Data
from ragami.errors import RagamiError
from ragami.game import GameDefinition, game_named
from ragami.game.capabilities import GATHERING, SETUP
from ragami.game.gathering import Event, Sitting, TableLog
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.language import Language, translator
from ragami.log.unredacted import log_of
from ragami.privacy.secrets import read_kept
from ragami.referee.linked import read_linked
from ragami.server import bodies as b
from ragami.server import round_bodies as r
from ragami.server.bodies import REFEREE
from ragami.server.keeper import Keeper
from ragami.server.painter import Painter
from ragami.server.service import Service, gathers
from ragami.server.stream_bodies import Nothing
from ragami.server.tables import open_table
from ragami.store import Store

NAMED: Final = re.compile(r"(?P<gathering>.+)-r[0-9]+-t[0-9]+[a-z]?")
SERVER: Final = "app"
"""Who records what nobody has tapped."""

Names = Callable[[str], Mapping[str, str]]
"""The seats of a game with the names of those who sit there."""


def gathering_of(table: str) -> str | None:
    """Return the gathering of which a table of this name would be."""
    match = NAMED.fullmatch(table)
    return match["gathering"] if match else None


def round_with(painter: Painter, table: str) -> str | None:
    """Return the gathering that a table is, or in whose present round it plays; None if none."""
    if painter.source(table).game.has(GATHERING):
        return table
    gathering = gathering_of(table)
    if (
        gathering is None
        or not painter.store.head(gathering)
        or not painter.source(gathering).game.has(GATHERING)
    ):
        return None
    return gathering if table in (name for _sitting, name in games(painter, gathering)) else None


def game_of_sitting(store: Store, gathering: str, sitting: Sitting, names: Names) -> str | None:
    """Return the newest game of those who sit at this table; None if none."""
    for name in reversed(list(_there(store, gathering, sitting))):
        if list(names(name).values()) == list(sitting.players.values()):
            return name
    return None


def _there(store: Store, gathering: str, sitting: Sitting) -> Iterator[str]:
    """Yield the games of this table: when its people changed, it got another one."""
    for name in _candidates(gathering, sitting):
        if not store.head(name):
            return
        yield name


def _candidates(gathering: str, sitting: Sitting) -> Iterator[str]:
    plain = f"{gathering}-r{sitting.round}-t{sitting.table}"
    return (plain + letter for letter in ("", *ascii_lowercase[1:]))


# --- opened --------------------------------------------------------------------------------


def open_tables(
    keeper: Keeper, gathering: str, wanted: r.OpenTables, by: str, language: Language
) -> list[str]:
    """Write record 1 of a game for every table of the round that has none. Raise `RagamiError`."""
    store, replay = keeper.store, keeper.recording(gathering).replay
    tables = replay.game.need(GATHERING)
    name = tables.plays(replay.state) or wanted.game
    if name is None:
        raise RagamiError("wrong-request", problem="no-game-agreed")
    game = game_named(name)
    title = replay.seating.title or gathering
    opened = []
    for sitting in tables.sittings(replay.state):
        existing = game_of_sitting(store, gathering, sitting, partial(_seated, store))
        if sitting.ended or existing is not None:
            continue
        earlier = list(_there(store, gathering, sitting))
        new = list(_candidates(gathering, sitting))[len(earlier)]
        players = _players(game, sitting)
        full_title = f"{title} {sitting.place}"
        table = b.NewTable(name, players, full_title, wanted.options, wanted.private, new)
        open_table(store, table, game, by, language)
        opened.append(new)
    return opened


def _players(game: GameDefinition, sitting: Sitting) -> list[b.SeatedPlayer]:
    """Give the seats of the game, in its order, to those who sit there."""
    seats = game.need(SETUP).seats
    if len(seats) < len(sitting.players):
        there = {"seats": len(seats), "players": len(sitting.players), "table": sitting.table}
        raise RagamiError("wrong-request", problem="too-few-seats", game=game.name, **there)
    names = sitting.players.values()
    return [b.SeatedPlayer(seat, name) for seat, name in zip(seats, names, strict=False)]


def _seated(store: Store, name: str) -> Mapping[str, str]:
    replay = replay_log(log_of(read_kept(store, name)))
    return replay.seating.names


# --- taken from ----------------------------------------------------------------------------


def table_log(store: Store, gathering: str, sitting: Sitting) -> TableLog | None:
    """Return the log of a table as it stands on the disk, sealed or not."""
    name = game_of_sitting(store, gathering, sitting, partial(_seated, store))
    if name is None:
        return None
    log = log_of(read_kept(store, name))
    players = dict(zip(_seated(store, name), sitting.players, strict=True))
    return TableLog(name, read_linked(log), players)


def take_result(keeper: Keeper, gathering: str, by: str, place: str) -> bool:
    """Link the log of a table that has ended, and record its result; False where it has not.

    Raises `RagamiError` where the rules refuse it.
    """
    state, sitting, source = _waiting(keeper, gathering, place)
    if sitting is None or source is None or source.log.final is None:
        return False
    tables = keeper.recording(gathering).replay.game.need(GATHERING)
    keeper.record(gathering, tables.taken(state, sitting, source), by)
    return True


def link_to(keeper: Keeper, gathering: str, place: str) -> list[Event]:
    """Return the link to the log of a table that has not ended, for a result by hand."""
    state, sitting, source = _waiting(keeper, gathering, place)
    if sitting is None or source is None or source.log.final is not None:
        return []
    tables = keeper.recording(gathering).replay.game.need(GATHERING)
    return list(tables.taken(state, sitting, source))


def _waiting(
    keeper: Keeper, gathering: str, place: str
) -> tuple[Any, Sitting | None, TableLog | None]:
    """Return the state of a gathering, a table of its round without a result, and its log."""
    replay = keeper.recording(gathering).replay
    for sitting in replay.game.need(GATHERING).sittings(replay.state):
        if sitting.place == place and not sitting.ended:
            return replay.state, sitting, table_log(keeper.store, gathering, sitting)
    return replay.state, None, None


# --- as they stand -------------------------------------------------------------------------


def games(painter: Painter, gathering: str) -> Iterator[tuple[Sitting, str | None]]:
    """Yield the tables of the round, each with its game."""

    def names(name: str) -> Mapping[str, str]:
        replay: Replay = painter.standing(name)
        return replay.seating.names

    replay: Replay = painter.standing(gathering, REFEREE)
    for sitting in replay.game.need(GATHERING).sittings(replay.state):
        yield sitting, game_of_sitting(painter.store, gathering, sitting, names)


def is_played(painter: Painter, gathering: str) -> bool:
    """Return True if a round of the gathering is open."""
    replay: Replay = painter.standing(gathering, REFEREE)
    return bool(replay.game.need(GATHERING).sittings(replay.state))


def is_over(painter: Painter, table: str) -> bool:
    """Return True if the game has ended."""
    return painter.standing(table, REFEREE).final is not None


def over(painter: Painter, gathering: str) -> list[str]:
    """Return the tables of the round that have ended and have no result yet."""
    return [
        sitting.place
        for sitting, name in games(painter, gathering)
        if name is not None and not sitting.ended and is_over(painter, name)
    ]


# --- shown ---------------------------------------------------------------------------------


def round_of(painter: Painter, gathering: str, language: Language) -> Data:
    """Return the present round as everybody may know it: what `Round` says from the logs."""
    replay: Replay = painter.standing(gathering, REFEREE)
    tables = replay.game.need(GATHERING)
    sittings = [
        _shown(painter, gathering, sitting, name, language)
        for sitting, name in games(painter, gathering)
    ]
    return {
        "seq": replay.seq,
        "minutes": tables.minutes(replay.state),
        "plays": tables.plays(replay.state),
        "tables": sittings,
    }


def papers(painter: Painter, gathering: str, language: Language) -> dict[str, str]:
    game = painter.standing(gathering, REFEREE).game
    return {kind: game.words.word(kind, language) for kind in game.need(GATHERING).papers}


def called(painter: Painter, gathering: str, sitting: Sitting) -> dict[str, str]:
    """Return those who sit at a table, in seat order, with their display names."""
    replay: Replay = painter.standing(gathering, REFEREE)
    names = replay.seating.names
    return {player: names.get(player, name) for player, name in sitting.players.items()}


def _shown(
    painter: Painter, gathering: str, sitting: Sitting, name: str | None, language: Language
) -> r.RoundSitting:
    _ = translator(language)
    heading = _("The final") if sitting.final else _("Table {place}").format(place=sitting.table)
    shown = r.RoundSitting(
        sitting.place, heading, called(painter, gathering, sitting), name, "waiting", 0, None, [],
        bool(sitting.origin),
    )  # fmt: skip
    if name is not None:
        replay: Replay = painter.standing(name, REFEREE)
        shown.seq = replay.seq
        errors = [finding for finding in replay.findings() if finding.severity == "error"]
        shown.says = [replay.game.words.say(finding, language) for finding in errors]
        shown.state = "broken" if errors else "ended" if replay.final else "playing"
    if sitting.ended:
        shown.state, shown.result = "done", sitting.result
    return shown


NO_CLOCK: Final = r.Clock(None, False)


def tell_round(service: Service, gathering: str) -> None:
    """Tell the watchers of a gathering to ask again."""
    service.hub.tell(gathering, "round", Nothing())
    service.hub.heard(gathering)
    service.access.gatherings.shown(gathering)


async def tell_clock(service: Service, gathering: str) -> None:
    """Send the clock to the screens of a gathering and of the tables of its round."""
    hub, gatherings = service.hub, service.access.gatherings
    tables = sorted(table for table in hub.watched() if gathering_of(table) == gathering)
    playing = await service.drawer.run(
        lambda painter: [table for table in tables if round_with(painter, table) == gathering]
    )
    for table in (gathering, *playing):
        hub.tell(table, "clock", gatherings.clock(gathering))
    gatherings.shown(gathering)


async def heed(service: Service) -> None:
    """Tell of what another server on the same database has changed that stands in no log.

    What is written in a log is heard of by itself. Raises `RagamiError`.
    """
    gatherings = service.access.gatherings
    for gathering in sorted({gathering_of(table) or table for table in service.hub.watched()}):
        here = await service.is_table(gathering) and await service.gathers(gathering)
        if here and gatherings.changed(gathering):
            await tell_clock(service, gathering)
            tell_round(service, gathering)


def attend(service: Service, table: str) -> None:
    """Take the result of a table that has grown, if it is one of a gathering and over."""
    gathering = gathering_of(table) or table
    if service.may_be(gathers, gathering):
        service.soon(_taken(service, table, gathering))


async def _taken(service: Service, table: str, gathering: str) -> None:
    """Take the results of a gathering as its tables end, where that was agreed."""
    with suppress(RagamiError):  # the desk shows what was not taken
        if (
            service.hub.ends()
            or not await service.is_table(gathering)
            or not await service.gathers(gathering)
        ):
            return
        if gathering == table:
            await _end_clock(service, gathering)
        if gathering != table and not await service.drawer.run(is_over, table):
            return
        if service.access.gatherings.agreed(gathering).results == "log":
            places = await service.drawer.run(over, gathering)
            for place in places:
                await _take(service, gathering, place)


async def _end_clock(service: Service, gathering: str) -> None:
    """Stop the clock when a round was closed, on the screens of its tables as well."""
    played = service.played.get(gathering, False)
    service.played[gathering] = await service.drawer.run(is_played, gathering)
    if not played or service.played[gathering]:
        return
    service.access.gatherings.set_clock(gathering, NO_CLOCK)
    await tell_clock(service, gathering)
    for table in service.hub.watched():
        if gathering_of(table) == gathering:
            service.hub.tell(table, "clock", NO_CLOCK)


async def _take(service: Service, gathering: str, place: str) -> None:
    """Take one result; where that is refused, the desk says why, and what helps."""
    key, before = (gathering, place), service.untaken.get((gathering, place))
    try:
        await service.writer.run(take_result, gathering, SERVER, place)
    except RagamiError as refused:
        service.untaken[key] = refused
        if before is None or str(before) != str(refused):
            tell_round(service, gathering)
    else:
        service.untaken.pop(key, None)
