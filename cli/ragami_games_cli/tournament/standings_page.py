"""The page of standings: what is gathered for it from the database and from files."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from time import monotonic_ns
from typing import TYPE_CHECKING

from ragami_cli.library import Library
from ragami_games_cli.tournament.answers import state_of

if TYPE_CHECKING:
    from ragami.games.tournament.page import TableLog
    from ragami_cli.options import Session


def page(session: Session, log: bytes, asked: Sequence[str], *, with_logs: bool) -> str:
    """The page of a tournament; the tables' logs are looked for as `ragami verify` does."""
    from ragami.games.tournament.page import page as made
    from ragami.games.tournament.verifying import heads
    from ragami.proof.tree import leaf_hash, root_of

    state = state_of(log)
    wanted = {head.origin: head.size for head in heads(state)}
    copies = Library(tuple(asked), session.db, monotonic_ns()).of(wanted)
    tables = {
        origin: table_log(found[0], wanted[origin], with_logs=with_logs)
        for origin, found in copies.items()
    }
    root = base64.b64encode(root_of(map(leaf_hash, log.splitlines()))).decode()
    return made(state, log, root, newest_note(log), tables, session.language)


def table_log(log: bytes, size: int, *, with_logs: bool) -> TableLog:
    """The newest seal that covers a head, and the log itself where it is asked for."""
    from ragami.games.tournament.page import TableLog

    return TableLog(newest_note(log, size), log if with_logs else None)


def newest_note(log: bytes, size: int = 1) -> str | None:
    """The note of the newest seal that covers so many records; None where there is none."""
    from ragami.judge.report import game_of
    from ragami.log.record import Record, Sealed

    reads = game_of(log).codec.read_log(log)
    records = (read for read in reads if isinstance(read, Record))
    seals = [one.data for one in records if isinstance(one.data, Sealed)]
    return next((seal.note for seal in reversed(seals) if seal.size >= size), None)
