"""The events of the score keeper, rules version 1 (section 4): decisions only.

Ranges are checked when a record is decoded; what has a rule of its own decodes, and is judged.
"""

# Without `from __future__ import annotations`: msgspec looks at those of its structs, and as text
# they would have to be compiled anew by every command that reads a record.

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

from ragami.game.visibility import name_of, wording

# `$` alone would let a line feed stand at the end.
Id = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,31}$(?!\n)")]
Text = Annotated[str, Meta(min_length=1)]
Points = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Round = Annotated[int, Meta(ge=1, le=100_000)]
Cells = Annotated[dict[Id, Points], Meta(min_length=1, max_length=12)]
Reason = Annotated[Text | None, wording()]
Integer = Annotated[int, Meta(ge=-(2**53), le=2**53)]


class Part(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """An object inside an event, read strictly."""


class Event(Part, frozen=True, gc=False):
    """The `data` of one record."""


class Options(Part, frozen=True, gc=False, omit_defaults=True):
    """The options of section 3. A missing one has its default; an unknown one is malformed."""

    best: Literal["high", "low"] = "high"
    result: Literal["points", "declared", "either"] = "points"
    start: Points = 0
    rounds: Annotated[int, Meta(ge=1, le=999)] | None = None
    target: Points | None = None
    target_at: Literal["round", "once"] = "round"
    complete: Literal["any", "each", "all"] = "each"
    turns: Literal["any", "in_order"] = "any"
    dealer: Literal["none", "deals", "starts"] = "none"
    ties: tuple[Id, ...] = ()
    on_tie: Literal["shared", "play_on"] = "shared"
    left: Literal["last", "scored"] = "last"


class Seat(Part, frozen=True, gc=False):
    """A player at the table."""

    id: Id
    name: Annotated[Text, name_of("id"), wording()]


class Team(Part, frozen=True, gc=False):
    """Players who share a column."""

    id: Id
    name: Annotated[Text, wording()]
    players: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=12)]


class Category(Part, frozen=True, gc=False):
    """A line of the pad: its numbers count `times`, lie within `min` and `max`, add up to `sum`."""

    id: Id
    name: Annotated[Text, wording()]
    times: Annotated[int, Meta(ge=-1000, le=1000)]
    min: Points | None
    max: Points | None
    sum: Points | None


class GameOpened(Event, frozen=True, gc=False):
    """Record 1: the game that is played, the players in seat order, the pad and the options."""

    game: Literal["scores"]
    rules: Literal[1]
    title: Annotated[str | None, wording()]
    plays: Annotated[Text | None, wording()]
    players: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=12)]
    teams: Annotated[tuple[Team, ...], Meta(max_length=12)]
    categories: Annotated[tuple[Category, ...], Meta(max_length=40)]
    options: Options


class Scored(Event, frozen=True, gc=False):
    """Cells of one row are written."""

    round: Round
    category: Id | None
    points: Cells


class ScoreCorrected(Event, frozen=True, gc=False):
    """Cells of one row get other numbers, from now on."""

    round: Round
    category: Id | None
    points: Cells
    reason: Reason


class Adjusted(Event, frozen=True, gc=False):
    """A bonus or a penalty outside rounds and categories."""

    side: Id
    points: Points
    reason: Reason


class RoundEnded(Event, frozen=True, gc=False):
    """The open round is over."""

    round: Round


class PlayerJoined(Event, frozen=True, gc=False):
    """A late comer, who sits to the left of `after`, or last."""

    player: Id
    name: Annotated[Text, name_of("player"), wording()]
    team: Id | None
    after: Id | None
    start: Points | None


class PlayerLeft(Event, frozen=True, gc=False):
    """A player goes before the end."""

    player: Id
    reason: Reason


class PlayerReturned(Event, frozen=True, gc=False):
    """A player who left is back."""

    player: Id


class DealerSet(Event, frozen=True, gc=False):
    """Another player deals."""

    player: Id


class GameEnded(Event, frozen=True, gc=False):
    """The end, with places where the table declares them (null: lost, without a rank)."""

    places: (
        Annotated[
            dict[Id, Annotated[int, Meta(ge=1, le=12)] | None], Meta(min_length=1, max_length=12)
        ]
        | None
    )
    reason: Reason


class Asserted(Part, frozen=True, gc=False):
    """The totals and places that the table has; only the keys given are compared."""

    totals: dict[Id, Integer] | UnsetType = UNSET
    places: dict[Id, Annotated[int, Meta(ge=1, le=2**53)] | None] | UnsetType = UNSET


EVENTS: Final[dict[str, type[Event]]] = {
    "game_opened": GameOpened,
    "scored": Scored,
    "score_corrected": ScoreCorrected,
    "adjusted": Adjusted,
    "round_ended": RoundEnded,
    "player_joined": PlayerJoined,
    "player_left": PlayerLeft,
    "player_returned": PlayerReturned,
    "dealer_set": DealerSet,
    "game_ended": GameEnded,
}
