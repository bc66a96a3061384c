"""Complete legal games, played by bots: the same seed gives the same game for ever.

See `ragami.game.capabilities.Bot`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct, convert

from ragami.decoded import type_of
from ragami.game.opening import Value, option_values
from ragami.games.ragami import events as ev
from ragami.games.ragami.bot_table import Chance, Table
from ragami.games.ragami.bot_turn import take_turn
from ragami.games.ragami.components import SQUARES
from ragami.games.ragami.events import COLOURS, SPACES
from ragami.games.ragami.rules.action_dice import RED
from ragami.games.ragami.rules.points import VIRTUE_PER_VP
from ragami.games.ragami.rules.preparation import conflicts_to_draw
from ragami.games.ragami.rules.setup import SEEDED_DEMONS, STARTING_DISCARDS
from ragami.games.ragami.state import CONFLICT_DICE, State


def begin(
    players: int,
    seed: int,
    chosen: Mapping[str, Value] | None = None,
    *,
    components: ev.Components | None = None,
    hidden: bool = False,
) -> tuple[Table, ev.GameOpened]:
    """Seat 2 to 4 bots, and return their table and record 1, which has happened.

    `chosen` are the options, None: half of the tables play by the defaults, the others agree on
    something. `hidden`: the log does not know the cards that are kept (at some tables the keeper's
    own).
    """
    options = None if chosen is None else convert(chosen, ev.Options)
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
    components: ev.Components | None = None,
    hidden: bool = False,
) -> Iterator[tuple[str, Struct]]:
    """Yield the type and the data of each record of a game. The arguments are those of `begin`."""
    t, opened = begin(players, seed, chosen, components=components, hidden=hidden)
    yield "game_opened", opened
    seq = 1
    while t.s.phase != "over":
        event = decide(t)
        seq += 1
        yield type_of(event), t.as_seen(event)
        t.happen(event, seq)


def decide(t: Table) -> ev.Event:
    """Return the next event: of the bot whose turn it is, or what is due. Nothing happens yet."""
    return take_turn(t) if t.s.phase == "turns" else OFF_TURN[t.s.due[0].type](t)


NAMES: Final = ("ana", "bea", "eva", "gil", "iago", "lola", "nuno", "rui", "teo", "uxía")
TITLES: Final = (None, None, None, "Lisboa", "Martes", "Semifinal", "La última de la noche")
SHIPPED: Final = ev.Components("city-1", "deck-1", "dice-1")
USUAL: Final = 0.65


# --- record 1 ------------------------------------------------------------------------------


def open_game(
    chance: Chance, players: int, options: ev.Options | None, components: ev.Components | None
) -> ev.GameOpened:
    """Return record 1. Without options half of the tables agree on some."""
    options = options or (varied_options(chance) if chance.odds(0.5) else ev.Options())
    colours = chance.shuffled(COLOURS)
    names = chance.some(NAMES, players)
    seats = [ev.Seat(colour, name) for colour, name in zip(colours, names, strict=False)]
    neutral = players == 2 and options.neutral_ragami
    return ev.GameOpened(
        "ragami",
        1,
        chance.pick(TITLES),
        tuple(seats),
        options,
        components or SHIPPED,
        colours[players] if neutral else None,
    )


def varied_options(chance: Chance) -> ev.Options:
    values = {
        name: chosen[0] if chance.odds(USUAL) else chance.pick(chosen[1:])
        for name, chosen in option_values(ev.Options).items()
    }
    return convert(values, ev.Options)


# --- chips, dice and cards -----------------------------------------------------------------


def _chips(t: Table, number: int) -> list[int]:
    return t.chance.some([square for square in SQUARES if square not in t.s.chips_seen], number)


def _conflicts(t: Table, number: int) -> tuple[ev.Conflict, ...]:
    return tuple(ev.Conflict(square, 1 + t.chance.upto(5)) for square in _chips(t, number))


def _neutral_saints_seeded(t: Table) -> ev.Event:
    ownerless = [colour for colour in COLOURS if colour not in t.s.players]
    squares = _chips(t, len(ownerless))
    places = zip(ownerless, squares, strict=True)
    return ev.NeutralSaintsSeeded(tuple(ev.SaintPlace(colour, square) for colour, square in places))


def _starting_card_kept(t: Table) -> ev.Event:
    waiting = [player for player in t.s.players.values() if not player.hand]
    kept_card, *discarded = t.dearest_first(t.peek(STARTING_DISCARDS + 1))
    return ev.StartingCardKept(t.chance.pick(waiting).colour, tuple(discarded), kept_card)


# --- placing pieces ------------------------------------------------------------------------


def _saint_set(t: Table) -> ev.Event:
    colour: Any = t.s.due[0].who
    return ev.SaintSet(colour, t.chance.pick([*SQUARES, *t.s.conflicts, *t.s.conflicts]))


def _busy_block(t: Table) -> str:
    """Return the one of three blocks with the most conflicts around it."""
    blocks = t.chance.some(t.s.board.blocks, 3)
    return max(blocks, key=lambda block: len(t.s.board.squares_at[block] & t.s.conflicts.keys()))


def _virtue_set(t: Table) -> ev.Event:
    colour: Any = t.s.due[0].who
    return ev.VirtueSet(colour, _busy_block(t))


def _ragami_set(t: Table) -> ev.Event:
    ragami: Any = t.s.due[0].who
    free = [block for block in t.s.board.blocks if block not in t.s.ragamis.values()]
    return ev.RagamiSet(ragami, t.chance.pick(free))


def _ragami_displaced(t: Table) -> ev.Event:
    ragami: Any = t.s.due[0].who
    square: Any = t.s.ragamis[ragami]
    return ev.RagamiDisplaced(ragami, t.chance.pick(sorted(t.s.board.blocks_at[square])))


def _virtue_step(t: Table) -> ev.Event:
    """Let each who waits use the Virtue die; when nobody does, roll the Action dice."""
    for due in t.s.due[:-1]:
        colour: object = due.who
        step = _own_virtue_step(t, t.s, colour)
        if step:
            return step
    return _action_dice_set(t)


def _own_virtue_step(t: Table, s: State, colour: Any) -> ev.Event | None:
    player, chance = s.players[colour], t.chance
    most = player.virtue // VIRTUE_PER_VP
    vp = most if most and not chance.odds(t.tempers[colour].thrifty) else 0
    points = player.virtue - VIRTUE_PER_VP * vp
    block = None
    if chance.odds(0.12 if points else 0.9):
        block = _busy_block(t)
        if points and block == player.virtue_block:
            block = None
    return ev.VirtueStep(colour, vp, block) if vp or block else None


def _action_dice_set(t: Table) -> ev.Event:
    """Roll the dice; red ones get another value and bring Demons."""
    s, chance = t.s, t.chance
    rolls = [chance.pick(s.dice.action) for _ in SPACES]
    values = [face for face in s.dice.action if face != RED]
    placed = [
        max(chance.pick(values), chance.pick(values)) if roll == RED else roll for roll in rolls
    ]
    demons = min(rolls.count(RED), s.supply_demons)
    squares = [chance.pick(SQUARES) for _ in range(demons)]
    spaces = ev.ActionSpaces(*chance.shuffled(placed))
    colour: Any = s.due[-1].who
    return ev.ActionDiceSet(colour, (rolls[0], rolls[1], rolls[2]), spaces, tuple(squares))


OFF_TURN: Final[dict[str, Callable[[Table], ev.Event]]] = {
    "conflicts_seeded": lambda t: ev.ConflictsSeeded(_conflicts(t, CONFLICT_DICE)),
    "demons_seeded": lambda t: ev.DemonsSeeded(tuple(_chips(t, SEEDED_DEMONS))),
    "neutral_saints_seeded": _neutral_saints_seeded,
    "first_player_drawn": lambda t: ev.FirstPlayerDrawn(t.chance.pick(t.s.seats)),
    "starting_card_kept": _starting_card_kept,
    "saint_set": _saint_set,
    "virtue_set": _virtue_set,
    "ragami_set": _ragami_set,
    "ragami_displaced": _ragami_displaced,
    "conflicts_drawn": lambda t: ev.ConflictsDrawn(_conflicts(t, conflicts_to_draw(t.s))),
    "virtue_step": _virtue_step,
    "action_dice_set": _action_dice_set,
}
