"""Whose turn it is: who may act, and who may convert (rulebook p. 4, R-TURN-02, -08, -11)."""

from __future__ import annotations

from ragami.finding import Breach, Breaches, breach
from ragami.games.ragami.due import not_due, seated
from ragami.games.ragami.events import PlayerEvent
from ragami.games.ragami.names import type_of
from ragami.games.ragami.state import Player, State


def not_my_turn(s: State, e: PlayerEvent) -> Breach:
    """R-LOG-01 for a stranger, the step that is due outside of turns, R-TURN-08 or R-TURN-02."""
    if wrong := seated(s, e.player):
        return wrong[0]
    if s.phase != "turns":
        return not_due(s, type_of(e), e.player)
    if e.player in s.passed and s.options.pass_policy == "final":
        return breach(
            "R-TURN-08",
            "A-TURN-01",
            player=e.player,
            passed=list(s.passed),
            active=s.active,
            pass_policy="final",
        )
    return breach("R-TURN-02", player=e.player, active=s.active)


def my_conversion(s: State, e: PlayerEvent) -> tuple[Breaches, Player | None]:
    """Who converts, and R-TURN-11 when it is not his turn (a ruling may let that stand)."""
    if s.active == e.player:
        return [], s.players[e.player]
    if s.phase != "turns" or e.player not in s.players:
        return [not_my_turn(s, e)], None
    wrong = breach("R-TURN-11", player=e.player, active=s.active, passed=list(s.passed))
    return [wrong], s.players[e.player]
