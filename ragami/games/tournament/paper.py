"""Printed papers: pairings by table and by name, result slips, standings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from ragami.games.tournament.labels import labels_of
from ragami.games.tournament.narration import mark, points
from ragami.games.tournament.people import sort_key
from ragami.games.tournament.rules.closing import in_order
from ragami.games.tournament.state import Round, State
from ragami.games.tournament.words import CALLED, PAPER, stage
from ragami.language import Language
from ragami.templates import render

PAPERS: Final = ("by-table", "by-name", "slips", "standings")
"""What can be printed."""
SLIPS: Final = 4
"""The number of slips on a sheet of A4."""
LOT: Final = 6
"""The number of characters shown of a lot."""
Picture = Callable[[str], str]
"""The QR code of a text as SVG."""


def paper(
    s: State, kind: str, language: Language, address: str | None, picture: Picture
) -> str | None:
    """Return one of `PAPERS` as a page to be printed, None before there is a round."""
    if kind != "standings" and s.present is None:
        return None
    writer = PaperWriter(s, language)
    if kind == "slips":
        slips = writer.slips(address, picture)
        return render("ragami/games/tournament/slips.html", language, slips)
    by_name = kind == "by-name"
    page = writer.standings() if kind == "standings" else writer.pairings(by_name=by_name)
    return render("ragami/games/tournament/paper.html", language, page)


class Paper(NamedTuple):
    """A printed table, of pairings or of standings."""

    title: str
    head: str
    heads: Sequence[str]
    rows: Sequence[Sequence[str]]


class ResultSlip(NamedTuple):
    """The slip of a table; `code` is a QR code as SVG."""

    table: str
    players: Sequence[str]
    code: str


class SlipSheets(NamedTuple):
    """The slips of a round, as many to a sheet as it holds."""

    title: str
    head: str
    heads: Sequence[str]
    sheets: Sequence[Sequence[ResultSlip]]


class PaperWriter:
    """Papers about the present round, in one language."""

    def __init__(self, s: State, language: Language) -> None:
        self.state, self.language, self.called = s, language, labels_of(s)
        self.title = (s.opened.title if s.opened else None) or self.say("tournament")

    def say(self, code: str, **facts: object) -> str:
        return PAPER[code].text(self.language).format(**facts)

    def pairings(self, *, by_name: bool) -> Paper:
        """Return the page of pairings, sorted by table or by name."""
        played = self._round()
        rows = [*self._seats(played)]
        if by_name:
            rows = [(name, table, seat) for table, seat, name in rows]
            rows.sort(key=lambda row: sort_key(row[0], self.language))
        else:  # the table stands before its first seat alone
            rows = [(table if seat in ("1", "") else "", seat, name) for table, seat, name in rows]
        columns = ("name", "table", "seat") if by_name else ("table", "seat", "name")
        return Paper(self.title, self._head(played), tuple(map(self.say, columns)), rows)

    def _round(self) -> Round:
        assert self.state.present is not None, "whoever asks has looked"
        return self.state.present

    def _seats(self, played: Round) -> Iterator[tuple[str, str, str]]:
        """Yield the table, the seat and the name of everybody."""
        for table in played.tables:
            for seat, name in enumerate(table.players, 1):
                yield str(table.number), str(seat), self.called[name]
        for name in played.byes:
            yield self.say("bye"), "", self.called[name]

    def slips(self, address: str | None, picture: Picture) -> SlipSheets:
        """Return a result slip for each table, four to a page."""
        played = self._round()
        is_final = played is self.state.final
        slips = [
            ResultSlip(
                self._name(played) if is_final else f"{self.say('table')} {table.number}",
                [self.called[name] for name in table.players],
                picture(f"{address}/{played.number}.{table.number}") if address else "",
            )
            for table in played.tables
        ]
        heads = [self.say(name) for name in ("name", "score", "place", "signature")]
        sheets = [slips[at : at + SLIPS] for at in range(0, len(slips), SLIPS)]
        return SlipSheets(self.title, self._head(played), heads, sheets)

    def standings(self) -> Paper:
        """Return the page of standings; after a final, of the ranking."""
        heads, *rows = headed_rows(self.state, self.language)
        heads_of = {"registration": "head-entered", "round": "head-so-far", "over": "head-ranking"}
        code = heads_of.get(self.state.phase)
        after = self.say("standings", round=len(self.state.rounds))
        head = CALLED[code].text(self.language).format(n=len(rows)) if code else after
        return Paper(self.title, head, heads, rows)

    def _head(self, played: Round) -> str:
        minutes = self.state.options.time_limit
        limit = f" · {self.say('minutes', n=minutes)}" if minutes else ""
        return self._name(played) + limit

    def _name(self, played: Round) -> str:
        return stage(played.number, self.language, final=played is self.state.final)


def headed_rows(s: State, language: Language) -> list[tuple[str, ...]]:
    called = labels_of(s)
    heads = ("place", "name", "points", "wins", "share", "opponents", "small", "lot")
    rows = [tuple(PAPER[head].text(language) for head in heads)]
    for place, line in in_order(s):
        name = called[line.entrant] + mark(s.entrants[line.entrant].status, language)
        rows.append(
            (
                *("–" if place is None else str(place), name),
                *(points(line.points12), points(line.wins12), f"{line.share / 1e6:.3f}"),
                *(f"{line.opponents / 1e6:.3f}", str(line.small), line.lot[:LOT]),
            )
        )
    return rows
