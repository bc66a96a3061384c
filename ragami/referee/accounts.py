"""One person's account of a game: the events that count, and what else was written down."""

from __future__ import annotations

from datetime import datetime
from typing import Any, NamedTuple

from msgspec import Struct

from ragami.fold import Replay
from ragami.record import Bad, Corrected, Record, Redone, Ruled, Sealed, Undone, Unknown
from ragami.trouble import Trouble

# What only makes sense in the log that has it.
_OF_ONE_LOG = (Undone, Redone, Corrected, Ruled, Sealed)


class Entry(Struct, frozen=True):
    """An event that counts, as it reads now; `waived` are the rules that it was let break."""

    seq: int
    data: Any
    at: datetime | None
    by: str | None
    waived: frozenset[str] = frozenset()


class Aside(NamedTuple):
    """A record that is no event: after how many events it stands."""

    after: int
    record: Record


class Account(NamedTuple):
    """A log as it is to be understood now."""

    name: str
    entries: list[Entry]
    asides: list[Aside]


def account(name: str, replay: Replay, reads: list[Any]) -> Account:
    """Read a whole log with a `replay` that has read nothing yet.

    That the rules refuse something does no harm here: the other account may mend it. Raises
    `Trouble` `unreadable-account` where a record cannot be read at all.
    """
    replay.take_all(reads)
    if replay.broken:
        raise Trouble("unreadable-account", log=name, line=replay.broken.line)
    records = {read.seq: read for read in reads if isinstance(read, Record)}
    standing = dict(replay.history.standing())
    entries: list[Entry] = []
    asides: list[Aside] = []
    for read in reads:
        data = standing.get(read.seq)
        if isinstance(data, Bad):
            raise Trouble("unreadable-account", log=name, line=read.seq)
        if isinstance(data, Unknown) or (isinstance(read, Unknown) and data is None):
            continue
        if type(data) in replay.game.judges:
            record = records[read.seq]
            waived = frozenset(replay.history.waived.get(read.seq, ()))
            entries.append(Entry(read.seq, data, record.at, record.by, waived))
        elif read.__class__ is not Unknown and _stands_aside(read, replay):
            asides.append(Aside(len(entries), read))
    return Account(name, entries, asides)


def _stands_aside(read: Any, replay: Replay) -> bool:
    return (
        isinstance(read, Record)
        and type(read.data) not in replay.game.judges
        and not isinstance(read.data, _OF_ONE_LOG)
    )
