"""Records from which words were taken out: how they read, and which hash stands for them.

Such a line says itself which hash stands for what it was, so that every root over the log stays
what it was. The price is that nobody can tell from it what else may have been changed in it: it is
counted and said wherever a log is judged, and it is never proof of a record.

In a private game that says so in record 2 (`leaves` is 2) the tree has, in the place of the hash of
a line, one over the record's head and that hash: so a withheld record still proves its `seq`,
`type`, `v` and `at`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import msgspec
from msgspec import Struct

from ragami.decoded import Data
from ragami.log.record import WITHHELD, Committed, Withheld, WrittenRecord
from ragami.log.strict import Malformed, expect_plain_type, may_say
from ragami.log.unredacted import JOINED, read_out, stored_line
from ragami.proof.note import decoded, encoded
from ragami.proof.tree import HASH, leaf_hash

HEADED: Final = b"ragami/record@v2\n"
"""Stands before the head of a record: no line can begin so and go on behind a line feed."""

HEADED_LINE: Final = "ragami/record@v2"
"""The line by which a checkpoint says that the hashes of its log bind the heads of the records."""


_line: Final = msgspec.json.Decoder(WrittenRecord)
_data: Final = msgspec.json.Decoder(Withheld)
_committed: Final = msgspec.json.Decoder(Committed)


class WithheldShare(Struct, frozen=True):
    """The number of records withheld of a log; `first` is the number of the first."""

    records: int
    of: int
    first: int


def leaves_of(lines: Sequence[bytes]) -> list[bytes]:
    """Return the hashes that stand for the records of a log in its tree."""
    leaf = leaf_function(lines)
    return [leaf(line) for line in lines]


def leaf_function(lines: Sequence[bytes]) -> Callable[[bytes], bytes]:
    """Return what hashes a record of the log that begins with these two lines."""
    return headed if binds_heads(lines) else leaf_of


def leaf_of(line: bytes) -> bytes:
    """Return the hash of a line as it is stored, or the one that a withheld line has kept."""
    line = stored_line(line)
    marked = _read(line)
    return decoded(marked[1].leaf, HASH) if marked else leaf_hash(line)


def headed(line: bytes) -> bytes:
    """Return the hash of a record's head and of its line. What is no record has no head."""
    line = stored_line(line)
    marked = _read(line)
    try:
        outer = marked[0] if marked else _line.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return leaf_hash(line)
    reads = marked[1] if marked else outer
    head = msgspec.json.encode((outer.seq, reads.type, reads.v, outer.at))
    return leaf_hash(HEADED + head + b"\n" + leaf_of(line))


def both_leaves(line: bytes) -> tuple[bytes, bytes]:
    """Return the hashes of a record in an open and in a private log.

    Of record 1 each names a log.
    """
    return leaf_of(line), headed(line)


def proven_by(record: bytes) -> tuple[bytes, ...]:
    """Return the hashes by which a record may be proven to be in a log, in one of either kind.

    A withheld record, and one that its keeper has joined, are not what was hashed.
    """
    if b"\n" in record or is_withheld(record) or stored_line(record) != record:
        return ()
    return leaf_hash(record), headed(record)


def share(lines: Iterable[bytes]) -> WithheldShare | None:
    """Return the share of a log that is withheld; None if nothing is."""
    lines = list(lines)
    seqs = [seq for seq, line in enumerate(lines, 1) if is_withheld(line)]
    return WithheldShare(len(seqs), len(lines), seqs[0]) if seqs else None


def is_withheld(line: bytes) -> bool:
    """Return True if words were taken out of this record."""
    return _read(stored_line(line)) is not None


def as_it_reads(line: bytes) -> bytes:
    """Return a line as the record that it reads as; nearly every line is that itself."""
    line = read_out(line)
    envelope = _read(line)
    if envelope is None:
        return line
    outer, inner = envelope
    record = {"seq": outer.seq, "type": inner.type, "v": inner.v, "at": outer.at, "by": outer.by}
    return msgspec.json.encode(record | {"data": inner.data})


def withheld(line: bytes, reads: Data) -> bytes:
    """Return the line that takes the place of `line`, and reads as the record `reads`."""
    inner = {"leaf": encoded(leaf_of(line))}
    inner |= {name: reads[name] for name in ("type", "v", "data")}
    outer = {name: reads[name] for name in ("seq", "at", "by")}
    record = {"seq": outer["seq"], "type": WITHHELD, "v": 1, "at": outer["at"], "by": outer["by"]}
    return msgspec.json.encode(record | {"data": inner})


def binds_heads(lines: Sequence[bytes]) -> bool:
    """Say whether record 2 says that the hashes bind the heads, as in a private log."""
    if len(lines) < 2:
        return False
    try:
        second = _line.decode(as_it_reads(lines[1]))
        return second.type == "committed" and _committed.decode(second.data).leaves == 2
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return False


def _read(line: bytes) -> tuple[WrittenRecord, Withheld] | None:
    """Return the parts of a withheld line; None for any other, as the codec has it."""
    if not may_say(line, b'"withheld"'):
        return None
    try:
        outer = _line.decode(line)
        if outer.type != WITHHELD or outer.v != 1:
            return None
        inner = _data.decode(outer.data)
        expect_plain_type(outer.data)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, Malformed):
        return None
    return None if inner.type in (WITHHELD, JOINED) else (outer, inner)
