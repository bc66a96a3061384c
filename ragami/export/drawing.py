"""A moment of a game as a picture: of shapes (SVG), or of pixels that are made from it (PNG)."""

from __future__ import annotations

from typing import Any, Final

from ragami.errors import RagamiError, needed
from ragami.export.excerpt import Excerpt
from ragami.game.capabilities import DRAWING

WIDTH: Final = 1600
# Where this comes out blank, so does every word of a picture.
LETTER: Final = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="20" height="20">'
    '<text y="18" font-size="24" font-family="sans-serif">M</text></svg>'
)


def svg(excerpt: Excerpt) -> bytes:
    """Draw the position after the last record. Raise `RagamiError` `nothing-to-draw`."""
    replay = excerpt.replay
    game = replay.game
    names, title = replay.seating
    view = game.view(replay.state, replay.seq, excerpt.viewer)
    drawn = game.need(DRAWING).svg(view, replay.state, names, title, excerpt.language)
    if drawn is None:
        raise RagamiError("nothing-to-draw", game=excerpt.name)
    return drawn.encode() + b"\n"


def png(excerpt: Excerpt, width: int | None = None, **fonts: Any) -> bytes:
    """Return the picture, `width` pixels wide; `fonts` say where letters come from, else the
    system.

    Raises `RagamiError`: `nothing-to-draw`, `extra-needed`, and `no-font` where there is none, for
    a picture without numbers would look complete.
    """
    with needed("png"):
        from resvg_py import svg_to_bytes  # noqa: PLC0415 (an extra)

    drawn = svg(excerpt).decode()
    blank = LETTER.replace("M", "")
    if svg_to_bytes(svg_string=LETTER, **fonts) == svg_to_bytes(svg_string=blank, **fonts):
        raise RagamiError("no-font")
    return bytes(svg_to_bytes(svg_string=drawn, width=width or WIDTH, **fonts))
