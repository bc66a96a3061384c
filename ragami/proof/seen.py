"""The newest seal of every log that was sealed or cosigned here, beside the keys.

A database that has been put back to an older state does not know that it has: its records fit each
other. What was signed here is therefore kept apart from it, as a list of leaves; somebody who
really wants to go on from the older state deletes the file.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from ragami.errors import RagamiError
from ragami.proof.files import SUFFIX, Leaves, read_proof
from ragami.proof.folder import folder, write_privately
from ragami.proof.note import BadNote
from ragami.proof.tree import root_of

_ORIGIN: Final = re.compile("ragami/([0-9a-f]{32})")


def _path(origin: str) -> Path:
    """Where the last seal of a log is kept. A log may say that it is called anything."""
    named = _ORIGIN.fullmatch(origin)
    return folder() / "seen" / f"{named[1] if named else 'other'}{SUFFIX}"


def remember(leaves: Leaves) -> None:
    """Keep what is signed now."""
    write_privately(_path(leaves.checkpoint.origin), str(leaves).encode())


def seen(origin: str) -> Leaves | None:
    """What was signed last of the log of this name. Raises `RagamiError` `bad-memory`."""
    path = _path(origin)
    try:
        read = read_proof(path.read_bytes())
    except OSError:
        return None
    except BadNote as wrong:
        raise RagamiError("bad-memory", path=str(path)) from wrong
    named = isinstance(read, Leaves) and read.checkpoint.origin == origin
    if isinstance(read, Leaves) and named and root_of(read.sealed) == read.checkpoint.root:
        return read
    raise RagamiError("bad-memory", path=str(path))
