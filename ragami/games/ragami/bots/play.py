"""Complete legal games, played by bots: the same seed gives the same game for ever.

See `ragami.game.capabilities.Bot`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec import Struct, convert

from ragami.game.setting import Value
from ragami.games.ragami.bots.chance import Chance
from ragami.games.ragami.bots.off_turn import OFF_TURN, open_game
from ragami.games.ragami.bots.table import Table
from ragami.games.ragami.bots.turn import take_turn
from ragami.games.ragami.events import Components, Event, GameOpened, type_of
from ragami.games.ragami.options import Options


def begin(
    players: int,
    seed: int,
    chosen: Mapping[str, Value] | None = None,
    *,
    components: Components | None = None,
    hidden: bool = False,
) -> tuple[Table, GameOpened]:
    """Seat 2 to 4 bots, and return their table and record 1, which has happened.

    `chosen` are the options, None: half of the tables play by the defaults, the others agree on
    something. `hidden`: the log does not know the cards that are kept (at some tables the keeper's
    own).
    """
    options = None if chosen is None else convert(chosen, Options)
    chance = Chance(f"{seed}/{players}")
    t = Table(chance, hidden=hidden)
    opened = open_game(chance, players, options, components)
    t.keeper = opened.players[seed % players].colour if seed % 2 else None
    t.happen(opened, 1)
    return t, opened


def play(
    players: int,
    seed: int,
    chosen: Mapping[str, Value] | None = None,
    *,
    components: Components | None = None,
    hidden: bool = False,
) -> Iterator[tuple[str, Struct]]:
    """One game, as the type and the data of each record. The arguments are those of `begin`."""
    t, opened = begin(players, seed, chosen, components=components, hidden=hidden)
    yield "game_opened", opened
    seq = 1
    while t.s.phase != "over":
        event = decide(t)
        seq += 1
        yield type_of(event), t.as_seen(event)
        t.happen(event, seq)


def decide(t: Table) -> Event:
    """The bot whose turn it is decides, or what is due is done. Nothing happens yet."""
    return take_turn(t) if t.s.phase == "turns" else OFF_TURN[t.s.due[0].type](t)
