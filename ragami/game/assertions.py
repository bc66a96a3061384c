"""Assertions of the table, compared with the log part by part and key by key (ASSERTIONS)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping
from typing import Any, NamedTuple, Protocol

from msgspec import UNSET, Struct

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
    """See `ragami.game.assertions.Assertions`, of a struct whose fields are values by key.

    `parts(state)` is what the log has, by the fields of `struct` that are compared.
    """

    struct: type[Struct]
    parts: Callable[[State], Parts]
    unfit: Callable[[State, AnyEvent], Breach | None] = _anything
    whole: Collection[str] = ()

    def differences(self, state: object, asserted: object) -> Data:
        return differing(asserted, self.parts(state), self.whole)
