"""The symbols: each resource has a form of its own, so that no colour is needed."""

from __future__ import annotations

from collections.abc import Callable
from math import cos, pi, sin
from typing import Final

from ragami.games.dice_forge.faces import RESOURCE_OF, RESOURCES, SHIELDS
from ragami.markup import Point, Value, element, middle, moved, number, path, polygon

INK: Final = "#221d16"
FAINT: Final = "#6b6252"
PAPER: Final = "#fffdf8"
STONE: Final = "#efe8d8"
HEROES: Final = {"orange": "#e8903a", "green": "#5fa55a", "blue": "#5b8fc7", "black": "#4a4640"}
# The fill of shields and boars, by their colour.
FILL: Final = {"yellow": "#ffe08a", "red": "#f4a9a0", "blue": "#b5d4f4", "green": "#c5e3b0"}
TILE: Final = 56


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
    if face in SPECIAL:
        return SPECIAL[face]()
    if face in SHIELDS:
        return _shield(face)
    if face.startswith("boar-"):
        return _boar(face)
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


def _mirror() -> str:
    line: dict[str, Value] = {"stroke": INK, "stroke_width": 2}
    return (
        path("M0 12V25", stroke=INK, stroke_width=5, stroke_linecap="round")
        + element("ellipse", cy=-4, rx=14, ry=17, fill="#e4eef4", **line)
        + path("M-6 2L6 -12M-1 6L8 -4", fill="none", **line)
    )


def _ship() -> str:
    line: dict[str, Value] = {"stroke": INK, "stroke_width": 1.8, "stroke_linejoin": "round"}
    return (
        path("M-22 8H22L14 20H-14Z", fill="#c99a63", **line)
        + path("M0 8V-22", **line)
        + path("M2 -20Q20 -8 2 4Z", fill=PAPER, **line)
        + path("M-2 -16Q-17 -7 -2 3Z", fill=PAPER, **line)
    )


SPECIAL: Final[dict[str, Callable[[], str]]] = {
    "x3": lambda: middle("×3", (0, 0), 29, font_weight="bold", fill=INK),
    "mirror": _mirror,
    "ship": _ship,
}


def _shield(face: str) -> str:
    shape = "M0 -24L20 -17V2Q18 18 0 25Q-18 18 -20 2V-17Z"
    resource = next((r, n) for r, n in zip(RESOURCES, SHIELDS[face], strict=True) if n)
    fill = FILL[face.removeprefix("shield-")]
    body = path(shape, fill=fill, stroke=INK, stroke_width=2.2)
    return body + moved((0, -2), amount(*resource, 12))


def _boar(face: str) -> str:
    """Draw a boar's head, with the letter of its colour."""
    line: dict[str, Value] = {"stroke": INK, "stroke_width": 1.8}
    fill = FILL[face.removeprefix("boar-")]
    ears = polygon([(-17, -20), (-4, -16), (-15, -6)], fill=fill, **line)
    ears += polygon([(17, -20), (4, -16), (15, -6)], fill=fill, **line)
    tusks = path("M-11 16Q-19 12 -16 3M11 16Q19 12 16 3", fill="none", **line)
    snout = element("ellipse", cy=12, rx=10, ry=7, fill=PAPER, **line)
    nose = element("circle", cx=-4, cy=12, r=1.9) + element("circle", cx=4, cy=12, r=1.9)
    letter = middle(face[5].upper(), (0, -5), 15, font_weight="bold", fill=INK)
    return (
        ears + element("ellipse", rx=17, ry=19, fill=fill, **line) + tusks + snout + nose + letter
    )


def tile(face: str, *, forged: bool = False) -> str:
    """Draw a face of a die; one that was forged has a thick edge and a corner."""
    half = TILE / 2
    edge: dict[str, Value] = {"x": -half, "y": -half, "width": TILE, "height": TILE, "rx": 9}
    if not forged:
        return element("rect", fill=STONE, stroke=FAINT, stroke_width=1.2, **edge) + content(face)
    body = element("rect", fill=PAPER, stroke=INK, stroke_width=2.6, **edge)
    corner = path(
        f"M{-half} {-half + 16}V{-half + 8}Q{-half} {-half} {-half + 8} {-half}H{-half + 16}Z"
    )
    return body + content(face) + corner


def hero(colour: str, letter: str, radius: float) -> str:
    """Draw a hero: a disc with the letter of its colour."""
    text = "#ffffff" if colour == "black" else INK
    disc = element("circle", r=radius, fill=HEROES[colour], stroke=INK, stroke_width=1.6)
    return disc + middle(letter, (0, 0), radius * 1.15, font_weight="bold", fill=text)


def symbol(picture: str) -> str:
    """Draw `face-2g+1m`, `forged-2g+1m`, `gold`, `sun-3` or `hero-blue-B` round the origin."""
    kind, _, detail = picture.partition("-")
    if kind in ("face", "forged"):
        return tile(detail, forged=kind == "forged")
    if kind == "hero":
        colour, _, letter = detail.partition("-")
        return hero(colour, letter, 26)
    if kind not in RESOURCES:
        return ""
    return amount(kind, int(detail), 26) if detail else sign(kind, 26)
