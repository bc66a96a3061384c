"""The page in the browser: on a desk, on a phone, in Spanish and in the dark, and on paper."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from playwright.sync_api import Browser

from ragami.language import Language
from tests.page.browser import EXAMPLES, PHONE, chromium, written

# Wide enough for two columns, and small enough for a page of documentation.
DESK: Final = (1000, 660)
# A sheet of A4 at 96 dots an inch.
SHEET: Final = (794, 1123)


class Shot(NamedTuple):
    """One picture: of which game at which record, and how it is looked at."""

    name: str
    game: str
    seq: int
    size: tuple[int, int]
    language: Language = "en"
    look: Mapping[str, Any] = MappingProxyType({})
    viewer: str | None = None


SHOTS: Final = (
    Shot("page-desktop", "four-players", 209, DESK),
    Shot("page-phone", "four-players", 209, PHONE),
    Shot("page-es", "referee", 171, DESK, "es", {"color_scheme": "dark"}),
    Shot("page-devil", "deal-with-the-devil", 153, DESK, viewer="blue"),
    Shot("page-print", "four-players", 291, SHEET, look={"media": "print"}),
)


def main(folder: Path) -> None:
    with TemporaryDirectory() as pages, chromium() as browser:
        for shot in SHOTS:
            take(shot, browser, Path(pages) / f"{shot.name}.html", folder / f"{shot.name}.png")


def take(shot: Shot, browser: Browser, to: Path, picture: Path) -> None:
    """Makes the page, opens it, and takes a picture of what is to be seen first."""
    log = (EXAMPLES / f"{shot.game}.jsonl").read_bytes()
    address = written(log, to, shot.viewer, shot.language)
    width, height = shot.size
    page = browser.new_page(viewport={"width": width, "height": height}, reduced_motion="reduce")
    page.emulate_media(**shot.look)
    page.goto(f"{address}#{shot.seq - 1}")
    page.keyboard.press("ArrowRight")
    page.screenshot(path=picture)
    page.close()
