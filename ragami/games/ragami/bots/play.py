"""Complete legal games, played by bots: the same seed gives the same game for ever."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from ragami.games.ragami.bots.chance import Chance
from ragami.games.ragami.bots.clerk import Clerk
from ragami.games.ragami.bots.deciding import decide
from ragami.games.ragami.bots.off_turn import open_game
from ragami.games.ragami.bots.table import Table
from ragami.games.ragami.events import Components, GameOpened, type_of
from ragami.games.ragami.options import Options
from ragami.log.record import encode_record

FIRST_EVENING: Final = datetime(2026, 1, 1, 18, tzinfo=UTC)
EVENINGS: Final = 300
LONGEST_THOUGHT: Final = 75


def play(
    players: int,
    seed: int,
    *,
    options: Options | None = None,
    components: Components | None = None,
    hidden: bool = False,
    log_records: bool = False,
) -> Iterator[tuple[str, Struct]]:
    """One game of 2 to 4 players, as the type and the data of each record.

    `options` None: half of the tables play by the defaults, the others agree on something.
    `hidden`: the log does not know the cards that are kept (at some tables the keeper's own).
    `log_records`: notes, assertions, undos, corrections, rulings and reveals in between.
    """
    chance = Chance(f"{seed}/{players}")
    t = Table(chance, hidden=hidden)
    opened = open_game(chance, players, options, components)
    t.keeper = opened.players[seed % players].colour if seed % 2 else None
    yield "game_opened", opened
    t.happen(opened, 1)
    if log_records:
        yield from _with_log_records(t)
        return
    seq = 1
    while t.s.phase != "over":
        event = decide(t)
        seq += 1
        yield type_of(event), t.as_seen(event)
        t.happen(event, seq)


def _with_log_records(t: Table) -> Iterator[tuple[str, Struct]]:
    clerk = Clerk(t)
    while t.s.phase != "over":
        yield from clerk.write_next()
    yield from clerk.close()


def records(
    players: int,
    seed: int,
    *,
    options: Options | None = None,
    components: Components | None = None,
    hidden: bool = False,
    log_records: bool = False,
) -> Iterator[bytes]:
    """The lines of the log of `play`, without their line feeds; the clock is made up."""
    chance = Chance(f"clock of {seed}/{players}")
    now = FIRST_EVENING + timedelta(days=chance.upto(EVENINGS), seconds=chance.upto(3600))
    by = None
    game = play(
        players,
        seed,
        options=options,
        components=components,
        hidden=hidden,
        log_records=log_records,
    )
    for seq, (type_, data) in enumerate(game, 1):
        if isinstance(data, GameOpened):
            by = data.players[seed % players].name
        now += timedelta(seconds=1 + chance.upto(LONGEST_THOUGHT))
        at = None if chance.odds(0.01) else now.strftime("%Y-%m-%dT%H:%M:%SZ")
        yield encode_record(seq, type_, 1, at, by, data)
