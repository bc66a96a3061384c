"""Information that an event reveals and nobody can unlearn. See `unknowns.Chance`.

There are no dice.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from ragami.game.unknowns import Roll
from ragami.games.deal_with_the_devil import events as ev

# What an event shows that nobody can forget (5.6); of the plans it is the fourth.
DISCLOSED: Final[Mapping[type[ev.Event], str]] = {
    ev.CharactersDealt: "role",
    ev.OffersSent: "chest",
    ev.CardsDrawn: "card",
    ev.BuildingsPassed: "card",
    ev.PlanShown: "plan",
    ev.VotesCast: "vote",
    ev.RitualOpened: "ritual",
    ev.InquisitorTurned: "inquisitor",
    ev.AccusationAnswered: "role",
    ev.RolesShown: "role",
    ev.SeedOpened: "role",
    ev.WallOpened: "wall",
}


def rolls(_event: object) -> Iterable[Roll]:
    """Return no rolls: there are no dice."""
    return ()


def faces(_state: object) -> Mapping[str, tuple[int, ...]]:
    """Return no faces: there are no dice."""
    return {}


def disclosed(event: Any) -> Sequence[str]:
    """Return the kind of information that an event reveals; empty if it reveals none."""
    kind = DISCLOSED.get(type(event))
    return (kind,) if kind else ()
