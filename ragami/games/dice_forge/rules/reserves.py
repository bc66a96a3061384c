"""Reserves, glory and the hammer."""

from __future__ import annotations

from typing import Final

from ragami.findings import Breaches, breach
from ragami.games.dice_forge.faces import Amounts
from ragami.games.dice_forge.state import Player, State

SIDE: Final = 15
BOTH_SIDES: Final = 2 * SIDE
SIDE_GLORY: Final = (10, 15)
CHEST: Final = (4, 3, 3)


def gain(p: Player, amounts: Amounts, hammer: int = 0) -> None:
    """Add gains up to the limits, `hammer` of the gold on the hammer (R-F-RES-01, R-F-RES-02)."""
    gold, sun, moon, glory = amounts
    most_gold, most_sun, most_moon = p.limits
    if hammer:
        strike(p, hammer)
    gold += p.gold - hammer
    sun += p.sun
    moon += p.moon
    p.gold = gold if gold < most_gold else most_gold
    p.sun = sun if sun < most_sun else most_sun
    p.moon = moon if moon < most_moon else most_moon
    p.glory += glory


def lose(p: Player, amounts: Amounts) -> None:
    """Take losses; no reserve falls below 0 (R-F-RES-03)."""
    gold, sun, moon, glory = amounts
    p.gold = max(p.gold - gold, 0)
    p.sun = max(p.sun - sun, 0)
    p.moon = max(p.moon - moon, 0)
    p.glory = max(p.glory - glory, 0)


def add_chest(p: Player) -> None:
    """Raise the limits (R-F-CARD-02)."""
    gold, sun, moon = (limit + more for limit, more in zip(p.limits, CHEST, strict=True))
    p.limits = gold, sun, moon


def strike(p: Player, gold: int) -> None:
    """Go a step for each gold. A completed side gives glory; the rest goes on (R-F-HAMMER-02)."""
    before, p.steps = p.steps, p.steps + gold
    while True:
        if before < SIDE <= p.steps:
            p.glory += SIDE_GLORY[0]
        if p.steps < BOTH_SIDES:
            break
        p.glory += SIDE_GLORY[1]
        p.piles[0].append(p.hammers.pop(0))
        before, p.steps = 0, p.steps - BOTH_SIDES


def room_on_hammer(p: Player, *, stop: bool) -> int:
    """Return the steps left for the hammer; with `stop` to the side's end (R-F-HAMMER-03)."""
    if not p.hammers:
        return 0
    if stop:
        return (SIDE if p.steps < SIDE else BOTH_SIDES) - p.steps
    return BOTH_SIDES * len(p.hammers) - p.steps


def most_on_hammer(s: State, p: Player, gained: int) -> int:
    """Return how much of a gain of gold may go on the hammer (R-F-HAMMER-03, A-F-HAMMER-01)."""
    stop = s.table.options.hammer_overrun == "stop"
    return min(gained, room_on_hammer(p, stop=stop))


def check_hammer(s: State, p: Player, hammer: int, gained: int) -> Breaches:
    """Return a breach if too much of a gain goes on the hammer (R-F-HAMMER-03, A-F-HAMMER-01)."""
    if not hammer or hammer <= (most := most_on_hammer(s, p, gained)):
        return []
    facts = {"player": p.colour, "hammer": hammer, "most": most, "gained": gained}
    if hammer <= min(gained, room_on_hammer(p, stop=False)):
        return [breach("R-F-HAMMER-03", "A-F-HAMMER-01", problem="beyond-the-side", **facts)]
    return [breach("R-F-HAMMER-03", problem="too-much-on-the-hammer", **facts)]
