"""The standings: every number of an entrant, and the order (sections 7.1 and 7.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from ragami.games.tournament.draw import lot
from ragami.games.tournament.options import TieBreak
from ragami.games.tournament.state import State
from ragami.games.tournament.tally import Tallies, opponents_rate, tally


class Standing(Struct, frozen=True, rename={"rests_on": "from"}):
    """A line of the standings; `place` is None for somebody disqualified.

    Points and wins are twelfths, `share` and `opponents` millionths; `rests_on` are the records
    that the points come from.
    """

    entrant: str
    place: int | None
    points12: int
    wins12: int
    share: int
    vp: int
    opponents: int
    small: int
    lot: str
    rests_on: list[int]

    @property
    def numbers(self) -> dict[str, int]:
        """Return the numbers of a standing, without the place and the lot."""
        return {
            "points12": self.points12,
            "wins12": self.wins12,
            "share": self.share,
            "vp": self.vp,
            "opponents": self.opponents,
            "small": self.small,
        }


def standings(s: State, tallies: Tallies | None = None) -> list[Standing]:
    """All entrants in order; within a shared place, and those disqualified, by lot.

    `tallies`: what everybody has from all rounds, where it has been counted already.
    """
    if s.opened is None:
        return []
    lines = _unplaced(s, tally(s) if tallies is None else tallies)
    placed = [
        standing for standing in lines if s.entrants[standing.entrant].status != "disqualified"
    ]
    keys = {standing.entrant: key(standing, s.options.tie_breaks) for standing in placed}
    placed.sort(key=lambda standing: (*keys[standing.entrant], standing.lot))
    places: dict[tuple[Any, ...], int] = {}
    for at, standing in enumerate(placed, 1):
        places.setdefault(keys[standing.entrant], at)
    out = sorted(
        (standing for standing in lines if standing.entrant not in keys),
        key=lambda standing: standing.lot,
    )
    return [*(replace(standing, place=places[keys[standing.entrant]]) for standing in placed), *out]


def cut(s: State) -> list[str]:
    """Return the entrants of the final table: the first ones who are `in` (R-T-CUT-02)."""
    listed = [
        standing.entrant for standing in standings(s) if s.entrants[standing.entrant].status == "in"
    ]
    return listed[: s.options.cut]


def lot_at_the_cut(s: State) -> list[str]:
    """Return those of whom some come to the final table by lot alone, in order of the list."""
    there = [standing for standing in standings(s) if s.entrants[standing.entrant].status == "in"]
    if not s.options.cut or not s.all_played or len(there) <= s.options.cut:
        return []
    keys = [name for name in s.options.tie_breaks if name != "lot"]
    last, next_ = (key(standing, keys) for standing in there[s.options.cut - 1 : s.options.cut + 1])
    return (
        [standing.entrant for standing in there if key(standing, keys) == last]
        if last == next_
        else []
    )


def key(standing: Standing, tie_breaks: Sequence[TieBreak]) -> tuple[Any, ...]:
    """Return the sort key of a standing: the smaller is the better (R-T-STAND-01)."""
    keys: dict[TieBreak, int | str] = {
        "points": -standing.points12,
        "wins": -standing.wins12,
        "vp": -standing.vp,
        "share": -standing.share,
        "opponents": -standing.opponents,
        "small": standing.small,
        "lot": standing.lot,
    }
    return tuple(keys[name] for name in tie_breaks)


def _unplaced(s: State, tallies: Tallies) -> list[Standing]:
    floor = s.options.opponent_floor
    return [
        Standing(
            name, None, mine.points12, mine.wins12, mine.share, mine.vp,
            opponents_rate(tallies, name, floor), mine.small, lot(s.seed, name),
            sorted(set(mine.rests_on)),
        )
        for name, mine in tallies.items()
    ]  # fmt: skip
