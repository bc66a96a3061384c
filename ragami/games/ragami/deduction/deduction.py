"""What can be known of the hands. See `ragami.game.unknowns.Deduction`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ragami.findings import Finding
from ragami.games.ragami.deduction import onlooker
from ragami.games.ragami.deduction.onlooker import hands
from ragami.games.ragami.deduction.told import tell_hands
from ragami.games.ragami.state import State

__all__ = ["contradiction", "hands", "tell_hands"]


def contradiction(state: State, standing: Iterable[tuple[int, Any]]) -> Iterable[Finding]:
    """The first event that no deal of the hidden cards explains; nothing where none is hidden."""
    return onlooker.contradiction(standing) if state.hidden else ()
