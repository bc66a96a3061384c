"""The final count (R-D-END), and how a game stands on the way there."""

from __future__ import annotations

from typing import Final, NamedTuple

from ragami.decoded import Data
from ragami.game.state import Position, Seating
from ragami.games.deal_with_the_devil.components import ScoreBasics
from ragami.games.deal_with_the_devil.rules.due import owing
from ragami.games.deal_with_the_devil.state import Account, Player, State

# In the order in which equal points and fifths are decided (A-D-END-02).
BASICS: Final = ("wheat", "stone", "wood")


class Heap(NamedTuple):
    """The points of resources and coins: the Trade Route's, the fives, and the remainder."""

    route: int
    fives: int
    fifths: int


def final(s: State) -> Data | None:
    """Return the result as the report has it; None before the end."""
    if s.at != "over" or any(
        player.goods is None or player.souls is None for player in s.in_order()
    ):
        return None
    players = {player.colour: _count(s, player) for player in s.in_order()}
    best = max((count["total"], count["fifths"]) for count in players.values())
    winners = [c for c, count in players.items() if (count["total"], count["fifths"]) == best]
    return {"ended": True, "reason": "rounds", "rounds": 5, "players": players, "winners": winners}


def _count(s: State, player: Player) -> Data:
    assert player.goods is not None
    assert player.souls is not None
    heap = _heap(player.goods, _route(s, player))
    lines = {
        "points": player.points,
        "buildings": sum(s.building(built.building).points for built in player.built),
        "debt": -((player.debt + 1) // 2),
        "majors": 0 if player.role == "devil" else 2 * len(player.major),
        "angel": player.angel,
        "demon": -player.demon,
        "indulgences": 2 * (player.indulgences or 0),
        "courtiers": len(player.hired),
        "souls": -player.souls["cultist"],
        "valuables": player.goods["marble"] + player.goods["glass"],
        "route": heap.route,
        "fives": heap.fives,
    }
    return {
        "role": player.role,
        "total": sum(lines.values()),
        **lines,
        "fifths": heap.fifths,
    }


def _route(s: State, player: Player) -> int | None:
    """Return the points for each piece of the Trade Route's kind, None without it."""
    for built in player.built:
        for effect in s.building(built.building).doing("final"):
            for operation in effect.do:
                if isinstance(operation, ScoreBasics):
                    return operation.by
    return None


def _heap(goods: Account, by: int | None) -> Heap:
    """Return the points for goods, the Trade Route's kind the best one (R-D-END-07, R-D-END-08)."""
    total = sum(goods[good] for good in (*BASICS, "coins"))
    if by is None:
        return Heap(0, total // 5, total % 5)
    ways = [
        Heap(by * goods[kind], (total - goods[kind]) // 5, (total - goods[kind]) % 5)
        for kind in BASICS
    ]
    return max(ways, key=lambda heap: (heap.route + heap.fives, heap.fifths))


def position(s: State) -> Position:
    """Return round, step, players to act and scores: points on the track, or the final totals."""
    count = final(s)
    scores: dict[str, int] = {
        player.colour: count["players"][player.colour]["total"] if count else player.points
        for player in s.in_order()
    }
    return Position(s.round, 0, s.at, tuple(owing(s)), scores)


def seating(s: State) -> Seating:
    """Return the players' names by seat, clockwise, and the title."""
    return Seating({colour: s.names[colour] for colour in s.seats}, s.title)
