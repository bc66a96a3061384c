"""`ragami tournament`: what a referee needs on the day, words in and words out.

Everything is decided by `ragami.games.tournament`; here options become the data of events.
"""

from __future__ import annotations

from ragami_games_cli.tournament import entering, rounds, standing
from ragami_games_cli.tournament.group import tournament

__all__ = ["entering", "rounds", "standing", "tournament"]
