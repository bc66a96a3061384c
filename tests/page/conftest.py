"""One browser for all tests of the page, and the pages that many of them look at."""

from __future__ import annotations

from pathlib import Path

import pytest

from ragami.export.excerpt import Excerpt
from ragami.language import Language
from tests.page.browser import EXAMPLES, browser, pytest_runtest_teardown, written

__all__ = ["browser", "pytest_runtest_teardown"]


class Pages(dict[str, str]):
    """The addresses of some pages by game and language, each made when it is first looked at."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def __missing__(self, which: str) -> str:
        name, _blank, in_language = which.partition(" ")
        language: Language = "es" if in_language == "es" else "en"
        log = (EXAMPLES / f"{name}.jsonl").read_bytes()
        self[which] = written(log, self._folder / f"{name}-{language}.html", None, language)
        return self[which]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Pages:
    return Pages(tmp_path_factory.mktemp("pages"))


@pytest.fixture(scope="module")
def game() -> Excerpt:
    """The game of the pages called `referee`: with an undo, a ruling and a correction."""
    return Excerpt("referee", (EXAMPLES / "referee.jsonl").read_bytes(), None, "en")
