"""A moment of the game as a picture of pixels (PNG), made from the SVG and nothing else."""

from __future__ import annotations

from typing import Any, Final

from ragami.errors import RagamiError
from ragami.export import drawing
from ragami.export.excerpt import Excerpt
from ragami.extras import needed

WIDTH: Final = 1600
# Where this comes out blank, so does every word of a picture.
LETTER: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    '<text y="18" font-size="24" font-family="sans-serif">M</text></svg>'
)


def export(excerpt: Excerpt, width: int | None = None, **fonts: Any) -> bytes:
    """Return the picture, `width` pixels wide; `fonts` say where letters come from, else the
    system.

    Raises `RagamiError`: `nothing-to-draw`, `extra-needed`, and `no-font` where there is none, for
    a picture without numbers would look complete.
    """
    with needed("png"):
        from resvg_py import svg_to_bytes  # noqa: PLC0415 (an extra)

    drawn = drawing.export(excerpt).decode()
    blank = LETTER.replace("M", "")
    if svg_to_bytes(svg_string=LETTER, **fonts) == svg_to_bytes(svg_string=blank, **fonts):
        raise RagamiError("no-font")
    return bytes(svg_to_bytes(svg_string=drawn, width=width or WIDTH, **fonts))
