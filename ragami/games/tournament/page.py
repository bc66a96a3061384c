"""The page of standings: one file that recomputes every number by itself.

`page_findings` compares a given page with the page that its own log gives.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from html.parser import HTMLParser
from itertools import zip_longest
from typing import Final, NamedTuple

from ragami.catalogue import by_language, shipped
from ragami.decoded import Data
from ragami.findings import Finding
from ragami.game.gathering import LogHead
from ragami.games.tournament.narration import points
from ragami.games.tournament.people import exact_labels_of
from ragami.games.tournament.rules.closing import in_order
from ragami.games.tournament.rules.results import heads
from ragami.games.tournament.rules.standings import Standing, standings
from ragami.games.tournament.state import State
from ragami.games.tournament.words import PAGE, VALUES
from ragami.language import LANGUAGES, Language
from ragami.log.unredacted import stored_line
from ragami.proof.checking import lines_of, newest_seal, notes_in
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
        style=_embedded("page.css"),
        scripts=[_embedded("recompute.js"), _embedded("page.js")],
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
    """Return a log as it is stored, without what a private game keeps apart."""
    return b"".join(stored_line(line) + b"\n" for line in lines_of(log))


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


def _embedded(name: str) -> str:
    """Return the style, or a part of the program, as it stands in a page."""
    text = shipped("ragami.games.tournament", name).decode()
    return text.replace("\n", "") if name.endswith(".css") else text


def _rows(s: State) -> Sequence[Mapping[str, str]]:
    called = exact_labels_of(s)
    return [{key: _cell(called, standing, key) for key in COLUMNS} for standing in standings(s)]


def _cell(called: Mapping[str, str], standing: Standing, key: str) -> str:
    """Return a number as it is printed: twelfths as points, rates with all six decimals."""
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
    called = exact_labels_of(s)
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


# --- a page held against its log ------------------------------------------------------------


PARTS: Final = ("h1", "standings", "ranking", "links", "records", "root", "checkpoint")
"""What is compared: the text of the elements of this id, the heading, the rows of the links."""
EARLIER: Final = {
    "4044d6fe9bcf6cee4c65eec2a5fb7b777b20e45ab8a19e7030652e9c84062ad6": "page.js",
    "15ec09592d896026e132481a0b6068604d4eaf90d5d40af10ea35c4d1afae4d5": "page.css",
    "de59066f86bbeee63a46c48961917ea870b9f334c809888353396b90f1fd6100": "page.js",
    "a50a82c9cb7abd9ddccd6659b9eb17a4c9b51f939e83a6b2f1d2ba83ab6785f0": "page.css",
    "e0a1bdbac25564c3cfe70e7ab6891b6d74ae206aff119272886343fb4b314ceb": "page.js",
    "72cee782bd73462fdf67352277ef0a69ee34cb453e65c1989901d37cceb4b6d3": "page.css",
    "64bad613540ec6d6e896a807f87e758598c67a99edff2d1732a658bbf24461bd": "page.css",
}
"""The programs and styles of pages that were made before, and are no less right: `_renewed`.

