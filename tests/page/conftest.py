"""One browser for all tests of the page, and the pages that many of them look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragami.export.excerpt import Excerpt
from tests.page.browser import EXAMPLES, browser, pytest_runtest_teardown, written

__all__ = ["browser", "pytest_runtest_teardown"]


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
