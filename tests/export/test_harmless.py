"""What strangers write into a game does nothing where it is read: tables and paper."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest

from ragami.export.excerpt import Excerpt
from ragami.export.formats import table
from ragami.export.paper import paper
from tests.samples.samples import samples

LOG = samples("legal")[4].log
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


def log_with(words: str) -> bytes:
    """A game in which everything that somebody may write says this."""
    first, *_others = LOG.splitlines()
    opened = json.loads(first) | {"by": words}
    opened["data"]["title"] = words
    opened["data"]["players"][0]["name"] = words
    noted = {"seq": 2, "type": "noted", "v": 1, "at": None, "by": words, "data": {"text": words}}
    return b"".join(json.dumps(one).encode() + b"\n" for one in (opened, noted))


@pytest.mark.parametrize("sign", ["=", "+", "-", "@", "\t=", "\r=", " =", "\x07=", "＝", "\u00a0="])
def test_no_cell_of_a_table_is_a_formula(sign: str) -> None:
    made = table(Excerpt("game", log_with(f"{sign}HYPERLINK(1)"), None, "en")).decode()
    rows = list(csv.reader(io.StringIO(made)))
    assert len(rows) == 3
    for cell in (cell for row in rows for cell in row):
        assert not cell.lstrip().startswith(("=", "+", "-", "@", "＝"))
    assert not CONTROL.search(made)
    assert "HYPERLINK(1)" in rows[2][rows[0].index("by")]


def test_what_is_harmless_is_not_touched() -> None:
    made = table(Excerpt("game", log_with("Ana = Bea, 3-1"), None, "en")).decode()
    rows = list(csv.reader(io.StringIO(made)))
    assert rows[2][rows[0].index("by")] == "Ana = Bea, 3-1"


def test_no_control_character_is_printed() -> None:
    words = "A" + "".join(map(chr, (*range(1, 10), *range(11, 32), *range(127, 160)))) + "Z"
    for content in (log_with(words), LOG):
        assert not CONTROL.search(paper(Excerpt(words, content, None, "en"), "a4", "en").decode())
