"""What is hung up and handed out: pairings by table and by name, result slips, standings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

from ragami.games.tournament.standings import standings
from ragami.games.tournament.state import Round, State
from ragami.games.tournament.telling import points
from ragami.games.tournament.words import PAPER
from ragami.language import Language

STYLE = (
    "body{font:14pt/1.35 sans-serif;margin:1cm}h1{font-size:20pt}table{border-collapse:collapse;"
    "width:100%}td,th{border-bottom:1px solid #999;padding:.2em .5em;text-align:left}"
    ".n{text-align:right}section{break-inside:avoid;border:1px solid #000;padding:.6cm;"
    "margin-bottom:.6cm}section td.w{width:3cm;border-bottom:1px solid #000}"
    "section svg{float:right;width:3.4cm;height:3.4cm}"
)
Picture = Callable[[str], str]
"""The QR code of a text as SVG."""


class Paper:
    """One printable page about the present round, in one language."""

    def __init__(self, s: State, language: Language) -> None:
        self.state, self.language = s, language
        self.title = (s.opened.title if s.opened else None) or self.say("tournament")

    def say(self, code: str, **facts: object) -> str:
        return PAPER[code].text(self.language).format(**facts)

    def pairings(self, *, by_name: bool) -> str:
        """Who sits where, one after the other by table or by name."""
        played = self._round()
        rows = list(self._by_name(played) if by_name else self._by_table(played))
        if by_name:
            rows.sort(key=lambda row: row[0].casefold())
        columns = ("name", "table", "seat") if by_name else ("table", "seat", "name")
        return self._page(self._head(played), self._table(columns, rows))

    def _round(self) -> Round:
        assert self.state.present is not None, "whoever asks has looked"
        return self.state.present

    def _by_table(self, played: Round) -> Iterator[tuple[str, ...]]:
        for table in played.tables:
            for seat, name in enumerate(table.players, 1):
                yield (str(table.number) if seat == 1 else "", str(seat), self._name(name))
        for name in played.byes:
            yield self.say("bye"), "", self._name(name)

    def _by_name(self, played: Round) -> Iterator[tuple[str, ...]]:
        for table in played.tables:
            for seat, name in enumerate(table.players, 1):
                yield self._name(name), str(table.number), str(seat)
        for name in played.byes:
            yield self._name(name), self.say("bye"), ""

    def _name(self, entrant: str) -> str:
        """The name, with the id where that is not seen from it."""
        name = self.state.entrants[entrant].name
        return name if name.casefold() == entrant else f"{name} ({entrant})"

    def slips(self, address: str | None, picture: Picture) -> str:
        """A result slip for each table: scores, places, signatures; a QR code to the table."""
        played = self._round()
        parts = []
        for table in played.tables:
            code = picture(f"{address}/{played.number}.{table.number}") if address else ""
            rows = [(self._name(name), "", "", "") for name in table.players]
            head = f"<h1>{self.say('table')} {played.number}.{table.number}</h1>"
            drawn = self._table(("name", "score", "place", "signature"), rows, cell="w")
            parts.append(f"<section>{code}{head}{drawn}</section>")
        return self._page(self._head(played), "".join(parts))

    def standings(self) -> str:
        """Places, points and what breaks ties."""
        rows = [
            (
                *("–" if one.place is None else str(one.place), self._name(one.entrant)),
                *(points(one.points12), points(one.wins12), f"{one.share / 1e6:.3f}"),
                *(f"{one.opponents / 1e6:.3f}", str(one.small)),
            )
            for one in standings(self.state)
        ]
        columns = ("place", "name", "points", "wins", "share", "opponents", "small")
        head = self.say("standings", round=len(self.state.rounds))
        return self._page(head, self._table(columns, rows))

    def _head(self, played: Round) -> str:
        minutes = self.state.options.time_limit
        limit = f" · {self.say('minutes', n=minutes)}" if minutes else ""
        return self.say("round", round=played.number) + limit

    def _table(
        self, columns: tuple[str, ...], rows: Sequence[tuple[str, ...]], cell: str = ""
    ) -> str:
        head = "".join(f"<th>{escape(self.say(name))}</th>" for name in columns)
        body = "".join(
            "<tr>" + "".join(f'<td class="{cell}">{escape(one)}</td>' for one in row) + "</tr>"
            for row in rows
        )
        return f"<table><tr>{head}</tr>{body}</table>"

    def _page(self, head: str, body: str) -> str:
        title = escape(self.title)
        return (
            f'<!doctype html>\n<html lang="{self.language}"><head><meta charset="utf-8">'
            f"<title>{title}</title><style>{STYLE}</style></head>"
            f"<body><h1>{title} – {escape(head)}</h1>{body}</body></html>\n"
        )
