"""Two accounts of an event that are equal, or of which one knows what the other leaves open."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from itertools import permutations
from typing import Any

from msgspec import convert, structs, to_builtins

from ragami.decoded import AnyEvent, State
from ragami.game.definition import GameDefinition


class DefaultReconciliation:
    """See `capabilities.Reconciliation`."""

    # The fields in which null is a value that somebody does not know; None: every field.
    may_be_unknown: Collection[str] | None = None
    # The lists that two people may write in different orders.
    in_any_order: Collection[str] = ()

    def __init__(self, _game: GameDefinition | None = None) -> None:
        pass

    def join(self, first: object, second: object) -> Any | None:
        """Merge two records: a value that is unknown in one is taken from the other.

        Return None if they differ elsewhere.
        """
        if type(first) is not type(second):
            return None
        try:
            return convert(self._joined(to_builtins(first), to_builtins(second)), type(first))
        except ValueError:
            return None

    def _joined(self, first: Any, second: Any, field: str = "") -> Any:
        """Merge two values of a field. Raise `ValueError` where they contradict each other."""
        if first == second:
            return first
        if None in (first, second) and (
            self.may_be_unknown is None or field in self.may_be_unknown
        ):
            return second if first is None else first
        if isinstance(first, dict) and isinstance(second, dict) and first.keys() == second.keys():
            return {key: self._joined(value, second[key], key) for key, value in first.items()}
        if isinstance(first, list | tuple) and isinstance(second, list | tuple):
            for order in permutations(second) if field in self.in_any_order else [second]:
                with suppress(ValueError):
                    return [self._joined(a, b, field) for a, b in zip(first, order, strict=True)]
        raise ValueError

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
