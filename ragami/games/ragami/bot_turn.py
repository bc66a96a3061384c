"""A bot's turn: ideas are tried one after the other until one is allowed.

Ideas are moves of Ragamis, Saints and Demons, draws of cards, and attempts at conflicts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from ragami.games.ragami import events as ev
from ragami.games.ragami.bot_table import Table, Temper
from ragami.games.ragami.components import SQUARES
from ragami.games.ragami.events import NEUTRAL, SPACES
from ragami.games.ragami.rules.action_dice import CARD_NUMBER, card_cost
from ragami.games.ragami.rules.conflict import (
    POWER_COST,
    bare_attempt,
    declared_points,
    needed,
    power_points,
)
from ragami.games.ragami.rules.drawing_cards import BY_CARD_11, BY_DIE
from ragami.games.ragami.rules.ending import ENOUGH_VP
from ragami.games.ragami.rules.movement import reach
from ragami.games.ragami.rules.points import CUBES_PER_VP, VIRTUE_PER_VP
from ragami.games.ragami.state import HAND_LIMIT, POWER_CARD_6, Player, State

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

# --- moves, draws and attempts -------------------------------------------------------------


PLACES_LOOKED_AT: Final = 2


def advance(t: Table, player: Player, via: ev.MovedBy) -> ev.RagamiMoved | None:
    """Return a move to the best conflict in reach, to Demons that stand alone, or at random."""
    s, chance = t.s, t.chance
    start = s.ragamis[player.colour]
    near = reach(s, start)
    best, to = 0.0, None
    for square in s.conflicts:
        if square in near and square != start:
            score = _promise(s, player, square) + 3 * chance.random()
            if score > best:
                best, to = score, square
    for square, demons in s.demons.items():
        if square in near and square not in s.conflicts:
            score = demons + 3 * chance.random()
            if score > best:
                best, to = score, square
    place: Any = to
    if place is None or chance.odds(_whim(t.tempers[player.colour])):
        place = chance.pick(t.in_reach(start))
    return ev.RagamiMoved(player.colour, via, player.colour, place)


def _whim(temper: Temper) -> float:
    """Return the probability (0 to 1) that a bot moves its Ragami without an aim."""
    return 0.08 * temper.restless + 0.8 * max(0.0, 0.8 - temper.eager)


def _promise(s: State, player: Player, square: int) -> float:
    """Return the expected value of a conflict: its points, less the Power Points still missing."""
    die = s.conflicts[square]
    needs = die + s.demons.get(square, 0) - player.cubes
    for place in s.ragamis.values():
        if place == square:
            needs -= 2
    for place in s.saints.values():
        if place == square:
            needs -= 1
    if player.virtue_block in s.board.blocks_at[square]:
        needs -= player.virtue
    return die - max(0, needs) + 1


def move_neutral(t: Table, player: Player, via: ev.MovedBy) -> ev.RagamiMoved | None:
    """Return a move of the neutral Ragami to where it helps, or at random."""
    s = t.s
    start = s.ragamis.get(NEUTRAL)
    if start is None:
        return None
    near = reach(s, start)
    mine = s.ragamis[player.colour]
    to: Any = t.chance.pick(t.in_reach(start))
    if mine in s.conflicts and mine in near and mine != start:
        to = mine
    return ev.RagamiMoved(player.colour, via, NEUTRAL, to)


# --- Saints and Demons ---------------------------------------------------------------------


def saint_and_demon(
    t: Table, player: Player, via: ev.Space | ev.OnlyByCard9
) -> ev.SaintAndDemonMoved:
    """Return the die action: a Saint moves, then a Demon."""
    saint, to = saint_way(t, player, list(t.s.saints))
    return ev.SaintAndDemonMoved(player.colour, via, saint, to, _demon_way(t, player))


def saint_way(t: Table, player: Player, saints: list[ev.Colour]) -> tuple[ev.Colour, int]:
    """Return a Saint and its target: a conflict where it may stand, or any square."""
    s, chance = t.s, t.chance
    mine = s.ragamis[player.colour]
    ways = [
        (saint, square)
        for saint in saints
        for square in s.conflicts
        if square in s.board.in_street_reach[s.saints[saint]]
        and square not in (mine, s.ragamis.get(saint))
    ]
    if ways and chance.odds(0.85):
        return chance.pick(ways)
    saint = chance.pick(saints)
    return saint, chance.pick(t.along_streets(s.saints[saint]))


def _demon_way(t: Table, player: Player) -> ev.DemonMove:
    """Move a Demon away from the bot's own conflict, to a rival's, or at random."""
    s, chance = t.s, t.chance
    mine: object = s.ragamis[player.colour]
    if mine in s.demons and mine in s.conflicts and chance.odds(0.8):
        return ev.DemonMove(mine, _demon_to(t, mine, player))
    if s.supply_demons and (not s.demons or chance.odds(0.4)):
        theirs = [square for square in s.conflicts if square != mine]
        return ev.DemonMove(None, chance.pick(theirs if theirs and chance.odds(0.6) else SQUARES))
    start = chance.pick(list(s.demons))
    return ev.DemonMove(start, _demon_to(t, start, player))


def _demon_to(t: Table, start: int, player: Player) -> int:
    places = t.along_streets(start)
    looked_at = t.chance.some(places, PLACES_LOOKED_AT)
    mine = t.s.ragamis[player.colour]
    apart = [square for square in looked_at if square != mine]
    busy = [square for square in apart if square in t.s.conflicts]
    return t.chance.pick(busy or apart or looked_at)


def two_saints(t: Table, player: Player) -> tuple[ev.SaintMove, ...]:
    """Return the moves of card 1: two Saints, now and then one."""
    saints = t.chance.some(t.s.saints, 1 if t.chance.odds(0.2) else 2)
    return tuple(ev.SaintMove(*saint_way(t, player, [saint])) for saint in saints)


def two_demons(t: Table, player: Player) -> tuple[ev.BoardDemonMove, ...]:
    """Return the moves of card 2: Demons away from the bot's Ragami, rather out of conflicts."""
    mine = t.s.ragamis[player.colour]
    pieces = [square for square, n in t.s.demons.items() for _ in range(n) if square != mine]
    chosen = t.chance.some(pieces, 1 if t.chance.odds(0.2) else 2)
    moves = []
    for start in chosen:
        places = t.along_streets(start)
        quiet = [square for square in places if square not in t.s.conflicts]
        moves.append(ev.BoardDemonMove(start, t.chance.pick(quiet or places)))
    return tuple(moves)


