"""The one event of the `eventsourcing` application: a line of ours. (A module imports by name.)"""

from __future__ import annotations

from dataclasses import dataclass

from eventsourcing.domain import DomainEvent


@dataclass(frozen=True)
class Recorded(DomainEvent):
    """A record as its bytes; the library wants text."""

    body: str
