"""The app's part at the table: what it has to write next, and where a chest goes.

See `capabilities.DeviceApp`. Pure: the seed comes from outside, and who asks learns colours only.
`s` is the state of one who knows what is written, wishes too; with `distribution: seed` the roles
and the chests follow from the seed, as long as it is the one that was sealed.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, cast

from ragami.game.capabilities import Host, Hosting, Marked
from ragami.game.opening import Value
from ragami.games.deal_with_the_devil.distribution import dealing
from ragami.games.deal_with_the_devil.events import ROLES, Colour, Role
from ragami.games.deal_with_the_devil.rules.setup import distributed
from ragami.games.deal_with_the_devil.state import State, holder
from ragami.games.deal_with_the_devil.words import APP, TABLES
from ragami.language import Language

PASSES: Final = {"deals/send_1": 1, "deals/send_2": 2}
ANSWERS: Final = {"deals/answer_1": 1, "deals/answer_2": 2}
GOING_BACK: Final = (*ANSWERS, "deals/send_2", "deals/return", "actions/plan")
# The steps and rounds in which chests go to their owners: dealt, returned, after the ritual.
HOME: Final = {
    "deals/return": (1, 2, 3, 4, 5),
    "cards/draw": (1,),
    "inquisition/turn": (3,),
    "inquisition/accuse": (3,),
    "inquisition/face": (3,),
}


folder: Final = "chests"
things: Final[tuple[str, ...]] = ROLES
writes: Final = frozenset(("distribution_sealed", "characters_dealt", "offers_sent", "seed_opened"))
seal = dealing.digest


def hosting(language: Language) -> Hosting:
    """Return who can send the chests: this device (the log is private), phones, another app."""
    elsewhere = Host(*_named("other", language), {"distribution": "recorded"})
    sealed_here: Mapping[str, Value] = {"distribution": "seed", "hands": "walled"}
    here = Host(*_named("here", language), sealed_here, private=True)
    phones = Host(*_named("phones", language), {"distribution": "seed"})
    return Hosting(APP["whose"].text(language), (elsewhere, here, phones))


def _named(host: str, language: Language) -> tuple[str, str]:
    return TABLES["host"][host].text(language), TABLES["host"][f"{host}/means"].text(language)


def is_due(s: State) -> bool:
    """Tell whether the seed is sealed or opened now, or characters or chests are dealt."""
    deals = s.at in ("setup/seal", "setup/deal") or s.at in PASSES
    return plays(s) and (deals or bool(s.shown and s.seed is None))


def does(s: State, language: Language) -> str:
    """Return what a tap on the app's button brings about, in words."""
    steps = {"setup/seal": "seal", "setup/deal": "deal"} | dict.fromkeys(PASSES, "send")
    return APP[steps.get(s.at, "open")].text(language)


def plays(s: State) -> bool:
    """Return True if a seed decides at this table, rather than another app or lots."""
    return s.opened and s.options.distribution == "seed"


def sealed(s: State) -> str | None:
    return s.digest


def owner_of(s: State, sought_role: str, seed: str) -> str:
    """Return the seat whose chest `sought_role` is."""
    return next(seat for seat, role in distributed(s, seed).roles.items() if role == sought_role)


def due(s: State, seed: str) -> tuple[str, Any] | None:
    """Return the record that the app has to write now; None if it is a player's turn."""
    if not plays(s) or not _is_sealed(s, seed):
        return None
    if s.at == "setup/seal":
        return "distribution_sealed", {"digest": dealing.digest(seed)}
    if s.at == "setup/deal":
        return "characters_dealt", {"roles": distributed(s, seed).roles}
    if s.at in PASSES:
        dealt = distributed(s, seed)
        pass_ = PASSES[s.at]
        chests = dealt.sent(s.round, pass_, dealt.roles)
        return "offers_sent", {"pass": pass_, "chests": chests}
    if s.shown and s.seed is None:
        return "seed_opened", {"seed": seed}
    return None


def word(player: str, word: str) -> tuple[str, Any]:
    """Return the record that adds a word to the seed (R-D-DIST-09)."""
    return "word_given", {"player": player, "word": word}


def goes_to(s: State, owner: str, seed: str) -> str | None:
    """Return the player who gets the chest of `owner` now; None if unknown, or if none is under
    way.

    Where no seed decides, a chest goes in a pass where the log says that it was sent, else home.
    """
    if plays(s) and s.digest is not None and _is_sealed(s, seed):
        return chest_goes_to(s, seed, distributed(s, seed).roles[cast(Colour, owner)])
    player = s.players.get(cast(Colour, owner))
    if player is None or s.at not in ANSWERS:
        return owner
    return holder(s.deal.chests[-1], player.role)


def chest_goes_to(s: State, seed: str, chest: Role) -> str | None:
    """Return the player to whom the chest of a role goes now; None if no chest is under way."""
    dealt = distributed(s, seed)
    if s.at in ANSWERS:
        return holder(dealt.sent(s.round, ANSWERS[s.at], dealt.roles), chest)
    return holder(dealt.roles, chest) if s.round in HOME.get(s.at, ()) else None


def marked(language: Language) -> Marked:
    """Return the words for the chests and for photographing one."""
    return Marked(APP["things"].text(language), APP["photograph"].text(language))


def back_to(s: State) -> int | None:
    """Return the record after which the chests of a pass go out again (R-D-DEAL-15).

    Where nobody has answered since it is the pass before; after the return it is there until
    somebody shows a plan.
    """
    if s.at not in GOING_BACK or (s.at == "actions/plan" and s.done):
        return None
    sent = [deal.seq for deal in s.dealt if deal.round == s.round]
    if s.at in ANSWERS and not s.done:
        sent.pop()
    return sent[-1] if sent else None


def _is_sealed(s: State, seed: str) -> bool:
    """Return True if no digest was sealed, or if this seed matches it."""
    return s.digest is None or s.digest == dealing.digest(seed)