# --- cards ---------------------------------------------------------------------------------


def draw(t: Table, player: Player, via: ev.DrawnBy) -> ev.CardsDrawn:
    """Draw three cards and keep the dearest; from a full hand the least dear goes first."""
    rejected, kept_count = BY_CARD_11 if isinstance(via, ev.ByCard11) else BY_DIE
    hand: list[Any] = [slot.card for slot in player.hand]
    if not isinstance(via, str) and CARD_NUMBER[type(via)] in hand:
        hand.remove(CARD_NUMBER[type(via)])
    first = t.dearest_first(hand)[-1] if len(hand) >= HAND_LIMIT else None
    cards = t.dearest_first(t.peek(rejected + kept_count, first))
    return ev.CardsDrawn(
        player.colour, via, first, tuple(cards[kept_count:]), tuple(cards[:kept_count])
    )


Via = ev.TriedBy
STRONG: Final[tuple[ev.PowerCard, ...]] = (13, 14, 15)
TWICE: Final = 2


class Plan(NamedTuple):
    """The resources committed to an attempt; `gap` is what only the Power die could still add."""

    gap: int
    cubes: int
    virtue: int
    cards: tuple[ev.PowerCard, ...]

    @property
    def price(self) -> int:
        """Return the cost of a success: the lower, the better."""
        return 2 * self.cubes + self.virtue + sum(2 * POWER_COST.get(c, 0) + 1 for c in self.cards)


