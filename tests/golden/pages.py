"""The pages that people see, as text: of the server, exported, reports, paper.

A page is written as the hash of its elements, then a line for each text in it: what stands between
tags, and what labels an element. White space and the order of attributes do not count.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from hashlib import sha256
from html.parser import HTMLParser
from typing import Final

from ragami.export import page as exported
from ragami.export.excerpt import Excerpt
from ragami.game.registry import SHIPPED
from ragami.language import LANGUAGES, Language
from ragami.server import openapi
from ragami.server.pages import OF_A_TABLE, PAGES
from ragami.server.routes import API
from tests.golden.sample_sheets import EXAMPLES
from tests.server.screens.serving import context, drawn

LOGS: Final = {
    "ragami": EXAMPLES / "four-players.jsonl",
    "deal-with-the-devil": EXAMPLES / "deal-with-the-devil.jsonl",
    "tournament": EXAMPLES / "tournament.jsonl",
    "dice-forge": EXAMPLES / "dice-forge/sheet-turn.jsonl",
    "scores": EXAMPLES / "scores/rummy.jsonl",
}
RECORDS: Final = 60
SPOKEN: Final = ("alt", "aria-label", "placeholder", "title")
VERSIONED: Final = re.compile(r"-[0-9a-f]{12}(?=\.\w+)")


class Reader(HTMLParser):
    """Collect the texts of a page, and a canonical form of its elements."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.texts: list[str] = []
        self.elements: list[str] = []
        self._within: list[str] = []
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        kept = (f'{key}="{VERSIONED.sub("", value or "")}"' for key, value in sorted(attrs))
        self.elements.append(f"<{' '.join((tag, *kept))}>")
        self._within.append(tag)
        self.texts += [f"{key}: {value}" for key, value in attrs if key in SPOKEN and value]

    def handle_endtag(self, tag: str) -> None:
        self.elements.append(f"</{tag}>")
        while self._within and self._within.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        text = " ".join(data.split())
        if not text:
            return
        self.elements.append(VERSIONED.sub("", text))
        if self._within[-1:] not in (["script"], ["style"]):
            self.texts.append(text)


def read(page: str) -> str:
    """Return a page as text: a hash of its elements, then its texts."""
    reader = Reader(page)
    shape = sha256("\n".join(reader.elements).encode()).hexdigest()[:12]
    return "\n".join((f"elements {shape}", *reader.texts)) + "\n"


def files() -> Iterator[tuple[str, Callable[[], str]]]:
    """Yield a file for each game, language and sort of page, and what OpenAPI says of them."""
    yield "pages/openapi.json", interface
    for game in SHIPPED:
        for language in LANGUAGES:
            for name, make in (("served", served), ("exported", on_its_own)):
                path = f"pages/{game}.{name}.{language}.txt"
                yield path, partial(make, game, language)


def headed(pages: dict[str, str]) -> str:
    """Return pages one after another, each below its name."""
    return "\n".join(f"== {name}\n{read(page)}" for name, page in pages.items())


def served(game: str, language: Language) -> str:
    """Return the pages of the server for a game; those of no table once, with the first game."""
    first = b"".join(LOGS[game].read_bytes().splitlines(keepends=True)[:RECORDS])
    given = context(first, language)
    names = PAGES if game == next(iter(SHIPPED)) else OF_A_TABLE
    return headed({name: drawn(name, given) for name in names})


def on_its_own(game: str, language: Language) -> str:
    """Return the pages that are files: the replay, and the sheet of paper."""
    taken = Excerpt(game, LOGS[game].read_bytes(), None, language)
    return headed({"replay": exported.export(taken).decode()})


def interface() -> str:
    """Return the OpenAPI document of the server."""
    return json.dumps(openapi.document(API), indent=1, ensure_ascii=False, sort_keys=True) + "\n"
