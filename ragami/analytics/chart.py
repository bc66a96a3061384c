"""Answers drawn as bars (SVG): a chart for each question, one below the other."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import Final, NamedTuple

from ragami.markup import element

WIDTH: Final = 640
LABELS: Final = 200
NUMBERS: Final = 80
ROW: Final = 22
HEAD: Final = 48
INK: Final = "#2b2b2b"
BAR: Final = "#3a6ea5"
FONT: Final = "system-ui, sans-serif"


class ChartBar(NamedTuple):
    """A row of an answer: what it is about, and how much."""

    label: str
    value: float


class AnswerChart(NamedTuple):
    """An answer to be drawn: its heading, which says what is measured, and the bars."""

    heading: str
    bars: Sequence[ChartBar]


def svg(charts: Sequence[AnswerChart]) -> str:
    """Return all charts in one picture, with a text for who does not see it."""
    drawn: list[str] = []
    top = 0
    for chart in charts:
        drawn.append(_drawn(chart, top))
        top += HEAD + ROW * len(chart.bars)
    title = element("title", escape("; ".join(chart.heading for chart in charts)))
    return element(
        "svg",
        title,
        element("rect", width=WIDTH, height=top + ROW, fill="#ffffff"),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {top + ROW}",
        width=WIDTH,
        height=top + ROW,
        role="img",
        font_family=FONT,
        font_size=13,
        fill=INK,
    )


def _drawn(chart: AnswerChart, top: int) -> str:
    rows = [_text(chart.heading, 12, top + 30, font_weight="bold")]
    most = max((bar.value for bar in chart.bars), default=0) or 1
    room = WIDTH - LABELS - NUMBERS
    for n, bar in enumerate(chart.bars):
        y = top + HEAD + ROW * n
        length = max(0.0, room * bar.value / most)
        rows.append(_text(bar.label, LABELS - 8, y + 14, text_anchor="end"))
        rows.append(element("rect", x=LABELS, y=y + 3, width=length, height=ROW - 7, fill=BAR))
        rows.append(_text(f"{bar.value:g}", LABELS + length + 6, y + 14))
    return "".join(rows)


def _text(text: str, x: float, y: float, **how: str) -> str:
    return element("text", escape(text), x=x, y=y, **how)
