"""The token of a capability: the key by which it is requested from a game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

Loaded = TypeVar("Loaded")


@dataclass(frozen=True)
class Capability(Generic[Loaded]):
    """The token of a capability; `what` is its name in a message.

    `default` is where a game without it finds what works from the core alone: `module:name` of
    something that is called with the definition, and may itself give None.
    """

    name: str
    what: str
    default: str | None = None
