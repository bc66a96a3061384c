"""Replies of the tournament commands to programs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from ragami.games.tournament.events import Score
from ragami.games.tournament.pairing.repair import Repair
from ragami.games.tournament.people import exact_labels_of
from ragami.games.tournament.rules.closing import in_order
from ragami.games.tournament.rules.standings import Standing
from ragami.games.tournament.state import State
from ragami.games.tournament.statistics import Rating


class TableListed(Struct, frozen=True):
    """A table of the present round, and its result, if there is one."""

    table: int
    players: list[str]
    results: list[Score] | None


def tables_listed(state: State) -> Iterator[TableListed]:
    for table in state.present.tables if state.present else ():
        results = list(table.result.results) if table.result else None
        yield TableListed(table.number, list(table.players), results)


class StandingListed(Struct, frozen=True):
    """An entrant in the standings, as `standings --to` writes it.

    `ranking` is the place at the end, None before; `points` are those of `points12` as a decimal;
    `called` is the name, where others have it too with the club or a number, as on all screens.
    """

    place: int | None
    ranking: int | None
    entrant: str
    name: str
    club: str | None
    status: str
    points: float
    points12: int
    wins12: int
    share: int
    vp: int
    opponents: int
    small: int
    lot: str
    called: str


def standings_listed(s: State) -> Iterator[StandingListed]:
    """Yield all entrants: in the order of the standings, at the end in that of the ranking."""
    called = exact_labels_of(s)
    for place, row in in_order(s):
        entrant = s.entrants[row.entrant]
        yield StandingListed(
            place=row.place,
            ranking=place if s.phase == "over" else None,
            entrant=row.entrant,
            name=entrant.name,
            club=entrant.club,
            status=entrant.status,
            points=round(row.points12 / 12, 6),
            lot=row.lot,
            called=called[row.entrant],
            **row.numbers,
        )


REPLIES: Final[dict[str, type[Struct]]] = {
    "tournament-results": TableListed,
    "tournament-override": Repair,
    "tournament-standings": Standing,
    "tournament-ratings": Rating,
}
