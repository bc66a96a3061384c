"""Buying faces of the sanctuary and forging them (3.7)."""

from __future__ import annotations

from ragami.findings import Breach, breach
from ragami.games.dice_forge.events import FaceForged, Forge
from ragami.games.dice_forge.faces import BOARS
from ragami.games.dice_forge.state import Player, State


def slot_of(slots: list[str], place: int | str) -> int | None:
    """The slot that is meant, from 0: of a face the lowest one (R-F-FORGE-02); None: no such."""
    if isinstance(place, int):
        return place - 1
    return slots.index(place) if place in slots else None


def check_slot(slots: list[str], forge: Forge | FaceForged) -> Breach | None:
    """R-F-FORGE-02, -03: there is such a slot, and its face may be removed."""
    at = slot_of(slots, forge.slot)
    if at is None:
        facts = {"die": forge.die, "face": forge.slot, "slots": list(slots)}
        return breach("R-F-FORGE-02", problem="no-such-slot", **facts)
    if slots[at] in BOARS:
        facts = {"die": forge.die, "slot": at + 1, "face": slots[at]}
        return breach("R-F-FORGE-03", problem="fixed-face", **facts)
    return None


def forge_face(p: Player, forge: Forge | FaceForged) -> None:
    """The new face takes the slot and is up; the old one lies before the player (R-F-FORGE-01)."""
    die = p.dice[forge.die - 1]
    at = slot_of(die.slots, forge.slot)
    assert at is not None, "check has found the slot"
    p.removed.append(die.slots[at])
    die.slots[at] = forge.face
    die.up = at + 1
    die.face = forge.face


def check_in_pool(s: State, face: str, copies: int = 1) -> Breach | None:
    """R-F-OFFER-03: the sanctuary has so many."""
    copies_left = s.sanctuary.get(face, 0)
    if copies_left >= copies:
        return None
    return breach("R-F-OFFER-03", problem="not-in-the-sanctuary", face=face, left=copies_left)


def buy(s: State, p: Player, forge: Forge, price: int) -> None:
    """A face leaves the sanctuary and is forged."""
    p.gold -= price
    s.sanctuary[forge.face] -= 1
    forge_face(p, forge)
