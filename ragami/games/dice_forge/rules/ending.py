"""The result, and how a game stands on the way there."""

from __future__ import annotations

from ragami.decoded import Data
from ragami.game.state import Position, Seating
from ragami.games.dice_forge.rules.due import due_players
from ragami.games.dice_forge.state import Player, State


def cards_glory(s: State, p: Player) -> int:
    """Add up the printed glory of all cards, unfinished hammers included (R-F-END-02)."""
    feats = s.table.feats
    owned = [*p.hammers, *p.piles[0], *p.piles[1], *p.piles[2]]
    return sum(feats[feat].glory for feat in owned)


def scores(s: State) -> dict[str, int]:
    """Add track and cards, by seat."""
    return {colour: p.glory + cards_glory(s, p) for colour, p in s.players.items()}


def final(s: State) -> Data | None:
    """Return the result in a report; None while the game goes on."""
    if s.phase != "over":
        return None
    glory = scores(s)
    best = max(glory.values())
    return {
        "ended": True,
        "reason": "rounds",
        "rounds": s.round,
        "players": {
            colour: {"glory": glory[colour], "track": p.glory, "cards": glory[colour] - p.glory}
            for colour, p in s.players.items()
        },
        # A tie is shared (R-F-END-03).
        "winners": [colour for colour in s.players if glory[colour] == best],
    }


def position(s: State) -> Position:
    """Return the position. Turns count from 1; 0 is before the first."""
    if not s.opened:
        return Position(0, 0, s.phase, (), {})
    turn = (s.round - 1) * len(s.players)
    if s.active is not None:
        turn += s.table.seats.index(s.active) + 1
    elif s.phase == "over":
        turn = s.round * len(s.players)
    owing = tuple(due_players(s))
    if not owing and s.active is not None and not s.stack:
        owing = (s.active,)
    return Position(s.round, turn, s.phase, owing, scores(s))


def seating(s: State) -> Seating:
    return Seating(s.table.names, s.table.title) if s.opened else Seating({}, None)
