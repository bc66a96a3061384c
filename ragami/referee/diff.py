"""Two moments or two logs, side by side: what differs, field by field."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import zip_longest
from typing import Any, Final

from msgspec import Struct

from ragami.game.moment_labels import MomentLabels
from ragami.language import Language
from ragami.messages import plain

MISSING: Final = "—"
"""Stands for what one side has not; no value of a state looks like it."""

SHOWN: Final = 60
"""Characters of a value that people are shown."""

ALIGNED: Final = 10_000
"""Records up to which two logs are laid beside each other; longer ones go by their numbers."""

# How much a record says is read as JSON to compare it field by field.
_NO_RECORD: Final = (ValueError, RecursionError)


class Difference(Struct, frozen=True):
    """A field in which two things differ. `path` is like `players.green.name`."""

    path: str
    a: Any
    b: Any


class RecordDifference(Struct, frozen=True):
    """A record that differs; `fields` are its fields that do. `only` is the log that has it.

    `seq` is its number in the first log, `seq_b` in the second; a log that lacks it has none.
    """

    seq: int | None
    seq_b: int | None
    only: str | None
    fields: tuple[Difference, ...]


def state_differences(
    a: Mapping[str, object], b: Mapping[str, object], path: str = ""
) -> list[Difference]:
    """Return the fields in which two views of states differ, in the order of `a`.

    Objects are compared key by key, everything else as a whole: a hand or a list of squares is
    one field.
    """
    differences: list[Difference] = []
    for key in (*a, *(key for key in b if key not in a)):
        place = f"{path}{key}"
        before, after = a.get(key, MISSING), b.get(key, MISSING)
        if isinstance(before, Mapping) and isinstance(after, Mapping):
            differences += state_differences(before, after, f"{place}.")
        elif before != after or type(before) is not type(after):
            differences.append(Difference(place, before, after))
    return differences


def finer(differences: Iterable[Difference]) -> Iterator[Difference]:
    """Yield the differences with lists of the same length compared entry by entry, from 1 on."""
    for difference in differences:
        a, b = (_entries(side) for side in (difference.a, difference.b))
        if a is None or b is None or len(a) != len(b):
            yield difference
        else:
            yield from finer(state_differences(a, b, f"{difference.path}."))


def _entries(value: object) -> dict[str, object] | None:
    """Return the entries of a list by their numbers; None of what is no list of objects."""
    if not isinstance(value, list | tuple) or not all(isinstance(e, Mapping) for e in value):
        return None
    return {str(n): entry for n, entry in enumerate(value, 1)}


def in_words(
    difference: Difference, labels: MomentLabels, language: Language, type_: str | None = None
) -> str:
    """Say what differs and how, as fields of a view, or of a record of that type."""
    path = difference.path.split(".")
    within = path if type_ is None else ()
    where = labels.in_view(path) if type_ is None else labels.in_record(type_, path)
    sides = (
        MISSING if value == MISSING else labels.in_words(value, within).text(language)
        for value in (difference.a, difference.b)
    )
    place = plain(where.text(language), 2 * SHOWN)
    values = " | ".join(plain(side, SHOWN) for side in sides)
    return f"{place} {values}" if place.endswith("?") else f"{place}: {values}"


def log_differences(a: Sequence[bytes], b: Sequence[bytes]) -> list[RecordDifference]:
    """Return the records in which two logs differ; bytes are compared, then fields.

    Where one has a record more, those after it are compared with each other again, whatever their
    numbers.
    """
    differences = []
    for n, m in _pairs(a, b):
        if m is None or n is None:
            seqs = (None if n is None else n + 1, None if m is None else m + 1)
            differences.append(RecordDifference(*seqs, "b" if n is None else "a", ()))
        elif a[n] != b[m]:
            places = Difference("seq", n + 1, m + 1)
            fields = tuple(field for field in _fields(a[n], b[m]) if field != places)
            if fields or n == m:
                differences.append(RecordDifference(n + 1, m + 1, None, fields))
    return differences


def _pairs(a: Sequence[bytes], b: Sequence[bytes]) -> Iterator[tuple[int | None, int | None]]:
    """Yield pairs of records to compare, by their places in both logs."""
    if a == b or max(len(a), len(b)) > ALIGNED:
        yield from zip_longest(range(len(a)), range(len(b)))
        return
    matcher = SequenceMatcher(None, list(map(_says, a)), list(map(_says, b)), autojunk=False)
    for _what, start, end, start_b, end_b in matcher.get_opcodes():
        yield from zip_longest(range(start, end), range(start_b, end_b))


def _says(line: bytes) -> object:
    """Return the content of a record without its number, time and writer."""
    try:
        record = json.loads(line)
        return json.dumps([record["type"], record["v"], record["data"]], sort_keys=True)
    except (*_NO_RECORD, LookupError, TypeError):
        return line


def _fields(line_a: bytes, line_b: bytes) -> list[Difference]:
    """Return the fields in which two lines differ; the lines themselves, if one is no object.

    Nothing is found where only the bytes differ, such as a blank or the order of keys.
    """
    try:
        a, b = json.loads(line_a), json.loads(line_b)
    except _NO_RECORD:
        a = b = None
    if isinstance(a, dict) and isinstance(b, dict):
        return state_differences(a, b)
    texts = [line.decode(errors="replace") for line in (line_a, line_b)]
    return [Difference("", *texts)]
