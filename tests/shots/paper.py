"""The score sheet on paper, as a browser shows it before it is printed."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from ragami.export.excerpt import Excerpt
from ragami.export.paper import paper
from ragami.games.ragami.game import GAME
from ragami.language import Language
from tests.page.browser import EXAMPLES, chromium


def main(folder: Path) -> None:
    """The front of a game that has begun, and the reference in Spanish."""
    begun = b"".join((EXAMPLES / "four-players.jsonl").read_bytes().splitlines(keepends=True)[:80])
    with TemporaryDirectory() as pages, chromium() as browser:
        shots: list[tuple[str, Excerpt | None, Language, int]] = [
            ("paper-front", Excerpt("friday", begun, None, "en"), "en", 0),
            ("paper-reference-es", None, "es", 3),
        ]
        for name, taken, language, section in shots:
            address = Path(pages) / f"{name}.html"
            address.write_bytes(paper(taken or GAME, "a4", language))
            page = browser.new_page(viewport={"width": 794, "height": 1123})
            page.goto(address.as_uri())
            page.locator("section").nth(section).screenshot(path=folder / f"{name}.png")
            page.close()
