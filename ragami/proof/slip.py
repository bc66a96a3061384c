"""A slip of paper with the result of a game and the signed checkpoint as a QR code."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from html import escape
from io import BytesIO
from typing import Any, Final

from msgspec import UNSET, Struct, UnsetType

from ragami.errors import needed

PAGE: Final = "ragami/proof/slip.html"
"""The template of a slip that is printed."""

QUIET: Final = 4
"""Light modules around a QR code, which readers need."""

MODULE: Final = 4
"""Units of SVG that a module is wide."""

HALVES: Final = {(0, 0): "█", (0, 1): "▀", (1, 0): "▄", (1, 1): " "}
"""Two modules above each other, on a dark ground: what is light is drawn."""

DIGITS: Final = "0123456789"

Modules = Sequence[Sequence[int]]


@lru_cache(maxsize=16)  # every screen of a table has its address, every page of a game its code
def qr_of(text: str) -> Any:
    """Return the QR code of a text, which can lose 15 % of its area.

    Digits at its end take less room than the bytes before them. Raises `segno.DataOverflowError`.
    """
    with needed("proof"):
        import segno  # noqa: PLC0415 (law 10)
    before = text.rstrip(DIGITS)
    parts: Any = [part for part in (before.encode(), text[len(before) :]) if part]
    return segno.make(parts, error="m", boost_error=False, micro=False)


def modules(code: Any) -> Modules:
    """Return a QR code with its border, row by row; 1 is dark."""
    rows: Modules = tuple(code.matrix_iter(border=QUIET))
    return rows


def qr_svg(text: str) -> str:
    """Return the QR code of a text as SVG, to be put into a page."""
    return str(qr_of(text).svg_inline(border=QUIET, omitsize=True))


class Slip(Struct, frozen=True):
    """The text of a slip: a heading, lines, and the note in the QR code.

    `code` is the game itself, for a QR code beside that of the note.
    """

    heading: str
    lines: tuple[str, ...]
    note: str
    code: str | UnsetType = UNSET

    def texts(self) -> tuple[str, ...]:
        """Return the texts of the QR codes of the slip."""
        return (self.note, self.code) if self.code else (self.note,)

    def svg(self) -> str:
        head = _text(self.heading, 1, weight="bold")
        lines = "".join(_text(line, number) for number, line in enumerate(self.lines, 2))
        width, below, codes = WIDTH, LINE * (len(self.lines) + 2), ""
        for code in map(qr_of, self.texts()):
            side = MODULE * len(modules(code))
            with BytesIO() as out:
                code.save(out, kind="svg", scale=MODULE, border=QUIET, xmldecl=False, nl=False)
                codes += f'<g transform="translate(0 {below})">{out.getvalue().decode()}</g>'
            width, below = max(width, side), below + side
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {below}"'
            f' width="{width}" height="{below}"><rect width="100%" height="100%"'
            f' fill="#fff"/>{head}{lines}{codes}</svg>\n'
        )

    def codes(self) -> list[str]:
        """Return the QR codes as SVG, to be put into a page."""
        return [qr_svg(text) for text in self.texts()]

    def text(self, *, blocks: bool) -> str:
        """Return the slip for a terminal; without `blocks` the QR codes are left to other forms."""
        drawn = [line for text in self.texts() for line in in_blocks(modules(qr_of(text)))]
        return "\n".join((self.heading, *self.lines, "", *(drawn if blocks else self.texts())))


LINE: Final = 22
SIZE: Final = 14
WIDTH: Final = 480


def _text(line: str, number: int, weight: str = "normal") -> str:
    style = f'font-family="sans-serif" font-size="{SIZE}" font-weight="{weight}"'
    return f'<text x="{MODULE * QUIET}" y="{LINE * number}" {style}>{escape(line)}</text>'


def in_blocks(code: Modules) -> Iterator[str]:
    """Yield a QR code in characters, two modules high each."""
    rows = [list(row) for row in code]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    for upper, lower in zip(rows[::2], rows[1::2], strict=True):
        yield "".join(HALVES[bool(a), bool(b)] for a, b in zip(upper, lower, strict=True))
