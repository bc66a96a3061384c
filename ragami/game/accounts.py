"""Accounts of a game: assertions of the table held against the log (ASSERTIONS), and two accounts
of a game merged (RECONCILIATION).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from itertools import permutations
from typing import Any, NamedTuple, Protocol

from msgspec import UNSET, Struct, convert, structs, to_builtins

from ragami.decoded import AnyEvent, Data, State
from ragami.findings import Breach


class Assertions(Protocol):
    """The assertions of a table about what it sees. `struct` is the data of `asserted`."""

    @property
    def struct(self) -> type[Struct]: ...

    def unfit(self, state: State, data: AnyEvent) -> Breach | None:
        """Return the breach of an assertion that is impossible in itself; None for nearly all."""

    def differences(self, state: State, data: AnyEvent) -> Data:
        """Return the differences between an assertion and the state; empty if they agree."""


Parts = Mapping[str, Mapping[Any, Any]]


def differing(asserted: object, log: Parts, whole: Collection[str] = ()) -> Data:
    """Return {part: {key: {log, table}}} where the table says otherwise than the log.

    Only the keys that the table gives are compared, but in the `whole` parts: a key that is left
    out there counts as 0. A `Counter` of the log has 0 for what it lacks, another mapping None.
    """
    differences: Data = {}
    for part, of_log in log.items():
        table = getattr(asserted, part)
        if table is UNSET:
            continue
        keys = sorted({*table, *of_log}) if part in whole else list(table)
        absent = 0 if part in whole or isinstance(of_log, Counter) else None
        for key in keys:
            both = {"log": of_log.get(key, absent), "table": table.get(key, absent)}
            if both["log"] != both["table"]:
                differences.setdefault(part, {})[str(key)] = both
    return differences


def _anything(_state: object, _asserted: object) -> Breach | None:
    """Refuse nothing that the table shows."""
    return None


class KeyedAssertions(NamedTuple):
    """See `ragami.game.accounts.Assertions`, of a struct whose fields are values by key.

    `parts(state)` is what the log has, by the fields of `struct` that are compared.
    """

    struct: type[Struct]
    parts: Callable[[State], Parts]
    unfit: Callable[[State, AnyEvent], Breach | None] = _anything
    whole: Collection[str] = ()

    def differences(self, state: object, asserted: object) -> Data:
        return differing(asserted, self.parts(state), self.whole)


# --- two accounts of a game ----------------------------------------------------------------


class DefaultReconciliation:
    """See `capabilities.Reconciliation`."""

    # The fields in which null is a value that somebody does not know; None: every field.
    may_be_unknown: Collection[str] | None = None
    # The lists that two people may write in different orders.
    in_any_order: Collection[str] = ()

    def __init__(self, _game: object = None) -> None:
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
