"""Records that people make: two of one event merged, assertions, and cards that are shown."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import permutations
from typing import Any, Final

from msgspec import convert, to_builtins

from ragami.game.assertions import KeyedAssertions, Parts
from ragami.games.ragami import events as ev
from ragami.games.ragami.rules import hand
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
        from ragami.game.defaults.reconciliation import join_openings  # noqa: PLC0415 (law 10)

        return join_openings(first, second, _round_the_table)
    with suppress(ValueError):
        return convert(_joined(to_builtins(first), to_builtins(second), ""), type(first))
    return None


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


def _round_the_table(seats: list[ev.Seat]) -> list[ev.Seat]:
    """Return the seats clockwise from a fixed one, whoever was named first."""
    start = seats.index(min(seats, key=lambda seat: seat.colour))
    return seats[start:] + seats[:start]


def _joined(first: Any, second: Any, field: str) -> Any:
    """Merge two values of a field. Raises `ValueError` where they contradict each other."""
    if first == second:
        return first
    if field == "kept" and None in (first, second):
        return second if first is None else first
    if isinstance(first, dict) and isinstance(second, dict) and first.keys() == second.keys():
        return {key: _joined(value, second[key], key) for key, value in first.items()}
    if isinstance(first, list | tuple) and isinstance(second, list | tuple):
        for order in permutations(second) if field in _ANY_ORDER else [second]:
            with suppress(ValueError):
                return [_joined(a, b, field) for a, b in zip(first, order, strict=True)]
    raise ValueError


def opening(events: Sequence[object], _state: State) -> Any:
    """Return the first opening unchanged: later records add nothing to it."""
    return events[0]


# --- what the table states and shows -------------------------------------------------------


def parts(s: State) -> Parts:
    """Return what the log has of what a table may state."""
    if not s.opened:
        return {}
    players = s.players.items()
    return {
        "vp": {c: p.vp for c, p in players},
        "cubes": {c: p.cubes for c, p in players},
        "resolved": {c: p.resolved for c, p in players},
        "hands": {c: len(p.hand) for c, p in players},
        **({"dice": s.space_dice} if s.phase == "turns" else {}),
        "conflicts": s.conflicts,
        "demons": s.demons,
    }


class Reveals:
    """A card that becomes known counts from then on. See `hidden_information.Reveals`."""

    struct = ev.Revealed
    fills = False
    reveal = staticmethod(hand.reveal)
    hidden = staticmethod(hand.hidden)


ASSERTIONS: Final = KeyedAssertions(ev.Asserted, parts, whole=("conflicts", "demons"))
