"""Logs that rest on other logs: what a game with links says of them (`capabilities.LINKS`)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from ragami.findings import Finding
from ragami.game.capability import State


class Head(NamedTuple):
    """A log by its origin (without `ragami/`), and the root of its first records in base 64."""

    origin: str
    size: int
    root: str


class LinkedLog(NamedTuple):
    """What was read of a log that is linked at some `size`.

    `root` is that of its first `size` records, None if it has fewer; `sealed` the most records
    that a seal in it covers; `grown`: records come after `size` that are more than seals and notes.
    """

    game: str
    records: int
    root: str | None
    sealed: int
    seats: tuple[str, ...]
    final: Mapping[str, Any] | None
    grown: bool


class Links(Protocol):
    """A game whose log names others, whose results it takes."""

    def heads(self, state: State) -> Iterable[Head]:
        """The logs that are linked now."""

    def findings(
        self, state: State, standing: Iterable[tuple[int, Any]], logs: Mapping[str, LinkedLog]
    ) -> list[Finding]:
        """What is to be said of the events that count and of the logs, which are by origin."""
