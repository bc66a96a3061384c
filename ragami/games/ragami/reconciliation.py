"""Two accounts of one event: are they the same, and what do they say together?"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from typing import Any, Final

from msgspec import convert, structs, to_builtins

from ragami.decoded import Data
from ragami.games.ragami import events as ev
from ragami.games.ragami.state import State

# Whoever writes these down may take them in any order.
_ANY_ORDER: Final = frozenset({"conflicts", "discarded", "rejected", "squares", "rolls", "kept"})


def join(first: Any, second: Any) -> Any | None:
    """Merge two records of the same event. Return None if they contradict each other.

    A card that is unknown in one of them is taken from the other.
    """
    if first == second:
        return first
    if type(first) is not type(second):
        return None
    if isinstance(first, ev.GameOpened):
        return _join_openings(first, second)
    joined = _joined(to_builtins(first), to_builtins(second), "")
    return None if joined is None else convert(joined, type(first))


def rivals(first: object, second: object) -> bool:
    """Return True if both are the same action of the same player, contradictions apart.

    An action paid for by a die and one paid for by a card are two: one may come after the other.
    """
    return (
        type(first) is type(second)
        and all(
            getattr(first, field, None) == getattr(second, field, None)
            for field in ("player", "ragami")
        )
        and _means(first) == _means(second)
    )


def _means(event: object) -> object:
    via = getattr(event, "via", None)
    return "die" if isinstance(via, str) else type(via)


def _join_openings(first: ev.GameOpened, second: ev.GameOpened) -> ev.GameOpened | None:
    # A title, the spelling of names and whose seat is named first are not what happened.
    played, also_played = (
        structs.replace(opening, title=None, players=_round_the_table(opening))
        for opening in (first, second)
    )
    if played != also_played:
        return None
    return structs.replace(first, title=first.title or second.title)


def _round_the_table(opening: ev.GameOpened) -> tuple[ev.Seat, ...]:
    """The seats clockwise, from the same one whoever was named first."""
    seats = [structs.replace(seat, name=seat.name.strip().casefold()) for seat in opening.players]
    start = seats.index(min(seats, key=lambda seat: seat.colour))
    return (*seats[start:], *seats[:start])


def _joined(first: object, second: object, field: str) -> Any | None:
    if first == second:
        return first
    if isinstance(first, dict) and isinstance(second, dict):
        return _joined_objects(first, second)
    if isinstance(first, list | tuple) and isinstance(second, list | tuple):
        return _joined_lists(first, second, field)
    return None


def _joined_objects(first: Data, second: Data) -> dict[str, object] | None:
    if first.keys() != second.keys():
        return None
    joined = {}
    for key, value in first.items():
        if value == second[key]:
            joined[key] = value
            continue
        if key == "kept" and None in (value, second[key]):  # one card that only one of them knows
            joined[key] = second[key] if value is None else value
            continue
        both = _joined(value, second[key], key)
        if both is None:
            return None
        joined[key] = both
    return joined


def _joined_lists(first: Any, second: Any, field: str) -> list[Any] | None:
    if len(first) != len(second):
        return None
    orders = permutations(second) if field in _ANY_ORDER else [tuple(second)]
    for order in orders:
        pairs = list(zip(first, order, strict=True))
        if all(a == b or (field == "kept" and None in (a, b)) for a, b in pairs):
            return [b if a is None else a for a, b in pairs]
    return None


def opening(events: Sequence[object], _state: State) -> Any:
    """Record 1 tells nothing that only later ones show."""
    return events[0]
