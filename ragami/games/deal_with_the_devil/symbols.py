"""The symbols on the table: each thing has an outline of its own, so no colour is needed."""

from __future__ import annotations

from typing import Final

import msgspec

from ragami.catalogue import shipped
from ragami.markup import element, middle, moved, path

INK: Final = "#241f1a"
FAINT: Final = "#675d4d"
PAPER: Final = "#fffdf8"
SEATS: Final = {"red": "#d9574a", "blue": "#6c9bd2", "green": "#69aa62", "yellow": "#e8c444"}


# By what they stand for: the fill, the outline, and lines inside; all within 20 by 20.
SIGNS: Final = msgspec.json.decode(
    shipped("ragami.games.deal_with_the_devil", "signs.json"),
    type=dict[str, tuple[str, str, str]],
)
SIGN_OF: Final = {"mortal_1": "person", "mortal_2": "person"}


def sign(code: str, radius: float = 10) -> str:
    """The sign of a thing round the origin; what has none is a question mark."""
    fill, outline, lines = SIGNS.get(SIGN_OF.get(code, code), ("", "", ""))
    if not outline:
        return middle("?", (0, 0), radius * 1.6, font_weight="bold", fill=FAINT)
    width = 2.6 if fill == "none" else 1.3
    body = path(outline, fill=fill, stroke=INK, stroke_width=width, stroke_linejoin="round")
    if lines:
        body += path(lines, fill="none", stroke=INK, stroke_width=1)
    if code in SIGN_OF:
        body += middle(code[-1], (0, 4), 9, font_weight="bold")
    return body if radius == 10 else moved((0, 0), body, scale=radius / 10)


def seat(colour: str, letter: str, radius: float) -> str:
    """A player's marker: a disc with the letter of its colour."""
    disc = element("circle", r=radius, fill=SEATS[colour], stroke=INK, stroke_width=1.4)
    return disc + middle(letter, (0, 0), radius * 1.15, font_weight="bold", fill=INK)


def quadrants(at: int, radius: float) -> str:
    """The interest marker in one of four quadrants, the initial one above on the right."""
    x, y = ((1, -1), (1, 1), (-1, 1), (-1, -1))[at]
    r = radius
    wedge = f"M0 0V{y * r}A{r} {r} 0 0 {int(x * y < 0)} {x * r} 0Z"
    lines = path(f"M0 {-r}V{r}M{-r} 0H{r}", stroke=INK, stroke_width=1)
    disc = element("circle", r=r, fill=PAPER, stroke=INK, stroke_width=1.3)
    return disc + path(wedge, fill="#c77d35") + lines


def symbol(picture: str) -> str:
    """Draw a sign of `data/signs.json`, `seat-red-R` or `interest-0` round the origin."""
    kind, _, argument = picture.partition("-")
    if kind == "seat":
        colour, _, letter = argument.partition("-")
        return seat(colour, letter, 26)
    if kind == "interest":
        return quadrants(int(argument), 24)
    return sign(picture, 26) if SIGN_OF.get(picture, picture) in SIGNS else ""
