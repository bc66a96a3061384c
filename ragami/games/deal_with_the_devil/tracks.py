"""A player's tracks: reputation, wings, debt, interest. What moves by itself when they do."""

from __future__ import annotations

from ragami.games.deal_with_the_devil.components import Track
from ragami.games.deal_with_the_devil.state import Player

DEBT_LIMIT = 10


def angel(player: Player, n: int = 1) -> None:
    """Angel wings one at a time: three are an indulgence at once (R-D-WING-01)."""
    if n < 0:
        player.angel = max(0, player.angel + n)
    for _ in range(n):
        player.angel += 1
        if player.angel == 3:
            player.angel = 0
            player.gain({"indulgences": 1})


def demon(player: Player, n: int = 1) -> None:
    """Demon wings one at a time: three are a guest and 2 points less (R-D-WING-02)."""
    if n < 0:
        player.demon = max(0, player.demon + n)
    for _ in range(n):
        player.demon += 1
        if player.demon == 3:
            player.demon = 0
            player.guests += 1
            player.points -= 2


def reputation(player: Player, by: int, track: Track) -> None:
    """The marker moves; nothing beyond the ends (R-D-REP-01, -02, -03)."""
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
    """The debt falls to 0 at most; it rises one by one, past 10 to 9 and wings (R-D-INT-04)."""
    if by < 0:
        player.debt = max(0, player.debt + by)
    for _ in range(by):
        if player.debt == DEBT_LIMIT:
            player.debt = DEBT_LIMIT - 1
            demon(player)
        else:
            player.debt += 1


def interest(player: Player) -> None:
    """The marker goes on by the debt, and each time it comes home the debt rises (R-D-INT-02)."""
    moved = player.interest + player.debt
    player.interest = moved % 4
    debt(player, moved // 4)
