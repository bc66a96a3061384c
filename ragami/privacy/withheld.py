"""Records from which words were taken out: how they read, and which hash stands for them.

Such a line has the leaf of the line that it replaces, so that every root over the log stays what it
was. The price is that nobody can tell from it what else may have been changed in it.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from ragami.joined import read_out, stored
from ragami.proof.note import BadNote, decoded, encoded
from ragami.proof.tree import HASH, leaf_hash
from ragami.record import WITHHELD, Withheld

_WITHHELD: Final = b'"withheld"'


class _Line(Struct):
    """A line that is withheld, as it stands."""

    seq: int
    type: str
    v: int
    at: str | None
    by: str | None
    data: Raw


_line: Final = msgspec.json.Decoder(_Line)
_data: Final = msgspec.json.Decoder(Withheld)


def leaf_of(line: bytes) -> bytes:
    """The hash that stands for a record in the tree: that of its line, or of the one before it."""
    line = stored(line)
    said = _read(line)
    if said:
        try:
            return decoded(said[1].leaf, HASH)
        except BadNote:
            pass
    return leaf_hash(line)


def is_withheld(line: bytes) -> bool:
    """Were words taken out of this record?"""
    return _read(stored(line)) is not None


def as_it_reads(line: bytes) -> bytes:
    """A line as the record that it reads as; nearly every line is that itself."""
    line = read_out(line)
    said = _read(line)
    if said is None:
        return line
    outer, inner = said
    record = {"seq": outer.seq, "type": inner.type, "v": inner.v, "at": outer.at, "by": outer.by}
    return msgspec.json.encode(record | {"data": inner.data})


def withheld(line: bytes, reads: dict[str, Any]) -> bytes:
    """The line that stands in the place of `line` from now on, and reads as the record `reads`."""
    inner = {"leaf": encoded(leaf_of(line))}
    inner |= {name: reads[name] for name in ("type", "v", "data")}
    outer = {name: reads[name] for name in ("seq", "at", "by")}
    record = {"seq": outer["seq"], "type": WITHHELD, "v": 1, "at": outer["at"], "by": outer["by"]}
    return msgspec.json.encode(record | {"data": inner})


def _read(line: bytes) -> tuple[_Line, Withheld] | None:
    if _WITHHELD not in line:
        return None
    try:
        outer = _line.decode(line)
        if outer.type != WITHHELD or outer.v != 1:
            return None
        return outer, _data.decode(outer.data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
