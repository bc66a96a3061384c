"""Faces, read from strings such as `2g+1m` or `shield-red`."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, Literal, NamedTuple

Resource = Literal["gold", "sun", "moon", "glory"]
Kind = Literal["plain", "choice", "x3", "mirror", "ship", "shield", "boar"]
Amounts = tuple[int, int, int, int]

RESOURCES: Final[tuple[Resource, ...]] = ("gold", "sun", "moon", "glory")
GOLD, SUN, MOON, GLORY = range(4)
NOTHING: Final[Amounts] = (0, 0, 0, 0)
MIRROR: Final = "mirror"
BOARS: Final = ("boar-red", "boar-green", "boar-yellow", "boar-blue")
SHIELDS: Final[dict[str, Amounts]] = {
    "shield-yellow": (3, 0, 0, 0),
    "shield-red": (0, 2, 0, 0),
    "shield-blue": (0, 0, 2, 0),
    "shield-green": (0, 0, 0, 3),
}
# How a resource is written in a face: `2g+1m`.
RESOURCE_OF: Final[dict[str, Resource]] = dict(zip("gsmp", RESOURCES, strict=True))

# Flags of a face: its player has to decide; a ship; it is no mere sum; it has gold, or shards, of
# which a hammer or a conversion may take part.
DECIDED, SHIP, MUTUAL, HAS_GOLD, HAS_SHARDS = 1, 2, 4, 8, 16
FLAGS: Final[dict[Kind, int]] = {
    "plain": 0,
    "choice": DECIDED,
    "boar": DECIDED,
    "mirror": DECIDED,
    "ship": SHIP | MUTUAL,
    "x3": MUTUAL,
    "shield": MUTUAL,
}


def _parts(between: str) -> str:
    """Return the pattern of parts in the order g, s, m, p, each at most once."""
    starts = []
    letters = "".join(RESOURCE_OF)
    for at, letter in enumerate(letters, 1):
        tail = "".join(f"(?:{between}[1-9][0-9]?{later})?" for later in letters[at:])
        starts.append(f"[1-9][0-9]?{letter}{tail}")
    return "(?:" + "|".join(starts) + ")"


# `(?!\n)`: a `$` alone would let a line feed stand behind it.
FACE: Final = (
    r"^(?:" + _parts(r"\+") + r"|(?=[^/]+/)" + _parts("/") + r"|x3|mirror|ship"
    r"|shield-(?:yellow|red|blue|green)|boar-(?:red|green|yellow|blue))$(?!\n)"
)


class Face(NamedTuple):
    """A face: `amounts` of a plain face or a shield, `parts` of a choice or a boar.

    `flags` say what makes a throw open, or more than a sum (R-F-BLESS-06).
    """

    kind: Kind
    amounts: Amounts = NOTHING
    parts: dict[Resource, Amounts] = {}  # noqa: RUF012 (never changed)
    flags: int = 0

    @property
    def own(self) -> int:
        """The resource of a shield."""
        return _resource(self.amounts)


@lru_cache(maxsize=4096)
def face(text: str) -> Face:
    """Read a string that fits `FACE`."""
    read = _read(text)
    gold, sun, moon, _ = read.amounts
    flags = FLAGS[read.kind] | (HAS_GOLD if gold else 0) | (HAS_SHARDS if sun or moon else 0)
    return read._replace(flags=flags)


@lru_cache(maxsize=4096)
def together(texts: tuple[str, ...]) -> tuple[int, Amounts]:
    """Return the flags of all these faces, and the sum of their amounts."""
    faces = [face(text) for text in texts]
    flags = 0
    for part in faces:
        flags |= part.flags
    gold, sun, moon, glory = map(sum, zip(*(part.amounts for part in faces), strict=True))
    return flags, (gold, sun, moon, glory)


def _read(text: str) -> Face:
    if text in SHIELDS:
        return Face("shield", SHIELDS[text])
    if text in BOARS:
        return Face("boar", parts={"sun": (0, 1, 0, 0), "moon": (0, 0, 1, 0)})
    if text in ("x3", "mirror", "ship"):
        return Face(text)  # type: ignore[arg-type]
    if "/" in text:
        parts = [_amounts(part) for part in text.split("/")]
        return Face("choice", parts={RESOURCES[_resource(part)]: part for part in parts})
    return Face("plain", _amounts(text))


def _amounts(text: str) -> Amounts:
    amounts = {part[-1]: int(part[:-1]) for part in text.split("+")}
    gold, sun, moon, glory = (amounts.get(letter, 0) for letter in RESOURCE_OF)
    return gold, sun, moon, glory


def _resource(amounts: Amounts) -> int:
    return next(at for at, amount in enumerate(amounts) if amount)


def times(amounts: Amounts, factor: int) -> Amounts:
    if factor == 1:
        return amounts
    gold, sun, moon, glory = amounts
    return gold * factor, sun * factor, moon * factor, glory * factor
