"""A season to take away: as a table (CSV), and as a page in one file."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from html import escape
from typing import Final

from ragami.analytics.season import SHARE, Season, SeatWins, Standing
from ragami.export.table import harmless
from ragami.game.registry import by_name
from ragami.language import Language, translator
from ragami.markup import tag

STYLE: Final = """
body { font: 1rem/1.4 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { padding: .2rem .5rem; text-align: left; border-bottom: 1px solid #8884 }
.n { text-align: right } .off { opacity: .55; text-decoration: line-through }
section { overflow-x: auto; margin-bottom: 2rem }
@media (prefers-color-scheme: dark) { body { color: #eee; background: #111 } }
"""

COLUMNS: Final = (
    "rank", "name", "points", "counted", "played", "wins",
    "log", "game", "day", "place", "of", "score", "result_points", "counts",
)  # fmt: skip


def table(season: Season) -> bytes:
    """Write a row for each result of everybody, with the standing of who has it."""
    written = io.StringIO()
    writer = csv.writer(written, lineterminator="\n")
    writer.writerow(COLUMNS)
    for one in season.people:
        about = (one.rank, harmless(one.name), number(one.points), one.counted, one.played)
        for r in one.results:
            result = (harmless(r.log), r.game, r.day, r.place, r.of, r.score, number(r.points))
            writer.writerow([*about, one.wins, *result, int(r.counts)])
    return written.getvalue().encode()


def number(value: float) -> str:
    """A number with no more digits than it has."""
    return f"{value:g}"


def heads(language: Language) -> tuple[str, ...]:
    """Name the columns of the table."""
    _ = translator(language)
    return (_("Rank"), _("Player"), _("Points"), _("Counted"), _("Games"), _("Wins"), _("Average"))


def cells(one: Standing) -> tuple[str, ...]:
    """Write a line of the table."""
    average = sum(result.points for result in one.results) / one.played
    counts = (str(one.counted), str(one.played), str(one.wins))
    return (str(one.rank), one.name, number(one.points), *counts, f"{average:.2f}")


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
        _("even"),
    )


def seat_cells(one: SeatWins, language: Language) -> tuple[str, ...]:
    """Write how a seat fared."""
    game = by_name(one.game).called(language)
    counts = (str(one.players), str(one.number), str(one.games), number(one.wins))
    return (game, *counts, f"{one.low:.0%} – {one.high:.0%}", f"{one.even:.0%}")


def rule_in_words(season: Season, language: Language) -> str:
    """Say how points were given, and which results count."""
    _ = translator(language)
    if season.points == SHARE:
        text = _("Points: one's share of all points of a game, in per cent.")
    else:
        given = ", ".join(number(float(one)) for one in season.points)
        text = _("Points for the places: {points}; who share a place share them.").format(
            points=given
        )
    if season.best is None:
        return text
    return text + " " + _("The best {n} results of everybody count.").format(n=season.best)


def page(season: Season, language: Language) -> bytes:
    """Write the page; nothing in it is loaded from elsewhere, and all is escaped."""
    _ = translator(language)
    title = _("Season: games played: {n}").format(n=season.games)
    head = (
        '<meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<meta http-equiv="Content-Security-Policy" content="default-src \'none\';'
        " style-src 'unsafe-inline'\">"
    )
    standing = _table(heads(language), map(cells, season.people), texts={1})
    seats = _table(seat_heads(language), (seat_cells(one, language) for one in season.seats), {0})
    parts = (
        tag("h1", escape(title)),
        tag("p", escape(rule_in_words(season, language))),
        tag("section", standing),
        tag("h2", escape(_("Results"))),
        tag("section", _results(season, language)),
        tag("h2", escape(_("Seats"))),
        tag("section", seats),
    )
    inside = tag("head", head, tag("title", escape(title)), tag("style", STYLE))
    return f"<!DOCTYPE html>\n{tag('html', inside, tag('body', *parts), lang=language)}\n".encode()


def _table(heads: Sequence[str], rows: Iterator[Sequence[str]], texts: set[int]) -> str:
    def line(name: str, row: Sequence[str]) -> str:
        cells = (
            tag(name, escape(cell), **({} if n in texts else {"class_": "n"}))
            for n, cell in enumerate(row)
        )
        return tag("tr", *cells)

    body = tag("tbody", *(line("td", row) for row in rows))
    return tag("table", tag("thead", line("th", heads)), body)


def _results(season: Season, language: Language) -> str:
    """All results of everybody; what does not count is struck out."""
    _ = translator(language)
    lines = []
    for one in season.people:
        results = " · ".join(
            tag(
                "span",
                escape(
                    _("{log}: place {place} of {of}, {points}").format(
                        log=r.log, place=r.place, of=r.of, points=number(r.points)
                    )
                ),
                **({} if r.counts else {"class_": "off"}),
            )
            for r in one.results
        )
        lines.append(tag("tr", tag("th", escape(one.name)), tag("td", results)))
    return tag("table", tag("tbody", *lines))
