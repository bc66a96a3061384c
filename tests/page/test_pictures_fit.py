"""No text of a picture runs over its box or out of the picture, as a browser draws it."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser

from ragami.export.excerpt import Excerpt
from ragami.export.formats import svg
from ragami.language import LANGUAGES
from tests.page.browser import EXAMPLES

PLAYED: Final = (
    "four-players",
    "deal-with-the-devil",
    "dice-forge/four-players",
    "scores/rummy",
    "tournament",
)
# The nearest box round the middle of a text is its own; in Ragami's map a text may stand beside a
# piece instead, so that there only those count that are wider than the box.
TOO_WIDE: Final = """loose => {
  const picture = document.querySelector("svg").getBoundingClientRect();
  const around = (text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    for (let group = text.parentElement; group; group = group.parentElement) {
      for (const rect of group.querySelectorAll(":scope > rect")) {
        const box = rect.getBoundingClientRect();
        if (x > box.left && x < box.right && y > box.top && y < box.bottom) return box;
      }
    }
    return picture;
  };
  return [...document.querySelectorAll("text")].filter((text) => {
    const here = text.getBoundingClientRect();
    const box = around(text);
    if (here.right > picture.right + 1 || here.left < picture.left - 1) return true;
    if (loose) return here.width > box.width + 1;
    return here.right > box.right + 1 || here.left < box.left - 1;
  }).map((text) => text.textContent);
}"""


@pytest.mark.parametrize("name", PLAYED)
def test_no_text_of_a_picture_runs_over(browser: Browser, name: str) -> None:
    log = Path(EXAMPLES / f"{name}.jsonl").read_bytes().splitlines(keepends=True)
    page = browser.new_page(viewport={"width": 1400, "height": 1000})
    for language in LANGUAGES:
        for length in (len(log) // 2, len(log)):
            taken = Excerpt(name, b"".join(log[:length]), None, language)
            page.set_content(svg(taken).decode())
            assert page.locator("text").count() > 5
            too_wide = page.evaluate(TOO_WIDE, taken.game.name == "ragami")
            assert too_wide == [], (language, length)
    page.close()
