"""A player's tracks (reputation, wings, debt, interest), and what they move by themselves."""

from __future__ import annotations

from ragami.games.deal_with_the_devil.components import Track
from ragami.games.deal_with_the_devil.state import Player

DEBT_LIMIT = 10


def angel(player: Player, n: int = 1) -> None:
    """Give angel wings: three become an indulgence at once (R-D-WING-01)."""
    indulgences, player.angel = divmod(max(0, player.angel + n), 3)
    player.gain({"indulgences": indulgences})


def demon(player: Player, n: int = 1) -> None:
    """Give demon wings: three become a guest, for 2 points less (R-D-WING-02)."""
    guests, player.demon = divmod(max(0, player.demon + n), 3)
    player.guests += guests
    player.points -= 2 * guests


def reputation(player: Player, by: int, track: Track) -> None:
    """Move the reputation marker, not beyond the ends (R-D-REP-01, R-D-REP-02, R-D-REP-03)."""
    before = player.reputation
    if by >= 0:
        player.reputation = min(before + by, track.angel)
        if before < player.reputation == track.angel:
            angel(player)
        return
    while by and player.reputation:
        by += 1
        player.reputation -= 1
        if player.reputation in track.demon:
            demon(player)


def debt(player: Player, by: int) -> None:
    """Change the debt, not below 0; a rise from 10 leads to 9, with wings (R-D-INT-04)."""
    over = max(0, player.debt + by - DEBT_LIMIT)
    player.debt = max(0, player.debt + by - over) - over % 2
    demon(player, (over + 1) // 2)


def interest(player: Player) -> None:
    """Move the interest marker by the debt; the debt rises each time it passes its start
    (R-D-INT-02)."""
    moved = player.interest + player.debt
    player.interest = moved % 4
    debt(player, moved // 4)
