"""A season to take away: as a table (CSV), and as a page in one file."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from typing import Final, NamedTuple

from ragami.analytics.season import SHARE, Season, SeasonStanding, SeatWins
from ragami.export.table import harmless
from ragami.game.registry import by_name
from ragami.language import Language, translator
from ragami.templates import render

COLUMNS: Final = (
    "rank", "name", "points", "counted", "played", "wins",
    "log", "game", "day", "place", "of", "score", "result_points", "counts",
)  # fmt: skip


def table(season: Season) -> bytes:
    """Write a row for each result of everybody, with the standing of who has it."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(COLUMNS)
    for p in season.people:
        about = (p.rank, harmless(p.name), number(p.points), p.counted, p.played)
        for r in p.results:
            played = (harmless(r.plays or r.game), r.day, r.place, r.of, r.score, number(r.points))
            writer.writerow([*about, p.wins, harmless(r.log), *played, int(r.counts)])
    return written.getvalue().encode()


def number(value: float) -> str:
    """Return a number with no more digits than it has."""
    return f"{value:g}"


def heads(language: Language) -> tuple[str, ...]:
    """Name the columns of the table."""
    _ = translator(language)
    return (_("Rank"), _("Player"), _("Points"), _("Counted"), _("Games"), _("Wins"), _("Average"))


def cells(person: SeasonStanding) -> tuple[str, ...]:
    """Write a line of the table."""
    average = sum(result.points for result in person.results) / person.played
    counts = (str(person.counted), str(person.played), str(person.wins))
    return (str(person.rank), person.name, number(person.points), *counts, f"{average:.2f}")


def seat_heads(language: Language) -> tuple[str, ...]:
    """Name the columns of the table of seats."""
    _ = translator(language)
    return (
        _("Game played"),
        _("Players"),
        _("Seat"),
        _("Games"),
        _("Wins"),
        _("Interval (95 per cent)"),
        _("Even"),
    )


def seat_cells(seat: SeatWins, language: Language) -> tuple[str, ...]:
    """Write how a seat fared."""
    game = seat.plays or by_name(seat.game).called(language)
    counts = (str(seat.players), str(seat.number), str(seat.games), number(seat.wins))
    return (game, *counts, f"{seat.low:.0%} – {seat.high:.0%}", f"{seat.even:.0%}")


def rule_in_words(season: Season, language: Language) -> str:
    """Say how points were given, and which results count."""
    _ = translator(language)
    if season.points == SHARE:
        text = _("Points: one's share of all points of a game, in per cent.")
    else:
        points = ", ".join(number(float(n)) for n in season.points)
        text = _("Points for the places: {points}; who share a place share them.").format(
            points=points
        )
    if season.best is None:
        return text
    return text + " " + _("The best {n} results of everybody count.").format(n=season.best)


class SeasonPage(NamedTuple):
    """The content of the page of a season."""

    season: Season
    rule: str
    heads: Sequence[str]
    people: Sequence[Sequence[str]]
    seat_heads: Sequence[str]
    seats: Sequence[Sequence[str]]


def page(season: Season, language: Language) -> bytes:
    """Write the page; nothing in it is loaded from elsewhere, and all is escaped."""
    season_page = SeasonPage(
        season,
        rule_in_words(season, language),
        heads(language),
        [cells(person) for person in season.people],
        seat_heads(language),
        [seat_cells(seat, language) for seat in season.seats],
    )
    return render("ragami/analytics/season.html", language, season_page).encode()
