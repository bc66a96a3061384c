"""The three Action dice: set on the Action table, used, lowered (rulebook p. 2, 3 and 4).

Also what pays for an action: a die, or one of the cards that stand in for one (cards 5, 8, 9
and 11).
"""

from __future__ import annotations

from typing import Final

from ragami.findings import Breaches, breach
from ragami.games.ragami import events as ev
from ragami.games.ragami.events import SPACES
from ragami.games.ragami.rules.due import check_due, seated
from ragami.games.ragami.rules.hand import check_play, play
from ragami.games.ragami.rules.points import pay_cubes
from ragami.games.ragami.state import Player, State

RED: Final = 1
SAINT_SPACE: Final = "saint"
DRAW_SPACE: Final = "draw"
CONFLICT_SPACE: Final = "conflict"
CARD_NUMBER: Final[dict[type[object], int]] = {
    ev.ByCard5: 5,
    ev.ByCard8: 8,
    ev.ByCard9: 9,
    ev.OnlyByCard9: 9,
    ev.ByCard11: 11,
}
# The cards that are a type of event of their own.
CARD_OF_EVENT: Final[dict[type[object], int]] = {
    ev.SaintsMoved: 1,
    ev.DemonsMoved: 2,
    ev.RagamisSwapped: 3,
    ev.CubesGathered: 4,
    ev.ConflictDieTurned: 7,
    ev.LastPlayerRaised: 10,
    ev.VirtueDieMoved: 12,
}
CARD_COST: Final = {ev.ByCard5: 0, ev.ByCard8: 1, ev.ByCard9: 1, ev.OnlyByCard9: 1, ev.ByCard11: 0}
COST_RULE: Final = {ev.ByCard8: "R-C08-2", ev.ByCard9: "R-C09-4", ev.OnlyByCard9: "R-C09-4"}


# --- rolled and placed ---------------------------------------------------------------------


def check_action_dice_set(s: State, e: ev.ActionDiceSet) -> Breaches:
    """Check R-SETUP-17..20 in the setup, R-PREP-16..19 before every later round."""
    if not s.opened or e.player not in s.players:
        return seated(s, e.player) or check_due(s, "action_dice_set", e.player)
    breaches: Breaches = []
    setup = s.phase == "setup"
    faces = s.dice.action
    for roll in e.rolls:
        if roll not in faces:
            rule = "R-SETUP-17" if setup else "R-PREP-16"
            breaches.append(breach(rule, "A-DIE-01", roll=roll, faces=sorted(set(faces))))
    breaches += _check_roller(s, e)
    _check_red_demons(s, e, "R-SETUP-18" if setup else "R-PREP-17", breaches)
    _check_values(s, e, breaches)
    return breaches


def _check_roller(s: State, e: ev.ActionDiceSet) -> Breaches:
    """Check that the last player rolls; who does nothing in step 5 is passed over."""
    if s.phase == "preparation" and s.due[0].type == "virtue_step":
        if s.due[-1].who == e.player:
            return []
        facts = {"phase": s.phase, "due": "action_dice_set", "due_by": s.due[-1].who}
        return [breach("R-PREP-16", None, found="action_dice_set", by=e.player, **facts)]
    return check_due(s, "action_dice_set", e.player)


def _check_red_demons(s: State, e: ev.ActionDiceSet, rule: str, breaches: Breaches) -> None:
    reds = e.rolls.count(RED)
    expected = reds if reds < s.supply_demons else s.supply_demons
    if len(e.demons) != expected:
        facts = {"found": len(e.demons), "expected": expected, "red_ones": reds}
        breaches.append(breach(rule, "A-DIE-05", **facts, supply=s.supply_demons))
    if len(e.demons) > s.supply_demons:
        breaches.append(breach("R-INV-02", found=len(e.demons), supply=s.supply_demons))


def _check_values(s: State, e: ev.ActionDiceSet, breaches: Breaches) -> None:
    """Check that dice without red keep their value, and red ones get another."""
    spaces = e.spaces
    chosen = [spaces.saint, spaces.draw, spaces.conflict]
    changed = []
    for roll in e.rolls:
        if roll == RED:
            continue
        if roll in chosen:
            chosen.remove(roll)
        else:
            changed.append(roll)
    no_face = False
    for value in chosen:
        if value == RED or value not in s.dice.action:
            no_face = True
    if no_face and RED in e.rolls:
        faces = sorted({face for face in s.dice.action if face != RED})
        rule = "R-SETUP-19" if s.phase == "setup" else "R-PREP-18"
        breaches.append(breach(rule, "A-DIE-04", **_placed(e), instead=faces))
    if changed:
        rule = "R-SETUP-20" if s.phase == "setup" else "R-PREP-19"
        breaches.append(breach(rule, "A-DIE-02", **_placed(e), changed=changed))