def attempt(t: Table, player: Player, via: Via) -> ev.ConflictTried | None:
    """Return an attempt that is worth making; None if there is none."""
    square = t.s.ragamis[player.colour]
    if square not in t.s.conflicts:
        return None
    assert isinstance(square, int)
    plans = _plans(t, player, via, square)
    sure = [plan for plan in plans if plan.gap <= 0]
    if sure:
        plan = min(sure, key=lambda plan: plan.price)
        if t.chance.odds(0.15) and t.s.options.power_die:
            plan = _stingy(t, plan)
        elif t.chance.odds(0.02):
            return _tried(t, player, via, square, plan, 1)
        return _tried(t, player, via, square, plan, 1 if plan.gap > 0 else 0)
    if not plans or not t.s.options.power_die:
        return None
    return _gamble(t, player, via, square, min(plans))


def _plans(t: Table, player: Player, via: Via, square: int) -> list[Plan]:
    """Return a plan without a card, and one for each card that gives Power Points."""
    s = t.s
    needs = needed(s, square) - declared_points(s, bare_attempt(player, via), player, square)
    near = player.virtue_block in s.board.blocks_at[square]
    virtue = player.virtue if near else 0
    cubes = player.cubes - card_cost(via)
    ready = t.ready(player)
    hands: list[tuple[ev.PowerCard, ...]] = [(), *((card,) for card in STRONG if card in ready)]
    plans = []
    for cards in hands:
        points = needs - sum(power_points(s, player, card) for card in cards)
        remainder = cubes - sum(POWER_COST.get(card, 0) for card in cards)
        if remainder >= 0:
            spent = max(0, min(points, virtue))
            paid = max(0, min(points - spent, remainder))
            plans.append(Plan(points - spent - paid, paid, spent, cards))
    return plans


def _stingy(t: Table, plan: Plan) -> Plan:
    """Leave a cube or a point to the Power die."""
    saved = min(plan.cubes, 1 + t.chance.upto(1))
    if saved:
        return plan._replace(cubes=plan.cubes - saved, gap=plan.gap + saved)
    if plan.virtue:
        return plan._replace(virtue=plan.virtue - 1, gap=plan.gap + 1)
    return plan


def _gamble(t: Table, player: Player, via: Via, square: int, plan: Plan) -> ev.ConflictTried | None:
    """Try what only the Power die can make good; now and then without any hope."""
    twice = POWER_CARD_6 in t.ready(player) and not (
        POWER_CARD_6 in t.s.deck.red_triangle and plan.cards
    )
    rolls = TWICE if twice else 1
    hope = _hope(t.s.dice.power, plan.gap, rolls)
    fear = 1 - t.tempers[player.colour].bold
    if hope > 0.25 + 0.5 * fear or (hope and t.chance.odds(0.1)) or t.chance.odds(0.004):
        if twice:
            cards = (*plan.cards, POWER_CARD_6)
            plan = plan._replace(cards=cards if t.chance.odds(0.5) else cards[::-1])
        return _tried(t, player, via, square, plan, rolls)
    return None


def _hope(faces: tuple[int, ...], gap: int, rolls: int) -> float:
    """Return the probability that so many rolls give at least `gap`."""
    if rolls == 1:
        return sum(face >= gap for face in faces) / len(faces)
    good = sum(first + second >= gap for first in faces for second in faces)
    return good / len(faces) ** TWICE


def _tried(
    t: Table, player: Player, via: Via, square: int, plan: Plan, rolls: int
) -> ev.ConflictTried:
    """Roll the die. After a failure the Ragami goes to a block nearby."""
    rolled = tuple(
        t.chance.pick(t.s.dice.power) for _ in range(rolls if t.s.options.power_die else 0)
    )
    out = None
    if plan.gap > sum(rolled):
        out = t.chance.pick(sorted(t.s.board.blocks_at[square]))
    return ev.ConflictTried(player.colour, via, plan.cubes, plan.virtue, plan.cards, rolled, out)
