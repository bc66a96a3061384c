"""Text in cells: runs of characters with a style, put together, measured and written out."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final

Run = tuple[str, str]
Line = list[Run]

PLAIN: Final = ""
BOLD: Final = "1"
FAINT: Final = "2"
RED: Final = "1;31"
# Dark on light or light on dark, both given, so that it reads on any terminal's background.
TOKENS: Final = {
    "yellow": "30;43",
    "green": "30;42",
    "blue": "97;44",
    "purple": "97;45",
    "neutral": "30;47",
}
BETWEEN: Final = " · "
ASCII: Final = str.maketrans("─│╱╲·…✓✗▶–‘’“”", "-|/\\-~+x>-''\"\"")
WIDE: Final = frozenset("WF")


def cells(text: str) -> int:
    """Return the number of terminal columns of a text."""
    return sum(map(_width, text))


def _width(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in WIDE else 1


def length(line: Iterable[Run]) -> int:
    """Return the number of terminal columns of a line."""
    return sum(cells(text) for text, _ in line)


def fitted(text: str, columns: int) -> str:
    """Cut a text with a sign, or fill it up, to exactly so many columns."""
    if cells(text) <= columns:
        return text + " " * (columns - cells(text))
    while cells(text) > columns - 1:
        text = text[:-1]
    return fitted(text + "…", columns)


def pad_line(line: Line, columns: int) -> Line:
    """Fill a line up with blanks."""
    return [*line, (" " * (columns - length(line)), PLAIN)]


def flow_items(
    items: Sequence[Line], columns: int, between: str = BETWEEN, hang: int = 2
) -> list[Line]:
    """Put items side by side, in as many lines as they need; later ones hang in."""
    lines: list[Line] = []
    for item in items:
        if lines and length(lines[-1]) + len(between) + length(item) <= columns:
            lines[-1] += [(between, FAINT), *item]
        else:
            lines.append([(" " * hang, PLAIN), *item] if lines else list(item))
    return lines


def print_line(line: Iterable[Run], colour: bool, unicode: bool) -> str:
    """Return a line as it goes to the terminal."""
    parts = []
    for style, alike in groupby(line, key=itemgetter(1)):
        text = "".join(text for text, _ in alike)
        printed = text if unicode else in_ascii(text)
        parts.append(f"\x1b[{style}m{printed}\x1b[0m" if colour and style else printed)
    return "".join(parts).rstrip()


def in_ascii(text: str) -> str:
    """Return the nearest ASCII in as many columns: accents go, the unlike becomes '?'."""
    return "".join(map(_plain, text.translate(ASCII)))


def _plain(char: str) -> str:
    if char.isascii():
        return char
    base = unicodedata.normalize("NFKD", char)[0]
    return (base if base.isascii() else "?").ljust(_width(char), "?")[: _width(char)]


class Canvas:
    """A sheet of cells to write on; what is written later covers what was there."""

    def __init__(self) -> None:
        self._cells: dict[int, dict[int, Run]] = {}

    def put(self, row: int, column: int, line: Iterable[Run]) -> None:
        """Write runs from a cell to the right."""
        cells = self._cells.setdefault(row, {})
        for text, style in line:
            for char in text:
                width = _width(char)
                if width == 0:
                    before = cells.get(column - 1, ("", PLAIN))
                    cells[column - 1] = (before[0] + char, before[1])
                    continue
                cells[column] = (char, style)
                if width > 1:
                    cells[column + 1] = ("", style)
                column += width

    def centred(self, row: int, middle: int, line: Line) -> None:
        """Write runs round a column, a blank on either side."""
        self.put(row, middle - length(line) // 2 - 1, [(" ", PLAIN), *line, (" ", PLAIN)])

    def lines(self) -> list[Line]:
        """Return the lines written so far, from the first row to the last."""
        rows = range(max(self._cells, default=-1) + 1)
        return [self._line(self._cells.get(row, {})) for row in rows]

    def _line(self, cells: dict[int, Run]) -> Line:
        return [cells.get(column, (" ", PLAIN)) for column in range(max(cells, default=-1) + 1)]
