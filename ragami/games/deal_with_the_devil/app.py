"""The app's part at the table (2.3): what it has to write next, and where a chest goes.

Pure: the seed comes from outside, and who asks learns colours only. `s` is the state of one who
knows what is written, wishes too; the roles and the chests follow from the seed.
"""

from __future__ import annotations

from typing import Any, Final

from ragami.games.deal_with_the_devil import distribution
from ragami.games.deal_with_the_devil.events import Colour, Role
from ragami.games.deal_with_the_devil.setup import distributed
from ragami.games.deal_with_the_devil.state import State

PASSES: Final = {"deals/send_1": 1, "deals/send_2": 2}
ANSWERS: Final = {"deals/answer_1": 1, "deals/answer_2": 2}
# Where an empty chest goes back to its owner: dealt out, returned, and after the ritual.
HOME: Final = {
    "deals/return": (1, 2, 3, 4, 5),
    "cards/draw": (1,),
    "inquisition/turn": (3,),
    "inquisition/accuse": (3,),
    "inquisition/face": (3,),
}


def is_ours(s: State) -> bool:
    """Does a seed decide at this table, and not another app or lots?"""
    return s.opened and s.options.distribution == "seed"


def due(s: State, seed: str) -> tuple[str, Any] | None:
    """The record that the app has to write now; None where it is somebody else's turn."""
    if s.at == "setup/seal":
        return "distribution_sealed", {"digest": distribution.digest(seed)}
    if s.at == "setup/deal":
        return "characters_dealt", {"roles": distributed(s, seed).roles}
    if s.at in PASSES:
        found = distributed(s, seed)
        pass_ = PASSES[s.at]
        chests = found.sent(s.round, pass_, found.roles)
        return "offers_sent", {"pass": pass_, "chests": chests}
    if s.shown and s.seed is None:
        return "seed_opened", {"seed": seed}
    return None


def goes_to(s: State, seed: str, chest: Role) -> str | None:
    """The colour of the player to whom a chest goes now; None while no chest is under way."""
    found = distributed(s, seed)
    table: dict[Colour, Role]
    if s.at in ANSWERS:
        table = found.sent(s.round, ANSWERS[s.at], found.roles)
    elif s.round in HOME.get(s.at, ()):
        table = found.roles
    else:
        return None
    return next(colour for colour, role in table.items() if role == chest)


def back_to(sent: list[int], s: State) -> int | None:
    """The record to go back to, so that the chests of this pass go out again (R-D-DEAL-15)."""
    under_way = s.at in ANSWERS or s.at in ("deals/send_2", "deals/return")
    return sent[-1] if under_way and sent else None
