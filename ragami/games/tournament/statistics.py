"""Statistics over many tournaments: standings, tables, and ratings of the people.

Ratings (openskill, Bradley-Terry with partial pairing) are a guess: nothing is judged, paired or
ranked by them. They follow from the logs in the order in which these are given, so anybody can
work them out again; they are floats, and stand in no log.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from ragami.decoded import Data
from ragami.errors import needed
from ragami.game.statistics import CountedMoment, Row, ShippedStatistics
from ragami.games.tournament.rules.closing import ranking
from ragami.games.tournament.rules.standings import standings
from ragami.games.tournament.state import State
from ragami.language import Language


class Statistics(ShippedStatistics):
    package = "ragami.games.tournament"

    def rows(self, moments: Iterable[CountedMoment]) -> Iterable[tuple[str, Row]]:
        """Yield the rows of one tournament, as it stands at the last moment."""
        s = State()
        for now in moments:
            s = now.state
        places = ranking(s) if s.phase == "over" else {}
        for standing in standings(s):
            entrant = s.entrants[standing.entrant]
            person = (standing.entrant, entrant.name, entrant.club)
            places_of = (standing.place, places.get(standing.entrant))
            yield "standings", (*person, *places_of, *standing.numbers.values())
        for played, table in s.tables():
            for seat, result in enumerate(table.result.results if table.result else (), 1):
                where = (played.number, table.number, len(table.players), seat)
                yield "seats", (*where, result.entrant, result.place, result.score)

    def word(self, code: str, language: Language) -> str | None:
        return None


STATISTICS: Final = Statistics()


class Rating(Struct):
    """An entrant's rating after so many tables: skill, uncertainty and a cautious estimate."""

    name: str
    mu: float
    sigma: float
    ordinal: float
    tables: int


def ratings(tournaments: Iterable[State]) -> list[Rating]:
    """Return the ratings of all who played a table with a result, best first; people go by name."""
    with needed("rating"):
        from openskill.models import BradleyTerryPart  # noqa: PLC0415 (an extra)
    model = BradleyTerryPart()
    rated_by_name: Data = {}
    played: dict[str, int] = {}
    for s in tournaments:
        for _round, table in s.tables():
            results = table.result.results if table.result else ()
            names = [s.entrants[result.entrant].name for result in results]
            if len(set(names)) < 2:
                continue
            teams = [[rated_by_name.get(name) or model.rating(name=name)] for name in names]
            ranks = [float(result.place) for result in results]
            for name, (rated,) in zip(names, model.rate(teams, ranks=ranks), strict=True):
                rated_by_name[name] = rated
                played[name] = played.get(name, 0) + 1
    listed = [
        Rating(n, rating.mu, rating.sigma, rating.ordinal(), played[n])
        for n, rating in rated_by_name.items()
    ]
    return sorted(listed, key=lambda rating: (-rating.ordinal, rating.name))
