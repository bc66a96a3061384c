"""The newest seal of every log that was sealed or cosigned here, beside the keys.

A database that has been put back to an older state does not know that it has: its records fit each
other. What was signed here is therefore kept apart from it, as a list of leaves in a file for each
origin, with the name of the game that was sealed; somebody who really wants to go on from the older
state deletes the file.
"""

from __future__ import annotations

import os
import re
from hashlib import sha256
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from ragami.errors import RagamiError
from ragami.proof.files import SUFFIX, Leaves, read_proof
from ragami.proof.folder import MEMORY, folder, write_privately
from ragami.proof.note import BadNote
from ragami.proof.tree import root_of

_HEAD: Final = b"ragami/seen@v1\ngame "
_BEFORE: Final = re.compile("ragami/([0-9a-f]{32})")


class Memory(NamedTuple):
    """The hashes of what was signed last of a log.

    `game` is the game of a database that was sealed: empty where it was a file that was cosigned,
    None where nobody knows it any more (memories of 0.2).
    """

    leaves: Leaves
    game: str | None


def remember(leaves: Leaves, game: str) -> None:
    """Store what is signed now, unless more of the same log was signed before."""
    before = recall(leaves.checkpoint.origin)
    if before:
        leaves = max(
            before.leaves, leaves, key=lambda known: (known.checkpoint.size, known is leaves)
        )
        game = game or before.game or ""
    _write(leaves, game)


def rename(origin: str, before: str, after: str) -> None:
    """Move what was signed of a log to the new name of its game."""
    memory = recall(origin)
    if memory and memory.game == before:
        _write(memory.leaves, after)


def recall_leaves(origin: str) -> Leaves | None:
    """Return the hashes of what was signed last of the log of this name.

    Raises what `recall` does.
    """
    memory = recall(origin)
    return memory and memory.leaves


def is_remembered(origin: str) -> bool:
    """Say whether there may be a memory of the log of this name, without reading it."""
    return any(map(os.path.exists, (_path(origin), _path_before(origin))))


def recall(origin: str) -> Memory | None:
    """Return what was last signed of the log of this name. Raise `RagamiError` `bad-memory`."""
    for path in (_path(origin), _path_before(origin)):
        try:
            content = Path(path).read_bytes()
        except OSError:
            continue
        memory = _read(content)
        if memory is None:
            raise RagamiError("bad-memory", path=path)
        if memory.leaves.checkpoint.origin == origin:
            return memory
    return None


def _read(content: bytes) -> Memory | None:
    """Return a memory from its file; None where it is damaged."""
    game = None
    try:
        if content.startswith(_HEAD):
            name, _blank, content = content.removeprefix(_HEAD).partition(b"\n\n")
            game = msgspec.json.decode(name, type=str)
        leaves = read_proof(content)
    except (BadNote, msgspec.MsgspecError, UnicodeDecodeError):
        return None
    if not isinstance(leaves, Leaves) or root_of(leaves.sealed) != leaves.checkpoint.root:
        return None
    return Memory(leaves, game)


def _write(leaves: Leaves, game: str) -> None:
    origin = leaves.checkpoint.origin
    content = _HEAD + msgspec.json.encode(game) + f"\n\n{leaves}".encode()
    write_privately(Path(_path(origin)), content)
    before = Path(_path_before(origin))
    old = _read(before.read_bytes()) if before.is_file() else None
    if old and old.leaves.checkpoint.origin == origin:
        before.unlink()


def _path(origin: str) -> str:
    """Return the file of the last seal of a log. A log may say that it is called anything."""
    return _in_folder(sha256(origin.encode()).hexdigest())


def _path_before(origin: str) -> str:
    """Return the file where 0.2 kept it: all names of other forms in one."""
    match = _BEFORE.fullmatch(origin)
    return _in_folder(match[1] if match else "other")


def _in_folder(name: str) -> str:
    """Join a path as text: `verify` asks for two of every log, and `Path` takes far longer."""
    return f"{folder()}/{MEMORY}/{name}{SUFFIX}"
