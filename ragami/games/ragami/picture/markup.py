"""Writing SVG: shapes, words and labelled groups."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import cos, pi, sin
from typing import Final

from ragami.games.ragami.picture.layout import Point
from ragami.markup import Value, element, number

INK: Final = "#1c1a17"
FAINT: Final = "#5d574c"
PAPER: Final = "#ffffff"
FONT: Final = "Helvetica, Arial, 'DejaVu Sans', sans-serif"


def path(d: str, /, **attributes: Value) -> str:
    """A path; `d` as in SVG."""
    return element("path", d=d, **attributes)


def words(text: str, at: Point, size: float, /, **attributes: Value) -> str:
    """A line of text whose middle height is at the point, so that signs and text line up."""
    x, y = at
    return element("text", escape(text), x=x, y=y + size * 0.36, font_size=size, **attributes)


def labelled(label: str, /, *inside: str, **attributes: Value) -> str:
    """A group that says what it is, to a screen reader and under the pointer."""
    title = element("title", escape(label))
    return element("g", title, *inside, role="img", aria_label=label, **attributes)


def moved(at: Point, /, *inside: str) -> str:
    """Shapes drawn round the origin, put somewhere."""
    return element("g", *inside, transform=f"translate({number(at[0])} {number(at[1])})")


def placed(at: Point, scale: float, /, *inside: str) -> str:
    """Shapes drawn round the origin, put somewhere in some size."""
    x, y = at
    return element("g", *inside, transform=f"translate({number(x)} {number(y)}) scale({scale:.3g})")


def polygon(points: Sequence[Point], /, **attributes: Value) -> str:
    """A closed outline."""
    return element(
        "polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **attributes
    )


def turned(at: Point, radius: float, degrees: float) -> Point:
    """The point so far from another, at an angle: 0 to the right, 90 up."""
    angle = degrees * pi / 180
    return at[0] + radius * cos(angle), at[1] - radius * sin(angle)
