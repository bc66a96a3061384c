"""A slip of paper with the result of a game and the signed checkpoint as a QR code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from io import BytesIO
from typing import Any, Final

from msgspec import Struct

from ragami.extras import needed

PAGE: Final = "ragami/proof/slip.html"
"""The template of a slip that is printed."""

QUIET: Final = 4
"""Light modules around a QR code, which readers need."""

MODULE: Final = 4
"""Units of SVG that a module is wide."""

HALVES: Final = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
"""Two modules above each other, on a dark ground: what is light is drawn."""

Modules = Sequence[Sequence[int]]


def qr_svg(text: str) -> str:
    """The QR code of a text as SVG, to be put into a page."""
    return Slip("", (), text).code()


class Slip(Struct, frozen=True):
    """The text of a slip: a heading, lines, and the note in the QR code."""

    heading: str
    lines: tuple[str, ...]
    note: str

    def qr(self) -> Any:
        """The QR code: it has the bytes of the note, and can lose 15 % of its area."""
        with needed("proof"):
            import segno  # noqa: PLC0415 (law 10)
        return segno.make(self.note.encode(), error="m", boost_error=False, micro=False)

    def modules(self) -> Modules:
        """The QR code with its border, row by row; 1 is dark."""
        rows: Modules = tuple(self.qr().matrix_iter(border=QUIET))
        return rows

    def svg(self) -> str:
        """The whole slip as a picture."""
        with BytesIO() as out:
            self.qr().save(out, kind="svg", scale=MODULE, border=QUIET, xmldecl=False, nl=False)
            code = out.getvalue().decode()
        side = MODULE * len(self.modules())
        head = _text(self.heading, 1, weight="bold")
        rest = "".join(_text(line, number) for number, line in enumerate(self.lines, 2))
        top = LINE * (len(self.lines) + 2)
        width = max(side, WIDTH)
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {top + side}"'
            f' width="{width}" height="{top + side}"><rect width="100%" height="100%"'
            f' fill="#fff"/>{head}{rest}<g transform="translate(0 {top})">{code}</g></svg>\n'
        )

    def code(self) -> str:
        """Return the QR code as SVG, to be put into a page."""
        return str(self.qr().svg_inline(border=QUIET, omitsize=True))

    def text(self, *, blocks: bool) -> str:
        """The slip for a terminal; without `blocks` the QR code is left to other forms."""
        drawn = in_blocks(self.modules()) if blocks else [self.note]
        return "\n".join((self.heading, *self.lines, "", *drawn))


LINE: Final = 22
SIZE: Final = 14
WIDTH: Final = 480


def _text(line: str, number: int, weight: str = "normal") -> str:
    style = f'font-family="sans-serif" font-size="{SIZE}" font-weight="{weight}"'
    return f'<text x="{MODULE * QUIET}" y="{LINE * number}" {style}>{escape(line)}</text>'


def in_blocks(modules: Modules) -> Iterator[str]:
    """A QR code in characters, two modules high each."""
    rows = [list(row) for row in modules]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        yield "".join(HALVES[bool(a), bool(b)] for a, b in zip(upper, lower, strict=True))
