"""Statistics over many tournaments: standings and tables. See `Statistics`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ragami.errors import N_
from ragami.game.statistics import Answer, Column, CountedMoment, Row, Table, TableQuestion
from ragami.games.tournament.closing import ranking
from ragami.games.tournament.standings import standings
from ragami.games.tournament.state import State
from ragami.language import Language

GAME: Final = Column("game", "text", "What the tournament is called.")
STANDINGS: Final = Table(
    "standings",
    "An entrant in the standings of a tournament.",
    (
        GAME,
        Column("entrant", "text", "The id."),
        Column("name", "text", "The name."),
        Column("club", "text", "The club; null for none."),
        Column("place", "integer", "The place in the standings; null for somebody disqualified."),
        Column("ranking", "integer", "The place at the end, with the final table."),
        Column("points12", "integer", "Points, in twelfths."),
        Column("wins12", "integer", "Wins, in twelfths."),
        Column("share", "integer", "Mean share of the tables' scores, in millionths."),
        Column("vp", "integer", "Sum of the scores."),
        Column("opponents", "integer", "Mean rate of the opponents, in millionths."),
        Column("small", "integer", "How often at a small table."),
    ),
)
PLAYED: Final = Table(
    "seats",
    "An entrant at a table of a tournament that has a result.",
    (
        GAME,
        Column("round", "integer", "The round; the final counts as the one after the last."),
        Column("number", "integer", "The table."),
        Column("size", "integer", "How many played."),
        Column("seat", "integer", "Which seat, from 1."),
        Column("entrant", "text", "Who."),
        Column("place", "integer", "The place at the table."),
        Column("score", "integer", "The score; null where there is none."),
    ),
)
SEATS: Final = TableQuestion(
    "tournament-seats",
    N_("Places by seat"),
    "SELECT size, seat, count(*) AS played, round(avg(place), 3) AS place FROM seats"
    " GROUP BY size, seat ORDER BY size, seat",
    (
        Answer("size", N_("Size")),
        Answer("seat", N_("Seat")),
        Answer("played", N_("Times")),
        Answer("place", N_("Mean place")),
    ),
    2,
    "place",
)


class Statistics:
    """The tables of tournaments."""

    tables: Final = (STANDINGS, PLAYED)
    questions: Final = (SEATS,)

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
