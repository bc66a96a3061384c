"""A bot's turn: ideas are tried one after the other until one is allowed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from ragami.games.ragami import events as ev
from ragami.games.ragami.bots.actions import (
    advance,
    attempt,
    draw,
    move_neutral,
    saint_and_demon,
    two_demons,
    two_saints,
)
from ragami.games.ragami.bots.table import Table, Temper
from ragami.games.ragami.events import SPACES
from ragami.games.ragami.rules.ending import ENOUGH_VP
from ragami.games.ragami.rules.points import CUBES_PER_VP, VIRTUE_PER_VP
from ragami.games.ragami.state import HAND_LIMIT, Player

Idea = ev.Event | None


def take_turn(t: Table) -> ev.Event:
    """Return the next event of the active player; the last idea is to stop."""
    s = t.s
    assert s.active is not None
    player = s.players[s.active]
    for idea in _ideas(t, player, t.tempers[s.active]):
        if idea is not None and t.allows(idea):
            return idea
    return ev.TurnEnded(player.colour) if s.acted else ev.Passed(player.colour)


def _ideas(t: Table, player: Player, temper: Temper) -> Iterator[Idea]:
    chance = t.chance
    yield _convert(t, player, temper)
    if player.hand and chance.odds(0.15 + 0.35 * temper.bookish):
        yield from _cards(t, player)
    if not t.s.die_used and not chance.odds(0.01):
        yield from _die(t, player, temper)
    if player.hand and (t.s.acted or chance.odds(0.5)):
        yield from _cards(t, player)


# --- conversions ---------------------------------------------------------------------------


def _convert(t: Table, player: Player, temper: Temper) -> Idea:
    """Convert many Virtue points now and then; cubes rather near the end."""
    chance = t.chance
    if player.cubes >= CUBES_PER_VP:
        most = player.cubes // CUBES_PER_VP
        near = player.vp + most >= ENOUGH_VP and player.vp < ENOUGH_VP
        if chance.odds(0.4 if near else 0.05 * (1 - temper.thrifty)):
            return ev.CubesConverted(player.colour, most if near else 1 + chance.upto(most - 1))
    if player.virtue >= VIRTUE_PER_VP and chance.odds(0.06 * (1 - temper.thrifty)):
        return ev.VirtueConverted(player.colour, player.virtue // VIRTUE_PER_VP)
    return None


# --- the die action ------------------------------------------------------------------------


def _die(t: Table, player: Player, temper: Temper) -> Iterator[Idea]:
    """Yield actions for a die: first a conflict, then what makes the next one possible."""
    dice, chance = t.s.space_dice, t.chance
    if dice["conflict"] and chance.odds(0.25 + temper.eager):
        yield attempt(t, player, "conflict")
    usable = [space for space in SPACES if dice[space]]
    if not usable:
        return
    on_conflict = t.s.ragamis[player.colour] in t.s.conflicts
    full = len(player.hand) >= HAND_LIMIT
    weights = {
        "move": 1.0 if on_conflict else 2.0 + 5 * temper.eager,
        "saint": (1.0 + 2 * temper.pious + on_conflict) if dice["saint"] else 0.0,
        "draw": (0.6 if full else 1.0 + 2 * temper.bookish) if dice["draw"] else 0.0,
    }
    for name in _in_order(t, weights):
        if name == "saint":
            yield saint_and_demon(t, player, "saint")
        elif name == "draw":
            yield draw(t, player, "draw")
        else:
            via = _die_to_move_with(t, usable)
            if t.s.options.neutral_mover == "any_ragami_move" and chance.odds(0.1):
                yield move_neutral(t, player, via)
            yield advance(t, player, via)


def _in_order(t: Table, weights: dict[str, float]) -> list[str]:
    """Return the names in random order, heavy ones rather first, those without weight left out."""
    random = t.chance.random
    keyed = [(random() ** (1 / weight), name) for name, weight in weights.items() if weight]
    return [name for _, name in sorted(keyed, reverse=True)]


def _die_to_move_with(t: Table, usable: list[ev.Space]) -> ev.Space:
    """Choose any die; the one for conflicts is missed most."""
    spaces = [space for space in usable if space != "conflict"]
    return t.chance.pick(spaces if spaces and t.chance.odds(0.9) else usable)


# --- cards ---------------------------------------------------------------------------------


def _cards(t: Table, player: Player) -> Iterator[Idea]:
    """Yield plays of the cards in hand, in any order: for what they do, or for a cube."""
    chance = t.chance
    for card in chance.shuffled(t.ready(player)):
        play = PLAYS.get(card)
        if play and chance.odds(GLADLY.get(card, 0.5)):
            yield play(t, player)
        if chance.odds(0.05 if play else 0.02):
            yield ev.CardTraded(player.colour, card)


def _swap(t: Table, player: Player) -> Idea:
    rivals = [colour for colour in t.s.seats if colour != player.colour]
    better = [colour for colour in rivals if t.s.ragamis[colour] in t.s.conflicts]
    return ev.RagamisSwapped(player.colour, t.chance.pick(better or rivals))


def _move(t: Table, player: Player) -> Idea:
    if t.chance.odds(0.3) and (neutral := move_neutral(t, player, ev.ByCard5())):
        return neutral
    if t.s.ragamis[player.colour] in t.s.conflicts and not t.chance.odds(0.3):
        return None
    return advance(t, player, ev.ByCard5())


def _turn_die(t: Table, player: Player) -> Idea:
    """Lower the die of the bot's own conflict, or turn another one."""
    s, chance = t.s, t.chance
    if not s.conflicts:
        return None
    square: object = s.ragamis[player.colour]
    change = -1 - chance.upto(1)
    if square not in s.conflicts or chance.odds(0.2):
        square = chance.pick(list(s.conflicts))
        change = chance.pick((-2, -1, 1, 2))
    return ev.ConflictDieTurned(player.colour, square, change)


