"""A draft of a record: made from words or by a program, and not yet judged."""

from __future__ import annotations

from msgspec import Struct


class Draft(Struct, frozen=True):
    """A draft of a record: its type, and its data as JSON, not yet judged."""

    type: str
    data: bytes
    at: str | None = None
    by: str | None = None
