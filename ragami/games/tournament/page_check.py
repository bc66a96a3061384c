"""A page of standings held against the page that its own log gives (section 10.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html.parser import HTMLParser
from itertools import zip_longest
from typing import Final

from ragami.decoded import Data
from ragami.findings import Finding
from ragami.games.tournament.page import page
from ragami.games.tournament.results import heads
from ragami.games.tournament.state import State
from ragami.language import LANGUAGES, Language
from ragami.proof.checking import lines_of, notes_in

PARTS: Final = ("h1", "standings", "ranking", "links", "records", "root", "checkpoint")
"""What is compared: the text of the elements of this id, the heading, the rows of the links."""
LANGUAGE: Final = re.compile(r'<html lang="(\w+)"')


def page_findings(
    s: State, log: bytes, tables: Mapping[str, Sequence[bytes]], html: str
) -> Iterator[Finding]:
    """Yield where a page says otherwise than its log, or has another program than ours.

    `tables` are the logs of the tables at hand, by origin. The note of a log that is not at hand
    is taken as it is printed.
    """
    match = LANGUAGE.search(html)
    language: Language = "es" if match and match[1] == LANGUAGES[1] else "en"
    printed = _Texts.of(html)
    with_logs = 'class="table"' in html
    notes = dict(_notes(s, tables, printed))
    expected = page(s, log, tables, language, with_logs=with_logs, notes=notes)
    if _quoted(expected) == _quoted(html):
        return
    differences = list(_differences(printed, _Texts.of(expected)))
    for facts in differences:
        yield Finding("page-differs", facts=facts)
    if not differences:
        yield Finding("page-unlike")


def _quoted(page: str) -> str:
    """Return a page with quotation marks escaped as they are now, and not as up to 0.2."""
    return page.replace("&quot;", "&#34;").replace("&#x27;", "&#39;")


def _differences(printed: _Texts, expected: _Texts) -> Iterator[Data]:
    """Yield each row of a part that is not as it should be."""
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
        """The rows of a part, the cells of each side by side."""
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
