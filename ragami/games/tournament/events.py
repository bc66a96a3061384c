"""The events of a tournament, rules version 1.

One frozen struct a type; what is malformed does not decode.
"""

# Without `from __future__ import annotations`: see `options.py`.

from collections.abc import Mapping
from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from ragami.game.visibility import name_of, wording
from ragami.games.tournament.options import Options

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


class ResultCorrected(Event, frozen=True, gc=False):
    """Another result of a table of any round counts from now on."""

    round: Integer
    table: Number
    source: Source = field(name="from")
    results: Scores
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


class Revealed(Part, frozen=True, gc=False):
    """A reveal, always malformed: nothing is hidden in a tournament."""

    def __post_init__(self) -> None:
        raise ValueError("a tournament has no revealed")


# What nobody can unlearn: an undo across it asks first.
DISCLOSING: Final[Mapping[type[Event], str]] = {
    GameOpened: "seed",
    RoundPaired: "pairing",
    PairingOverridden: "pairing",
    FinalCut: "pairing",
}
