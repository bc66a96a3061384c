"""The identity of a log: the one sealed on this machine, or another copy of it.

Two copies of a log begin with the same record 1, and only one of them can be sealed. A file is no
more than a copy. A game of a database is the sealed one if it has that one's name; any other is a
copy as long as the sealed one is there, whole. Otherwise something may have been put in its place.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from ragami.errors import RagamiError
from ragami.proof.files import Leaves
from ragami.proof.seen import recall
from ragami.proof.withheld import leaves_of

if TYPE_CHECKING:
    from ragami.proof.checking import CopyOf
    from ragami.sources.places import StoredLog
    from ragami.store import Store


def copy_of(game: StoredLog | None) -> CopyOf:
    """Return the check that says which copy a log is, for a game of a database or for a file."""
    return _of_file if game is None else partial(_of_game, game)


def copy_in(store: Store, name: str) -> CopyOf:
    """Return the check of `copy_of` for a game of a database that is open."""
    return partial(_of_game_in, store, name)


def _of_file(seen: Leaves) -> str:
    memory = recall(seen.checkpoint.origin)
    return (memory and memory.game) or ""


def _of_game(game: StoredLog, seen: Leaves) -> str | None:
    from ragami.store import open_store  # noqa: PLC0415 (law 10)

    with open_store(game.path, create=False) as store:
        return _of_game_in(store, game.name, seen)


def _of_game_in(store: Store, name: str, seen: Leaves) -> str | None:
    memory = recall(seen.checkpoint.origin)
    if memory is None or memory.game in (None, name):
        return None
    if memory.game == "":  # a file was cosigned, and no game
        return ""
    with suppress(RagamiError):
        leaves = leaves_of(store.read(memory.game))
        if leaves[: len(seen.sealed)] == list(seen.sealed):
            return memory.game
    return None
