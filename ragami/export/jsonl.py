"""A game as it is stored: JSON lines, byte for byte where nothing is left out."""

from __future__ import annotations

import json
from collections.abc import Iterable

from ragami.export.excerpt import Excerpt
from ragami.log.unredacted import log_of
from ragami.proof.withheld import withheld


def export(excerpt: Excerpt, *, provable: bool = False) -> bytes:
    """Return the log; `ragami import` takes it back in.

    Of a private game it is the one that may be published, unless it is taken out for somebody.
    With `provable` what is left out of a record leaves its hash behind.
    """
    lines: Iterable[bytes] = excerpt.lines
    if provable:
        full_lines = excerpt.log.removesuffix(b"\n").split(b"\n")
        lines = map(_with_hash, full_lines, lines)
    return log_of(lines)


def _with_hash(line: bytes, seen: bytes) -> bytes:
    """Return a line as it is seen, with the hash of the whole one where that is more."""
    return seen if seen == line else withheld(line, json.loads(seen))
