"""Ending a turn, passing, and the end of a round (rulebook p. 4)."""

from __future__ import annotations

from ragami.findings import Breaches, breach
from ragami.games.ragami.events import Passed, TurnEnded
from ragami.games.ragami.rules.due import not_my_turn
from ragami.games.ragami.rules.ending import finish, reason_to_end
from ragami.games.ragami.rules.preparation import prepare
from ragami.games.ragami.state import State


def check_turn_ended(s: State, e: TurnEnded) -> Breaches:
    """R-TURN-08: a turn in which nothing is done is a pass (A-TURN-02), and so is one with
    nothing but conversions (A-TURN-04).
    """
    if s.active != e.player:
        return [not_my_turn(s, e)]
    if not s.acted:
        ruling = "A-TURN-04" if s.converted else "A-TURN-02"
        policy = s.options.pass_policy
        return [breach("R-TURN-08", ruling, player=e.player, acted=False, pass_policy=policy)]
    return []


def apply_turn_ended(s: State, e: TurnEnded | Passed, seq: int) -> None:
    """Go on clockwise to the next who has not passed (R-TURN-02, R-TURN-08).

    Where a player may come back, passes are counted in a row (A-TURN-06), and those who have
    passed sit behind the one whose turn it was.
    """
    if s.passed and s.acted and s.options.pass_policy == "reenter":
        s.passed.clear()
    following = s.left_of[e.player]
    while following in s.passed:
        following = s.left_of[following]
    s.active = following
    s.turn += 1
    s.die_used = s.acted = s.converted = False


def check_passed(s: State, e: Passed) -> Breaches:
    """Check R-TURN-08: nobody acts and passes in the same turn (A-TURN-03)."""
    if s.active != e.player:
        return [not_my_turn(s, e)]
    if s.acted:
        policy = s.options.pass_policy
        return [breach("R-TURN-08", "A-TURN-03", player=e.player, acted=True, pass_policy=policy)]
    return []


def apply_passed(s: State, e: Passed, seq: int) -> None:
    """Pass; when all have, end the round, and perhaps the game (R-TURN-09, R-END-02, R-END-03)."""
    s.passed.append(e.player)
    if len(s.passed) < len(s.seats):
        apply_turn_ended(s, e, seq)
        return
    s.active = None
    s.passed.clear()
    reason = reason_to_end(s)
    if reason:
        finish(s, reason)
    else:
        prepare(s)
