"""A moment as a PNG: as wide as was asked, with its letters, or not at all."""

from __future__ import annotations

import struct
import sys
from pathlib import Path

import pytest

from ragami.errors import RagamiError
from ragami.export.excerpt import Excerpt
from ragami.export.formats import png
from tests.cli.conftest import Ragami
from tests.page.browser import EXAMPLES

GAME = str(EXAMPLES / "two-players.jsonl")


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_it_is_as_wide_as_asked(ragami: Ragami, tmp_path: Path) -> None:
    out = tmp_path / "moment.png"
    for options, width in (((), 1600), (("--width", "200"), 200)):
        assert ragami("export", GAME, "--at", "60", "-o", str(out), *options).code == 0
        assert size_of(out.read_bytes())[0] == width


def test_only_a_png_is_so_wide(ragami: Ragami) -> None:
    said = ragami("export", GAME, "--to", "svg", "--width", "400")
    assert (said.code, said.out) == (2, "")
    assert "--width" in said.err


def test_without_a_font_there_is_none_that_looks_complete() -> None:
    taken = Excerpt("game", Path(GAME).read_bytes(), None, "en")
    with pytest.raises(RagamiError, match="no font"):
        png(taken, 400, skip_system_fonts=True)


def test_another_moment_is_another_picture() -> None:
    lines = Path(GAME).read_bytes().splitlines(keepends=True)
    made = [png(Excerpt("", b"".join(lines[:n]), None, "en"), 150) for n in (60, 61, 60)]
    assert made[0] == made[2] != made[1]


def test_without_the_library_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(RagamiError, match=r"ragami\[png\]"):
        png(Excerpt("game", Path(GAME).read_bytes(), None, "en"))


def test_a_page_up_to_a_record_opens_there(ragami: Ragami, tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    assert ragami("export", GAME, "--at", "60", "-o", str(out)).code == 0
    assert 'max="60" value="60"' in out.read_text("utf-8")
