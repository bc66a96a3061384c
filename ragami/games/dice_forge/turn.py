"""Steps 2 to 4 of a turn (3.2, 3.6, 3.7): reinforcements, offerings, Triton tokens."""

from __future__ import annotations

from typing import Final

from ragami.findings import Breach, Breaches, breach
from ragami.games.dice_forge.components import Feat
from ragami.games.dice_forge.due import check_due, check_form, check_player, open_throws
from ragami.games.dice_forge.events import Forge, OfferingMade, Reinforced, TritonSpent
from ragami.games.dice_forge.faces import Amounts
from ragami.games.dice_forge.forging import buy, check_in_pool, check_slot, slot_of
from ragami.games.dice_forge.reserves import check_hammer, gain
from ragami.games.dice_forge.rulings import once
from ragami.games.dice_forge.state import (
    HIND_RULE,
    ApplyThrow,
    Player,
    RollDice,
    State,
    dice_of,
)

ACTIONS: Final = 2
EXTRA_SUN: Final = 2
ELDER_GOLD: Final = 3
ELDER_GLORY: Final = 4
OWL: Final[dict[str | None, Amounts]] = {
    "gold": (1, 0, 0, 0),
    "sun": (0, 1, 0, 0),
    "moon": (0, 0, 1, 0),
}
TRITON: Final[dict[str, Amounts]] = {
    "gold": (6, 0, 0, 0),
    "sun": (0, 2, 0, 0),
    "moon": (0, 0, 2, 0),
}
OWN_ROLLS: Final = ("step", "divine", "minor")


# --- actions (R-F-EXTRA-01, -02) -----------------------------------------------------------


def check_action(s: State) -> Breaches:
    """Return a breach if two actions have been taken already."""
    if s.actions < ACTIONS:
        return []
    return [breach("R-F-EXTRA-02", problem="third-action", actions=s.actions)]


def pay_action(s: State, p: Player) -> tuple[int, Breaches]:
    """The sun left after paying for the action itself, and what is wrong with that."""
    if not s.actions:
        return p.sun, []
    if p.sun >= EXTRA_SUN:
        return p.sun - EXTRA_SUN, []
    facts = {"player": p.colour, "cost": EXTRA_SUN, "sun": p.sun}
    return 0, [breach("R-F-EXTRA-01", problem="extra-too-dear", **facts)]


def affordable_feats(s: State, p: Player) -> list[Feat]:
    """The feats that are left and that a player could pay for in an action now."""
    sun, lacking = pay_action(s, p)
    return [
        feat
        for feat in s.table.in_game.values()
        if not lacking and s.stacks[feat.feat] and feat.cost.sun <= sun and feat.cost.moon <= p.moon
    ]


def faces_for_sale(s: State) -> list[str]:
    """The faces of the sanctuary that are left and that may be bought in this turn."""
    before = s.bought if s.table.options.distinct_faces == "turn" else []
    return [face for face, copies in s.sanctuary.items() if copies and face not in before]


# --- reinforcements (3.6) ------------------------------------------------------------------


def check_reinforced(s: State, e: Reinforced) -> Breaches:
    """R-F-REINF-01..04."""
    breaches = check_due(s, e)
    if breaches:
        return breaches
    p = s.players[e.player]
    if s.actions:
        breaches.append(breach("R-F-REINF-02", problem="after-an-action", feat=e.feat))
    owned = p.piles[2].count(e.feat)
    if s.used.count(e.feat) >= owned:
        problem = "used-already" if owned else "not-owned"
        breaches.append(breach("R-F-REINF-03", problem=problem, feat=e.feat, owned=owned))
    breaches += _check_gain(s, p, e)
    gained = 1 if e.gain == "gold" else 0
    hammer = check_hammer(s, p, e.hammer, gained)
    return [*breaches, hammer] if hammer else breaches


def _check_gain(s: State, p: Player, e: Reinforced) -> Breaches:
    effect = s.table.effect(e.feat)
    if effect == "elder" and p.gold < ELDER_GOLD:
        facts = {"cost": ELDER_GOLD, "gold": p.gold}
        return [breach("R-F-REINF-04", problem="elder-too-dear", **facts)]
    if (e.gain is not None) == (effect == "owl"):
        return []
    problem = "gain-missing" if effect == "owl" else "no-gain"
    return [breach("R-F-REINF-04", problem=problem, feat=e.feat, found=e.gain)]


