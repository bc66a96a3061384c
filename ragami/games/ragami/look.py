"""A moment of the game, remembered so that what an event changes can be told."""

from __future__ import annotations

from typing import NamedTuple

from ragami.decoded import Data
from ragami.games.ragami.events import ConflictTried
from ragami.games.ragami.rules import conflict, ending
from ragami.games.ragami.state import State
from ragami.games.ragami.view import view


class Attempt(NamedTuple):
    """An attempt at a conflict: the Power Points it needs, and their sources."""

    square: int
    needs: int
    sources: dict[str, int]


class Moment(NamedTuple):
    """The position that a viewer sees after a record; `turn` counts through the whole game."""

    view: Data
    turn: int
    final: Data | None = None
    attempt: Attempt | None = None

    @property
    def round(self) -> int:
        """0 in the setup, then the number of the round."""
        return int(self.view["round"])

    @property
    def scores(self) -> dict[str, int]:
        """The VP of each player."""
        return {colour: player["vp"] for colour, player in self.view["players"].items()}


class Change(NamedTuple):
    """The moments before and after an event that was played."""

    before: Moment
    after: Moment

    def of(self, colour: str, figure: str) -> int:
        """By how much a number of a player went up."""
        before, after = self.before.view["players"], self.after.view["players"]
        return int(after[colour][figure] - before[colour][figure]) if colour in before else 0


def look(s: State, seq: int, viewer: str | None, coming: object = None) -> Moment:
    """The moment after record `seq`, as `viewer` may see it."""
    attempt = _attempt(s, coming) if isinstance(coming, ConflictTried) else None
    return Moment(view(s, seq, viewer), s.turn, ending.final(s), attempt)


def _attempt(s: State, e: ConflictTried) -> Attempt | None:
    """An attempt that is about to be judged, as the rules count it; None where there is none."""
    if not s.opened or e.player not in s.players:
        return None
    square = s.ragamis.get(e.player)
    if not isinstance(square, int) or square not in s.conflicts:
        return None
    return Attempt(
        square, conflict.needed(s, square), conflict.sources(s, e, s.players[e.player], square)
    )
