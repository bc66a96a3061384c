"""Two accounts of one event: are they the same, and what do they say together?

Of a roll one table may have seen slots and the other faces only: the slots say more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge.state import State


def join(first: object, second: object) -> Any | None:
    """Merge two records of the same event. Return None if they contradict each other."""
    if first == second:
        return first
    if isinstance(first, ev.DiceRolled) and isinstance(second, ev.DiceRolled):
        return _join_rolls(first, second)
    if isinstance(first, ev.GameOpened) and isinstance(second, ev.GameOpened):
        respelt = structs.replace(second, title=first.title, players=_named(first, second))
        return (
            structs.replace(first, title=first.title or second.title) if respelt == first else None
        )
    return None


def _join_rolls(first: ev.DiceRolled, second: ev.DiceRolled) -> ev.DiceRolled | None:
    """Die by die; a slot and a face may be the same, and then the slot is kept."""
    if first.rolls.keys() != second.rolls.keys():
        return None
    joined = dict(first.rolls)
    for ref, up in second.rolls.items():
        mine = first.rolls[ref]
        if mine == up:
            continue
        if isinstance(mine, int) == isinstance(up, int):
            return None
        joined[ref] = mine if isinstance(mine, int) else up
    return ev.DiceRolled(joined)


def _named(first: ev.GameOpened, second: ev.GameOpened) -> tuple[ev.Seat, ...]:
    """The other's seats with the names of this one, where they are spelt alike."""
    names = {seat.name.strip().casefold(): seat.name for seat in first.players}
    return tuple(
        structs.replace(seat, name=names.get(seat.name.strip().casefold(), seat.name))
        for seat in second.players
    )


def rivals(first: object, second: object) -> bool:
    """Return True if both are the same action of the same player, contradictions apart."""
    return type(first) is type(second) and getattr(first, "player", None) == getattr(
        second, "player", None
    )


def opening(events: Sequence[object], _state: State) -> Any:
    """Record 1 tells nothing that only later ones show."""
    return events[0]
