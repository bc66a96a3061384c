"""Statistics over many tournaments: standings and tables. See `Statistics`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ragami.game.statistics import CountedMoment, Row, ShippedStatistics
from ragami.games.tournament.closing import ranking
from ragami.games.tournament.standings import standings
from ragami.games.tournament.state import State
from ragami.language import Language


class Statistics(ShippedStatistics):
    """The tables of tournaments."""

    package = "ragami.games.tournament"

    def rows(self, moments: Iterable[CountedMoment]) -> Iterable[tuple[str, Row]]:
        """The rows of one tournament, as it stands at the last moment."""
        s = State()
        for now in moments:
            s = now.state
        places = ranking(s) if s.phase == "over" else {}
        for standing in standings(s):
            entrant = s.entrants[standing.entrant]
            who = (standing.entrant, entrant.name, entrant.club)
            places_of = (standing.place, places.get(standing.entrant))
            yield "standings", (*who, *places_of, *standing.numbers.values())
        for played, table in s.tables():
            for seat, result in enumerate(table.result.results if table.result else (), 1):
                where = (played.number, table.number, len(table.players), seat)
                yield "seats", (*where, result.entrant, result.place, result.score)

    def word(self, code: str, language: Language) -> str | None:
        """Return None: the answers have no codes."""
        return None


STATISTICS: Final = Statistics()
