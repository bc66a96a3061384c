"""One browser for a module of tests: another module may want an event loop of its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from ragami.export.excerpt import Excerpt
from tests.cli.conftest import ragami
from tests.page.browser import EXAMPLES, chromium, written

__all__ = ["ragami"]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The addresses of some pages, made once."""
    folder: Path = tmp_path_factory.mktemp("pages")
    return {
        f"{name} {language}": written(
            (EXAMPLES / f"{name}.jsonl").read_bytes(),
            folder / f"{name}-{language}.html",
            None,
            language,
        )
        for name in ("referee", "four-players")
        for language in ("en", "es")
    }


@pytest.fixture(scope="module")
def game() -> Excerpt:
    """The game of the pages called `referee`: with an undo, a ruling and a correction."""
    return Excerpt("referee", (EXAMPLES / "referee.jsonl").read_bytes(), None, "en")
