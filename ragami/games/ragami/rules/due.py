"""Events at the wrong moment: the breach for an event that is not the next due.

Outside of turns the state says which step comes next (`State.due`); an event that is not that step
carries the rule of the step that is due.
"""

from __future__ import annotations

from typing import Final

from ragami.decoded import type_of
from ragami.findings import LOG_RULE, Breach, Breaches, breach
from ragami.games.ragami.events import PlayerEvent
from ragami.games.ragami.state import Player, State

SETUP_RULE: Final = {
    "game_opened": "R-LOG-01",
    "conflicts_seeded": "R-SETUP-04",
    "demons_seeded": "R-SETUP-06",
    "first_player_drawn": "R-SETUP-09",
    "starting_card_kept": "R-SETUP-10",
    "saint_set": "R-SETUP-11",
    "virtue_set": "R-SETUP-13",
    "ragami_set": "R-SETUP-15",
    "action_dice_set": "R-SETUP-17",
}
PREPARATION_RULE: Final = {
    "ragami_displaced": "R-PREP-07",
    "conflicts_drawn": "R-PREP-10",
    "virtue_step": "R-PREP-16",
    "action_dice_set": "R-PREP-16",
}
PLACEMENTS: Final = frozenset({"saint_set", "virtue_set", "ragami_set"})


def rule_due(s: State) -> str:
    if s.phase == "turns":
        return "R-TURN-09"
    if s.phase == "over":
        return "R-END-02" if s.ended in ("vp", "vp+chips") else "R-END-03"
    due = s.due[0].type
    if s.phase == "preparation":
        return PREPARATION_RULE[due]
    if due == "neutral_saints_seeded":
        return neutral_saints_rule(s)
    if due in PLACEMENTS and len(s.seats) == 2:
        return "R-SET2-04"
    return SETUP_RULE[due]


def neutral_saints_rule(s: State) -> str:
    """Return the rule that places the ownerless Saints."""
    return "R-SET2-01" if len(s.seats) == 2 else "R-SET3-01"


def not_due(s: State, type_: str, player: str | None = None) -> Breach:
    facts: dict[str, object] = {"found": type_}
    if player:
        facts["by"] = player
    facts["phase"] = s.phase
    if s.phase == "turns":
        facts["active"] = s.active
    elif s.due:
        facts["due"] = s.due[0].type
        if s.due[0].who:
            facts["due_by"] = s.due[0].who
    return Breach(rule_due(s), None, facts)


def check_due(s: State, type_: str, player: str | None = None) -> Breaches:
    """Check that `type_` (by `player`) is the step that is due."""
    if s.due:
        due = s.due[0]
        if due.type == type_ and (due.who is None or due.who == player):
            return []
    return [not_due(s, type_, player)]


def seated(s: State, player: str) -> Breaches:
    """Check that a player has a seat at this table (R-LOG-01)."""
    if not s.opened or player in s.players:
        return []
    return [breach("R-LOG-01", player=player, seats=list(s.seats))]


def on_board(s: State, block: int | str | None) -> Breaches:
    """Check that the board has a block (R-LOG-01)."""
    if block is None or not s.opened or block in s.board.bit:
        return []
    return [breach("R-LOG-01", block=block, blocks=list(s.board.blocks))]


# --- turn order (rulebook p. 4, R-TURN-02, -08, -11) -------------------------------------


def not_my_turn(s: State, e: PlayerEvent) -> Breach:
    """Return R-LOG-01 for a stranger, the step due outside of turns, R-TURN-08 or R-TURN-02."""
    if strangers := seated(s, e.player):
        return strangers[0]
    if s.phase != "turns":
        return not_due(s, type_of(e), e.player)
    if e.player in s.passed and s.options.pass_policy == "final":
        facts = {"player": e.player, "passed": list(s.passed), "active": s.active}
        return breach("R-TURN-08", "A-TURN-01", **facts, pass_policy="final")
    return breach("R-TURN-02", player=e.player, active=s.active)


def after_static(s: State, e: PlayerEvent, breaches: Breaches) -> Breaches:
    """Put `not_my_turn` behind what is wrong with the event itself, for a stranger before it."""
    wrong_turn = not_my_turn(s, e)
    return [wrong_turn, *breaches] if wrong_turn.rule == LOG_RULE else [*breaches, wrong_turn]


def my_conversion(s: State, e: PlayerEvent) -> tuple[Breaches, Player | None]:
    """Return the converting player, and a breach of R-TURN-11 if it is another's turn.

    A ruling may let that breach stand. Without such a player the breach alone is returned.
    """
    if s.active == e.player:
        return [], s.players[e.player]
    if s.phase != "turns" or e.player not in s.players:
        return [not_my_turn(s, e)], None
    anothers_turn = breach("R-TURN-11", player=e.player, active=s.active, passed=list(s.passed))
    return [anothers_turn], s.players[e.player]
