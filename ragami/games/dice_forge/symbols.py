"""The symbols: each resource has a form of its own, so that no colour is needed."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from ragami.games.dice_forge.faces import RESOURCE_OF, RESOURCES, SHIELDS
from ragami.markup import (
    Point,
    Value,
    element,
    middle,
    moved,
    number,
    path,
    polygon,
    shipped_shapes,
)

# The special faces, what is round a face, and a hero.
SHAPES: Final = shipped_shapes("ragami.games.dice_forge")
INK: Final = "#221d16"
HEROES: Final = {"orange": "#e8903a", "green": "#5fa55a", "blue": "#5b8fc7", "black": "#4a4640"}
# The fill of shields and boars, by their colour.
FILL: Final = {"yellow": "#ffe08a", "red": "#f4a9a0", "blue": "#b5d4f4", "green": "#c5e3b0"}


# --- resources -----------------------------------------------------------------------------


def _ring(radius: float, corners: int, inner: float = 1.0) -> list[Point]:
    """Return corners round the origin, every second one at `inner` of the radius."""
    step, top = 2 * pi / corners, -pi / 2
    radii = [radius if n % 2 == 0 else radius * inner for n in range(corners)]
    return [(r * cos(top + n * step), r * sin(top + n * step)) for n, r in enumerate(radii)]


def sign(resource: str, radius: float) -> str:
    """Draw a resource: gold is a coin, sun has rays, moon is a crescent, glory a hexagon."""
    line: dict[str, Value] = {"stroke": INK, "stroke_width": max(radius * 0.09, 0.8)}
    if resource == "gold":
        return element("circle", r=radius, fill="#ffd75e", **line)
    if resource == "sun":
        return polygon(_ring(radius * 1.12, 16, 0.76), fill="#ffb184", **line)
    if resource == "glory":
        return polygon(_ring(radius * 1.06, 6), fill="#cfe8b4", **line)
    r = number(radius * 1.05)
    hollow = number(radius * 0.86)
    crescent = f"M{number(radius * 0.5)} {number(-radius * 0.92)}A{r} {r} 0 1 0"
    crescent += f" {number(radius * 0.5)} {number(radius * 0.92)}A{hollow} {hollow} 0 1 1"
    crescent += f" {number(radius * 0.5)} {number(-radius * 0.92)}Z"
    return path(crescent, fill="#9cc4ee", **line)


def amount(resource: str, n: int, radius: float) -> str:
    """Draw a sign with a number in it."""
    at = (radius * 0.2, 0) if resource == "moon" else (0, 0)
    size = radius * (1.15 if n < 10 else 0.95)
    text = middle(str(n), at, size, font_weight="bold", fill=INK)
    return sign(resource, radius) + text


# --- faces ---------------------------------------------------------------------------------

# Where the parts of a face are, by how many it has: (places, radius, lines between choices).
PLACES: Final[dict[int, tuple[list[Point], float, str]]] = {
    1: ([(0, 0)], 17, ""),
    2: ([(-12, -10), (12, 10)], 12.5, "M-26 26L26 -26"),
    3: ([(0, -13), (-13, 11), (13, 11)], 11, "M0 2L-27 -12M0 2L27 -12M0 2L0 27"),
    4: ([(-12.5, -12.5), (12.5, -12.5), (-12.5, 12.5), (12.5, 12.5)], 10.5, "M-27 0H27M0 -27V27"),
}


def content(face: str) -> str:
    """Return the SVG of a face's symbols, centred on the origin."""
    if face in ("x3", "mirror", "ship"):
        return SHAPES[face]
    kind, _, colour = face.partition("-")
    if kind == "boar":
        return SHAPES[kind].format(fill=FILL[colour], letter=colour[0].upper())
    if kind == "shield":
        resource = next((r, n) for r, n in zip(RESOURCES, SHIELDS[face], strict=True) if n)
        return SHAPES[kind].format(fill=FILL[colour]) + moved((0, -2), amount(*resource, 12))
    between = "/" if "/" in face else "+"
    parts = face.split(between)
    places, radius, lines = PLACES[len(parts)]
    amounts = [
        moved(at, amount(RESOURCE_OF[part[-1]], int(part[:-1]), radius))
        for at, part in zip(places, parts, strict=True)
    ]
    if between == "+":
        return "".join(amounts)
    dashes = path(lines, stroke=INK, stroke_width=1.6, stroke_dasharray="4 3", fill="none")
    return dashes + "".join(amounts)


def symbol(picture: str) -> str:
    """Draw `face-2g+1m`, `forged-2g+1m`, `gold`, `sun-3` or `hero-blue-B` round the origin."""
    kind, _, detail = picture.partition("-")
    if kind in ("face", "forged"):
        return SHAPES[kind].format(content=content(detail))
    if kind == "hero":
        colour, _, letter = detail.partition("-")
        ink = "#ffffff" if colour == "black" else INK
        return SHAPES[kind].format(fill=HEROES[colour], ink=ink, letter=letter)
    if kind not in RESOURCES:
        return ""
    return amount(kind, int(detail), 26) if detail else sign(kind, 26)
