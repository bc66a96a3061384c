"""A game as it is stored: JSON lines, byte for byte where nothing is left out."""

from __future__ import annotations

from ragami.export.taken import Taken


def export(taken: Taken) -> bytes:
    """The log; `ragami import` takes it back in."""
    return b"".join(line + b"\n" for line in taken.lines)
