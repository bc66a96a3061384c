"""The end of the game: last points, bonus, winners (rulebook p. 1 and 7)."""

from __future__ import annotations

from typing import Final

from ragami.decoded import Data
from ragami.games.ragami.rules.points import (
    CUBES_PER_VP,
    VIRTUE_PER_VP,
    grow_virtue,
    pay_cubes,
    spend_virtue,
)
from ragami.games.ragami.state import Player, State

ENOUGH_VP: Final = 30
# R-END-04, R-END-05: what the most and the second-most resolved conflicts are worth.
BONUS: Final = (7, 4)


def reason_to_end(s: State) -> str | None:
    """Return the reason to end after this round: `vp`, `chips`, `vp+chips`, or None (R-END-02,
    -03).
    """
    enough = False
    for player in s.players.values():
        if player.vp >= ENOUGH_VP:
            enough = True
    if s.pool:
        return "vp" if enough else None
    return "vp+chips" if enough else "chips"


def finish(s: State, reason: str, *, grow: bool = True) -> None:
    """Score the end. `grow` is False where this preparation has grown the Virtue dice already."""
    s.phase = "over"
    s.active = None
    s.due = []
    s.ended = reason
    if s.options.final_growth_and_conversion and grow:
        grow_virtue(s)
    if s.options.final_growth_and_conversion or s.options.final_virtue_conversion:
        _convert_virtue(s)
    for player in s.players.values():
        vp = player.cubes // CUBES_PER_VP  # R-END-08, A-END-03
        pay_cubes(s, player, CUBES_PER_VP * vp)
        player.vp += vp
        player.bonus = bonus(s, player)
        player.vp += player.bonus
    best = max(_rank(player) for player in s.players.values())
    s.winners = tuple(colour for colour in s.seats if _rank(s.players[colour]) == best)


def _convert_virtue(s: State) -> None:
    """Convert every full 3 points of a Virtue die to 1 VP."""
    for player in s.players.values():
        vp = player.virtue // VIRTUE_PER_VP
        if vp:
            spend_virtue(player, VIRTUE_PER_VP * vp)
            player.vp += vp


def bonus(s: State, player: Player) -> int:
    """Return the VP for conflicts resolved (R-END-04..07); ties by option (A-END-04, A-END-05)."""
    if player.resolved < s.options.bonus_min_conflicts:
        return 0
    better = [p.resolved for p in s.players.values() if p.resolved > player.resolved]
    ahead = len(set(better)) if s.options.bonus_ranking == "dense" else len(better)
    return BONUS[ahead] if ahead < len(BONUS) else 0


def _rank(player: Player) -> tuple[int, int]:
    """Return VP, then conflicts; what is still tied is shared (R-END-01, R-END-09, R-END-10)."""
    return player.vp, player.resolved


def final(s: State) -> Data | None:
    """Return the result as `ragami verify` reports it; None while the game goes on."""
    if s.phase != "over":
        return None
    return {
        "ended": True,
        "reason": s.ended,
        "rounds": s.round,
        "players": {
            colour: {
                "vp": player.vp,
                "resolved": player.resolved,
                "cubes": player.cubes,
                "bonus": player.bonus,
            }
            for colour, player in s.players.items()
        },
        "winners": list(s.winners),
    }
