"""Where a log goes on from: another game, after one of its records, in a remark of a fixed form.

    ragami/origin@v1 120 sE9fjmm6…= friday

The remark (`noted`) follows the records that the two logs have in common: how many these are, the
root of their hashes as a seal has it (base 64), and what the other game is called. A reader that
does not know the form has a remark like any other.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from msgspec import Struct

from ragami.log.record import Noted, Read, Record

FORM: Final = "ragami/origin@v1"
_REMARK: Final = re.compile(
    rf"{re.escape(FORM)} (?P<seq>[1-9][0-9]{{0,15}}) (?P<root>[A-Za-z0-9+/]{{43}}=) (?P<game>.+)"
)


class Origin(Struct, frozen=True):
    """The game that a log goes on from after record `seq`; `root` is that of its records so far."""

    game: str
    seq: int
    root: str

    def remark(self) -> str:
        return f"{FORM} {self.seq} {self.root} {self.game}"


def origin_in(text: str) -> Origin | None:
    """Read the text of a remark; None where it is an ordinary one."""
    match = _REMARK.fullmatch(text)
    return Origin(match["game"], int(match["seq"]), match["root"]) if match else None


def origin_of(records: Iterable[Read]) -> Origin | None:
    """Return where a log goes on from; None for one that begins with its own record 1.

    Of a branch of a branch it is the nearest one. A remark counts only at its place, after the
    records that it speaks of.
    """
    nearest = None
    for record in records:
        if isinstance(record, Record) and isinstance(record.data, Noted):
            origin = origin_in(record.data.text)
            if origin and origin.seq == record.seq - 1:
                nearest = origin
    return nearest
