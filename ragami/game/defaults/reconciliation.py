"""Two accounts of an event that are equal, or of which one knows what the other leaves open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from msgspec import convert, to_builtins

from ragami.game.capability import State
from ragami.game.definition import GameDefinition


class DefaultReconciliation:
    """See `capabilities.Reconciliation`."""

    def __init__(self, _game: GameDefinition) -> None:
        pass

    def join(self, one: Any, other: Any) -> Any | None:
        """Merge two records: a value that is `null` in one is taken from the other.

        Return None if they differ elsewhere.
        """
        if type(one) is not type(other):
            return None
        try:
            return convert(_joined(to_builtins(one), to_builtins(other)), type(one))
        except ValueError:
            return None

    def rivals(self, one: Any, other: Any) -> bool:
        """Accounts of one doing: the same type of event, of the same player."""
        same = getattr(one, "player", None) == getattr(other, "player", None)
        return type(one) is type(other) and same

    def opening(self, events: Sequence[Any], _state: State) -> Any:
        """Return the first opening unchanged."""
        return events[0]


def _joined(one: Any, other: Any) -> Any:
    """Raises `ValueError` where two values contradict each other."""
    if one == other or other is None:
        return one
    if one is None:
        return other
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return {key: _joined(value, other[key]) for key, value in one.items()}
    lists = isinstance(one, list | tuple) and isinstance(other, list | tuple)
    if lists and len(one) == len(other):
        return [_joined(a, b) for a, b in zip(one, other, strict=True)]
    raise ValueError
