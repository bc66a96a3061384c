"""The commands that our games bring with them, for `ragami --help`: no game is loaded for that.

They lie in the games' packages and belong to the command line, which finds those of a stranger's
game by the entry point `ragami.commands`; ours are registered in the same way.
"""

from __future__ import annotations

from gettext import gettext as _
from typing import Final

COMMANDS: Final = (
    (
        "tournament",
        "ragami.games.tournament.commands:tournament",
        _("Entrants, rounds, results, standings, the final."),
    ),
    (
        "chests",
        "ragami.games.deal_with_the_devil.commands:chests",
        _("The app of Deal with the Devil: where a chest goes."),
    ),
)
"""Each command: its name, where it is, and what it does."""
