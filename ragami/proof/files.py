"""Proofs as small files of text, each with the checkpoint that it rests on at its end.

An inclusion proof is a C2SP tlog-proof with the record as its extra data. A consistency proof and
a list of leaves, for which there is no such standard, are written in the same way. Every function
that reads raises `BadNote` for what is cut short or otherwise not in the form.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, NamedTuple

from ragami.proof.note import (
    BadNote,
    Checkpoint,
    Note,
    decoded,
    encoded,
    read_checkpoint,
    read_note,
)
from ragami.proof.tree import HASH

INCLUSION: Final = "c2sp.org/tlog-proof@v1"
CONSISTENCY: Final = "ragami/consistency@v1"
LEAVES: Final = "ragami/leaves@v1"
SUFFIX: Final = ".leaves"
"""A list of leaves beside a log has the log's name with this after it."""

_INDEX: Final = re.compile("index (0|[1-9][0-9]{0,15})")
_EXTRA: Final = "extra "


class Inclusion(NamedTuple):
    """A proof that `record` is number `place` + 1 of a log; others may supply the record."""

    place: int
    path: tuple[bytes, ...]
    note: Note
    record: bytes | None = None

    def __str__(self) -> str:
        extra = [] if self.record is None else [_EXTRA + encoded(self.record)]
        head = [INCLUSION, *extra, f"index {self.place}"]
        return _lines(head, self.path) + f"\n{self.note}"


class Consistency(NamedTuple):
    """A proof that a log has only grown between two checkpoints."""

    path: tuple[bytes, ...]
    old: Note
    new: Note

    def __str__(self) -> str:
        return _lines([CONSISTENCY], self.path) + f"\n{self.old}\n{self.new}"


class Leaves(NamedTuple):
    """The hash of every record of a log: with it the first wrong record can be named."""

    leaves: tuple[bytes, ...]
    note: Note

    def __str__(self) -> str:
        return _lines([LEAVES], self.leaves) + f"\n{self.note}"

    @property
    def checkpoint(self) -> Checkpoint:
        """The checkpoint that was signed."""
        return read_checkpoint(self.note.text)

    @property
    def sealed(self) -> tuple[bytes, ...]:
        """The leaves that the checkpoint covers: nobody vouches for those after them."""
        return self.leaves[: self.checkpoint.size]


ProofFile = Inclusion | Consistency | Leaves


def read_proof(content: bytes) -> ProofFile:
    try:
        text = content.decode()
    except UnicodeDecodeError:
        raise BadNote("not-utf8") from None
    head, _blank, note_text = text.partition("\n\n")
    kind, *lines = head.split("\n")
    match kind:
        case _ if kind == INCLUSION:
            return _inclusion(lines, note_text)
        case _ if kind == CONSISTENCY:
            return _consistency(lines, note_text)
        case _ if kind == LEAVES:
            return _leaves(lines, note_text)
    raise BadNote("no-proof-file")


def _inclusion(lines: list[str], note_text: str) -> Inclusion:
    record = None
    if lines and lines[0].startswith(_EXTRA):
        record = decoded(lines.pop(0).removeprefix(_EXTRA))
    index = _INDEX.fullmatch(lines[0]) if lines else None
    if not index:
        raise BadNote("no-proof-file")
    return Inclusion(int(index[1]), _hashes(lines[1:]), _checkpoint(note_text), record)


def _consistency(lines: list[str], notes: str) -> Consistency:
    old_text, _blank, tail = notes.partition("\n\n")
    old_signatures, _blank, new = tail.partition("\n\n")
    old = _checkpoint(f"{old_text}\n\n{old_signatures}\n")
    return Consistency(_hashes(lines), old, _checkpoint(new))


def _leaves(lines: list[str], note_text: str) -> Leaves:
    read = Leaves(_hashes(lines), _checkpoint(note_text))
    if len(read.leaves) < read.checkpoint.size:
        raise BadNote("cut-short", found=len(read.leaves), expected=read.checkpoint.size)
    return read


def _checkpoint(text: str) -> Note:
    note = read_note(text)
    read_checkpoint(note.text)
    return note


def _hashes(lines: Sequence[str]) -> tuple[bytes, ...]:
    return tuple(decoded(line, HASH) for line in lines)


def _lines(head: Sequence[str], hashes: Sequence[bytes]) -> str:
    return "".join(f"{line}\n" for line in (*head, *map(encoded, hashes)))
