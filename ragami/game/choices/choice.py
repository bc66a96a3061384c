"""A choice: an event that may be written down now, with some of its fields still open.

The full list of legal events is a product that explodes (piece × place × piece × place). So a
choice names the values of each open field on its own; which of them go together is worked out by
`ragami.game.choices.narrowing`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from msgspec import UNSET, Struct, UnsetType

from ragami.decoded import Data, Fields, FieldValue

if TYPE_CHECKING:
    from random import Random  # a rule offers choices, and draws nothing (law 1)

Move = tuple[str, Data]
"""A type of event, and its data."""


class Several(Struct, frozen=True):
    """A list of `least` to `most` of these; none twice unless `repeat`.

    One that stands here twice may be taken twice. Where the list is `ordered`, another order of
    the same elements may be illegal; else all orders are alike.
    """

    least: int
    most: int
    of: list[FieldValue]
    repeat: bool = False
    ordered: bool = False


class Written(Struct, frozen=True):
    """A field that somebody writes: a text, a seed, a whole plan … nobody can list them all.

    `kind` says what is written, `of` who or what has to be in it; `optional`: null will do. With
    `each` it is a list of objects, one for each of `of`, which stands in it as `called`, with a
    number (or null) for every name in `each`. `most` limits how many of the things in `of` are
    written; what has no limit is not in it. `standing` are the objects of `each` as they stand
    where they are corrected; a number that is not in them is left open.
    """

    kind: str
    optional: bool = False
    of: tuple[str, ...] = ()
    each: tuple[str, ...] = ()
    called: str = ""
    most: Mapping[str, int] | UnsetType = UNSET
    standing: tuple[Data, ...] | UnsetType = UNSET


class Distinct(Data):
    """The fields of something written, of which no two have the same value; null may be in many."""


Open = list[FieldValue] | Several | Written


class Choice(Struct, frozen=True):
    """An event that is possible now: its type, the fixed fields, and those still open.

    An open field takes one of the values in its list (or `Several`, or `Written`). A value that is
    an object may hold lists itself, and then takes one of each: `{"from": 5, "to": [4, 6]}`. The
    open fields are free of each other, unless `joint`: then not every combination is legal (the
    dice that are rolled, the values they are set to), and a value of none is shown with its reason.

    `unknown_cards` are those that no known slot of the hand holds: they are offered because a card
    that nobody has seen might be one of them. `facts` tell what an attempt has to reach.
    """

    type: str
    data: Data
    open: Data = {}
    joint: bool = False
    unknown_cards: tuple[int, ...] = ()
    facts: Data = {}


class BotChoice(NamedTuple):
    """A choice of the seat that a bot plays. The values of one by `chance` the house draws."""

    type: str
    data: Data
    legal: Callable[[Random], Data | None]
    all_legal: Callable[[], Iterator[Data]]
    chance: bool = False

    def draw(self, rng: Random) -> Move:
        """Return a legal move of this choice at random. Raises `LookupError` where none is known.

        Where somebody would have to write something, none is.
        """
        data = self.legal(rng)
        if data is None:
            raise LookupError(self.type)
        return self.type, data

    def moves(self) -> Iterator[Move]:
        """Yield every legal move of this choice, made as they are taken."""
        return ((self.type, data) for data in self.all_legal())


Choose = Callable[[Fields, Sequence[BotChoice], "Random"], Move]
"""A bot: what the seat whose choices these are does, by its view of the game."""
