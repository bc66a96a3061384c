"""A bot's attempt at a conflict: the resources it commits, and when it rolls the Power die."""

from __future__ import annotations

from typing import Final, NamedTuple

from ragami.games.ragami.bots.table import Table
from ragami.games.ragami.events import ByCard8, ByCard9, ConflictTried, PowerCard, Space
from ragami.games.ragami.rules.action_dice import card_cost
from ragami.games.ragami.rules.conflict import (
    POWER_COST,
    bare_attempt,
    declared_points,
    needed,
    power_points,
)
from ragami.games.ragami.state import POWER_CARD_6, Player

Via = Space | ByCard8 | ByCard9
STRONG: Final[tuple[PowerCard, ...]] = (13, 14, 15)
TWICE: Final = 2


class Plan(NamedTuple):
    """The resources committed to an attempt; `gap` is what only the Power die could still add."""

    gap: int
    cubes: int
    virtue: int
    cards: tuple[PowerCard, ...]

    @property
    def price(self) -> int:
        """The cost of a success in these resources; the plan with the lower price is better."""
        return 2 * self.cubes + self.virtue + sum(2 * POWER_COST.get(c, 0) + 1 for c in self.cards)


def attempt(t: Table, player: Player, via: Via) -> ConflictTried | None:
    """A try worth making, or None."""
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
    """One without a card, and one with each that gives Power Points."""
    s = t.s
    needs = needed(s, square) - declared_points(s, bare_attempt(player, via), player, square)
    near = player.virtue_block in s.board.blocks_at[square]
    virtue = player.virtue if near else 0
    cubes = player.cubes - card_cost(via)
    ready = t.ready(player)
    hands: list[tuple[PowerCard, ...]] = [(), *((card,) for card in STRONG if card in ready)]
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
    """The die may save a cube or a point: then something is left to chance."""
    saved = min(plan.cubes, 1 + t.chance.upto(1))
    if saved:
        return plan._replace(cubes=plan.cubes - saved, gap=plan.gap + saved)
    if plan.virtue:
        return plan._replace(virtue=plan.virtue - 1, gap=plan.gap + 1)
    return plan


def _gamble(t: Table, player: Player, via: Via, square: int, plan: Plan) -> ConflictTried | None:
    """The Power die may do the rest, card 6 rolls it twice; or somebody wants to leave anyhow."""
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
    """The chance that so many rolls give at least `gap`."""
    if rolls == 1:
        return sum(face >= gap for face in faces) / len(faces)
    good = sum(first + second >= gap for first in faces for second in faces)
    return good / len(faces) ** TWICE


def _tried(
    t: Table, player: Player, via: Via, square: int, plan: Plan, rolls: int
) -> ConflictTried:
    """The die is rolled; who fails leaves for a block nearby."""
    rolled = tuple(
        t.chance.pick(t.s.dice.power) for _ in range(rolls if t.s.options.power_die else 0)
    )
    out = None
    if plan.gap > sum(rolled):
        out = t.chance.pick(sorted(t.s.board.blocks_at[square]))
    return ConflictTried(player.colour, via, plan.cubes, plan.virtue, plan.cards, rolled, out)
