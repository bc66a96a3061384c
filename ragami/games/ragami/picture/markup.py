"""The inks of the picture, and what is put round a point."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from ragami.games.ragami.picture.layout import Point
from ragami.markup import element, number

INK: Final = "#1c1a17"
FAINT: Final = "#5d574c"
PAPER: Final = "#ffffff"


def placed(at: Point, scale: float, /, *inside: str) -> str:
    """Shapes drawn round the origin, put somewhere in some size."""
    x, y = at
    return element("g", *inside, transform=f"translate({number(x)} {number(y)}) scale({scale:.3g})")


def turned(at: Point, radius: float, degrees: float) -> Point:
    """The point so far from another, at an angle: 0 to the right, 90 up."""
    angle = degrees * pi / 180
    return at[0] + radius * cos(angle), at[1] - radius * sin(angle)
