"""A game as a score sheet: a line an action, for a thumb, for paper, for a year later."""

from __future__ import annotations

from ragami.export.taken import Taken
from ragami.joined import read_out, stored
from ragami.sheet.writing import write_sheet


def export(taken: Taken, *, stamps: bool = False, check: bool = False) -> bytes:
    """The sheet; with `stamps` `ragami import` makes the same bytes of it again.

    So of a private game it has then what is stored, and else what its keeper knows.
    """
    as_read = stored if stamps and taken.viewer is None else read_out
    log = b"".join(line + b"\n" for line in map(as_read, taken.lines))
    lines = write_sheet(log, taken.language, stamps=stamps, check=check)
    return "".join(line + "\n" for line in lines).encode()
