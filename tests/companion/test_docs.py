"""What docs/table.md says of the companion is so."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from ragami.errors import USAGE
from ragami_cli.companion.app import InputLine
from ragami_cli.companion.panes import SMALLEST, WIDE
from ragami_cli.companion.plain import COMMANDS
from ragami_cli.companion.session import TableTalk

DOCS: Final = Path(__file__).parents[2] / "docs"
PAGE: Final = (DOCS / "table.md").read_text(encoding="utf-8")
LINES: Final = re.findall(r"`([^`]+)`", PAGE.partition("| typed |")[2].partition("\n\n")[0])
SPELT: Final = {"pgup": "pageup", "pgdn": "pagedown"}


def test_the_keys_are_those_of_the_page() -> None:
    rows = re.findall(r"^\| ([^|`]+) \|", PAGE.partition("## Keys")[2], re.MULTILINE)
    told = {
        SPELT.get(key, key)
        for row in rows
        for key in row.lower().replace("-", "+").replace(", ", " ").split()
        if key not in ("key", "+++")
    }
    bound = {
        key
        for binding in InputLine.__dict__["BINDINGS"]
        for key in binding.key.split(",")
        if key != "ctrl+j"  # what a terminal sends for Enter before it is steered
    }
    assert told == bound


@pytest.mark.parametrize("line", LINES)
def test_every_line_of_the_page_is_understood(begun: TableTalk, line: str) -> None:
    if line == "redo":
        begun.undo()
    assert begun.enter(line).code != USAGE


def test_sizes_words_and_pictures_are_those_of_the_page() -> None:
    assert f"Under {WIDE} columns" in PAGE
    assert f"{SMALLEST[0]} × {SMALLEST[1]}" in PAGE
    assert all(f"`{word}`" in PAGE for word in COMMANDS)
    pictures = re.findall(r"\]\((pictures/[^)]+)\)", PAGE)
    assert len(pictures) >= 3
    assert all((DOCS / picture).is_file() for picture in pictures)
