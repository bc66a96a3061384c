"""The definition of a game (`definition`), its capabilities, and the installed games.

Everything outside `games/` works on this: a new game is a package with one `GameDefinition`, and an
entry point `ragami.games` that names it. `docs/adding-a-game.md` leads through one.
"""

from ragami.decoded import State
from ragami.game.capabilities import Capability
from ragami.game.definition import (
    Apply,
    Check,
    EventType,
    GameDefinition,
    GameDoesNotLoad,
    GameFails,
    MissingCapability,
)
from ragami.game.registry import (
    UnknownGame,
    game_named,
    installed,
    is_installed,
    loadable,
)
from ragami.game.state import Position, Seating

__all__ = [
    "Apply",
    "Capability",
    "Check",
    "EventType",
    "GameDefinition",
    "GameDoesNotLoad",
    "GameFails",
    "MissingCapability",
    "Position",
    "Seating",
    "State",
    "UnknownGame",
    "game_named",
    "installed",
    "is_installed",
    "loadable",
]
