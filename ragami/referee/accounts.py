"""One person's account of a game: the events that count, and what else was written down."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from msgspec import Struct

from ragami.errors import RagamiError
from ragami.judge.replay import Replay
from ragami.log.record import (
    Bad,
    Committed,
    Corrected,
    Opened,
    Record,
    Redone,
    Ruled,
    Sealed,
    Undone,
    Unknown,
)

# What only makes sense in the log that has it.
_OF_ONE_LOG = (Undone, Redone, Corrected, Ruled, Sealed, Committed, Opened)


class AccountEntry(Struct, frozen=True):
    """An event that counts, as it reads now; `rulings` let it break a rule each."""

    seq: int
    data: Any
    at: datetime | None
    by: str | None
    rulings: tuple[Record, ...] = ()


class Aside(NamedTuple):
    """A record that is no event: after how many events it stands."""

    after: int
    record: Record | Unknown


class Account(NamedTuple):
    """A log as it is to be understood now."""

    name: str
    entries: list[AccountEntry]
    asides: list[Aside]


def account(name: str, replay: Replay, reads: list[Any]) -> Account:
    """Read a whole log with a `replay` that has read nothing yet.

    That the rules refuse something does no harm here: the other account may mend it. Raises
    `RagamiError` `unreadable-account` where a record cannot be read at all.
    """
    replay.take_all(reads)
    if replay.broken:
        raise RagamiError("unreadable-account", log=name, line=replay.broken.line)
    records = {read.seq: read for read in reads if isinstance(read, Record)}
    rulings = _rulings(reads, replay)
    standing = dict(replay.history.standing())
    entries: list[AccountEntry] = []
    asides: list[Aside] = []
    for read in reads:
        data = standing.get(read.seq)
        if isinstance(data, Bad):
            raise RagamiError("unreadable-account", log=name, line=read.seq)
        if type(data) in replay.game.judges:
            # What a correction mended may have been no record: then nobody knows whose it was.
            record = records.get(read.seq)
            at, by = (record.at, record.by) if record else (None, None)
            entries.append(AccountEntry(read.seq, data, at, by, rulings.get(read.seq, ())))
        elif not isinstance(data, Unknown) and _stands_aside(read, replay):
            asides.append(Aside(len(entries), read))
    return Account(name, entries, asides)


def _rulings(reads: list[Any], replay: Replay) -> dict[int, tuple[Record, ...]]:
    """Return the rulings that each event has, by its seq: those that were waiting for it."""
    rulings: dict[int, tuple[Record, ...]] = {}
    waiting: list[Record] = []
    for read in reads:
        if isinstance(read, Record) and isinstance(read.data, Ruled):
            waiting.append(read)
        elif read.seq in replay.history.waived:
            rulings[read.seq] = tuple(waiting)
            waiting.clear()
    return rulings


def _stands_aside(read: object, replay: Replay) -> bool:
    if isinstance(read, Unknown):
        return True
    return (
        isinstance(read, Record)
        and type(read.data) not in replay.game.judges
        and not isinstance(read.data, _OF_ONE_LOG)
    )
