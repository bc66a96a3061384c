"""The legal choices of a game whose state says them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ragami.game.choosing import Choice
from ragami.game.definition import GameDefinition
from ragami.game.state import GameState


def of_state(game: GameDefinition) -> DefaultChoices | None:
    """Return the choices of a game whose `GameState` has a method `choices`; None for another."""
    state = game.new_state
    says = isinstance(state, type) and issubclass(state, GameState) and hasattr(state, "choices")
    return DefaultChoices() if says else None


class DefaultChoices:
    """See `capabilities.Choices`."""

    def legal(self, state: Any) -> Sequence[Choice]:
        choices: Sequence[Choice] = state.choices()
        return choices
