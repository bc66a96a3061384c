"""Checkpoints (C2SP tlog-checkpoint): which log, how many of its records, and their root."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

from ragami.proof.note import BadNote, decoded, encoded
from ragami.proof.tree import HASH

LONGEST_SIZE: Final = 16
_OWN_FORM: Final = re.compile("ragami/[0-9a-f]{32}")
_SIZE: Final = re.compile("0|[1-9][0-9]*")


class Checkpoint(NamedTuple):
    """The text of a signed checkpoint. `extensions` are lines that others may have added."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    def text(self) -> str:
        lines = (self.origin, str(self.size), encoded(self.root), *self.extensions)
        return "\n".join(lines) + "\n"


def origin_of(first_leaf: bytes) -> str:
    """The name of a log that nobody gave it: it comes from the hash of its first record."""
    return f"ragami/{first_leaf[: HASH // 2].hex()}"


def is_own_form(origin: str) -> bool:
    """Say whether a name is of the form that `origin_of` gives."""
    return bool(_OWN_FORM.fullmatch(origin))


def read_checkpoint(text: str) -> Checkpoint:
    """A checkpoint from the text of a note. Raises `BadNote`."""
    lines = text.removesuffix("\n").split("\n")
    if len(lines) < len(Checkpoint._fields) - 1 or not all(lines):
        raise BadNote("no-checkpoint")
    origin, size, root, *extensions = lines
    if not _SIZE.fullmatch(size) or len(size) > LONGEST_SIZE:
        raise BadNote("no-checkpoint")
    return Checkpoint(origin, int(size), decoded(root, HASH), tuple(extensions))
