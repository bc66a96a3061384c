"""Logs in HTML pages: a page of ours that rests on a log has it inside, byte for byte."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from typing import Final

from ragami.errors import RagamiError
from ragami.sources.logs import joined

MAIN: Final = "log"
"""The id of the element with the log that the page is about; those of class `table` are beside."""


class PageLog(bytes):
    """A log that was taken out of a page; `page` is all of it."""

    page: str = ""

    def __bytes__(self) -> bytes:
        return self


def logs_of_page(name: str, pieces: Iterable[bytes]) -> Iterator[tuple[str, PageLog]]:
    """Yield the log of a page, then those beside it, numbered.

    Raises `RagamiError` `page-without-log`, `log-too-long`.
    """
    page = joined(pieces, name).decode(errors="replace")
    logs = _Logs()
    logs.feed(page)
    if not logs.main:
        raise RagamiError("page-without-log", path=name)
    main = PageLog(logs.main.encode())
    main.page = page
    yield name, main
    for number, log in enumerate(logs.beside, 2):
        yield f"{name}#{number}", PageLog(log.encode())


class _Logs(HTMLParser):
    """Collects the text of the elements that hold logs."""

    def __init__(self) -> None:
        super().__init__()
        self.main = ""
        self.beside: list[str] = []
        self._within = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "pre" and ("id", MAIN) in attrs:
            self._within = "main"
        elif tag == "pre" and ("class", "table") in attrs:
            self._within = "beside"
            self.beside.append("")

    def handle_endtag(self, tag: str) -> None:
        self._within = "" if tag == "pre" else self._within

    def handle_data(self, data: str) -> None:
        if self._within == "main":
            # The line feed behind the tag is none of the text.
            self.main += data if self.main else data.removeprefix("\n")
        elif self._within:
            self.beside[-1] += data if self.beside[-1] else data.removeprefix("\n")
