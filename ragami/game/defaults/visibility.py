"""The visibility of a game that says no more than the fields of its events do."""

from __future__ import annotations

from ragami.game.definition import GameDefinition
from ragami.game.visibility import Declared


def declared(game: GameDefinition) -> Declared:
    """Return the visibility that the structs of the game's events declare."""
    return Declared({name: entry.struct for name, entry in game.events.items()})
