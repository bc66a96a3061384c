"""The version that a record written today has."""

from __future__ import annotations

from ragami.log.codec import Codec


def version_of(codec: Codec, type_: str) -> int:
    """Return the version of a type of record as it is written today; 1 for what is none."""
    entry = codec.types.get(type_)
    return entry.version if entry else 1
