"""The events of a tournament, rules version 1, and the options of record 1.

One frozen struct a type; what is malformed does not decode.
"""

# Without `from __future__ import annotations`: msgspec looks at those of its structs, and as text
# they would have to be compiled anew by every command that reads a record.

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from ragami.game.visibility import name_of, wording

# `$` alone would let a line feed stand at the end.
Entrant = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,31}$(?!\n)")]
Seed = Annotated[str, Meta(pattern=r"^[!-~]{1,64}$(?!\n)")]
Origin = Annotated[str, Meta(pattern=r"^[0-9a-f]{32}$(?!\n)")]
Root = Annotated[str, Meta(pattern=r"^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$(?!\n)")]
Text = Annotated[str, Meta(min_length=1)]
# A seat of another log, as the keys of a record are: ASCII.
Seat = Annotated[str, Meta(pattern=r"^[ -~]+$(?!\n)")]
Why = Annotated[Text, wording()]
Integer = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Number = Annotated[int, Meta(ge=1, le=2**53)]
Cost = Annotated[int, Meta(ge=0, le=2**53)]
Place = Annotated[int, Meta(ge=1, le=4)]
ScoreOf = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Seats = Annotated[tuple[Entrant, ...], Meta(min_length=2, max_length=4)]
Source = Literal["log", "referee"]
Pairer = Literal["swiss-1"]


# --- options ------------------------------------------------------------------------------


Points = Annotated[int, Meta(ge=0, le=1000)]
Weight = Annotated[int, Meta(ge=0, le=1_000_000)]
TieBreak = Literal["points", "wins", "vp", "share", "opponents", "small", "lot"]
TableSize = Literal[2, 3, 4]
TableName = Literal["2", "3", "4"]

DEFAULT_POINTS: Final[dict[TableName, tuple[int, ...]]] = {
    "2": (5, 2),
    "3": (5, 3, 2),
    "4": (5, 3, 2, 1),
}


_NAMES: Final[dict[int, TableName]] = {2: "2", 3: "3", 4: "4"}


