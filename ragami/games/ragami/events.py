"""The events of Ragami, rules version 1, as the contract writes them.

One frozen struct a type; the ranges of the contract are checked when a record is decoded. A
wrong number of conflicts, cards, rolls … that has a rule of its own decodes, and is judged by
that rule.
"""

# Without `from __future__ import annotations`: msgspec looks at those of its structs, and as text
# they would have to be compiled anew by every command that reads a record.

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field

from ragami.game.visibility import name_of, seen_by, wording
from ragami.games.ragami.components import BoardFile, Card, DeckFile, DiceFile, Square

Colour = Literal["yellow", "green", "blue", "purple"]
Ragami = Literal["yellow", "green", "blue", "purple", "neutral"]
Block = Annotated[str, Meta(min_length=1)]
Place = Square | Block
Space = Literal["saint", "draw", "conflict"]
PowerCard = Literal[6, 13, 14, 15]
ConflictDieValue = Annotated[int, Meta(ge=1, le=6)]
Integer = Annotated[int, Meta(ge=-(2**53), le=2**53)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Amount = Annotated[int, Meta(ge=1, le=2**53)]
ByColour = dict[Colour, Integer]

COLOURS: Final[tuple[Colour, ...]] = ("yellow", "green", "blue", "purple")
SPACES: Final[tuple[Space, ...]] = ("saint", "draw", "conflict")
NEUTRAL: Final = "neutral"
RAGAMIS: Final[tuple[Ragami, ...]] = (*COLOURS, NEUTRAL)


class Part(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """An object inside an event, read strictly."""


class Event(Part, frozen=True, gc=False):
    """Base of all events: the `data` of one record."""


class PlayerEvent(Event, frozen=True, gc=False):
    """An event that one player decides."""

    player: Colour


# --- what paid for an action (contract: `Via`) ---------------------------------------------


class ByCard5(Part, frozen=True, gc=False, tag_field="card", tag=5):
    """Card 5: move a Ragami."""


class ByCard8(Part, frozen=True, gc=False, tag_field="card", tag=8):
    """Card 8: a Conflict action."""


class ByCard9(Part, frozen=True, gc=False, tag_field="card", tag=9):
    """Card 9: an action of `space`; the die on `lower` goes down by 1 (null: all are spent)."""

    space: Space
    lower: Space | None


class OnlyByCard9(Part, frozen=True, gc=False):
    """Card 9 where no other card may pay: msgspec asks for a tag only where it has to choose."""

    card: Literal[9]
    space: Space
    lower: Space | None


class ByCard11(Part, frozen=True, gc=False, tag_field="card", tag=11):
    """Card 11: draw three, keep two."""


ExtraAction = ByCard9 | OnlyByCard9
ByCard = ByCard5 | ByCard8 | ExtraAction | ByCard11
Via = Space | ByCard
MovedBy = Space | ByCard5 | ByCard9
DrawnBy = Space | ByCard9 | ByCard11
TriedBy = Space | ByCard8 | ByCard9


# --- setting up ----------------------------------------------------------------------------


class Seat(Part, frozen=True, gc=False):
    """A player at the table."""

    colour: Colour
    name: Annotated[str, name_of("colour")]


class Components(Part, frozen=True, gc=False):
    """Each is the name of one that ships, or stands here whole."""

    board: str | BoardFile
    deck: str | DeckFile
    dice: str | DiceFile


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The options of a game. A missing one has its default; an unknown one is malformed."""

    pass_policy: Literal["final", "reenter"] = "final"
    power_die: bool = True
    neutral_ragami: bool = True
    neutral_mover: Literal["card5_only", "any_ragami_move"] = "card5_only"
    neutral_helper_cubes: Literal["none", "resolver", "opponent"] = "none"
    final_growth_and_conversion: bool = False
    final_virtue_conversion: bool = False
    bonus_ranking: Literal["dense", "standard"] = "dense"
    bonus_min_conflicts: Literal[0, 1] = 0
    chips_out_in_preparation: Literal["play_round", "end_now"] = "play_round"
    neutral_saint_chip: Literal["out", "returned"] = "out"
    card11_other_cards: Literal["at_most_one", "exactly_one"] = "at_most_one"
    refund_power_card_cost: bool = True
    hopeless_attempt: Literal["allow", "forbid"] = "allow"
    movement_check: Literal["full", "endpoints_only", "off"] = "full"


class GameOpened(Event, frozen=True, gc=False):
    """Record 1: who plays, with what, and what was agreed."""

    game: Literal["ragami"]
    rules: Literal[1]
    title: Annotated[str | None, wording()]
    players: Annotated[tuple[Seat, ...], Meta(min_length=2, max_length=4)]
    options: Options
    components: Components
    neutral_colour: Colour | None


class Conflict(Part, frozen=True, gc=False):
    """A Conflict die and the square that its chip names."""

    square: Square
    die: ConflictDieValue


class ConflictsSeeded(Event, frozen=True, gc=False):
    """Setup: six Location chips are drawn, and each gets a Conflict die."""

    conflicts: tuple[Conflict, ...]


class DemonsSeeded(Event, frozen=True, gc=False):
    """Setup: four Location chips are drawn, and each gets a Demon."""

    squares: tuple[Square, ...]


class SaintPlace(Part, frozen=True, gc=False):
    """An ownerless Saint and the square that its chip names."""

    saint: Colour
    square: Square


class NeutralSaintsSeeded(Event, frozen=True, gc=False):
    """Setup: Location chips say where the Saints stand that nobody owns."""

    saints: tuple[SaintPlace, ...]


class FirstPlayerDrawn(PlayerEvent, frozen=True, gc=False):
    """Setup: who begins."""


class StartingCardKept(PlayerEvent, frozen=True, gc=False):
    """Setup: of three cards a player discards two and keeps one (null: nobody else knows)."""

    discarded: tuple[Card, ...]
    kept: Annotated[Card | None, seen_by("player")]


class SaintSet(PlayerEvent, frozen=True, gc=False):
    """Setup: a player puts their Saint on a square."""

    square: Square


class VirtueSet(PlayerEvent, frozen=True, gc=False):
    """Setup: a player puts their Virtue die on a block."""

    block: Block


class RagamiSet(Event, frozen=True, gc=False):
    """Setup: a Ragami, perhaps the neutral one, is put on a block."""

    ragami: Ragami
    block: Block


class ActionSpaces(Part, frozen=True, gc=False):
    """The value of the Action die on each space of the Action table."""

    saint: Integer
    draw: Integer
    conflict: Integer


class ActionDiceSet(PlayerEvent, frozen=True, gc=False):
    """The Action dice are rolled and put on the Action table; `demons`: those for red 1s."""

    rolls: tuple[Integer, Integer, Integer]
    spaces: ActionSpaces
    demons: tuple[Square, ...]


# --- in a turn -----------------------------------------------------------------------------


class RagamiMoved(PlayerEvent, frozen=True, gc=False):
    """A Ragami moves to another square or block."""

    via: MovedBy
    ragami: Ragami
    to: Place


class DemonMove(Part, frozen=True, gc=False):
    """A Demon's way; `from` null takes it from the supply."""

    from_: Square | None = field(name="from")
    to: Square


class SaintAndDemonMoved(PlayerEvent, frozen=True, gc=False):
    """A Saint moves, and then a Demon, perhaps one from the supply."""

    via: Space | OnlyByCard9
    saint: Colour
    to: Square
    demon: DemonMove | None


class CardsDrawn(PlayerEvent, frozen=True, gc=False):
    """Three cards are drawn; some are rejected, the others kept (null: nobody else knows)."""

    via: DrawnBy
    discarded: Card | None
    rejected: tuple[Card, ...]
    kept: tuple[Annotated[Card | None, seen_by("player")], ...]


class ConflictTried(PlayerEvent, frozen=True, gc=False):
    """A player tries to resolve the conflict where their Ragami stands."""

    via: TriedBy
    cubes: Count
    virtue: Count
    cards: tuple[PowerCard, ...]
    power_rolls: tuple[Integer, ...]
    withdraw_to: Block | None


class SaintMove(Part, frozen=True, gc=False):
    """One Saint and where it moves to."""

    saint: Colour
    to: Square


class SaintsMoved(PlayerEvent, frozen=True, gc=False):
    """Card 1: one or two Saints move."""

    saints: Annotated[tuple[SaintMove, ...], Meta(min_length=1, max_length=2)]


class BoardDemonMove(Part, frozen=True, gc=False):
    """The way of a Demon that stands on the board."""

    from_: Square = field(name="from")
    to: Square


class DemonsMoved(PlayerEvent, frozen=True, gc=False):
    """Card 2: one or two Demons move."""

    demons: Annotated[tuple[BoardDemonMove, ...], Meta(min_length=1, max_length=2)]


class RagamisSwapped(PlayerEvent, frozen=True, gc=False):
    """Card 3: two Ragamis change places."""

    with_: Colour = field(name="with")


class CubesGathered(PlayerEvent, frozen=True, gc=False):
    """Card 4: a player takes white cubes."""


class ConflictDieTurned(PlayerEvent, frozen=True, gc=False):
    """Card 7: the value of a Conflict die changes."""

    square: Square
    change: Integer


class LastPlayerRaised(PlayerEvent, frozen=True, gc=False):
    """Card 10: whoever is last gets VP."""


class VirtueDieMoved(PlayerEvent, frozen=True, gc=False):
    """Card 12: the player's Virtue die moves to another block."""

    block: Block


class CardTraded(PlayerEvent, frozen=True, gc=False):
    """A card with the icon for it is turned in for a white cube."""

    card: Card


class CubesConverted(PlayerEvent, frozen=True, gc=False):
    """White cubes become VP."""

    vp: Amount


class VirtueConverted(PlayerEvent, frozen=True, gc=False):
    """Points of a Virtue die become VP."""

    vp: Amount


class TurnEnded(PlayerEvent, frozen=True, gc=False):
    """A turn ends in which a die or a card was used."""


class Passed(PlayerEvent, frozen=True, gc=False):
    """A player does nothing in a turn."""


# --- preparing the next round --------------------------------------------------------------


class RagamiDisplaced(Event, frozen=True, gc=False):
    """Preparation: a Ragami leaves a square that has become forbidden."""

    ragami: Ragami
    block: Block


class ConflictsDrawn(Event, frozen=True, gc=False):
    """Preparation: Location chips are drawn for the Conflict dice in the supply."""

    conflicts: tuple[Conflict, ...]


class VirtueStep(PlayerEvent, frozen=True, gc=False):
    """Preparation: a player exchanges Virtue points, moves their Virtue die, or both."""

    vp: Count
    block: Block | None

    def __post_init__(self) -> None:
        if not self.vp and self.block is None:
            raise ValueError("a player who does nothing writes no virtue_step")


# --- records of any game, where this game says what is in them ------------------------------


class Asserted(Part, frozen=True, gc=False):
    """The part of the table that an assertion states; absent keys are not compared."""

    vp: ByColour | UnsetType = UNSET
    cubes: ByColour | UnsetType = UNSET
    resolved: ByColour | UnsetType = UNSET
    hands: ByColour | UnsetType = UNSET
    dice: dict[Space, Integer] | UnsetType = UNSET
    conflicts: dict[Square, Integer] | UnsetType = UNSET
    demons: dict[Square, Integer] | UnsetType = UNSET


class Revealed(PlayerEvent, frozen=True, gc=False):
    """The card that the record `seq` left unknown."""

    seq: Amount
    card: Card