Up to 0.3 the names beside the chart lay on each other where points were level, and the tables were
wider than a phone; then the ranking stood below the standings, and the final was left out;
then the chart was wider than a phone, and at last the standings were.
"""
WITHDRAWN: Final = {
    "disqualified": ("descalificado",),
    "loss": ("loss of a game", "pérdida de una partida"),
}
"""Words of such pages that no page has any more, or that read otherwise now."""
OURS: Final = re.compile(r"(<style>|<script>)(.*?)(</style>|</script>)", re.DOTALL)
WORDS: Final = re.compile(r'(?<=<script type="application/json" id="words">).*?(?=</script>)')
LANGUAGE: Final = re.compile(r'<html lang="(\w+)"')


def page_findings(
    s: State, log: bytes, tables: Mapping[str, Sequence[bytes]], html: str
) -> Iterator[Finding]:
    """Yield where a page differs from its log, or is not the page of this version.

    `tables` are the logs of the tables at hand, by origin. The note of a log that is not at hand
    is taken as it is printed.
    """
    match = LANGUAGE.search(html)
    language: Language = "es" if match and match[1] == LANGUAGES[1] else "en"
    printed = _Texts.of(html)
    with_logs = 'class="table"' in html
    notes = dict(_notes(s, tables, printed))
    expected = page(s, log, tables, language, with_logs=with_logs, notes=notes)
    if _quoted(expected) == _quoted(_renewed(html, expected)):
        return
    differences = list(_differences(printed, _Texts.of(expected)))
    for facts in differences:
        yield Finding("page-differs", facts=facts)
    if not differences:
        yield Finding("page-unlike")


def _renewed(page: str, expected: str) -> str:
    """Return a page with the style, program and words of the expected one, if it had ours before.

    A style or program was ours if it is one of `EARLIER`; words are if each still reads the same,
    or is `WITHDRAWN`: a page that was made when there were fewer of them never says the others.
    """

    def present(part: re.Match[str]) -> str:
        name = EARLIER.get(sha256(part[2].encode()).hexdigest())
        return f"{part[1]}{_embedded(name)}{part[3]}" if name else part[0]

    words, new_words = WORDS.search(page), WORDS.search(expected)
    if words and new_words and _are_ours(words[0], json.loads(new_words[0])):
        page = page[: words.start()] + new_words[0] + page[words.end() :]
    return OURS.sub(present, page)


def _are_ours(words: str, present: Data) -> bool:
    """Tell whether each of the words of a page reads as it does now, or is `WITHDRAWN`."""
    try:
        printed = json.loads(words)
    except (ValueError, RecursionError):
        return False
    return isinstance(printed, dict) and all(
        present.get(code) == text or text in WITHDRAWN.get(code, ())
        for code, text in printed.items()
    )


def _quoted(page: str) -> str:
    """Return a page with quotation marks escaped as they are now, and not as up to 0.2."""
    return page.replace("&quot;", "&#34;").replace("&#x27;", "&#39;")


def _differences(printed: _Texts, expected: _Texts) -> Iterator[Data]:
    for part in PARTS:
        for ours, theirs in zip_longest(expected.rows(part), printed.rows(part), fillvalue="–"):
            if ours != theirs:
                yield {"part": part, "printed": theirs, "expected": ours}


def _notes(
    s: State, tables: Mapping[str, Sequence[bytes]], printed: _Texts
) -> Iterator[tuple[str, str]]:
    """Yield the printed note of each linked log that is not at hand, or that has that very note."""
    for head in heads(s):
        note = next((row[-1] for row in printed.cells["links"] if head.origin in row), None)
        copies = tables.get(head.origin, ())
        if note and (not copies or any(note in notes_in(lines_of(log)) for log in copies)):
            yield head.origin, note


class _Texts(HTMLParser):
    """The text of the parts of a page: a list of cells for each row."""

    @classmethod
    def of(cls, page: str) -> _Texts:
        texts = cls()
        texts.feed(page)
        return texts

    def __init__(self) -> None:
        super().__init__()
        self.cells: dict[str, list[list[str]]] = {part: [] for part in PARTS}
        self._part, self._within = "", ""

    def rows(self, part: str) -> list[str]:
        """Return the rows of a part, the cells of each side by side."""
        return [" | ".join(cell.strip() for cell in row) for row in self.cells[part]]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = dict(attrs)
        name = "links" if "data-table" in attributes else attributes.get("id") or tag
        if not self._part and name in PARTS:
            self._part, self._within = name, tag
            self.cells[name] += [[]] if tag != "table" else []
        elif self._part and tag == "tr":
            self.cells[self._part].append([])
        if self._part and tag in ("td", "th", self._within) and self.cells[self._part]:
            self.cells[self._part][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == self._within:
            self._part = self._within = ""

    def handle_data(self, data: str) -> None:
        if self._part and self.cells[self._part] and self.cells[self._part][-1]:
            self.cells[self._part][-1][-1] += data
