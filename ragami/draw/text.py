"""Panels as characters: the panel of whoever is due first, every row folded to the width."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from ragami.draw import pad
from ragami.draw.pad import Pad, cut
from ragami.draw.panels import Bar, Card, Die, Grid, Map, Page, Panel, Row, Sign, Text, Track

NARROW: Final = 40
GAP: Final = "  "
# The least that the first column of figures keeps.
FIRST: Final = 10
ANSI: Final = re.compile(r"\x1b\[[0-9;]*m")
PLAIN: Final = str.maketrans({"▶": ">", "·": "-", "–": "-", "×": "x", "●": "*", "█": "#", "…": "~"})


def text(panels: Sequence[Panel], page: Page) -> str:
    """Write panels one under the other, in lines of at most `page.width` columns."""
    width = max(page.width, NARROW)
    written: list[str] = []
    for panel in _due_first(panels):
        rows = [line for row in panel.rows for line in _row(row, page, width, panel.title)]
        if rows:
            mark = "▶ " if panel.due else ""
            title = wrap_parts(panel.title.split(" "), width, mark, " ") if panel.title else ()
            written += [f"\x1b[1m{line}\x1b[0m" if page.colour else line for line in title]
            written += [*rows, ""]
    picture = "\n".join(line.rstrip() for line in written).rstrip() + "\n"
    return picture if page.unicode else picture.translate(PLAIN)


def _due_first(panels: Sequence[Panel]) -> Iterator[Panel]:
    """Put the players who are asked now before the others."""
    owned = iter(
        sorted((panel for panel in panels if panel.owner), key=lambda panel: not panel.due)
    )
    for panel in panels:
        yield next(owned) if panel.owner else panel


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


def _word(widget: Text | Sign | Bar | Card) -> str:
    match widget:
        case Text(text):
            return text
        case Sign():
            return _sign(widget)
        case Bar(sign, value, limit):
            return f"{sign.label} {value}/{limit}"
        case Card():
            return _card(widget)


def _sign(sign: Sign) -> str:
    """Write a sign: a face that is up in brackets, what is crossed out between dashes."""
    short = "?" if sign.mark == "closed" else sign.short
    if not short:
        return ""
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
    """Count the characters that are seen."""
    return len(ANSI.sub("", words))
