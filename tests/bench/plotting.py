"""Two kinds of pictures (SVG): curves on logarithmic axes, and how far ratios are past a gate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import chain
from math import ceil, floor, log10
from typing import Final

from tests.bench.measuring import Curve, Versus

WIDTH: Final = 720
LEFT, RIGHT, TOP, BOTTOM = 70, 20, 46, 46
HEIGHT: Final = 380
ROW: Final = 34
NAMES: Final = 330
COLOURS: Final = ("#1b6ca8", "#c8553d", "#3a7d44", "#8a5a9e")
INK, PALE = "#222", "#ddd"


class Axis:
    """Values on a line between two places, by their logarithms."""

    def __init__(self, values: Iterable[float], start: float, end: float) -> None:
        logs = [log10(value) for value in values]
        self.low, self.high = floor(min(logs)), max(ceil(max(logs)), floor(min(logs)) + 1)
        self.start, self.end = start, end

    def at(self, value: float) -> float:
        """The place of a value."""
        share = (log10(value) - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)

    def decades(self) -> list[float]:
        """The powers of ten on it."""
        return [10.0**power for power in range(self.low, self.high + 1)]


def curves(curve: Curve) -> str:
    """The lines of a curve, each with a colour and its name below the title."""
    points = list(chain.from_iterable(curve.lines.values()))
    across = Axis((x for x, _ in points), LEFT, WIDTH - RIGHT)
    names = len(curve.lines) * 18
    bottom = HEIGHT + names - BOTTOM
    up = Axis((y for _, y in points), bottom, TOP + names)
    parts = [text(LEFT, 24, curve.title, weight="bold")]
    for value in across.decades():
        x = across.at(value)
        parts += [line(x, up.end, x, bottom, PALE), text(x, bottom + 18, short(value), "middle")]
    for value in up.decades():
        y = up.at(value)
        parts += [line(LEFT, y, across.end, y, PALE), text(LEFT - 8, y + 4, short(value), "end")]
    parts.append(text(across.end, bottom + 38, curve.across, "end"))
    parts.append(text(LEFT - 8, up.end - 10, curve.up, "end"))
    for number, (name, line_) in enumerate(curve.lines.items()):
        places = [(across.at(x), up.at(y)) for x, y in line_]
        parts += way(places, COLOURS[number], name, TOP + 18 * number)
    return picture(HEIGHT + names, curve.title, parts)


def way(places: Sequence[tuple[float, float]], colour: str, name: str, y: float) -> Iterator[str]:
    """One line with its points, and its entry in the list of names."""
    yield f'<circle cx="{LEFT + 5}" cy="{y - 4}" r="5" fill="{colour}"/>'
    yield text(LEFT + 18, y, name)
    way_ = " ".join(f"{x},{y}" for x, y in places)
    yield f'<polyline points="{way_}" fill="none" stroke="{colour}" stroke-width="2"/>'
    for x, y_ in places:
        yield f'<circle cx="{x}" cy="{y_}" r="3.5" fill="{colour}"/>'


def past_the_gate(rows: Sequence[Versus]) -> str:
    """For each ratio that has a gate how many times better it is; where its aim is, a mark."""
    asked = [(row, better(row, row.ratio.median), better(row, row.aim)) for row in rows if row.gate]
    values = [value for _, reached, aim in asked for value in (reached, aim)]
    axis = Axis([*values, 1.0], NAMES, WIDTH - RIGHT)
    bottom = TOP + ROW * len(asked)
    title = "How far past its gate each ratio is (1: just there; the mark: its aim)"
    parts = [text(12, 24, title, weight="bold")]
    for value in axis.decades():
        x = axis.at(value)
        parts += [line(x, TOP - 8, x, bottom, PALE), text(x, bottom + 16, f"{value:g}", "middle")]
    gate = axis.at(1.0)
    for number, (row, reached, aim) in enumerate(asked):
        y, x = TOP + ROW * number, axis.at(reached)
        colour = COLOURS[0] if reached >= 1 else COLOURS[1]
        parts += [
            text(12, y + 9, f"{row.what}"),
            text(12, y + 22, f"÷ {row.theirs}: {row.ratio.median:.3g}", size=11),
            f'<rect x="{min(gate, x)}" y="{y}" width="{abs(x - gate):.1f}" height="18"'
            f' fill="{colour}"/>',
            line(axis.at(aim), y - 3, axis.at(aim), y + 21, INK, 2),
        ]
    parts.append(line(gate, TOP - 8, gate, bottom, INK))
    return picture(bottom + 30, title, parts)


def better(row: Versus, value: float | None) -> float:
    """A ratio as a multiple of its gate, upwards better."""
    assert row.gate is not None
    assert value is not None
    return row.gate / value if row.longer else value / row.gate


def short(value: float) -> str:
    """A number of an axis."""
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def text(
    x: float, y: float, words: str, anchor: str = "start", *, size: int = 13, weight: str = "normal"
) -> str:
    """Some words."""
    return (
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}"'
        f' font-weight="{weight}">{escape(words)}</text>'
    )


def line(x: float, y: float, x2: float, y2: float, colour: str, width: int = 1) -> str:
    """A straight line."""
    return f'<line x1="{x}" y1="{y}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="{width}"/>'


def picture(height: float, title: str, parts: Iterable[str]) -> str:
    """The whole file."""
    inside = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        f' font-family="sans-serif" fill="{INK}">\n<title>{escape(title)}</title>\n'
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>\n{inside}\n</svg>\n'
    )
