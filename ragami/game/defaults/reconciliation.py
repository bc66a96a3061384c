"""Two accounts of an event that are equal, or of which one knows what the other leaves open."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import convert, structs, to_builtins

from ragami.decoded import AnyEvent, State
from ragami.game.definition import GameDefinition


class DefaultReconciliation:
    """See `capabilities.Reconciliation`."""

    def __init__(self, _game: GameDefinition | None = None) -> None:
        pass

    def join(self, first: object, second: object) -> Any | None:
        """Merge two records: a value that is `null` in one is taken from the other.

        Return None if they differ elsewhere.
        """
        if type(first) is not type(second):
            return None
        try:
            return convert(_joined(to_builtins(first), to_builtins(second)), type(first))
        except ValueError:
            return None

    def rivals(self, first: object, second: object) -> bool:
        """Return True for the same type of event by the same player."""
        same = getattr(first, "player", None) == getattr(second, "player", None)
        return type(first) is type(second) and same

    def opening(self, events: Sequence[object], _state: State) -> AnyEvent:
        return events[0]


def join_openings(
    first: AnyEvent, second: AnyEvent, arranged: Callable[[list[Any]], list[Any]] = list
) -> AnyEvent | None:
    """Merge two records 1 with a title and players. Return None if they contradict each other.

    A title and the spelling of names are not what happened, nor is who is named first where the
    players are `arranged`.
    """

    def played(opening: AnyEvent) -> AnyEvent:
        people = [
            structs.replace(seat, name=seat.name.strip().casefold()) for seat in opening.players
        ]
        return structs.replace(opening, title=None, players=tuple(arranged(people)))

    if played(first) != played(second):
        return None
    return structs.replace(first, title=first.title or second.title)


def _joined(first: Any, second: Any) -> Any:
    """Merge two values. Raise `ValueError` where they contradict each other."""
    if first == second or second is None:
        return first
    if first is None:
        return second
    if isinstance(first, dict) and isinstance(second, dict) and first.keys() == second.keys():
        return {key: _joined(value, second[key]) for key, value in first.items()}
    lists = isinstance(first, list | tuple) and isinstance(second, list | tuple)
    if lists and len(first) == len(second):
        return [_joined(a, b) for a, b in zip(first, second, strict=True)]
    raise ValueError
