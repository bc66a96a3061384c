"""The pieces as shapes, each drawn round the origin in a square of 40 by 40.

Every colour comes with its letter and every kind of piece has its own outline, so that the
picture reads the same in grey. Fills are Okabe and Ito's, which colour-blind people tell apart.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from ragami.markup import Point, element, number, path, words

INK: Final = "#1c1a17"
FAINT: Final = "#5d574c"
PAPER: Final = "#ffffff"


def placed(at: Point, scale: float, /, *inside: str) -> str:
    """Put shapes, drawn round the origin, at a point in some size."""
    x, y = at
    return element("g", *inside, transform=f"translate({number(x)} {number(y)}) scale({scale:.3g})")


def turned(at: Point, radius: float, degrees: float) -> Point:
    """Return the point so far from another, at an angle: 0 to the right, 90 up."""
    angle = degrees * pi / 180
    return at[0] + radius * cos(angle), at[1] - radius * sin(angle)


FILLS: Final = {
    "yellow": "#f0e442",
    "green": "#3fb68f",
    "blue": "#0072b2",
    "purple": "#cc79a7",
    "neutral": "url(#ragami-hatch)",
}
LETTER_INK: Final = {"blue": PAPER}
DARK: Final = "#5a1521"
HATCH: Final = element(
    "pattern",
    element("rect", width=6, height=6, fill=PAPER),
    path("M0,0V6", stroke="#b5b0a6", stroke_width=4),
    id="ragami-hatch",
    width=6,
    height=6,
    patternUnits="userSpaceOnUse",
    patternTransform="rotate(45)",
)
PIPS: Final = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


def _bold(text: str, y: float, size: float, fill: str) -> str:
    return words(text, (0, y), size, font_weight="bold", fill=fill, text_anchor="middle")


def _body(d: str, fill: str) -> str:
    return path(d, fill=fill, stroke=INK, stroke_width=2.2, stroke_linejoin="round")


def _block(fill: str, corner: float = 7) -> str:
    return element("rect", x=-17, y=-17, width=34, height=34, rx=corner, fill=fill, stroke=INK,
                   stroke_width=2.2)  # fmt: skip


def die(value: int, fill: str = INK, pips: str = PAPER) -> str:
    """Draw a die with pips; a value that no die has is written in figures."""
    if value not in PIPS:
        return _block(fill) + _bold(str(value), 0, 24, pips)
    spots = (element("circle", cx=x * 9.5, cy=y * 9.5, r=4, fill=pips) for x, y in PIPS[value])
    return _block(fill) + "".join(spots)


def demon(count: int) -> str:
    """Draw a horned head; from two Demons on it carries their number."""
    head = _body(
        "M-11,-9C-18,-10 -19,-15 -17,-20C-13,-15 -9,-14 -6,-13Q0,-15 6,-13"
        "C9,-14 13,-15 17,-20C19,-15 18,-10 11,-9C19,3 13,14 0,20C-13,14 -19,3 -11,-9Z",
        DARK,
    )
    if count > 1:
        return head + _bold(str(count), 1, 24, PAPER)
    eyes = path("M-10,-5L-2,0Q-8,5 -10,-5ZM10,-5L2,0Q8,5 10,-5Z", fill=PAPER)
    return head + eyes + path("M-6,9Q0,5 6,9", fill="none", stroke=PAPER, stroke_width=2.4)


def saint(colour: str, letter: str) -> str:
    """Draw a figure in a robe, with a halo round the head."""
    halo = element("circle", cx=0, cy=-10.5, r=9.5, fill=PAPER, stroke=INK, stroke_width=2)
    head = element("circle", cx=0, cy=-9.5, r=5, fill=INK)
    robe = _body("M-17,20C-16,4 -11,-3 0,-3C11,-3 16,4 17,20Z", FILLS[colour])
    return halo + head + robe + _bold(letter, 9.5, 19, LETTER_INK.get(colour, INK))


def ragami(colour: str, letter: str) -> str:
    """Draw a body between two spread wings."""
    wings = _body(
        "M0,-6C-5,-14 -12,-18 -20,-17C-19,-12 -20,-10 -18,-6C-19,-3 -18,0 -15,3"
        "C-15,8 -11,11 -7,10L0,18L7,10C11,11 15,8 15,3C18,0 19,-3 18,-6C20,-10 19,-12 20,-17"
        "C12,-18 5,-14 0,-6Z",
        FILLS[colour],
    )
    backing = element("circle", cx=0, cy=2, r=9.5, fill=PAPER) if colour == "neutral" else ""
    return wings + backing + _bold(letter, 2, 19, LETTER_INK.get(colour, INK))


def virtue(colour: str, letter: str, value: int) -> str:
    """Draw a rounded die with the letter of its colour and its value."""
    ink = LETTER_INK.get(colour, INK)
    return _block(FILLS[colour], 11) + _bold(f"{letter}{value}", 0, 19, ink)


def chip(colour: str, letter: str) -> str:
    """Draw a round token of a player's colour."""
    disc = element("circle", r=18, fill=FILLS[colour], stroke=INK, stroke_width=2.2)
    return disc + _bold(letter, 0, 24, LETTER_INK.get(colour, INK))


def cube() -> str:
    """Draw a white cube, seen from a corner."""
    return _body("M0,-17L15,-9V9L0,17L-15,9V-9Z", PAPER) + path(
        "M-15,-9L0,-1L15,-9M0,-1V17", fill="none", stroke=INK, stroke_width=2.2
    )


def first_player() -> str:
    """Draw the large white cube of the first player."""
    return _block(PAPER, 3) + _bold("1", 0, 26, INK)


def forbidden() -> str:
    """Draw a sign crossed out: no Ragami may enter."""
    ring = element("circle", r=16.5, fill=PAPER, stroke="#a3121f", stroke_width=6)
    return ring + path("M-11,-11L11,11", stroke="#a3121f", stroke_width=6)


def resolved() -> str:
    """Draw a check mark in a disc."""
    disc = element("circle", r=18, fill=PAPER, stroke=INK, stroke_width=2.4)
    return disc + path("M-9,0L-2,8L10,-8", fill="none", stroke=INK, stroke_width=5)


def location() -> str:
    """Draw a Location chip, face down."""
    disc = element("circle", r=17, fill="#e4dcc8", stroke=INK, stroke_width=2.2)
    return disc + element(
        "circle", r=11, fill="none", stroke=INK, stroke_width=2, stroke_dasharray="4 3"
    )


def card(text: str) -> str:
    return element(
        "rect", x=-15, y=-19, width=30, height=38, rx=4, fill=PAPER, stroke=INK, stroke_width=2.2
    ) + _bold(text, 0, 19, INK)


def pile(fill: str) -> str:
    """Draw two cards, one on the other."""
    under = element(
        "rect", x=-9, y=-19, width=24, height=33, rx=4, fill=PAPER, stroke=INK, stroke_width=2.2
    )
    over = element(
        "rect", x=-15, y=-14, width=24, height=33, rx=4, fill=fill, stroke=INK, stroke_width=2.2
    )
    return under + over


def no_die() -> str:
    """Draw an empty place for a die."""
    return element(
        "rect", x=-17, y=-17, width=34, height=34, rx=7, fill="none", stroke="#857c6a",
        stroke_width=2, stroke_dasharray="5 4",
    )  # fmt: skip