def apply_reinforced(s: State, e: Reinforced, seq: int) -> None:
    """`hind` a roll, `owl` one resource, `elder` gold for glory (R-F-REINF-04)."""
    p = s.players[e.player]
    s.used.append(e.feat)
    match s.table.effect(e.feat):
        case "owl":
            gain(p, OWL[e.gain], e.hammer)
        case "elder":
            p.gold -= ELDER_GOLD
            p.glory += ELDER_GLORY
        case _:
            players = (e.player,)
            s.stack.append(RollDice(HIND_RULE, "minor", players, "hind", dice_of(e.player)))


# --- the offering (3.7) --------------------------------------------------------------------


def check_offering_made(s: State, e: OfferingMade) -> Breaches:
    """Left, different, paid for, and each with a slot to go to (R-F-OFFER-01..04)."""
    breaches = check_due(s, e) or check_action(s)
    if breaches:
        return breaches
    faces = [forge.face for forge in e.faces]
    missing = [refused for face in dict.fromkeys(faces) if (refused := check_in_pool(s, face))]
    breaches += missing
    different = _check_different(s, faces)
    if different:
        breaches.append(different)
        twice = {face: faces.count(face) for face in faces if s.sanctuary.get(face)}
        # With a ruling a face bought twice still needs two copies.
        breaches += [refused for face, n in twice.items() if (refused := check_in_pool(s, face, n))]
    p = s.players[e.player]
    breaches += pay_action(s, p)[1]
    if missing:
        return breaches
    cost = sum(s.table.prices.cost[face] for face in faces)
    if cost > p.gold:
        facts = {"cost": cost, "gold": p.gold, "faces": faces}
        breaches.append(breach("R-F-OFFER-04", problem="offering-too-dear", **facts))
    return once(breaches + _check_slots(p, e.faces))


def _check_different(s: State, faces: list[str]) -> Breach | None:
    """R-F-OFFER-02, A-F-OFFER-01: one check of the whole list."""
    within = [face for face in faces if faces.count(face) > 1]
    before = [face for face in faces if face in s.bought]
    if s.table.options.distinct_faces == "offering":
        before = []
    if not within and not before:
        return None
    ruling = None if within else "A-F-OFFER-01"
    facts = {"face": (within or before)[0], "bought": list(s.bought)}
    return breach("R-F-OFFER-02", ruling, problem="bought-twice", **facts)


def _check_slots(p: Player, forges: tuple[Forge, ...]) -> Breaches:
    """Each with what those before it forged (8.1, step 8)."""
    slots = [die.slots.copy() for die in p.dice]
    breaches: Breaches = []
    for forge in forges:
        die = slots[forge.die - 1]
        slot_breach = check_slot(die, forge)
        if slot_breach:
            breaches.append(slot_breach)
        at = slot_of(die, forge.slot)
        if at is not None:
            die[at] = forge.face
    return breaches


def apply_offering_made(s: State, e: OfferingMade, seq: int) -> None:
    """All is paid before anything is forged (R-F-OFFER-04)."""
    p = s.players[e.player]
    p.sun = pay_action(s, p)[0]
    s.actions += 1
    for forge in e.faces:
        buy(s, p, forge, s.table.prices.cost[forge.face])
        s.bought.append(forge.face)


# --- Triton tokens (R-F-CARD-18) -----------------------------------------------------------


def check_triton_spent(s: State, e: TritonSpent) -> Breaches:
    """The moment, the token, the hammer; it waits for no task (6.4)."""
    breaches = check_due(s, e) if s.phase in ("setup", "over") else check_form(s, e)
    if breaches:
        return breaches
    breaches = check_player(s, e.player, "R-F-TURN-01", s.active)
    if breaches:
        return breaches
    own = own_moment(s)
    strict = s.table.options.triton_when == "actions"
    if not own or (strict and s.stack):
        ruling = "A-F-CARD-03" if own else None
        breaches.append(breach("R-F-CARD-18", ruling, problem="wrong-moment", player=e.player))
    p = s.players[e.player]
    if not p.triton:
        breaches.append(breach("R-F-CARD-18", problem="no-token", player=e.player))
    hammer = check_hammer(s, p, e.hammer, TRITON[e.gain][0])
    return [*breaches, hammer] if hammer else breaches


def own_moment(s: State) -> bool:
    """In one's own turn, while no record of another player is due (A-F-CARD-03)."""
    top = s.top
    if top is None:
        return True
    if isinstance(top, RollDice):
        return top.why in OWN_ROLLS
    if isinstance(top, ApplyThrow) and s.table.options.decision_order == "any_order":
        return any(task.throw.player == s.active for task in open_throws(s))
    return top.players == (s.active,)


def apply_triton_spent(s: State, e: TritonSpent, seq: int) -> None:
    """Spend a Triton token for its gain; the tasks stay as they are."""
    p = s.players[e.player]
    p.triton -= 1
    gain(p, TRITON[e.gain], e.hammer)
