"""Rolling the dice, and which throws wait for decisions.

R-F-BLESS-03, R-F-BLESS-04, R-F-BLESS-06 and R-F-BLESS-07.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from msgspec.structs import replace

from ragami.findings import Breaches, breach
from ragami.games.dice_forge.events import DiceRolled
from ragami.games.dice_forge.faces import (
    DECIDED,
    HAS_GOLD,
    HAS_SHARDS,
    MUTUAL,
    SHIP,
    together,
)
from ragami.games.dice_forge.rules.due import SECOND_RULE, check_due
from ragami.games.dice_forge.rules.faces_applied import UNDECIDED, settle
from ragami.games.dice_forge.rules.feats import carry_on
from ragami.games.dice_forge.rules.reserves import gain, lose
from ragami.games.dice_forge.state import (
    ApplyThrow,
    Die,
    Player,
    RollDice,
    State,
    Throw,
    dice_of,
)


class Thrown(NamedTuple):
    """The faces that one player rolled, die by die."""

    player: str
    refs: tuple[str, ...]
    faces: tuple[str, ...]


def check_dice_rolled(s: State, e: DiceRolled) -> Breaches:
    """Check that exactly the dice that are due were rolled, each with a face that it has."""
    task = s.top
    if isinstance(task, RollDice) and task.why != "minor" and e.rolls.keys() == due(task.dice):
        return _check_faces(s, e)
    breaches = check_due(s, e)
    if breaches:
        return breaches
    task = s.stack[-1]
    assert isinstance(task, RollDice)
    refs = e.rolls.keys()
    facts = {"found": list(e.rolls), "dice": list(task.dice)}
    both = set(dice_of(*task.players))
    if task.why != "minor":
        if refs != both:
            breaches = [breach("R-F-BLESS-07", problem="wrong-dice", **facts)]
    elif refs == both:
        breaches = [breach("R-F-BLESS-04", problem="both-dice", **facts)]
    elif len(refs) != 1 or not refs <= both:
        breaches = [breach("R-F-BLESS-07", problem="wrong-dice", **facts)]
    elif not refs <= set(task.dice):
        breaches = [breach(task.rule, problem="other-die", **facts)]
    return breaches + _check_faces(s, e)


def _check_faces(s: State, e: DiceRolled) -> Breaches:
    breaches: Breaches = []
    for ref, up in e.rolls.items():
        if up.__class__ is str and up not in (slots := s.die(ref).slots):
            facts = {"die": ref, "face": up, "slots": list(slots)}
            breaches.append(breach("R-F-BLESS-07", problem="face-not-on-die", **facts))
    return breaches


@cache
def due(dice: tuple[str, ...]) -> frozenset[str]:
    return frozenset(dice)


def apply_dice_rolled(s: State, e: DiceRolled, seq: int) -> None:
    """Turn the faces up, and take the throws; the rolls that are left come after them."""
    task = s.stack.pop()
    assert isinstance(task, RollDice)
    thrown = _turned_up(s, task, e.rolls)
    if task.why == "step":
        s.blessings_left -= 1
    if task.left:
        s.stack.append(_next_roll(task, e))
    take_throws(s, task.why, task.effect, thrown)
    carry_on(s)


def _turned_up(s: State, task: RollDice, rolls: Mapping[Any, int | str]) -> list[Thrown]:
    """Return the faces by player, in turn order. Of the Satyrs all are the active player's."""
    thrown = [_by(s, player, rolls) for player in task.players]
    if task.why != "satyrs":
        return thrown
    assert s.active is not None
    refs = tuple(ref for throw in thrown for ref in throw.refs)
    return [Thrown(s.active, refs, tuple(face for throw in thrown for face in throw.faces))]


def _by(s: State, player: str, rolls: Mapping[Any, int | str]) -> Thrown:
    ref, other_ref = refs = dice_of(player)
    first, second = s.players[player].dice
    if ref in rolls:
        if other_ref in rolls:
            faces = _turn_up(first, rolls[ref]), _turn_up(second, rolls[other_ref])
            return Thrown(player, refs, faces)
        return Thrown(player, (ref,), (_turn_up(first, rolls[ref]),))
    return Thrown(player, (other_ref,), (_turn_up(second, rolls[other_ref]),))


def _turn_up(die: Die, up: int | str) -> str:
    """Turn up a slot, or a face: then the slot is known if only one has it. Return the face."""
    if isinstance(up, int):
        die.up = up
        face = die.slots[up - 1]
    else:
        die.up = die.slots.index(up) + 1 if die.slots.count(up) == 1 else None
        face = up
    die.face = die.rolled = face
    return face


def _next_roll(task: RollDice, e: DiceRolled) -> RollDice:
    """Return the next roll's task; minor blessings repeat the first one's die (R-F-CARD-14)."""
    dice = task.dice
    if task.why == "minor" and len(dice) > 1:
        dice = tuple(e.rolls)
    rule = SECOND_RULE if task.why == "step" else task.rule
    return replace(task, rule=rule, dice=dice, left=task.left - 1)


# --- open and closed throws (R-F-BLESS-06) -------------------------------------------------


def is_open(p: Player, why: str, effect: str, flags: int) -> bool:
    """Tell whether the player of a throw has to decide something (R-F-BLESS-06).

    `flags` are those of all its faces.
    """
    if flags & DECIDED or why == "satyrs":
        return True
    if why == "minotaur":
        return False
    if flags & SHIP or p.cerberus:
        return True
    if flags & HAS_GOLD and (p.hammers or effect == "cyclops"):
        return True
    return bool(flags & HAS_SHARDS) and effect == "sentinel"


def take_throws(s: State, why: str, effect: str, thrown: Sequence[Thrown]) -> None:
    """Apply closed throws at once, and make a record due for each open one.

    `thrown` are in turn order.
    """
    waiting = []
    change = lose if why == "minotaur" else gain
    for player, refs, faces in thrown:
        p = s.players[player]
        flags, amounts = together(faces)
        if (flags or p.cerberus or why == "satyrs") and is_open(p, why, effect, flags):
            throw = Throw(player, why, effect, dict(zip(refs, faces, strict=True)))
            waiting.append(ApplyThrow("R-F-BLESS-05", why, (player,), throw))
        elif flags & MUTUAL:
            throw = Throw(player, why, effect, dict(zip(refs, faces, strict=True)))
            settle(s, throw, [UNDECIDED[ref] for ref in refs])
        else:  # in whichever order: a reserve that is full stays full, an empty one empty
            change(p, amounts)
    if waiting:
        waiting.reverse()
        s.stack += waiting