def _conflict_action(t: Table, player: Player) -> Idea:
    if not player.cubes or (not t.s.die_used and t.s.space_dice["conflict"]):
        return None
    return attempt(t, player, ev.ByCard8())


def _extra_action(t: Table, player: Player) -> Idea:
    """Play card 9 for the action that the place asks for; it lowers any die."""
    if not player.cubes:
        return None
    chance = t.chance
    usable = [space for space in SPACES if t.s.space_dice[space]]
    lower = chance.pick(usable) if usable else None
    if t.s.ragamis[player.colour] in t.s.conflicts:
        tried = attempt(t, player, ev.ByCard9("conflict", lower))
        if tried:
            return tried
    way = chance.upto(3)
    if way == 0:
        return draw(t, player, ev.ByCard9("draw", lower))
    if way == 1:
        return saint_and_demon(t, player, ev.OnlyByCard9(9, "saint", lower))
    return advance(t, player, ev.ByCard9(chance.pick(SPACES), lower))


def _draw(t: Table, player: Player) -> Idea:
    return draw(t, player, ev.ByCard11()) if len(player.hand) < HAND_LIMIT else None


def _demons(t: Table, player: Player) -> Idea:
    moves = two_demons(t, player)
    return ev.DemonsMoved(player.colour, moves) if moves else None


PLAYS: Final[dict[int, Callable[[Table, Player], Idea]]] = {
    1: lambda t, player: ev.SaintsMoved(player.colour, two_saints(t, player)),
    2: _demons,
    3: _swap,
    4: lambda _t, player: ev.CubesGathered(player.colour),
    5: _move,
    7: _turn_die,
    8: _conflict_action,
    9: _extra_action,
    10: lambda _t, player: ev.LastPlayerRaised(player.colour),
    11: _draw,
    12: lambda t, player: ev.VirtueDieMoved(player.colour, t.chance.pick(t.s.board.blocks)),
}
GLADLY: Final = {3: 0.25, 4: 0.7, 8: 0.9, 9: 0.6, 10: 0.8, 11: 0.7}
