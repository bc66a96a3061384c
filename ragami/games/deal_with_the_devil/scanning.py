"""The app on a server: what it writes by itself, and where a chest goes. See `capabilities.App`.

With `distribution: seed` both follow from the seed that is kept beside the log, as long as it is
the one that was sealed; else a chest goes where the log says that it was sent (section 2.3).
"""

from __future__ import annotations

from typing import Any

from ragami.games.deal_with_the_devil import app, distribution
from ragami.games.deal_with_the_devil.setup import distributed
from ragami.games.deal_with_the_devil.state import State


def due(s: State, seed: str) -> tuple[str, Any] | None:
    """What the app has to write now."""
    if not app.is_ours(s) or not _is_sealed(s, seed):
        return None
    return app.due(s, seed)


def goes_to(s: State, owner: str, seed: str) -> str | None:
    """In a pass the player to whom the chest was sent, None where that is not known; else home."""
    if app.is_ours(s) and s.digest is not None and _is_sealed(s, seed):
        role = next(one for seat, one in distributed(s, seed).roles.items() if seat == owner)
        return app.goes_to(s, seed, role)
    player = next((one for one in s.players.values() if one.colour == owner), None)
    if player is None or s.at not in app.ANSWERS:
        return owner
    sent = s.deal.chests[-1].items()
    return next((colour for colour, chest in sent if chest and chest == player.role), None)


def _is_sealed(s: State, seed: str) -> bool:
    """Is this the seed that was sealed, if one was?"""
    return s.digest is None or s.digest == distribution.digest(seed)
