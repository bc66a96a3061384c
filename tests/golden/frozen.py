"""Texts that must not change by accident: each a file in this folder, made by a function.

`make golden` writes all of them again. What has changed is then read as a diff and found right, or
the code is mended. A module that freezes something yields pairs of a path below `tests/golden` and
the function that makes its text; `ALL` names these modules' functions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from tests.golden import pages, sample_sheets, simulated, telling, transcripts

FOLDER: Final = Path(__file__).parent
Make = Callable[[], str]

ALL: Final[tuple[Callable[[], Iterator[tuple[str, Make]]], ...]] = (
    simulated.files,
    telling.files,
    sample_sheets.files,
    pages.files,
    transcripts.files,
)
# Folders whose files are all made; the others hold what the texts are made from.
MADE: Final = ("sample_sheets", "pages", "texts", "simulated", "transcripts")
GIVEN: Final = (".jsonl.xz", ".breaches.jsonl")


def files() -> dict[str, Make]:
    """Return every frozen file by its path below this folder, with the function that makes it."""
    return dict(pair for source in ALL for pair in source())


def written() -> set[str]:
    """Return the paths of the frozen files that are there."""
    return {
        str(path.relative_to(FOLDER))
        for folder in MADE
        for path in (FOLDER / folder).rglob("*")
        if path.is_file() and not path.name.endswith(GIVEN)
    }
