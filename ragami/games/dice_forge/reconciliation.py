"""Two accounts of one event: are they the same, and what do they say together?

Of a roll one table may have seen slots and the other faces only: the slots say more.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import structs

from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge.state import State


def join(one: Any, other: Any) -> Any | None:
    """Merge two records of the same event. Return None if they contradict each other."""
    if one == other:
        return one
    if isinstance(one, ev.DiceRolled) and isinstance(other, ev.DiceRolled):
        return _join_rolls(one, other)
    if isinstance(one, ev.GameOpened) and isinstance(other, ev.GameOpened):
        named = structs.replace(other, title=one.title, players=_named(one, other))
        return structs.replace(one, title=one.title or other.title) if named == one else None
    return None


def _join_rolls(one: ev.DiceRolled, other: ev.DiceRolled) -> ev.DiceRolled | None:
    """Die by die; a slot and a face may be the same, and then the slot is kept."""
    if one.rolls.keys() != other.rolls.keys():
        return None
    joined = dict(one.rolls)
    for ref, shown in other.rolls.items():
        mine = one.rolls[ref]
        if mine == shown:
            continue
        if isinstance(mine, int) == isinstance(shown, int):
            return None
        joined[ref] = mine if isinstance(mine, int) else shown
    return ev.DiceRolled(joined)


def _named(one: ev.GameOpened, other: ev.GameOpened) -> tuple[ev.Seat, ...]:
    """The other's seats with the names of this one, where they are spelt alike."""
    names = {seat.name.strip().casefold(): seat.name for seat in one.players}
    return tuple(
        structs.replace(seat, name=names.get(seat.name.strip().casefold(), seat.name))
        for seat in other.players
    )


def rivals(one: Any, other: Any) -> bool:
    """Return True if both are the same action of the same player, contradictions apart."""
    return type(one) is type(other) and getattr(one, "player", None) == getattr(
        other, "player", None
    )


def opening(events: Sequence[Any], _state: State) -> Any:
    """Record 1 tells nothing that only later ones show."""
    return events[0]