def _placed(e: ev.ActionDiceSet) -> dict[str, list[int]]:
    """Return the facts of the dice: as they were rolled, and as they stand on the spaces."""
    spaces = e.spaces
    return {"rolls": list(e.rolls), "spaces": [spaces.saint, spaces.draw, spaces.conflict]}


def apply_action_dice_set(s: State, e: ev.ActionDiceSet, seq: int) -> None:
    """Place the dice; the first player begins (R-SETUP-21, R-PREP-20)."""
    s.space_dice["saint"] = e.spaces.saint
    s.space_dice["draw"] = e.spaces.draw
    s.space_dice["conflict"] = e.spaces.conflict
    for square in e.demons:
        s.demons[square] = s.demons.get(square, 0) + 1
        s.supply_demons -= 1
    s.due = []
    if s.phase == "setup":
        s.round = 1
    s.phase = "turns"
    s.active = s.first
    s.turn += 1
    s.die_used = s.acted = s.converted = False


# --- paying for an action ------------------------------------------------------------------


def check_space(via: ev.Via, offering: ev.Space, breaches: Breaches) -> None:
    """Check that the space offers the action (R-DIE-07, R-DIE-02)."""
    space = (
        via if isinstance(via, str) else via.space if isinstance(via, ev.ExtraAction) else offering
    )
    if space != offering:
        breaches.append(breach("R-DIE-07", space=space, instead=[offering]))


def cards_of(via: ev.Via) -> tuple[int, ...]:
    """Return the card that stands in for a die, if one does."""
    return () if isinstance(via, str) else (CARD_NUMBER[type(via)],)


def check_payment(s: State, player: Player, via: ev.Via, breaches: Breaches) -> None:
    """Check one die a turn (R-TURN-07), with uses left (R-DIE-04); or the card (R-CARD-03).

    Nobody has to ask who pays with a die that is there, and with the first in this turn. What a
    card costs is for `check_price`: all cards come before all costs.
    """
    if not isinstance(via, str):
        check_play(s, player, CARD_NUMBER[type(via)], breaches)
        return
    if s.die_used:
        breaches.append(breach("R-TURN-07", die=via))
    if s.space_dice[via] < 1:
        usable = [space for space in SPACES if s.space_dice[space] > 0]
        breaches.append(breach("R-DIE-04", die=via, value=s.space_dice[via], instead=usable))


def check_price(s: State, player: Player, via: ev.ByCard, breaches: Breaches) -> None:
    """Check the cube that cards 8 and 9 cost, and the die that card 9 lowers."""
    kind = type(via)
    if player.cubes < CARD_COST[kind]:
        breaches.append(breach(COST_RULE[kind], needs=CARD_COST[kind], has=player.cubes))
    if isinstance(via, ev.ExtraAction):
        _check_lowered(s, via, breaches)


def _check_lowered(s: State, via: ev.ExtraAction, breaches: Breaches) -> None:
    """Check that card 9 lowers a die that is left, if one is.

    R-C09-3, A-C09-01, A-C09-02 and A-C09-05.
    """
    usable = [space for space in SPACES if s.space_dice[space] > 0]
    if (via.lower not in usable) if via.lower else usable:
        ruling = "A-C09-01" if via.lower else "A-C09-05"
        facts = {"lower": via.lower, "dice": dict(s.space_dice), "instead": usable}
        breaches.append(breach("R-C09-3", ruling, **facts))


def card_cost(via: ev.Via) -> int:
    """Return the white cubes that a card costs in place of a die (R-C08-2, R-C09-4)."""
    return 0 if isinstance(via, str) else CARD_COST[type(via)]


def pay(s: State, player: Player, via: ev.Via) -> None:
    """Lower the die by 1 (R-DIE-03), or pay the card and its cost (A-CARD-14)."""
    s.acted = True
    if isinstance(via, str):
        s.space_dice[via] -= 1
        s.die_used = True
        return
    play(s, player, CARD_NUMBER[type(via)])
    pay_cubes(s, player, CARD_COST[type(via)])
    if isinstance(via, ev.ExtraAction) and via.lower:
        s.space_dice[via.lower] -= 1
