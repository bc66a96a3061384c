"""A game as lines: JSON lines as they are stored, or a score sheet."""

from __future__ import annotations

import json
from collections.abc import Iterable

from ragami.export.excerpt import Excerpt
from ragami.log.unredacted import log_of, read_out
from ragami.proof.withheld import withheld


def jsonl(excerpt: Excerpt, *, provable: bool = False) -> bytes:
    """Return the log, byte for byte where nothing is left out; `ragami import` takes it back in.

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


def sheet(excerpt: Excerpt, *, stamps: bool = False, check: bool = False) -> bytes:
    """Return the score sheet; with `stamps` `ragami import` makes the same bytes of it again."""
    from ragami.sheet.writing import write_sheet  # noqa: PLC0415 (law 10)

    log = log_of(map(read_out, excerpt.lines))
    lines = write_sheet(log, excerpt.language, stamps=stamps, check=check)
    return "".join(line + "\n" for line in lines).encode()
