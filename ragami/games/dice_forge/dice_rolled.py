"""Rolling the dice (R-F-BLESS-03, -04, -07; 6.1, 6.2)."""

from __future__ import annotations

from msgspec.structs import replace

from ragami.finding import Breaches, breach
from ragami.games.dice_forge.due import SECOND_RULE, check_due
from ragami.games.dice_forge.events import DiceRolled
from ragami.games.dice_forge.faces_applied import take_throws
from ragami.games.dice_forge.feats import carry_on
from ragami.games.dice_forge.state import RollDice, State, Throw, dice_of


def check_dice_rolled(s: State, e: DiceRolled) -> Breaches:
    """Exactly the dice that are due, each with a face that it has."""
    wrong = check_due(s, e)
    if wrong:
        return wrong
    task = s.stack[-1]
    assert isinstance(task, RollDice)
    named = e.rolls.keys()
    facts = {"found": list(e.rolls), "dice": list(task.dice)}
    both = set(dice_of(*task.players))
    if task.why != "minor":
        if named != both:
            wrong = [breach("R-F-BLESS-07", problem="wrong-dice", **facts)]
    elif named == both:
        wrong = [breach("R-F-BLESS-04", problem="both-dice", **facts)]
    elif len(named) != 1 or not named <= both:
        wrong = [breach("R-F-BLESS-07", problem="wrong-dice", **facts)]
    elif not named <= set(task.dice):
        wrong = [breach(task.rule, problem="other-die", **facts)]
    for ref, shown in e.rolls.items():
        slots = s.die(ref).slots
        if isinstance(shown, str) and shown not in slots:
            facts = {"die": ref, "face": shown, "slots": list(slots)}
            wrong.append(breach("R-F-BLESS-07", problem="face-not-on-die", **facts))
    return wrong


def apply_dice_rolled(s: State, e: DiceRolled, seq: int) -> None:
    """The faces are up; then the throws are taken, and after them the rest of the rolls."""
    task = s.stack.pop()
    assert isinstance(task, RollDice)
    for ref, shown in e.rolls.items():
        _turn_up(s, ref, shown)
    if task.why == "step":
        s.blessings_left -= 1
    if task.left:
        s.stack.append(_next_roll(task, e))
    take_throws(s, _throws(s, task, e))
    carry_on(s)


def _turn_up(s: State, ref: str, shown: int | str) -> None:
    die = s.die(ref)
    if isinstance(shown, int):
        die.up = shown
        die.face = die.rolled = die.slots[shown - 1]
    else:
        die.up = die.slots.index(shown) + 1 if die.slots.count(shown) == 1 else None
        die.face = die.rolled = shown


def _next_roll(task: RollDice, e: DiceRolled) -> RollDice:
    """The same once more; of minor blessings with the die of the first one (R-F-CARD-14)."""
    dice = task.dice
    if task.why == "minor" and len(dice) > 1:
        dice = tuple(e.rolls)
    rule = SECOND_RULE if task.why == "step" else task.rule
    return replace(task, rule=rule, dice=dice, left=task.left - 1)


def _throws(s: State, task: RollDice, e: DiceRolled) -> list[Throw]:
    """One for each player who rolled, in turn order; of the Satyrs one for the active player."""
    faces: dict[str, dict[str, str]] = {}
    for player in task.players:
        whose = s.active if task.why == "satyrs" else player
        assert whose is not None
        thrown = faces.setdefault(whose, {})
        for ref in dice_of(player):
            if ref in e.rolls:
                rolled = s.die(ref).rolled
                assert rolled is not None
                thrown[ref] = rolled
    return [Throw(player, task.why, task.effect, thrown) for player, thrown in faces.items()]  # type: ignore[arg-type]
