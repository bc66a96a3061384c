"""A game as a score sheet: a line an action, for a thumb, for paper, for a year later."""

from __future__ import annotations

from ragami.export.excerpt import Excerpt
from ragami.log.unredacted import log_of, read_out
from ragami.sheet.writing import write_sheet


def export(excerpt: Excerpt, *, stamps: bool = False, check: bool = False) -> bytes:
    """Return the sheet; with `stamps` `ragami import` makes the same bytes of it again."""
    log = log_of(map(read_out, excerpt.lines))
    lines = write_sheet(log, excerpt.language, stamps=stamps, check=check)
    return "".join(line + "\n" for line in lines).encode()
