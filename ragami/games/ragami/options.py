"""The fifteen options of rules version 1 (section 3.13), frozen in `game_opened`."""

# Without `from __future__ import annotations`: msgspec looks at those of its structs, and as text
# they would have to be compiled anew by every command that reads a record.

from typing import Literal

from msgspec import Struct


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
