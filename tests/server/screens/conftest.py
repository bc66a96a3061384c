"""One browser for all screens, and phones that report whatever goes wrong on them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page

from ragami.store import open_store
from tests.page.browser import browser, pytest_runtest_teardown
from tests.server.kit import Club, Made
from tests.server.proxy import Proxy
from tests.server.screens.phones import LINES, START, TABLE, Open

__all__ = ["browser", "pytest_runtest_teardown"]

PHONE: Final = (360, 640)
DESKTOP: Final = (1280, 800)
SIZES: Final = {"phone": PHONE, "desktop": DESKTOP}
# What a browser says of an answer that our script handles itself.
HANDLED: Final = ("Failed to load resource", "net::ERR")


@pytest.fixture
def race() -> bytes:
    """A game without a picture that nobody here knows, as a stranger brings it in."""
    return RACED


@contextmanager
def phones(browser: Browser) -> Iterator[Open]:
    """Opens pages, each on a phone of its own; what their scripts complain of fails the test."""
    contexts, faults = [], []

    def said(message: ConsoleMessage) -> None:
        if message.type in {"error", "warning"} and not message.text.startswith(HANDLED):
            faults.append(message.text)

    def open_page(address: str, size: str = "phone", **how: Any) -> Page:
        width, height = SIZES[size]
        usual = {"viewport": {"width": width, "height": height}}
        context = browser.new_context(**usual | how)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", said)
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def opened(browser: Browser) -> Iterator[Open]:
    """Phones of one test."""
    with phones(browser) as made:
        yield made


def _record(seq: int, type_: str, data: str) -> str:
    return f'{{"seq":{seq},"type":"{type_}","v":1,"at":null,"by":null,"data":{data}}}\n'


OPENED: Final = (
    '{"game":"race","rules":1,"title":"Sprint","goal":20,"players":'
    '[{"colour":"red","name":"Ana"},{"colour":"blue","name":"Bea"}]}'
)
RACED: Final = "".join(
    (
        _record(1, "game_opened", OPENED),
        _record(2, "bet_placed", '{"player":"red","on":"blue"}'),
        _record(3, "bet_placed", '{"player":"blue","on":"blue"}'),
        _record(4, "rolled", '{"player":"red","face":4}'),
    )
).encode()


@pytest.fixture
def club(database: Path, served: Made) -> Club:
    """The game of the example after its setup: green is to move."""
    with open_store(database) as store:
        store.append(TABLE, 0, LINES[:START])
    return served(beat=0.5)


@pytest.fixture
def line(club: Club) -> Iterator[Proxy]:
    with Proxy(club.base) as made:
        yield made
