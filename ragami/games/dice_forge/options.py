"""The options of rules version 1 (4.1); the `place_…` ones depend on the feats in use."""

# Without `from __future__ import annotations`: see `events`.

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct

from ragami.decoded import Data
from ragami.games.dice_forge.components import FeatsFile

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
    name: kind.__args__ for name, kind in Options.__annotations__.items()
}


def values(feats: FeatsFile) -> dict[str, tuple[str, ...]]:
    """Every option that a table with these feats has, with its values, the default one first."""
    places = {
        f"{PLACE}{feat.instead_of}": (feat.instead_of, feat.feat)
        for feat in feats.feats
        if feat.instead_of is not None
    }
    return VALUES | places


def options(chosen: Mapping[str, str]) -> Options:
    """The options of a table that `values` allows."""
    plain: Data = {name: value for name, value in chosen.items() if name in VALUES}
    return Options(**plain)
