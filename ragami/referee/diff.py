"""Two moments or two logs, side by side: what differs, field by field."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any, Final, NamedTuple

from msgspec import Struct

MISSING: Final = "—"
"""Stands for what one side has not; no value of a state looks like it."""

# How much a record says is read as JSON to compare it field by field.
_NO_RECORD: Final = (ValueError, RecursionError)


class Difference(NamedTuple):
    """A field in which two things differ. `path` is like `players.green.vp`."""

    path: str
    a: Any
    b: Any


class RecordDifference(Struct, frozen=True):
    """A record that differs; `fields` are its fields that do. `only` is the log that has it."""

    seq: int
    only: str | None
    fields: tuple[Difference, ...]


def state_differences(
    a: Mapping[str, Any], b: Mapping[str, Any], path: str = ""
) -> list[Difference]:
    """The fields in which two states (as `Game.view` gives them) differ, in the order of `a`.

    Objects are compared key by key, everything else as a whole: a hand or a list of squares is
    one field.
    """
    found: list[Difference] = []
    for key in (*a, *(key for key in b if key not in a)):
        here = f"{path}{key}"
        one, other = a.get(key, MISSING), b.get(key, MISSING)
        if isinstance(one, Mapping) and isinstance(other, Mapping):
            found += state_differences(one, other, f"{here}.")
        elif one != other or type(one) is not type(other):
            found.append(Difference(here, one, other))
    return found


def log_differences(a: Sequence[bytes], b: Sequence[bytes]) -> list[RecordDifference]:
    """The records in which two logs differ, by their place; bytes are compared, then fields."""
    found = []
    for seq, (one, other) in enumerate(zip_longest(a, b), 1):
        if one is None or other is None:
            found.append(RecordDifference(seq, "b" if one is None else "a", ()))
        elif one != other:
            found.append(RecordDifference(seq, None, tuple(_fields(one, other))))
    return found


def _fields(one: bytes, other: bytes) -> list[Difference]:
    """The fields in which two lines differ; the lines themselves, if one is no object.

    Nothing is found where only the bytes differ, such as a blank or the order of keys.
    """
    try:
        a, b = json.loads(one), json.loads(other)
    except _NO_RECORD:
        a = b = None
    if isinstance(a, dict) and isinstance(b, dict):
        return state_differences(a, b)
    texts = [line.decode(errors="replace") for line in (one, other)]
    return [Difference("", *texts)]