class Weights(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """The weight of each term in the cost of a pairing."""

    repeat: Weight = 144_000
    score: Weight = 1
    club: Weight = 14_400
    small: Weight = 720_000
    bye: Weight = 720_000
    order: Weight = 60
    size: Weight = 144_000
    seat: Weight = 100


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """The options of a tournament. A missing one has its default; an unknown one is malformed."""

    table_size: TableSize = 4
    min_table: TableSize | UnsetType = UNSET
    small_tables: Literal["low", "high", "any"] = "low"
    points: dict[TableName, tuple[Points, ...]] | UnsetType = UNSET
    shared: Literal["average", "best", "worst"] = "average"
    draw_points: Points | None = None
    bye_points: Points = 5
    missed_points: Points = 0
    late_until: Annotated[int, Meta(ge=0, le=99)] = 2
    rounds: Annotated[int, Meta(ge=0, le=99)] = 0
    cut: Literal[0, 2, 3, 4] = 0
    final_seats: Literal["choice", "rank"] = "choice"
    final_tie: Literal["standings", "shared"] = "standings"
    tie_breaks: Annotated[tuple[TieBreak, ...], Meta(min_length=1, max_length=7)] = (
        *("points", "wins", "share", "opponents", "small", "lot"),
    )
    opponent_floor: Annotated[int, Meta(ge=0, le=100)] = 20
    seeds: Literal["chained", "drawn"] = "chained"
    weights: Weights = Weights()
    time_limit: Annotated[int, Meta(ge=1, le=1440)] | None = None

    def __post_init__(self) -> None:
        if self.least > self.table_size:
            raise ValueError("min_table is above table_size")
        if len(set(self.tie_breaks)) < len(self.tie_breaks):
            raise ValueError("a tie-break stands twice")
        for size in DEFAULT_POINTS:
            listed = self.listed.get(size, ())
            if len(listed) != int(size) or list(listed) != sorted(listed, reverse=True):
                raise ValueError(f"points of tables of {size}: {size} numbers, none above the last")

    @property
    def listed(self) -> dict[TableName, tuple[int, ...]]:
        """Return the points of each place, by the size of the table."""
        return DEFAULT_POINTS if self.points is UNSET else self.points

    def points_at(self, size: int) -> tuple[int, ...]:
        """Return the points of each place at a table of a size."""
        return self.listed[_NAMES[size]]

    @property
    def least(self) -> int:
        """Return the size of the smallest table that a pairing may have (`min_table`)."""
        return min(3, self.table_size) if self.min_table is UNSET else self.min_table


# --- events -------------------------------------------------------------------------------


class Part(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """An object inside an event, read strictly."""


class Event(Part, frozen=True, gc=False):
    """Base of all events: the `data` of one record."""


class GameOpened(Event, frozen=True, gc=False):
    """Record 1: what is played at the tables, the seed drawn in public, what was agreed."""

    game: Literal["tournament"]
    rules: Literal[1]
    title: Annotated[str | None, wording()]
    plays: Text | None
    seed: Seed
    options: Options


class Entered(Event, frozen=True, gc=False):
    """An entrant enters before the first pairing."""

    entrant: Entrant
    name: Annotated[Text, name_of("entrant"), wording()]
    club: Annotated[Text | None, wording()]


class EnteredLate(Entered, frozen=True, gc=False):
    """An entrant enters after the first pairing."""


class Dropped(Event, frozen=True, gc=False):
    """An entrant leaves."""

    entrant: Entrant
    reason: Annotated[str | None, wording()]


class Returned(Event, frozen=True, gc=False):
    """An entrant who was out is back."""

    entrant: Entrant


class NoShowRecorded(Event, frozen=True, gc=False):
    """An entrant does not appear at a table of the open round."""

    round: Integer
    entrant: Entrant


class Seating(Part, frozen=True, gc=False):
    """A table of a pairing, its entrants in seat order."""

    table: Number
    seats: Seats


Tables = Annotated[tuple[Seating, ...], Meta(min_length=1)]


class RoundPaired(Event, frozen=True, gc=False):
    """A round: every table with its seats, who has a bye, the seed and the cost."""

    round: Integer
    seed: Seed
    pairer: Pairer | None
    tables: Tables
    byes: tuple[Entrant, ...]
    cost: Cost


class PairingOverridden(Event, frozen=True, gc=False):
    """The whole pairing of the open round as it is from now on."""

    round: Integer
    tables: Tables
    byes: tuple[Entrant, ...]
    cost: Cost
    reason: Why
    authority: Why


class TableLinked(Event, frozen=True, gc=False):
    """The log of a table by its origin and a sealed head; who sits on which of its seats."""

    round: Integer
    table: Number
    log: Text
    origin: Origin
    size: Number
    root: Root
    players: Annotated[dict[Seat, Entrant], Meta(min_length=2, max_length=4)]


class Score(Part, frozen=True, gc=False):
    """The place and score of an entrant at a table."""

    entrant: Entrant
    place: Place
    score: ScoreOf | None


Scores = Annotated[tuple[Score, ...], Meta(min_length=2, max_length=4)]


class ResultRecorded(Event, frozen=True, gc=False):
    """The result of a table of the open round."""

    round: Integer
    table: Number
    source: Source = field(name="from")
    results: Scores


class ResultCorrected(ResultRecorded, frozen=True, gc=False):
    """Another result of a table of any round counts from now on."""

    reason: Why
    authority: Why


class PenaltyGiven(Event, frozen=True, gc=False):
    """A warning, the loss of a game already paired, or a disqualification."""

    entrant: Entrant
    penalty: Literal["warning", "game_loss", "disqualification"]
    round: Number | None
    reason: Why
    authority: Why


class RoundClosed(Event, frozen=True, gc=False):
    """The open round is over."""

    round: Integer


class FinalCut(Event, frozen=True, gc=False):
    """The final table: who comes to it in the order of the standings, and how they sit."""

    entrants: Seats
    seats: Seats


class TournamentClosed(Event, frozen=True, gc=False):
    """The end; with a reason where something planned is left out."""

    reason: Why | None


# --- records of any game, where this game says what is in them ------------------------------


class Asserted(Part, frozen=True, gc=False):
    """The standings as people in the hall state them; absent keys are not compared."""

    points12: dict[Entrant, Integer] | UnsetType = UNSET
    places: dict[Entrant, Integer | None] | UnsetType = UNSET


# What nobody can unlearn: an undo across it asks first.
DISCLOSING: Final[Mapping[type[Event], str]] = {
    GameOpened: "seed",
    RoundPaired: "pairing",
    PairingOverridden: "pairing",
    FinalCut: "pairing",
}
