"""The events of Dice Forge, rules version 1, and the options of record 1.

Ranges are checked when a record is decoded; what has a rule of its own decodes, and is judged.
"""

# Without `from __future__ import annotations`: msgspec looks at those of its structs, and as text
# they would have to be compiled anew by every command that reads a record.

from collections.abc import Mapping
from typing import Annotated, Final, Literal, get_args

from msgspec import UNSET, Meta, Struct, UnsetType
from msgspec.structs import fields

from ragami.decoded import Data
from ragami.game.visibility import name_of, wording
from ragami.games.dice_forge.components import Components, Count, Face, FeatsFile, Portal
from ragami.games.dice_forge.faces import Resource

Colour = Literal["orange", "green", "blue", "black"]
DieRef = Literal[
    "orange.1", "orange.2", "green.1", "green.2", "blue.1", "blue.2", "black.1", "black.2"
]
DieNumber = Literal[1, 2]
Slot = Annotated[int, Meta(ge=1, le=6)]
SlotOrFace = Slot | Face
Shard = Literal["gold", "sun", "moon"]
BoarColour = Literal["red", "green", "yellow", "blue"]

COLOURS: Final[tuple[Colour, ...]] = ("orange", "green", "blue", "black")
DICE: Final[tuple[DieRef, ...]] = DieRef.__args__  # type: ignore[attr-defined]
# Whose die it is, and which of the two, from 0.
OWNER: Final[dict[str, tuple[str, int]]] = {
    ref: (ref.partition(".")[0], int(ref[-1]) - 1) for ref in DICE
}


class Part(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The `data` of a record, or an object inside it, read strictly."""


class PlayerEvent(Part, frozen=True, gc=False):
    """An event that one player decides."""

    player: Colour


class Seat(Part, frozen=True, gc=False):
    """A player at the table."""

    colour: Colour
    name: Annotated[str, name_of("colour")]


class GameOpened(Part, frozen=True, gc=False):
    """Record 1: who plays, clockwise from the first player, with what, and what was agreed."""

    game: Literal["dice-forge"]
    rules: Literal[1]
    title: Annotated[str | None, wording()]
    players: Annotated[tuple[Seat, ...], Meta(min_length=2, max_length=4)]
    options: dict[str, str]
    components: Components


class FacesRemoved(Part, frozen=True, gc=False):
    """Two players: from each pool of different faces two were taken out at random."""

    pools: dict[str, tuple[Face, ...]]


class DiceRolled(Part, frozen=True, gc=False):
    """One roll: for each die the slot that came up or, where only that was seen, the face."""

    rolls: dict[DieRef, SlotOrFace]


class Forge(Part, frozen=True, gc=False):
    """A new face, and where it goes on one's own die."""

    face: Face
    die: DieNumber
    slot: SlotOrFace


class ToGlory(Part, frozen=True, gc=False):
    """Units of an entry that become glory (Sentinel: sun and moon, Cyclops: gold)."""

    gold: Count
    sun: Count
    moon: Count


class Entry(Part, frozen=True, gc=False):
    """The application of one rolled face: all decisions of its player."""

    of: DieRef
    copy: DieRef | None
    choice: Resource | None
    ship: Forge | None
    hammer: Count
    to_glory: ToGlory


class FacesApplied(PlayerEvent, frozen=True, gc=False):
    """A player's decisions on a throw; `again`: the second time, by a Cerberus token."""

    faces: tuple[Entry, ...]
    again: tuple[Entry, ...] | None


class BoarPaid(PlayerEvent, frozen=True, gc=False):
    """The owner of a boar card gains for its face (glory: 3 points)."""

    gains: tuple[Literal["sun", "moon", "glory"], ...]


class Reinforced(PlayerEvent, frozen=True, gc=False):
    """A reinforcement is used; `gain`: what the Owl gives."""

    feat: str
    gain: Shard | None
    hammer: Count


class OfferingMade(PlayerEvent, frozen=True, gc=False):
    """Faces are bought, and forged in this order."""

    faces: Annotated[tuple[Forge, ...], Meta(min_length=1)]


class FeatPerformed(PlayerEvent, frozen=True, gc=False):
    """A heroic feat."""

    feat: str


class FaceForged(PlayerEvent, frozen=True, gc=False):
    """A face of the gardens is forged."""

    face: Face
    die: DieNumber
    slot: SlotOrFace


class BoarSent(PlayerEvent, frozen=True, gc=False):
    """The boar card just taken: its colour, and the opponent who has to bear its face."""

    colour: BoarColour
    bearer: Colour


class GoldSplit(PlayerEvent, frozen=True, gc=False):
    """The share of the Wild Spirits' gold that goes on the hammer."""

    hammer: Count


class TritonSpent(PlayerEvent, frozen=True, gc=False):
    """A Triton token is given up."""

    gain: Shard
    hammer: Count


class TurnEnded(PlayerEvent, frozen=True, gc=False):
    """A turn ends."""


class Asserted(Part, frozen=True, gc=False):
    """The part of the table that an assertion states; absent keys are not compared."""

    gold: dict[Colour, Count] | UnsetType = UNSET
    sun: dict[Colour, Count] | UnsetType = UNSET
    moon: dict[Colour, Count] | UnsetType = UNSET
    glory: dict[Colour, Count] | UnsetType = UNSET
    sanctuary: dict[Face, Count] | UnsetType = UNSET
    garden: dict[Face, Count] | UnsetType = UNSET
    feats: dict[str, Count] | UnsetType = UNSET
    dice: dict[DieRef, tuple[Face, Face, Face, Face, Face, Face]] | UnsetType = UNSET
    up: dict[DieRef, Face] | UnsetType = UNSET
    portals: dict[Colour, Portal | None] | UnsetType = UNSET


# --- options -------------------------------------------------------------------------------


PLACE: Final = "place_"


class Options(Struct, frozen=True, gc=False):
    """The options of a game, except the card sets of the places."""

    two_player_blessings: Literal["every_turn", "round_start"] = "every_turn"
    decision_order: Literal["turn_order", "any_order"] = "turn_order"
    mirror_sees: Literal["up", "rolled"] = "up"
    mirror_of_mirror: Literal["through", "opponents"] = "through"
    boar_with_x3: Literal["three", "one"] = "three"
    hammer_overrun: Literal["carry", "stop"] = "carry"
    distinct_faces: Literal["turn", "offering"] = "turn"
    triton_when: Literal["own_moments", "actions"] = "own_moments"
    conversion: Literal["each", "all"] = "each"


VALUES: Final[dict[str, tuple[str, ...]]] = {
    option.name: get_args(option.type) for option in fields(Options)
}


def values(feats: FeatsFile) -> dict[str, tuple[str, ...]]:
    """Return all options of a table with these feats, each with its values, the default first."""
    places = {
        f"{PLACE}{feat.instead_of}": (feat.instead_of, feat.feat)
        for feat in feats.feats
        if feat.instead_of is not None
    }
    return VALUES | places


def options(chosen: Mapping[str, str]) -> Options:
    """Return the options of a table, without the card sets of the places."""
    plain: Data = {name: value for name, value in chosen.items() if name in VALUES}
    return Options(**plain)
