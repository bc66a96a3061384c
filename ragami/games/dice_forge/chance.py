"""Chance in the events, and the information nobody can unlearn (section 9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ragami.game.unknowns import Roll
from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge.state import State

SIDES: Final = (1, 2, 3, 4, 5, 6)


def rolls(event: object) -> Iterator[Roll]:
    """The rolls of an event: which slot of which die came up.

    A die keeps its sides all game; what is forged on them changes. Where the table told a face
    alone, nobody can say which side it was (A-F-LOG-02).
    """
    if isinstance(event, ev.DiceRolled):
        for ref, up in event.rolls.items():
            side = up if isinstance(up, int) else None
            yield Roll(ref, 0, side, ref.partition(".")[0], numbered=False)


def disclosed(event: object) -> list[str]:
    """Return the chance that an event reveals (`roll`, `face`, `card`); empty for a decision."""
    match event:
        case ev.DiceRolled():
            return ["roll"]
        case ev.FacesRemoved():
            return ["face"]
        case ev.BoarSent():
            return ["card"]
    return []


def faces(s: State) -> Mapping[str, tuple[int, ...]]:
    """The sides of every die that plays: its slots, all equally likely."""
    return dict.fromkeys(s.table.refs, SIDES)
