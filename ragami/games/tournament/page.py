"""The page of standings (section 10.1): one file that works every number out again by itself."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from ragami.catalogue import by_language, shipped
from ragami.game.gathering import LogHead
from ragami.games.tournament.narration import points
from ragami.games.tournament.people import labels_of
from ragami.games.tournament.results import heads
from ragami.games.tournament.standings import Standing, standings
from ragami.games.tournament.standings_table import in_order
from ragami.games.tournament.state import State
from ragami.games.tournament.words import PAGE, VALUES
from ragami.language import Language
from ragami.log.unredacted import stored
from ragami.proof.checking import lines_of, newest_seal
from ragami.proof.note import encoded
from ragami.proof.tree import root_of
from ragami.proof.withheld import leaves_of
from ragami.templates import render

NO_NOTES: Final[Mapping[str, str]] = {}
COLUMNS: Final = (
    *("place", "entrant", "points12", "wins12", "share", "vp", "opponents", "small", "lot"),
)


class PrintedLink(NamedTuple):
    """A table's log: the table, name, origin and head of it, and the seal that covers it."""

    table: str
    cells: Sequence[str]
    seal: str | None


class StandingsPage(NamedTuple):
    """The content of the page.

    `rows` have a cell for each of `columns`; `ranking` has a place and a name of each, and is empty
    while the tournament goes on. `log` is what a browser gives back as text, byte for byte.
    """

    title: str
    words: Mapping[str, str]
    style: str
    scripts: Sequence[str]
    columns: Sequence[str]
    rows: Sequence[Mapping[str, str]]
    ranking: Sequence[tuple[str, str]]
    links: Sequence[PrintedLink]
    records: int
    root: str
    checkpoint: str | None
    log: str
    tables: Sequence[str]


def page(
    s: State,
    log: bytes,
    tables: Mapping[str, Sequence[bytes]],
    lang: Language,
    *,
    with_logs: bool = False,
    notes: Mapping[str, str] = NO_NOTES,
) -> str:
    """Return the page of a tournament. `tables` are the logs of its tables by origin.

    With `with_logs` they stand in it too; else the notes of the seals that cover their heads.
    `notes` are such notes by origin, where they are known already.
    """
    links = {head.origin: head for head in heads(s)}
    copies = {at: _best(stored, links[at]) for at, stored in tables.items() if at in links}
    noted = {at: _note(log, links[at].size) for at, log in copies.items()} | dict(notes)
    log = _stored(log)
    page = StandingsPage(
        title=(s.opened.title if s.opened else None) or PAGE["title"].text(lang),
        words=by_language(VALUES, PAGE)[lang],
        style=_own("page.css").replace("\n", ""),
        scripts=[_own("recompute.js"), _own("page.js")],
        columns=COLUMNS,
        rows=_rows(s),
        ranking=_ranking(s),
        links=_links(s, noted),
        records=len(lines_of(log)),
        root=encoded(root_of(leaves_of(lines_of(log)))),
        checkpoint=_note(log),
        log=log.decode(errors="replace"),
        tables=[copy.decode(errors="replace") for copy in copies.values()] if with_logs else (),
    )
    return render("ragami/games/tournament/standings.html", lang, page)


def _stored(log: bytes) -> bytes:
    """Return the lines of a log as they are stored: what a private game keeps apart stays there."""
    return b"".join(stored(line) + b"\n" for line in lines_of(log))


def _best(copies: Sequence[bytes], head: LogHead) -> bytes:
    """Return the copy that fits the head, else the longest."""
    lines = {copy: lines_of(copy) for copy in map(_stored, copies)}
    return max(
        lines,
        key=lambda copy: (
            encoded(root_of(leaves_of(lines[copy])[: head.size])) == head.root,
            len(lines[copy]),
        ),
    )


def _note(log: bytes, size: int = 1) -> str | None:
    """Return the note of the newest seal over at least `size` records."""
    seal = newest_seal(log, size)
    return str(seal.note) if seal else None


def _own(name: str) -> str:
    return shipped("ragami.games.tournament", name).decode()


def _rows(s: State) -> Sequence[Mapping[str, str]]:
    called = labels_of(s)
    return [{key: _cell(called, standing, key) for key in COLUMNS} for standing in standings(s)]


def _cell(called: Mapping[str, str], standing: Standing, key: str) -> str:
    """A number as it is printed: points in twelfths, rates to the last millionth."""
    value = getattr(standing, key)
    match key:
        case "place":
            return "–" if value is None else str(value)
        case "entrant":
            return called[str(value)]
        case "points12" | "wins12":
            return points(value)
        case "share" | "opponents":
            return f"{value // 10**6}.{value % 10**6:06}"
    return str(value)[:12]


def _ranking(s: State) -> Sequence[tuple[str, str]]:
    """Return place and name of each in the final ranking."""
    if s.phase != "over":
        return ()
    called = labels_of(s)
    return [(str(place or "–"), called[row.entrant]) for place, row in in_order(s)]


def _links(s: State, notes: Mapping[str, str | None]) -> Sequence[PrintedLink]:
    links = []
    for played, table in s.tables():
        if table.link:
            link = table.link.named
            at = f"{played.number}.{table.number}"
            cells = (at, link.log, link.origin, str(link.size), link.root)
            links.append(PrintedLink(at, cells, notes.get(link.origin)))
    return links
