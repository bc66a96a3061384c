"""Chance in events: the dice rolls that an event records, and the faces of the dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ragami.game.unknowns import Roll
from ragami.games.ragami import events as ev
from ragami.games.ragami.state import State

# The Conflict dice are ordinary ones; which of them lies where, nobody writes down.
CONFLICT_FACES: Final = (1, 2, 3, 4, 5, 6)


def rolls(event: object) -> Iterator[Roll]:
    """The rolls of an event (R-SETUP-04, R-SETUP-17, R-PREP-10, R-PREP-16, R-CONF-14)."""
    match event:
        case ev.ActionDiceSet():
            for die, face in enumerate(event.rolls):
                yield Roll("action", die, face, event.player)
        case ev.ConflictTried():
            for face in event.power_rolls:  # a second roll is of the same die (R-C06-1)
                yield Roll("power", 0, face, event.player)
        case ev.ConflictsSeeded() | ev.ConflictsDrawn():
            for conflict in event.conflicts:
                yield Roll("conflict", None, conflict.die)


def disclosed(event: object) -> list[str]:
    """Return the kinds of chance that an event reveals (`roll`, `chip`, `card`); empty for a
    decision.
    """
    revealed = ["roll"] if any(True for _ in rolls(event)) else []
    match event:
        case (
            ev.ConflictsSeeded()
            | ev.ConflictsDrawn()
            | ev.DemonsSeeded()
            | ev.NeutralSaintsSeeded()
        ):
            revealed.append("chip")
        case ev.StartingCardKept() | ev.CardsDrawn():
            revealed.append("card")
    return revealed


def faces(state: State) -> Mapping[str, tuple[int, ...]]:
    """The sides of each kind of die that this table plays with."""
    return {
        "action": state.dice.action,
        "power": state.dice.power,
        "conflict": CONFLICT_FACES,
    }
