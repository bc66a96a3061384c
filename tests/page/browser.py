"""A real Chromium for the tests of the page and for the pictures of it.

The headless shell is the same browser without windows: a page of its own, which each test and each
phone has, costs it a fifth of what it costs the one with windows, which does where it is missing.
"""

from __future__ import annotations

import shutil
from collections.abc import Generator, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from ragami.export import page
from ragami.export.excerpt import Excerpt
from ragami.language import Language

DESKTOP: Final = (1280, 900)
PHONE: Final = (390, 844)
QUIET: Final = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-background-networking",
]
# Milliseconds until what is expected has to be there: others may use this machine, too.
PATIENT: Final = 30_000
EXAMPLES: Final = Path(__file__).parents[2] / "examples"


def program() -> str:
    found = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert found, "the page is tested in a real browser: 'make test' installs it"
    return found


@contextmanager
def chromium() -> Iterator[Browser]:
    """The browser of this machine; a machine without one is told so."""
    expect.set_options(timeout=PATIENT)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program(), args=QUIET)
        try:
            yield browser
        finally:
            browser.close()


_kept: Final = ExitStack()
_running: Final[list[Browser]] = []


def shared() -> Browser:
    """Return the browser of this process, which stays until it is let go."""
    if not _running:
        _running.append(_kept.enter_context(chromium()))
    return _running[0]


@pytest.fixture(scope="module")
def browser() -> Browser:
    return shared()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(
    item: pytest.Item, nextitem: pytest.Item | None
) -> Generator[None, None, None]:
    """End it after the last test of a folder, failed or not: what is next may want a loop."""
    try:
        yield
    finally:
        if nextitem is None or nextitem.path.parent != item.path.parent:
            _running.clear()
            _kept.close()


def written(log: bytes, to: Path, viewer: str | None = None, language: Language = "en") -> str:
    """Makes the page of a log, and says its address."""
    to.write_bytes(page.export(Excerpt("game", log, viewer, language)))
    return to.as_uri()
