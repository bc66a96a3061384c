"""A page of standings stays what it was: whoever keeps one can have it verified for ever."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from ragami.games.tournament.page import WORDS, page_findings
from tests.games.tournament.harness import log_of, read_log

PAGES: Final = Path(__file__).with_name("samples") / "pages"
LOUD: Final = """
Pages of standings that people keep are no longer the page that their log gives (`page-unlike`).
In ragami/games/tournament/page.py:
  - page.css, page.js or recompute.js was changed: put the SHA-256 of the earlier one into EARLIER
    (of the style without its line feeds, as it stands in the page);
  - a word was taken away or reads otherwise: put what it was into WITHDRAWN;
  - standings.html was changed: do it by the style or the program instead.
Then add a page of the version before to the samples, beside these."""


def found(html: str) -> list[str]:
    log = log_of("legal-1")
    return [finding.code for finding in page_findings(read_log(log).state, log, {}, html)]


@pytest.mark.parametrize("path", sorted(PAGES.iterdir()), ids=lambda path: path.stem)
def test_a_page_that_was_made_before_verifies(path: Path) -> None:
    assert found(path.read_text("utf-8")) == [], LOUD


def with_words(**changed: str | None) -> str:
    """The present page with other words; None takes one away."""
    html = (PAGES / "present.es.html").read_text("utf-8")
    words = json.loads((WORDS.search(html) or [""])[0]) | changed
    left = {code: text for code, text in words.items() if text is not None}
    return WORDS.sub(lambda _: json.dumps(left, ensure_ascii=False), html)


def test_a_page_from_before_a_word_came_verifies() -> None:
    assert found(with_words(bye=None)) == []


@pytest.mark.parametrize(
    "changed", [{"agrees": "Créelo todo."}, {"loss": "nada"}, {"strange": "otra cosa"}]
)
def test_a_page_with_words_of_somebody_else_is_another_one(changed: dict[str, str]) -> None:
    assert found(with_words(**changed)) == ["page-unlike"]
