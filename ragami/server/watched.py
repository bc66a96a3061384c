"""A screen that may be watched, and how its stream says something."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from ragami.language import Language


class Key(NamedTuple):
    """A screen that may be watched."""

    table: str
    audience: str
    language: Language


def event(name: str, data: object, seq: int | None = None) -> bytes:
    """An event of a stream. `data` are JSON or something to be made JSON of."""
    text = data if isinstance(data, bytes) else msgspec.json.encode(data)
    number = b"" if seq is None else b"id: %d\n" % seq
    return b"event: %s\n%sdata: %s\n\n" % (name.encode(), number, text)
