"""Two accounts of one event: are they the same, and what do they say together?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any, Final

from msgspec import convert, structs, to_builtins

from ragami.games.ragami import events as ev
from ragami.games.ragami.state import State

# Whoever writes these down may take them in any order.
_ANY_ORDER: Final = frozenset({"conflicts", "discarded", "rejected", "squares", "rolls", "kept"})


def join(one: Any, other: Any) -> Any | None:
    """Merge two records of the same event. Return None if they contradict each other.

    A card that is unknown in one of them is taken from the other.
    """
    if one == other:
        return one
    if type(one) is not type(other):
        return None
    if isinstance(one, ev.GameOpened):
        return _join_openings(one, other)
    joined = _joined(to_builtins(one), to_builtins(other), "")
    return None if joined is None else convert(joined, type(one))


def rivals(one: Any, other: Any) -> bool:
    """Return True if both are the same action of the same player, contradictions apart.

    An action paid for by a die and one paid for by a card are two: one may come after the other.
    """
    return (
        type(one) is type(other)
        and all(
            getattr(one, field, None) == getattr(other, field, None)
            for field in ("player", "ragami")
        )
        and _means(one) == _means(other)
    )


def _means(event: Any) -> Any:
    via = getattr(event, "via", None)
    return "die" if isinstance(via, str) else type(via)


def _join_openings(one: ev.GameOpened, other: ev.GameOpened) -> ev.GameOpened | None:
    # A title, the spelling of names and whose seat is named first are not what happened.
    first, second = (
        structs.replace(opening, title=None, players=_round_the_table(opening))
        for opening in (one, other)
    )
    return structs.replace(one, title=one.title or other.title) if first == second else None


def _round_the_table(opening: ev.GameOpened) -> tuple[ev.Seat, ...]:
    """The seats clockwise, from the same one whoever was named first."""
    seats = [structs.replace(seat, name=seat.name.strip().casefold()) for seat in opening.players]
    start = seats.index(min(seats, key=lambda seat: seat.colour))
    return (*seats[start:], *seats[:start])


def _joined(one: Any, other: Any, field: str) -> Any | None:
    if one == other:
        return one
    if isinstance(one, dict) and isinstance(other, dict):
        return _joined_objects(one, other)
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return _joined_lists(one, other, field)
    return None


def _joined_objects(one: dict[str, Any], other: dict[str, Any]) -> dict[str, Any] | None:
    if one.keys() != other.keys():
        return None
    joined = {}
    for key, value in one.items():
        if value == other[key]:
            joined[key] = value
            continue
        if key == "kept" and None in (value, other[key]):  # one card that only one of them knows
            joined[key] = other[key] if value is None else value
            continue
        both = _joined(value, other[key], key)
        if both is None:
            return None
        joined[key] = both
    return joined


def _joined_lists(one: Any, other: Any, field: str) -> list[Any] | None:
    if len(one) != len(other):
        return None
    orders = permutations(other) if field in _ANY_ORDER else [tuple(other)]
    for order in orders:
        pairs = list(zip(one, order, strict=True))
        if all(a == b or (field == "kept" and None in (a, b)) for a, b in pairs):
            return [b if a is None else a for a, b in pairs]
    return None


def opening(events: Sequence[Any], _state: State) -> Any:
    """Record 1 tells nothing that only later ones show."""
    return events[0]
