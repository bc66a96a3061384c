"""Turn order: who may act, and who may convert (rulebook p. 4, R-TURN-02, -08, -11)."""

from __future__ import annotations

from ragami.findings import LOG_RULE, Breach, Breaches, breach
from ragami.games.ragami.due import not_due, seated
from ragami.games.ragami.events import PlayerEvent
from ragami.games.ragami.names import type_of
from ragami.games.ragami.state import Player, State


def not_my_turn(s: State, e: PlayerEvent) -> Breach:
    """R-LOG-01 for a stranger, the step that is due outside of turns, R-TURN-08 or R-TURN-02."""
    if strangers := seated(s, e.player):
        return strangers[0]
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


def after_static(s: State, e: PlayerEvent, breaches: Breaches) -> Breaches:
    """`not_my_turn` behind what is wrong with the event in itself; a stranger comes first."""
    breach_ = not_my_turn(s, e)
    return [breach_, *breaches] if breach_.rule == LOG_RULE else [*breaches, breach_]


def my_conversion(s: State, e: PlayerEvent) -> tuple[Breaches, Player | None]:
    """Return the converting player, and a breach of R-TURN-11 if it is another's turn.

    A ruling may let that breach stand. Without such a player the breach alone is returned.
    """
    if s.active == e.player:
        return [], s.players[e.player]
    if s.phase != "turns" or e.player not in s.players:
        return [not_my_turn(s, e)], None
    breach_ = breach("R-TURN-11", player=e.player, active=s.active, passed=list(s.passed))
    return [breach_], s.players[e.player]
