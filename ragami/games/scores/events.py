"""The parts of events: ids, numbers, players, teams, categories, options.

Ranges are checked when a record is decoded; what has a rule of its own decodes, and is judged.
"""

# Without `from __future__ import annotations`: msgspec looks at those of its structs, and as text
# they would have to be compiled anew by every command that reads a record.

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, UnsetType

from ragami.game.event import Event
from ragami.game.opening import option
from ragami.game.visibility import name_of, wording

LIMIT: Final = 1_000_000
# `$` alone would let a line feed stand at the end.
Id = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,31}$(?!\n)")]
Text = Annotated[str, Meta(min_length=1)]
Points = Annotated[int, Meta(ge=-LIMIT, le=LIMIT)]
Round = Annotated[int, Meta(ge=1, le=100_000)]
Cells = Annotated[dict[Id, Points], Meta(min_length=1, max_length=12)]
Integer = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Reason = Annotated[Text | None, wording()]

# What people often agree on; any other number will do.
ROUNDS: Final = (0, *range(1, 11), 12, 15, 20)
TARGETS: Final = (0, 10, 20, 21, 40, 50, 100, 101, 121, 200, 300, 500, 1000, 5000)


class Options(Event, omit_defaults=True):
    """The options. A missing one has its default; an unknown one is malformed."""

    best: Literal["high", "low"] = "high"
    result: Literal["points", "declared", "either"] = "points"
    start: Annotated[Points, option(often=(0, 20, 100))] = 0
    rounds: Annotated[Annotated[int, Meta(ge=1, le=999)] | None, option(often=ROUNDS)] = None
    target: Annotated[Points | None, option(often=TARGETS)] = None
    target_at: Literal["round", "once"] = "round"
    complete: Literal["any", "each", "all"] = "each"
    turns: Literal["any", "in_order"] = "any"
    dealer: Literal["none", "deals", "starts"] = "none"
    ties: Annotated[tuple[Id, ...], option(often=("",))] = ()
    on_tie: Literal["shared", "play_on"] = "shared"
    left: Literal["last", "scored"] = "last"


class Seat(Event):
    """A player at the table."""

    id: Id
    name: Annotated[Text, name_of("id"), wording()]


class Team(Event):
    """Players who share a column."""

    id: Id
    name: Annotated[Text, wording()]
    players: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=12)]


class Category(Event):
    """A line of the pad: its numbers count `times`, lie within `min` and `max`, add up to `sum`."""

    id: Id
    name: Annotated[Text, wording()]
    times: Annotated[int, Meta(ge=-1000, le=1000)]
    min: Points | None
    max: Points | None
    sum: Points | None

    @property
    def numbers(self) -> range:
        """The numbers that it takes."""
        least = -LIMIT if self.min is None else self.min
        return range(least, (LIMIT if self.max is None else self.max) + 1)


class Asserted(Event):
    """The totals and places that the table has; only the keys given are compared."""

    totals: dict[Id, Integer] | UnsetType = UNSET
    places: dict[Id, Annotated[int, Meta(ge=1, le=2**53)] | None] | UnsetType = UNSET
