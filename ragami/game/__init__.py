"""The definition of a game (`definition`), its capabilities, and the installed games.

Everything outside `games/` works on this: a new game is a package with one `GameDefinition`, and an
entry point `ragami.games` that names it. `docs/adding-a-game.md` leads through one.

- `author` and `testing` are what an author imports. A game is written from `event`, `state`,
  `opening`, `texts`, `rulebook` and `visibility`.
- `capabilities` are what a game may offer besides, each with its interface: there, or in
  `accounts`, `chance`, `hidden_information`, `statistics`, `gathering` and `page_content`. What
  stands in for one that a game has not is in `accounts`, `setup`, `standing`, `drawing`, `reveals`,
  `derived_notation`, `derived_statistics` and `choices/bots`.
- `choices/`: what may be recorded now, from the choice to the questions for it and its completion.
- `components/`: boards and cards that a table enters itself.
- `words`, `labels` and `moment_labels` say it to people; `registry` has the games by name.
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
