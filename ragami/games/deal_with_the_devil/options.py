"""The nine options of rules version 1, frozen in `game_opened`."""

# Without `from __future__ import annotations`: see components.py.

from typing import Literal

from msgspec import Struct


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The options of a game. A missing one has its default; an unknown one is malformed."""

    hands: Literal["walled", "open_hands"] = "walled"
    ledger: bool = False
    distribution: Literal["seed", "recorded"] = "seed"
    wishes: bool = False
    trade_indulgences: bool = False
    bribe_resources: bool = False
    jesters: bool = False
    lenient: bool = False
    reputation_rewards: Literal["after_effects", "before_effects"] = "after_effects"

    def __post_init__(self) -> None:
        if self.wishes and self.distribution == "recorded":
            raise ValueError("wishes count only where a seed decides")

    @property
    def open(self) -> bool:
        """True if nothing may be unknown (R-D-KNOW-01)."""
        return self.hands == "open_hands"

    @property
    def reckoned(self) -> bool:
        """True if coins and resources are accounted for (R-D-KNOW-06, R-D-KNOW-07)."""
        return self.open or self.ledger
