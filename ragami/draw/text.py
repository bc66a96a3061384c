"""Panels as characters: the panel of whoever is due first, every row folded to the width."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from itertools import compress, zip_longest
from typing import Final

from ragami.draw import pad
from ragami.draw.pad import Pad, cut
from ragami.draw.panels import (
    Bar,
    Card,
    Die,
    Grid,
    Map,
    Page,
    Panel,
    Row,
    Sign,
    Text,
    Track,
    Widget,
    in_tables,
)

NARROW: Final = 30
GAP: Final = "  "
# The least that the first column of figures keeps.
FIRST: Final = 10
WIDE: Final = frozenset("WF")
ANSI: Final = re.compile(r"\x1b\[[0-9;]*m")
ASCII: Final = str.maketrans("─│╱╲·…✓✗▶–×●█‘’“”", "-|/\\-~+x>-x*#''\"\"")


def text(panels: Sequence[Panel], page: Page) -> str:
    """Write panels one under the other, in lines of at most `page.width` columns."""
    width = max(page.width, NARROW)
    written: list[str] = []
    for group in in_tables(_due_first(panels)):
        panel = group[0]
        if panel.size == "line":
            written += [*_table(group, page, width), ""]
            continue
        rows = [line for row in panel.rows for line in _row(row, page, width, panel.title)]
        if rows or (panel.title and not panel.rows):  # without any rows it is a heading
            mark = "▶ " if panel.due else ""
            title = wrap_parts(_title(panel).split(" "), width, mark, " ") if panel.title else ()
            written += [_bold(line, page) for line in title]
            written += [*rows, ""]
    for board in (board for panel in panels for row in panel.rows for board in row.maps()):
        if board.letters:
            written += board.letters(page._replace(width=width))
    picture = "\n".join(line.rstrip() for line in written).rstrip() + "\n"
    return picture if page.unicode else in_ascii(picture)


def _due_first(panels: Sequence[Panel]) -> Iterator[Panel]:
    """Put the players who are asked now before the others; the lines of a table stay."""
    apart = [panel.owner is not None and panel.size != "line" for panel in panels]
    owned = iter(sorted(compress(panels, apart), key=lambda panel: not panel.due))
    for panel, moves in zip(panels, apart, strict=True):
        yield next(owned) if moves else panel


def _title(panel: Panel) -> str:
    signs = (panel.sign, *panel.marks) if panel.sign else panel.marks
    before, *behind = map(_sign, signs) if panel.sign else ("", *map(_sign, signs))
    return " ".join(filter(None, (before, panel.title, *behind)))


def _bold(line: str, page: Page) -> str:
    return f"\x1b[1m{line}\x1b[0m" if page.colour else line


def _table(lines: Sequence[Panel], page: Page, width: int) -> Iterator[str]:
    """Write the lines of a table in columns; each as a paragraph where they are too wide."""
    heads = [row.heading for row in lines[0].rows]
    cells = [[_cell(row) for row in panel.rows] for panel in lines]
    columns = [*zip(heads, *cells, strict=True)]
    wide = [max(map(length, column)) for column in columns]
    numbers = [all(map(str.isdecimal, column[1:])) for column in columns]
    first = max(length(_title(panel)) for panel in lines)
    fits = len("▶ ") + first + sum(wide) + len(GAP) * len(wide) <= width

    def line(title: str, row: Sequence[str]) -> str:
        padded = (
            " " * (most - length(cell)) + cell if number else _filled(cell, most)
            for cell, most, number in zip(row, wide, numbers, strict=True)
        )
        return GAP.join((_filled(title, first), *padded))

    if fits:
        yield "  " + line("", heads)
    for panel, row in zip(lines, cells, strict=True):
        mark = "▶ " if panel.due else "  "
        if fits:
            written = [mark + line(_title(panel), row)]
        else:
            parts = [" ".join(filter(None, part)) for part in zip(heads, row, strict=True)]
            written = [*wrap_parts((_title(panel), *filter(None, parts)), width, mark, GAP)]
        yield from (_bold(text.rstrip(), page) if panel.due else text for text in written)


def _cell(row: Row) -> str:
    """Write a row as a cell of a table; a dash where nothing is below its heading."""
    small = " ".join(word.strip() for word in map(_word, row.widgets) if word)
    return small or ("–" if row.heading else "")


def _filled(words: str, width: int) -> str:
    return words + " " * (width - length(words))


def _row(row: Row, page: Page, width: int, title: str) -> Iterator[str]:
    """Write a row under a title: small widgets side by side, large ones below each other."""
    heading = f"  {row.heading}: " if row.heading else "  "
    small: list[str] = []
    for widget in row.widgets:
        match widget:
            case Map():
                yield from widget.text(page._replace(width=width))
            case Grid():
                yield from _grid(widget, width)
            case Pad():
                yield from pad.text(widget, page.cell, width, colour=page.colour)
            case Die(name, faces):
                yield from wrap_parts([_sign(face) for face in faces], width, f"  {name}  ", " ")
            case Track():
                label = "  " if widget.label == title else f"  {widget.label}: "
                yield from wrap_parts(_track(widget), width, label, " · ")
            case _:
                small.append(_word(widget))
    if small:
        yield from wrap_parts(filter(None, small), width, heading, " · ")


def _word(widget: Widget) -> str:
    """Write a small widget; another has lines of its own."""
    match widget:
        case Text(text):
            return text
        case Sign():
            return _sign(widget)
        case Bar(sign, value, limit):
            return f"{sign.label} {value}/{limit}"
        case Card():
            return _card(widget)
    return ""


def _sign(sign: Sign) -> str:
    """Write a sign: a face that is up in brackets, what is crossed out between dashes."""
    short = "?" if sign.mark == "closed" else sign.short
    if not short:
        return sign.amount
    framed = {"up": f"[{short}]", "gone": f"-{short}-", "new": f" {short}*"}
    return framed.get(sign.mark, f" {short} " if sign.mark else short) + _count(sign.amount)


def _count(count: str) -> str:
    return f" {count}" if count else ""


def _card(card: Card) -> str:
    if card.mark == "closed":
        return f"[{card.title or '?'}]"
    signs = " ".join(map(_sign, card.signs))
    body = " ".join(part for part in (card.title, signs, *card.lines) if part)
    return f"({body})" if card.mark == "gone" else body


def _track(track: Track) -> list[str]:
    return [
        f"{space.name}: {', '.join(map(_sign, space.signs))}"
        for space in track.spaces
        if space.signs
    ]


def _grid(grid: Grid, width: int) -> Iterator[str]:
    """Write columns as wide as their figures; the first is cut, and the last left out, for room."""
    rows = [grid.heads, *grid.rows] if any(grid.heads) else list(grid.rows)
    columns = [max(map(length, column)) for column in zip_longest(*rows, fillvalue="")]
    room = width - 2
    while len(columns) > 1 and min(columns[0], FIRST) + sum(columns[1:]) > room - _gaps(columns):
        columns.pop()
    columns[0] = min(columns[0], room - _gaps(columns) - sum(columns[1:]))
    for n, row in enumerate(rows, len(grid.rows) - len(rows)):
        first, *numbers = (*row, *[""] * (len(columns) - len(row)))
        cells = (cell.rjust(wide) for cell, wide in zip(numbers, columns[1:], strict=False))
        mark = "▶ " if n in grid.marked else "  "
        yield mark + GAP.join((cut(first, columns[0]).ljust(columns[0]), *cells))


def _gaps(columns: Sequence[int]) -> int:
    return len(GAP) * (len(columns) - 1)


def wrap_parts(parts: Iterable[str], width: int, start: str, between: str) -> Iterator[str]:
    """Put parts side by side, in as many lines as they take; the later ones are indented."""
    line, indent, fresh = start, " " * min(length(start), 8), True
    for part in parts:
        gap = "" if fresh else between
        if not fresh and length(line) + length(gap) + length(part) > width:
            yield line
            line, gap = indent, ""
        while length(line) + length(part) > width and " " in part[: width - length(line)].strip():
            at = part.rindex(" ", 0, width - length(line) + 1)
            yield line + gap + part[:at]
            line, part, gap = indent, part[at + 1 :], ""  # noqa: PLW2901 (the rest goes on)
        line += gap + part
        fresh = False
    yield line


def length(words: str) -> int:
    """Count the columns of a terminal that are seen."""
    return cells(ANSI.sub("", words))


def cells(words: str) -> int:
    """Return the number of terminal columns of a text."""
    return len(words) if words.isascii() else sum(map(cells_of, words))


def cells_of(char: str) -> int:
    if unicodedata.combining(char):
        return 0
    return 2 if unicodedata.east_asian_width(char) in WIDE else 1


def in_ascii(text: str) -> str:
    """Return the nearest ASCII in as many columns: accents go, the unlike becomes '?'."""
    return "".join(map(_plain_char, text.translate(ASCII)))


def _plain_char(char: str) -> str:
    if char.isascii():
        return char
    base = unicodedata.normalize("NFKD", char)[0]
    return (base if base.isascii() else "?").ljust(cells_of(char), "?")[: cells_of(char)]
