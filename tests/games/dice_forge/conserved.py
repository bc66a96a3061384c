"""What is never lost and never made, looked at in a state."""

from __future__ import annotations

from collections import Counter
from typing import Any

from ragami.games.dice_forge.events import FacesRemoved, Forge
from ragami.games.dice_forge.faces import BOARS
from ragami.games.dice_forge.rules.setup import REMOVED
from ragami.games.dice_forge.state import State


def faces_in(s: State) -> Counter[str]:
    """Every face of the game, wherever it is."""
    found = Counter(s.sanctuary) + Counter(s.garden)
    for p in s.players.values():
        found.update(p.removed)
        for die in p.dice:
            found.update(die.slots)
    return found


def faces_at_the_start(s: State, taken_out: Counter[str]) -> Counter[str]:
    """The temple and all starting dice, less what two players take out."""
    table = s.table
    found = Counter(table.temple.garden)
    for pool in table.temple.sanctuary:
        found.update(pool.faces)
    for die in table.dice.dice:
        found.update({face: n * len(table.seats) for face, n in Counter(die).items()})
    if table.pair:
        for face, copies in table.prices.uniform.items():
            found[face] -= min(REMOVED, copies)
    return found - taken_out


def taken_out_by(event: Any) -> Counter[str]:
    """The faces that `faces_removed` takes out of the game."""
    if not isinstance(event, FacesRemoved):
        return Counter()
    return Counter(face for pool in event.pools.values() for face in pool)


def forged_by(event: Any) -> list[Forge]:
    name = type(event).__name__
    if name == "FacesApplied":
        entries = [*event.faces, *(event.again or ())]
        return [entry.ship for entry in entries if entry.ship]
    if name == "OfferingMade":
        return list(event.faces)
    return [event] if name == "FaceForged" else []


def check_conserved(s: State, forged: int) -> None:
    """Cards, portals, boars and pools add up; the faces are counted by `faces_in`."""
    table = s.table
    players = s.players.values()
    assert sum(len(p.removed) for p in players) == forged
    cards = Counter(s.stacks)
    for p in players:
        cards.update([*p.hammers, *p.piles[0], *p.piles[1], *p.piles[2]])
        _check_player(s, p)
    assert set(cards.values()) == {len(players)}
    assert cards.keys() == table.in_game.keys()
    portals = [p.portal for p in players if p.portal is not None]
    assert len(set(portals)) == len(portals)
    boars = sum(slot in BOARS for p in players for die in p.dice for slot in die.slots)
    owed = any(type(task).__name__ == "ForgeFace" and task.why == "boar" for task in s.stack)
    assert boars + owed == len(s.boars)


def _check_player(s: State, p: Any) -> None:
    chests = p.piles[0].count("chest")
    assert p.limits == (12 + 4 * chests, 6 + 3 * chests, 6 + 3 * chests)
    assert 0 <= p.gold <= p.limits[0]
    assert 0 <= p.sun <= p.limits[1]
    assert 0 <= p.moon <= p.limits[2]
    assert p.glory >= 0
    assert 0 <= p.cerberus <= p.piles[0].count("cerberus")
    assert 0 <= p.triton <= p.piles[0].count("triton")
    assert p.bears == p.piles[1].count("bear")
    assert 0 <= p.steps < (30 if p.hammers else 1)
    assert [len(die.slots) for die in p.dice] == [6, 6]
    assert sorted(p.boars) == sorted(c for c, owner in s.boars.items() if owner == p.colour)
    assert not any(f"boar-{colour}" in die.slots for die in p.dice for colour in p.boars)
