"""The stable name of an event's type, by its class."""

from __future__ import annotations

from typing import Final

from ragami.games.ragami.events import EVENTS, Event

TYPE_NAMES: Final[dict[type[Event], str]] = {event: name for name, event in EVENTS.items()}


def type_of(event: Event) -> str:
    """The `type` that a record of this event carries."""
    return TYPE_NAMES[type(event)]
