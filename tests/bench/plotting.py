"""Two kinds of pictures (SVG): curves on logarithmic axes, and how far ratios are past a gate."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from itertools import chain
from math import ceil, floor, log
from typing import Final

from tests.bench.measuring import Curve, Versus

WIDTH: Final = 720
LEFT, RIGHT, TOP, BOTTOM = 74, 36, 46, 46
HEIGHT: Final = 380
HEAD: Final = 80
ROW: Final = 38
NAMES: Final = 352
COLOURS: Final = ("#1b6ca8", "#c8553d", "#3a7d44", "#8a5a9e")
INK, PALE, PALER = "#222", "#ddd", "#555"
VERDICTS: Final = {"aim": COLOURS[2], "gate": COLOURS[0], "missed": COLOURS[1]}
MEANS: Final = {"aim": "aim reached", "gate": "gate reached", "missed": "gate missed"}


class Axis:
    """Values on a line between two places, by their logarithms."""

    def __init__(self, values: Iterable[float], start: float, end: float, base: int = 10) -> None:
        self.base = base
        logs = [self.log(value) for value in values]
        self.low, self.high = floor(min(logs)), max(ceil(max(logs)), floor(min(logs)) + 1)
        self.start, self.end = start, end

    def at(self, value: float) -> float:
        share = (self.log(value) - self.low) / (self.high - self.low)
        return round(self.start + share * (self.end - self.start), 1)

    def log(self, value: float) -> float:
        return log(value) / log(self.base)

    def powers(self) -> list[float]:
        return [float(self.base) ** power for power in range(self.low, self.high + 1)]


def curves(curve: Curve) -> str:
    """The lines of a curve, each with a colour and its name below the title."""
    points = list(chain.from_iterable(curve.lines.values()))
    across = Axis((x for x, _ in points), LEFT, WIDTH - RIGHT)
    names = len(curve.lines) * 18
    bottom = HEIGHT + names - BOTTOM
    up = Axis((y for _, y in points), bottom, TOP + names)
    parts = [text(LEFT, 24, curve.title, weight="bold")]
    for value in across.powers():
        x = across.at(value)
        parts += [line(x, up.end, x, bottom, PALE), text(x, bottom + 18, short(value), "middle")]
    for value in up.powers():
        y = up.at(value)
        parts += [line(LEFT, y, across.end, y, PALE), text(LEFT - 8, y + 4, short(value), "end")]
    parts.append(text(across.end, bottom + 38, curve.across, "end"))
    parts.append(text(4, up.end - 14, curve.up, size=12))
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
    asked = [row for row in rows if row.gate]
    reached = [value for row in asked for value in reach(row)]
    axis = Axis([*reached, 1.0], NAMES, WIDTH - RIGHT, base=2)
    bottom = HEAD + ROW * len(asked)
    title = "How many times past its gate each ratio is"
    parts = [text(12, 24, title, weight="bold"), *legend()]
    for value in axis.powers():
        x = axis.at(value)
        parts += [line(x, HEAD - 10, x, bottom, PALE), text(x, bottom + 18, times(value), "middle")]
    gate = axis.at(1.0)
    parts.append(line(gate, HEAD - 10, gate, bottom, INK, 2))
    for number, row in enumerate(asked):
        parts += bar(row, axis, HEAD + ROW * number)
    return picture(bottom + 32, title, parts)


def legend() -> Iterator[str]:
    """What the colours and the mark mean."""
    x = 12
    for verdict, colour in VERDICTS.items():
        yield f'<rect x="{x}" y="37" width="12" height="12" rx="2" fill="{colour}"/>'
        yield text(x + 18, 48, MEANS[verdict], size=12)
        x += 112
    yield diamond(x + 6, 43)
    yield text(x + 18, 48, "its aim", size=12)
    yield line(x + 76, 43, x + 98, 43, INK)
    yield text(x + 106, 48, "quartiles of the passes", size=12)


def bar(row: Versus, axis: Axis, y: float) -> Iterator[str]:
    """From the gate to what is reached, with the quartiles and the aim."""
    gate, (median, low, high, aim) = axis.at(1.0), map(axis.at, reach(row))
    left, right = min(gate, median), max(gate, median)
    sign = "≤ " if row.longer else ""
    asked = f"{row.ratio.median:.3g} (gate {sign}{row.gate:g}, aim {sign}{row.aim:g})"
    yield text(12, y + 8, row.what)
    yield text(12, y + 23, f"÷ {row.theirs}: {asked}", size=11, colour=PALER)
    yield (
        f'<rect x="{left}" y="{y}" width="{right - left:.1f}" height="18" rx="2"'
        f' fill="{VERDICTS[row.verdict]}"/>'
    )
    yield line(min(low, high), y + 9, max(low, high), y + 9, INK)
    yield diamond(aim, y + 9)


def reach(row: Versus) -> tuple[float, float, float, float]:
    """Median, quartiles and aim as multiples of the gate."""
    spread = row.ratio
    median, low, high = (better(row, value) for value in (spread.median, spread.low, spread.high))
    return median, low, high, better(row, row.aim)


def better(row: Versus, value: float | None) -> float:
    """A ratio as a multiple of its gate, upwards better."""
    assert row.gate is not None
    assert value is not None
    return row.gate / value if row.longer else value / row.gate


def times(value: float) -> str:
    """A multiple of the gate."""
    return f"{value:g} ×" if value != 1 else "gate"


def short(value: float) -> str:
    """A number of an axis."""
    return f"{value:,.0f}" if value >= 1 else f"{value:g}"


def text(
    x: float,
    y: float,
    words: str,
    anchor: str = "start",
    *,
    size: int = 13,
    weight: str = "normal",
    colour: str = INK,
) -> str:
    return (
        f'<text x="{x}" y="{y}" text-anchor="{anchor}" font-size="{size}"'
        f' font-weight="{weight}" fill="{colour}">{escape(words)}</text>'
    )


def diamond(x: float, y: float) -> str:
    """A mark that is seen on any bar."""
    return (
        f'<path d="M {x} {y - 7} l 5 7 l -5 7 l -5 -7 z" fill="#fff" stroke="{INK}"'
        f' stroke-width="1.5"/>'
    )


def line(x: float, y: float, x2: float, y2: float, colour: str, width: int = 1) -> str:
    return f'<line x1="{x}" y1="{y}" x2="{x2}" y2="{y2}" stroke="{colour}" stroke-width="{width}"/>'


def picture(height: float, title: str, parts: Iterable[str]) -> str:
    inside = "\n".join(parts)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img"'
        f' font-family="sans-serif" fill="{INK}">\n<title>{escape(title)}</title>\n'
        f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>\n{inside}\n</svg>\n'
    )
