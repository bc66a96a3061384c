"""The pieces as shapes (`data/shapes.svg`), each round the origin in a square of 40 by 40.

Every colour comes with its letter and every kind of piece has its own outline, so that the
picture reads the same in grey. Fills are Okabe and Ito's, which colour-blind people tell apart.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Final

from ragami.games.ragami.events import NEUTRAL
from ragami.markup import Point, element, moved, number, shipped_shapes, words

INK: Final = "#1c1a17"
FAINT: Final = "#5d574c"
PAPER: Final = "#ffffff"
SPENT: Final = "#d9d4c8"
SCALE: Final = 1.5
"""The shapes are drawn in a square of 40, symbols in one of 60."""

SHAPES: Final = shipped_shapes("ragami.games.ragami")


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
# How low a letter lies in a piece, and its size.
LETTERS: Final = {"saint": (9.5, 19), "ragami": (2, 19), "virtue": (0, 19), "chip": (0, 24)}
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


def die(value: int, fill: str = INK, pips: str = PAPER) -> str:
    """Draw a die with pips; a value that no die has is written in figures."""
    block = shape("die", fill=fill)
    if value not in PIPS:
        return block + _bold(str(value), 0, 24, pips)
    spots = (element("circle", cx=x * 9.5, cy=y * 9.5, r=4, fill=pips) for x, y in PIPS[value])
    return block + "".join(spots)


def demon(count: int) -> str:
    """Draw a horned head; from two Demons on it carries their number."""
    return SHAPES["demon"] + (
        _bold(str(count), 1, 24, PAPER) if count > 1 else SHAPES["demon-face"]
    )


def piece(kind: str, colour: str, letter: str) -> str:
    """Draw a `saint`, a `ragami` or a `chip` of a colour, with its letter."""
    backing = SHAPES["backing"] if colour == NEUTRAL else ""
    outline = shape(kind, fill=FILLS[colour], backing=backing)
    return outline + _bold(letter, *LETTERS[kind], LETTER_INK.get(colour, INK))


def card(text: str) -> str:
    return SHAPES["card"] + _bold(text, 0, 19, INK)


def virtue(colour: str, letter: str, value: int) -> str:
    return piece("virtue", colour, f"{letter}{value}")


def shape(name: str, **filled: str) -> str:
    """Return a shape of `data/shapes.svg`, its places filled in."""
    return SHAPES[name].format(**filled)


SIGNS: Final = {
    "cubes": SHAPES["cube"],
    "demons": demon(1),
    "conflict_dice": die(6),
    "chips": SHAPES["location"],
    "deck": shape("pile", fill="#b9c4cf"),
    "used": shape("pile", fill=PAPER),
}
"""What lies in the supply."""

LEGEND: Final = (
    "saint",
    "ragami",
    "demons",
    "conflict",
    "virtue",
    "neutral",
    "forbidden",
    "resolved",
)


def legend_sign(kind: str, letter: str) -> str:
    """Draw a kind of piece in the neutral grey, so that no colour is meant.

    `letter` is that of the neutral Ragami.
    """
    match kind:
        case "saint" | "ragami":
            return piece(kind, NEUTRAL, "")
        case "neutral":
            return piece("ragami", NEUTRAL, letter)
        case "demons":
            return demon(2)
        case "conflict":
            return die(4)
        case "virtue":
            return virtue(NEUTRAL, "", 3)
    return SHAPES[kind]


def symbol(picture: str) -> str:
    """Draw `die-4`, `chip-blue-B`, `virtue-blue-B3`, `card-14`, `supply-cubes`, `first-player` …
    round the origin; empty for another picture.
    """
    kind, _, detail = picture.partition("-")
    shape = ""
    match kind:
        case "die" if detail.isdecimal():
            shape = die(int(detail))
        case "action":
            shape = die(int(detail), *((SPENT, INK) if detail == "0" else (PAPER, INK)))
        case "chip" | "virtue":
            colour, _, letter = detail.partition("-")
            shape = piece(kind, colour, letter)
        case "card":
            shape = card(detail)
        case "supply":
            shape = SIGNS[detail]
        case "legend":
            sign, _, letter = detail.partition("-")
            shape = legend_sign(sign, letter)
        case _:
            shape = SHAPES.get(picture, "") if picture in ("first-player", "no-die") else ""
    return moved((0, 0), shape, scale=SCALE) if shape else ""
