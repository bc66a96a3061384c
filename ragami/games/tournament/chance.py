"""Chance in a tournament: no dice, and pairings that nobody can unlearn (section 11)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ragami.game.unknowns import Roll
from ragami.games.tournament.events import (
    Event,
    FinalCut,
    GameOpened,
    PairingOverridden,
    RoundPaired,
)
from ragami.games.tournament.state import State


def rolls(event: Event) -> Iterable[Roll]:
    """Return no rolls: there are no dice."""
    return ()


def faces(state: State) -> Mapping[str, tuple[int, ...]]:
    """Return no faces: there are no dice."""
    return {}


def disclosed(event: Event) -> tuple[str, ...]:
    """Return the kind of information an event reveals: an undo across it asks first."""
    if isinstance(event, GameOpened):
        return ("seed",)
    reveals = isinstance(event, RoundPaired | PairingOverridden | FinalCut)
    return ("pairing",) if reveals else ()
