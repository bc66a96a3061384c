"""What programs are told of a tournament."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from ragami.games.tournament.events import Score
from ragami.games.tournament.ratings import Rating
from ragami.games.tournament.repair import Repair
from ragami.games.tournament.standings import Standing
from ragami.games.tournament.state import State


class TableListed(Struct, frozen=True):
    """A table of the present round, and its result, if there is one."""

    table: int
    players: list[str]
    results: list[Score] | None


def tables_listed(state: State) -> Iterator[TableListed]:
    """The tables of the present round."""
    for table in state.present.tables if state.present else ():
        results = list(table.result.results) if table.result else None
        yield TableListed(table.number, list(table.players), results)


REPLIES: Final[dict[str, type[Struct]]] = {
    "tournament-results": TableListed,
    "tournament-override": Repair,
    "tournament-standings": Standing,
    "tournament-ratings": Rating,
}
