"""Results that the referee or the players of a table enter, before they are judged."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter
from typing import Any, Final

from msgspec import ValidationError, convert

from ragami.decoded import Data, Fields
from ragami.game.gathering import Way
from ragami.game.labels import Labels
from ragami.games.tournament.events import ResultCorrected
from ragami.games.tournament.labels import labels_of
from ragami.games.tournament.narration import list_entrants, say
from ragami.games.tournament.pairing.repair import impact
from ragami.games.tournament.people import Unclear
from ragami.games.tournament.state import Round, State, Table, place_of
from ragami.games.tournament.words import TABLES, row_in_words, table_in_words
from ragami.language import Language
from ragami.notation.kinds import Kind
from ragami.notation.reader import At


def table_at(s: State, place: str) -> tuple[Round, Table]:
    """Return the table that `3` (of the present round) or `2.3` names. Raises `Unclear`."""
    if s.present is None:
        raise Unclear("no-round-yet")
    number, _dot, table = place.rpartition(".")
    played: Round | None = s.present
    if number:
        played = s.round(int(number)) if number.isdecimal() else None
    seated = played.table(int(table)) if played and table.isdecimal() else None
    if played is None or seated is None:
        raise Unclear("no-such-table", found=place)
    return played, seated


def reported_result(s: State, place: str, rows: Sequence[Fields]) -> Way:
    """Return the result that the players of a table report, as one of the referee.

    Without a place, who is not named first of a table without scores shares the next place.
    """
    scores = {str(row.get("player")): number_of(row.get("score")) for row in rows}
    reported = [number_of(row.get("place")) for row in rows]
    firsts = reported.count(1)
    if firsts and set(reported) <= {1, None} and all(score is None for score in scores.values()):
        reported = [place_taken or firsts + 1 for place_taken in reported]
    places = [place_taken for place_taken in reported if place_taken is not None]
    if places and len(places) < len(rows):
        raise Unclear("some-places", table=place)
    data = result(s, place, scores, places)
    reply = [
        {"player": row["entrant"], "score": row["score"], "place": row["place"]}
        for row in data["results"]
    ]
    return Way((in_words(s, data["results"]),), (("result_recorded", data),), reply)


def number_of(sent: object) -> int | None:
    """Return an integer from outside; None for anything else."""
    return sent if isinstance(sent, int) and not isinstance(sent, bool) else None


def result(
    s: State, place: str, scores: Mapping[str, int | None], places: Sequence[int] = ()
) -> Data:
    """Return the fields of a result; without places the higher score is the better.

    `places` are in the order of `scores`. Raises `Unclear`.
    """
    played, table = table_at(s, place)
    if set(scores) != set(table.players):
        raise Unclear("other-players", table=place, players=list_entrants(s, table.players))
    reached = dict(zip(scores, places, strict=False))
    if not places:
        reached = places_by_score(scores)
    if len(reached) < len(scores):
        raise Unclear("places-wanted", table=place)
    listed = [{"entrant": n, "place": reached[n], "score": scores[n]} for n in table.players]
    return {**place_of(played, table), "from": "referee", "results": listed}


def places_by_score(scores: Mapping[str, int | None]) -> dict[str, int]:
    """Return the place of each entrant, the higher score first; none where a score is missing."""
    counted = [score for score in scores.values() if score is not None]
    return {
        entrant: 1 + sum(better > score for better in counted)
        for entrant, score in scores.items()
        if score is not None and len(counted) == len(scores)
    }


def in_words(s: State, results: Sequence[Fields]) -> str:
    """Return places, names and scores of a result, the first place first."""
    called = labels_of(s)
    return ", ".join(row_in_words(called, row) for row in sorted(results, key=itemgetter("place")))


class EnteredResults(Kind):
    """The results of a table as they are typed, perhaps without places."""

    def label(self, value: Any, at: At) -> str:
        called = labels_of(at.state)
        return ", ".join(row_in_words(called, row) for row in value)


class NamedTable(Kind):
    """The table that a step is about: of the open round by its number, of another with both."""

    def label(self, value: Any, at: At) -> str:
        played, open_round = at.data["round"], at.state.present.number
        facts = {"table": value, "final": at.state.final is not None and played == open_round}
        return table_in_words(
            facts if played == open_round else facts | {"round": played}, at.language
        )


LABELS: Final = Labels(
    TABLES,
    {"results": EnteredResults(), "result.table": NamedTable(), "correct.table": NamedTable()},
)


def consequences(s: State, data: Mapping[str, object], language: Language) -> Iterator[str]:
    """Yield the pairings that rest on a result, and the places that its correction changes."""
    try:
        event = convert({**data, "reason": "-", "authority": "-"}, ResultCorrected)
    except ValidationError:
        return  # what is wrong with its form is said by who judges it
    called, follows = labels_of(s), impact(s, event)
    for cost in follows.pairings:
        yield say("stood", language, round=cost.round, before=cost.before, after=cost.after)
    places = ", ".join(
        f"{called[name]} {before or '–'} → {after or '–'}"
        for name, (before, after) in follows.places.items()
    )
    if places:
        yield say("places-change", language, places=places)
