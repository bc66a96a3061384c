"""A pad as on paper: who plays across, rounds or categories down, a number in each cell, totals.

A game describes it as a widget of one of its panels. The house draws it, moves through it by arrows
in the terminal, and asks for its numbers on phones: a cell knows the event that a number in it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from msgspec import json

from ragami.decoded import Data, Fields

ROWS: Final = 12
"""How many rows are shown around the marked cell."""

HEADING: Final = 14
NAME: Final = 8
LEAST: Final = 4

Place = tuple[int, int]
"""The row and the column of a cell."""


class PadCell(NamedTuple):
    """A cell: its number, and the event that a number written into it is.

    `event` is JSON, a type and data that lack the number at `path`; empty where nothing may be
    written. Cells of a row with the same event may be written together.
    """

    number: int | None = None
    event: str = ""
    path: tuple[str, ...] = ()


class PadRow(NamedTuple):
    """A round, or a category of it; `label` names it where it stands alone.

    `together`: all its cells are written at once or none, as the places at the end.
    """

    heading: str
    label: str
    cells: tuple[PadCell, ...]
    together: bool = False


class PadStep(NamedTuple):
    """An event that goes on from a full pad, such as the end of the round."""

    event: str
    label: str


class Pad(NamedTuple):
    """A pad: its columns by id and name, its rows, and below them what follows from them.

    The last of `sums` are the totals and the places. `due` are the cells that the game waits for,
    `won` the columns of who has won.
    """

    columns: tuple[tuple[str, str], ...]
    rows: tuple[PadRow, ...]
    sums: tuple[tuple[str, tuple[str, ...]], ...]
    due: tuple[Place, ...] = ()
    step: PadStep | None = None
    won: frozenset[int] = frozenset()

    def cell(self, place: Place) -> PadCell | None:
        row, column = place
        inside = 0 <= row < len(self.rows) and 0 <= column < len(self.columns)
        return self.rows[row].cells[column] if inside else None

    def near(self, place: Place | None) -> Place | None:
        """Return a place of the pad: this one, or else the first cell that is due."""
        if place is not None and self.cell(place) is not None:
            return place
        return self.due[0] if self.due else None

    def figures(self) -> tuple[tuple[str, ...], ...]:
        """Return all rows as texts, each behind its heading."""
        numbers = ((row.heading, *map(figure, row.cells)) for row in self.rows)
        return (*numbers, *((heading, *sums) for heading, sums in self.sums))


def figure(cell: PadCell) -> str:
    return "" if cell.number is None else str(cell.number)


def open_event(type_: str, data: Fields) -> str:
    """Return the event that a cell or a step is, its numbers still open."""
    return json.encode({"type": type_, "data": data}).decode()


def event_of(cells: Sequence[PadCell], numbers: Sequence[int]) -> tuple[str, Data]:
    """Return the type and the data of the event that numbers in cells with the same event are."""
    event = json.decode(cells[0].event)
    for cell, number in zip(cells, numbers, strict=True):
        inside = event["data"]
        for name in cell.path[:-1]:
            inside = inside[name]
        inside[cell.path[-1]] = number
    return event["type"], event["data"]


def text(pad: Pad, cell: Place | None, width: int, *, colour: bool = False) -> Iterator[str]:
    """Write a pad with characters; columns that have no room stand in another block below.

    The marked `cell` stands in brackets, and rows far from it are left out.
    """
    first, last = _window(pad, cell)
    rows = [*pad.figures()[first:last], *pad.figures()[len(pad.rows) :]]
    heading = min(HEADING, max((len(row[0]) for row in rows), default=0))
    wide = [
        max(min(NAME, len(name)), *(len(row[n]) for row in rows), 1)
        for n, (_id, name) in enumerate(pad.columns, 1)
    ]
    most = (width - heading - 2) // max(len(wide), 1) - 2
    if most < max(wide, default=0):
        figures = [max(len(row[n]) for row in rows) for n in range(1, len(wide) + 1)]
        wide = [max(LEAST, least) for least in figures]
    marked = None if cell is None else (cell[0] - first, cell[1])
    for columns in _blocks(wide, width - heading - 2):
        yield (
            "  "
            + " " * heading
            + "".join(f" {cut(pad.columns[n][1], wide[n]):>{wide[n]}} " for n in columns)
        )
        for at, row in enumerate(rows):
            if at == last - first + len(pad.sums) - 2 and len(pad.sums) > 1:
                yield "  " + "–" * (heading + sum(wide[n] + 2 for n in columns))
            cells = (
                _framed(row[n + 1].rjust(wide[n]), colour=colour)
                if marked == (at, n)
                else f" {row[n + 1]:>{wide[n]}} "
                for n in columns
            )
            yield "  " + cut(row[0], heading).ljust(heading) + "".join(cells)


def _window(pad: Pad, cell: Place | None) -> Place:
    """Return the first row that is shown, and the one behind the last."""
    if cell is None or len(pad.rows) <= ROWS:
        return 0, len(pad.rows)
    first = min(max(0, cell[0] - ROWS // 2), len(pad.rows) - ROWS)
    return first, first + ROWS


def _blocks(wide: Sequence[int], room: int) -> Iterator[list[int]]:
    block: list[int] = []
    for n, _width in enumerate(wide):
        if block and sum(wide[column] + 2 for column in [*block, n]) > room:
            yield block
            block = []
        block.append(n)
    if block:
        yield block


def _framed(cell: str, *, colour: bool) -> str:
    return f"\x1b[7m[{cell}]\x1b[0m" if colour else f"[{cell}]"


def cut(words: str, width: int) -> str:
    """Shorten words to so many characters."""
    return words if len(words) <= width else f"{words[: width - 1]}…"
