"""A phone's keyboard puts no capitals into ids and lines, and corrects none of them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ragami.sheet import Misread, logs_in
from tests.scale import SEED

SERVER = Path(__file__).parents[2] / "ragami" / "server"
SHEETS = Path(__file__).parents[1] / "golden" / "sample_sheets"
# What somebody says in a sentence, or looks for.
SENTENCES = {"app-word", "find", "new-title", "reason"}
TOLD = re.compile("autocapitalize|exact }}|person }}|EXACT|PERSON")
PLAIN = re.compile(r"type(=|: )\"(number|file|password|range)|inputmode: \"numeric|{{ more")


def fields() -> list[str]:
    """The inputs of all pages and scripts, as they are written there."""
    sources = [*(SERVER / "pages").glob("*.html"), *(SERVER / "static").glob("*.js")]
    shapes = re.compile(r"<input [^>]*>|element\(\"input\", (?:\{[^}]*\}|typed)")
    return [found for path in sources for found in shapes.findall(path.read_text("utf-8"))]


@pytest.mark.parametrize("field", [each for each in fields() if not PLAIN.search(each)])
def test_every_text_field_says_what_a_keyboard_may_do(field: str) -> None:
    name = re.search(r"id(?:=|: )\"([^\"]+)", field)
    is_sentence = name is not None and name[1] in SENTENCES
    assert is_sentence or field.endswith("typed") or TOLD.search(field)


WRITTEN = sorted(SHEETS.glob("*-legal-1.*" if SEED else "dice-forge-legal-1.*"))


@pytest.mark.parametrize("path", WRITTEN, ids=lambda path: path.name)
def test_a_line_may_begin_with_a_capital_letter(path: Path) -> None:
    text = path.read_text("utf-8")
    [game] = logs_in(text.encode())
    capital = re.sub(r"^[a-z]", lambda first: first[0].upper(), text, flags=re.MULTILINE)
    [again] = logs_in(capital.encode())
    assert not isinstance(game, Misread) and not isinstance(again, Misread)
    assert game.log == again.log
