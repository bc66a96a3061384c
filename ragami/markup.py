"""Writing SVG: elements as text, numbers short, everything from outside escaped.

Below are what drawings are made of: words, outlines, and groups that say what they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from html import escape
from typing import Final

from ragami.catalogue import shipped

Value = str | float
Point = tuple[float, float]
SHAPE: Final = re.compile(r'<g id="([\w-]+)">(.*)</g>')
FONT: Final = "Helvetica, Arial, 'DejaVu Sans', sans-serif"


def number(value: float) -> str:
    """Return a coordinate: at most one decimal, no trailing zero."""
    return f"{round(value, 1) + 0:.1f}".removesuffix(".0")


def element(name: str, /, *inside: str, **attributes: Value) -> str:
    """Return an element of SVG: `stroke_width=2` becomes `stroke-width="2"`; the inside is markup
    already.

    Empty ones close themselves, which HTML does not know: a page is a template (law 15).
    """
    body = "".join(inside)
    start = name + _attributes(attributes)
    return f"<{start}>{body}</{name}>" if body else f"<{start}/>"


def _attributes(attributes: dict[str, Value]) -> str:
    return "".join([f' {_name(key)}="{_said(value)}"' for key, value in attributes.items()])


@cache
def _name(key: str) -> str:
    return key.strip("_").replace("_", "-")


def _said(value: Value) -> str:
    return escape(value) if isinstance(value, str) else number(value)


# --- drawings ------------------------------------------------------------------------------


def shipped_shapes(package: str) -> dict[str, str]:
    """Return the shapes in `data/shapes.svg` of a package by id: a group in a line of its own.

    What is in braces in one is filled in when it is drawn.
    """
    return dict(SHAPE.findall(shipped(package, "shapes.svg").decode()))


def path(d: str, /, **attributes: Value) -> str:
    """Return a path; `d` as in SVG."""
    return element("path", d=d, **attributes)


def polygon(points: Sequence[Point], /, **attributes: Value) -> str:
    pairs = " ".join(f"{number(x)},{number(y)}" for x, y in points)
    return element("polygon", points=pairs, **attributes)


def words(text: str, at: Point, size: float, /, **attributes: Value) -> str:
    """Return a line of text whose middle height is at the point, so that signs and text line up."""
    x, y = at
    return element("text", escape(text), x=x, y=y + size * 0.36, font_size=size, **attributes)


def middle(text: str, at: Point, size: float, /, **attributes: Value) -> str:
    return words(text, at, size, text_anchor="middle", **attributes)


def moved(at: Point, /, *inside: str, scale: float = 1) -> str:
    """Put shapes that are drawn round the origin somewhere, in some size."""
    put = f"translate({number(at[0])} {number(at[1])})"
    return element("g", *inside, transform=put if scale == 1 else f"{put} scale({scale:.3g})")


def labelled(label: str, /, *inside: str, **attributes: Value) -> str:
    """Return a group that says what it is, to a screen reader and under the pointer."""
    title = element("title", escape(label))
    return element("g", title, *inside, role="img", aria_label=label, **attributes)
