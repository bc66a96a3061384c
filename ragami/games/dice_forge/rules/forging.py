"""Buying faces of the sanctuary and forging them, and the offering."""

from __future__ import annotations

from ragami.findings import Breaches, breach
from ragami.games.dice_forge.events import FaceForged, Forge, OfferingMade
from ragami.games.dice_forge.faces import BOARS
from ragami.games.dice_forge.rules.due import check_due, once
from ragami.games.dice_forge.rules.turn import check_action, pay_action
from ragami.games.dice_forge.state import Player, State


def slot_of(slots: list[str], place: int | str) -> int | None:
    """Return the slot, from 0: of a face the lowest one (R-F-FORGE-02). None if there is none."""
    if isinstance(place, int):
        return place - 1
    return slots.index(place) if place in slots else None


def check_slot(slots: list[str], forge: Forge | FaceForged) -> Breaches:
    """Return a breach unless the slot is there, its face removable (R-F-FORGE-02, R-F-FORGE-03)."""
    at = slot_of(slots, forge.slot)
    if at is None:
        facts = {"die": forge.die, "face": forge.slot, "slots": list(slots)}
        return [breach("R-F-FORGE-02", problem="no-such-slot", **facts)]
    if slots[at] in BOARS:
        facts = {"die": forge.die, "slot": at + 1, "face": slots[at]}
        return [breach("R-F-FORGE-03", problem="fixed-face", **facts)]
    return []


def forge_face(p: Player, forge: Forge | FaceForged) -> None:
    """Put the new face into the slot, up; lay the old one before the player (R-F-FORGE-01)."""
    die = p.dice[forge.die - 1]
    at = slot_of(die.slots, forge.slot)
    assert at is not None, "check has found the slot"
    p.removed.append(die.slots[at])
    die.slots[at] = forge.face
    die.up = at + 1
    die.face = forge.face


def check_in_pool(s: State, face: str, copies: int = 1) -> Breaches:
    """Return a breach unless the sanctuary has so many copies (R-F-OFFER-03)."""
    copies_left = s.sanctuary.get(face, 0)
    if copies_left >= copies:
        return []
    return [breach("R-F-OFFER-03", problem="not-in-the-sanctuary", face=face, left=copies_left)]


def buy(s: State, p: Player, forge: Forge, price: int) -> None:
    """Pay for a face of the sanctuary and forge it."""
    p.gold -= price
    s.sanctuary[forge.face] -= 1
    forge_face(p, forge)


# --- the offering --------------------------------------------------------------------------


def check_offering_made(s: State, e: OfferingMade) -> Breaches:
    """Check that the faces are left, different, paid for, and have slots.

    R-F-OFFER-01, R-F-OFFER-02, R-F-OFFER-03 and R-F-OFFER-04.
    """
    breaches = check_due(s, e) or check_action(s)
    if breaches:
        return breaches
    faces = [forge.face for forge in e.faces]
    missing = [wrong for face in dict.fromkeys(faces) for wrong in check_in_pool(s, face)]
    breaches += missing
    if different := _check_different(s, faces):
        # With a ruling a face bought twice still needs two copies.
        twice = {face: faces.count(face) for face in faces if s.sanctuary.get(face)}
        breaches += different
        breaches += [wrong for face, n in twice.items() for wrong in check_in_pool(s, face, n)]
    p = s.players[e.player]
    breaches += pay_action(s, p)[1]
    if missing:
        return breaches
    cost = sum(s.table.prices.cost[face] for face in faces)
    if cost > p.gold:
        facts = {"cost": cost, "gold": p.gold, "faces": faces}
        breaches.append(breach("R-F-OFFER-04", problem="offering-too-dear", **facts))
    return once(breaches + _check_slots(p, e.faces))


def _check_different(s: State, faces: list[str]) -> Breaches:
    """Return a breach if a face was bought twice (R-F-OFFER-02, A-F-OFFER-01)."""
    within = [face for face in faces if faces.count(face) > 1]
    before = [face for face in faces if face in bought_before(s)]
    if not within and not before:
        return []
    ruling = None if within else "A-F-OFFER-01"
    facts = {"face": (within or before)[0], "bought": list(s.bought)}
    return [breach("R-F-OFFER-02", ruling, problem="bought-twice", **facts)]


def bought_before(s: State) -> list[str]:
    """Return the faces that may not be bought again in this turn (A-F-OFFER-01)."""
    return s.bought if s.table.options.distinct_faces == "turn" else []


def _check_slots(p: Player, forges: tuple[Forge, ...]) -> Breaches:
    """Check each slot, with what the faces before it forged."""
    slots = [die.slots.copy() for die in p.dice]
    breaches: Breaches = []
    for forge in forges:
        die = slots[forge.die - 1]
        breaches += check_slot(die, forge)
        at = slot_of(die, forge.slot)
        if at is not None:
            die[at] = forge.face
    return breaches


def apply_offering_made(s: State, e: OfferingMade, seq: int) -> None:
    """Pay for all faces, and forge them (R-F-OFFER-04)."""
    p = s.players[e.player]
    p.sun = pay_action(s, p)[0]
    s.actions += 1
    for forge in e.faces:
        buy(s, p, forge, s.table.prices.cost[forge.face])
        s.bought.append(forge.face)


def faces_for_sale(s: State) -> list[str]:
    """Return the faces of the sanctuary that are left and may be bought in this turn."""
    before = bought_before(s)
    return [face for face, copies in s.sanctuary.items() if copies and face not in before]
