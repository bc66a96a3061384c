"""The choice of the next event at a simulated table."""

from __future__ import annotations

from ragami.games.ragami.bots.off_turn import OFF_TURN
from ragami.games.ragami.bots.table import Table
from ragami.games.ragami.bots.turn import take_turn
from ragami.games.ragami.events import Event


def decide(t: Table) -> Event:
    """The bot whose turn it is decides, or what is due is done. Nothing happens yet."""
    return take_turn(t) if t.s.phase == "turns" else OFF_TURN[t.s.due[0].type](t)
