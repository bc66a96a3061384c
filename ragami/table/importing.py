"""A log from elsewhere that comes into a database: judged first, and then all of it or nothing."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from ragami.errors import RagamiError
from ragami.findings import Finding
from ragami.judge.report import replay_log
from ragami.log.unredacted import has_commitments, stored
from ragami.privacy.checking import check_bound
from ragami.proof.withheld import as_it_reads
from ragami.store import Conflict, Store, open_store
from ragami.table.recording import import_log


class Judged(NamedTuple):
    """What was found in a log: its records, the error in it, how it ended."""

    records: int
    wrong: Finding | None
    final: Mapping[str, Any] | None


def judged(log: bytes) -> Judged:
    """Judge all of a log. Raises `RagamiError` where it is none."""
    replay = replay_log(log)
    return Judged(replay.seq, replay.error or contradiction(log), replay.final)


def contradiction(log: bytes) -> Finding | None:
    """What a log opens that is not what it committed to."""
    if not has_commitments(log):
        return None
    return next(iter(check_bound(log.removesuffix(b"\n").split(b"\n"))), None)


def lines_to_store(log: bytes) -> list[bytes]:
    """The lines of a log; of what a keeper knows besides, those that everybody may see."""
    return [stored(line) for line in log.removesuffix(b"\n").split(b"\n")]


def title_of(log: bytes) -> str:
    """What record 1 calls the game. Raises `RagamiError` `name-needed`."""
    data: Any = json.loads(as_it_reads(log.partition(b"\n")[0]))["data"]
    title = data.get("title") if isinstance(data, dict) else None
    if not isinstance(title, str):
        raise RagamiError("name-needed")
    return title


def is_there(store: Store, game: str, lines: list[bytes]) -> bool:
    """Has the database these lines as the first ones of the game?"""
    with suppress(RagamiError):
        return store.read(game)[: len(lines)] == lines
    return False


def has_all(db: str, game: str, lines: list[bytes]) -> bool:
    """The same, of a database that is not open."""
    with suppress(RagamiError), open_store(db, create=False) as store:
        return is_there(store, game, lines)
    return False


def keep(store: Store, game: str, log: bytes, final: Mapping[str, Any] | None) -> bool:
    """Write a log as a new game; was it there already (and has it perhaps gone on since)?

    Raises `RagamiError` `other-game-of-this-name`.
    """
    try:
        import_log(store, game, log, final)
    except Conflict as conflict:
        if is_there(store, game, lines_to_store(log)):
            return True
        found = conflict.found
        raise RagamiError("other-game-of-this-name", game=game, found=found) from conflict
    return False
