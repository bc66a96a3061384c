"""The slip of paper: what its QR code says to another program is the signed checkpoint."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import zxingcpp

from ragami.proof.note import Note, read_checkpoint, read_note
from ragami.proof.slip import MODULE, PAGE, QUIET, Modules, Slip, in_blocks, modules, qr_of
from ragami.templates import render
from tests.cli.conftest import Ragami
from tests.cli.played import play, stored
from tests.proof.kit import ANA, BEA, note_of, played

SCALE = 4


def read_back(code_: Modules) -> str:
    """What a reader of QR codes makes of it."""
    side = len(code_) * SCALE
    pixels: Any = bytes(
        0 if code_[y // SCALE][x // SCALE] else 255 for y in range(side) for x in range(side)
    )
    gray = zxingcpp.ImageFormat.Lum
    image = zxingcpp.ImageView(pixels, side, side, gray)
    (code,) = zxingcpp.read_barcodes(image)
    return bytes(code.bytes).decode()


def test_the_code_holds_the_checkpoint_with_many_signatures() -> None:
    note = note_of(list(played(1)))
    witnesses = [BEA._replace(name=f"witness-{n}", seed=bytes([n]) * 32) for n in range(8)]
    note = note.joined(one.cosign(note.text, 1_800_000_000) for one in witnesses)
    assert read_back(modules(qr_of(str(note)))) == str(note)
    assert len(note.signatures) == 9


def test_what_stands_on_a_terminal_is_the_code() -> None:
    note: Note = note_of(list(played(1)))
    slip = Slip("x", ("y",), str(note))
    drawn = list(in_blocks(modules(qr_of(slip.note))))
    light = {"█": (0, 0), "▀": (0, 1), "▄": (1, 0), " ": (1, 1)}
    rows = [[light[char][half] for char in line] for line in drawn for half in (0, 1)]
    rows = rows[: len(modules(qr_of(slip.note)))]
    assert read_back(rows) == str(note)
    assert all(line.startswith("█" * QUIET) for line in drawn)
    assert slip.text(blocks=False).endswith(str(note))


def test_the_slip_of_a_game_says_who_won_and_by_which_log(ragami: Ragami, tmp_path: Path) -> None:
    ragami("key", "new", "ana")
    play(ragami, 60)
    assert ragami("slip", "final").code == 0
    slip = ragami("slip", "final", "--json").lines[0]
    note = read_note(slip["note"])
    assert note.text == read_note(stored(ragami)[-1]["data"]["note"]).text
    assert read_checkpoint(note.text).origin in slip["lines"][-1]
    for suffix, begins in (
        (".html", "<!doctype html>"),
        (".svg", "<svg"),
        (".txt", slip["heading"]),
    ):
        path = tmp_path / f"slip{suffix}"
        assert ragami("slip", "final", "-o", str(path)).code == 0
        assert path.read_text().startswith(begins)
    ragami("note", "final", "one more")
    assert "1 records came after" in ragami("slip", "final").out


def test_the_picture_has_the_code_in_it() -> None:
    slip = Slip("A <game>", ("one & two",), str(note_of(list(played(1)))))
    drawn = slip.svg()
    assert "A &lt;game&gt;" in drawn
    assert "one &amp; two" in drawn
    path = qr_of(slip.note).svg_inline(scale=MODULE, border=QUIET)
    assert path[path.index("<path") : path.index("/>")] in drawn
    sizes = re.findall(r'<svg[^>]* width="(\d+)" height="(\d+)"', drawn)
    (width, height), side = (tuple(map(int, size)) for size in sizes)
    (top,) = re.findall(r"translate\(0 (\d+)\)", drawn)
    assert width >= side[0]
    assert height == int(top) + side[1]


def test_each_line_of_the_picture_stands_below_the_one_before() -> None:
    drawn = Slip("A game", ("one", "two"), str(note_of(list(played(1))))).svg()
    heights = [int(found[1]) for found in re.finditer(r'<text[^>]* y="(\d+)"', drawn)]
    assert len(heights) == 3
    assert len({after - before for before, after in pairwise(heights)}) == 1
    assert heights[0] > 0 and heights == sorted(set(heights))


def test_a_game_without_a_seal_has_no_slip(ragami: Ragami) -> None:
    play(ragami, 30)
    assert ragami("slip", "final").code == 3


@pytest.mark.parametrize("text", ["</script><b>", 'a"b'])
def test_names_are_text_on_the_page(text: str) -> None:
    slip = Slip(text, (text,), str(note_of(list(played(1)))) + ANA.name)
    page = render(PAGE, "en", slip)
    assert text not in page.replace('lang="en"', "")
