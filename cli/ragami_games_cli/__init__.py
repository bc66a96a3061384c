"""The commands of our games, for `ragami --help`: no game and no command is loaded for that.

Here the command line knows a game, and nowhere else. What is decided is decided in the game's own
package; a stranger's game brings its commands by an entry point of the same group.
"""

from __future__ import annotations

from gettext import gettext as _
from typing import Final

COMMANDS: Final = (
    (
        "tournament",
        "ragami_games_cli.tournament:tournament",
        _("Entrants, rounds, results, standings, the final."),
    ),
    (
        "chests",
        "ragami_games_cli.deal_with_the_devil:chests",
        _("The app of Deal with the Devil: where a chest goes."),
    ),
)
"""Each command: its name, where it is, and what it does."""
