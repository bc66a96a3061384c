"""Printed papers: pairings by table and by name, result slips, standings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape
from typing import Final

from ragami.games.tournament.people import labels_of, sort_key
from ragami.games.tournament.standings_table import headed_rows
from ragami.games.tournament.state import Round, State
from ragami.games.tournament.words import PAPER
from ragami.language import Language

PAPERS: Final = ("by-table", "by-name", "slips", "standings")
"""What can be printed."""
SLIPS: Final = 4
"""Slips on a sheet of A4, to be cut in four."""
STYLE: Final = (
    "body{font:14pt/1.35 sans-serif;margin:1cm}h1{font-size:20pt}table{border-collapse:collapse;"
    "width:100%}td,th{border-bottom:1px solid #999;padding:.2em .5em;text-align:left}"
    ".n{text-align:right}"
)
SLIP_STYLE: Final = (
    "@page{size:A4;margin:0}body{font:11pt/1.3 sans-serif;margin:0}.sheet{display:grid;"
    "width:210mm;height:296mm;grid-template:1fr 1fr/1fr 1fr;break-after:page;overflow:hidden}"
    "section{box-sizing:border-box;padding:9mm 7mm;border:1px dashed #777;overflow:hidden}"
    "h1{font-size:17pt;margin:0}p{margin:0 0 3mm}table{border-collapse:collapse;width:100%}"
    "td,th{text-align:left;padding:.2em .3em;font-weight:normal}th{font-size:9pt}"
    "td{height:14mm;border-bottom:1px solid #000}td:first-child{width:42%}"
    "svg{float:right;width:26mm;height:26mm}"
)
Picture = Callable[[str], str]
"""The QR code of a text as SVG."""


def paper(
    s: State, what: str, language: Language, address: str | None, picture: Picture
) -> str | None:
    """Return one of `PAPERS` as a page to be printed, None before there is a round."""
    if what != "standings" and s.present is None:
        return None
    of = Paper(s, language)
    if what == "slips":
        return of.slips(address, picture)
    return of.standings() if what == "standings" else of.pairings(by_name=what == "by-name")


class Paper:
    """One printable page about the present round, in one language."""

    def __init__(self, s: State, language: Language) -> None:
        self.state, self.language, self.called = s, language, labels_of(s)
        self.title = (s.opened.title if s.opened else None) or self.say("tournament")

    def say(self, code: str, **facts: object) -> str:
        return PAPER[code].text(self.language).format(**facts)

    def pairings(self, *, by_name: bool) -> str:
        """Return the page of pairings, sorted by table or by name."""
        played = self._round()
        rows = list(self._by_name(played) if by_name else self._by_table(played))
        if by_name:
            rows.sort(key=lambda row: sort_key(row[0], self.language))
        columns = ("name", "table", "seat") if by_name else ("table", "seat", "name")
        return self._page(self._head(played), self._table(columns, rows))

    def _round(self) -> Round:
        assert self.state.present is not None, "whoever asks has looked"
        return self.state.present

    def _by_table(self, played: Round) -> Iterator[tuple[str, ...]]:
        for table in played.tables:
            for seat, name in enumerate(table.players, 1):
                yield (str(table.number) if seat == 1 else "", str(seat), self.called[name])
        for name in played.byes:
            yield self.say("bye"), "", self.called[name]

    def _by_name(self, played: Round) -> Iterator[tuple[str, ...]]:
        for table in played.tables:
            for seat, name in enumerate(table.players, 1):
                yield self.called[name], str(table.number), str(seat)
        for name in played.byes:
            yield self.called[name], self.say("bye"), ""

    def slips(self, address: str | None, picture: Picture) -> str:
        """A result slip for each table, four to a page: scores, places, signatures, a QR code."""
        played = self._round()
        parts = []
        for table in played.tables:
            code = picture(f"{address}/{played.number}.{table.number}") if address else ""
            rows = [(self.called[name], "", "", "") for name in table.players]
            head = f"<h1>{self.say('table')} {played.number}.{table.number}</h1>"
            under = f"<p>{escape(self.title)}<br>{escape(self._head(played))}</p>"
            drawn = self._table(("name", "score", "place", "signature"), rows)
            parts.append(f"<section>{code}{head}{under}{drawn}</section>")
        sheets = ("".join(parts[at : at + SLIPS]) for at in range(0, len(parts), SLIPS))
        return self._document(
            "".join(f'<div class="sheet">{sheet}</div>' for sheet in sheets), SLIP_STYLE
        )

    def standings(self) -> str:
        """Places, points and what breaks ties; after a final, the ranking."""
        heads, *rows = headed_rows(self.state, self.language)
        head = self.say("standings", round=len(self.state.rounds))
        return self._page(head, self._rows(heads, rows))

    def _head(self, played: Round) -> str:
        minutes = self.state.options.time_limit
        limit = f" · {self.say('minutes', n=minutes)}" if minutes else ""
        return self.say("round", round=played.number) + limit

    def _table(self, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
        return self._rows(tuple(map(self.say, columns)), rows)

    def _rows(self, heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
        head = "".join(f"<th>{escape(name)}</th>" for name in heads)
        body = "".join(
            "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
        )
        return f"<table><tr>{head}</tr>{body}</table>"

    def _page(self, head: str, body: str) -> str:
        return self._document(f"<h1>{escape(self.title)} – {escape(head)}</h1>{body}", STYLE)

    def _document(self, body: str, style: str) -> str:
        return (
            f'<!doctype html>\n<html lang="{self.language}"><head><meta charset="utf-8">'
            f"<title>{escape(self.title)}</title><style>{style}</style></head>"
            f"<body>{body}</body></html>\n"
        )
