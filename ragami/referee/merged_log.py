"""The log of a merged game: the events, and what else the two accounts had written down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct, json, structs, to_builtins

from ragami.game import GameDefinition
from ragami.game.capabilities import REVEALS
from ragami.judge.replay import Replay
from ragami.log.codec import encode_record
from ragami.log.record import Envelope, Noted, Record, Unknown
from ragami.referee.accounts import Account, Aside
from ragami.referee.merge import Merge, Side


class Decision(Struct, frozen=True):
    """The referee's decision at a divergence: after how many events, for whom, and why."""

    at: int
    side: Side
    reason: str | None = None


def merged_log(merge: Merge, a: Account, b: Account, decisions: Sequence[Decision] = ()) -> bytes:
    """Return the bytes of the merged log, as far as it has been merged.

    Notes, assertions and reveals of both accounts stand where they stood, each once; a reveal of
    a card that the other account knew all along is left out. Records of a type that is not known
    are kept, under a new number. Rulings stand before what they let stand. Every decision is noted.
    """
    writer = _Writer(merge.game)
    asides = [
        _Asides(a, [event.a for event in merge.merged]),
        _Asides(b, [event.b for event in merge.merged]),
    ]
    noted = {decision.at: decision for decision in decisions}
    for n, event in enumerate(merge.merged):
        for side in asides:
            for aside in side.before(n):
                writer.aside(aside, side)
        if decision := noted.get(n):
            writer.write("noted", Noted(_reason(decision, (a, b))))
        for ruling in event.rulings:
            writer.write("ruled", ruling.data, ruling.at, ruling.by)
        seq = writer.event(event.data, event.at, event.by if n else _recorders(a, b))
        for side, own in zip(asides, (event.a, event.b), strict=True):
            side.place(own, seq)
    for side in asides:
        for aside in side.rest():
            writer.aside(aside, side)
    return b"".join(writer.lines)


def _recorders(a: Account, b: Account) -> str:
    """Return the writer of the merged opening: both, so that no proof takes it for either log.

    A log goes by its first record: under that of a sealed log the merged one would be taken for it,
    changed.
    """
    writers = [account.entries[0].by for account in (a, b)]
    told_apart = None not in writers and len(set(writers)) == len(writers)
    return " + ".join(map(str, writers if told_apart else (a.name, b.name)))


def _reason(decision: Decision, accounts: tuple[Account, Account]) -> str:
    believed = accounts[0] if decision.side == "a" else accounts[1]
    return f"merged: {believed.name}" + (f"; {decision.reason}" if decision.reason else "")


class _Asides:
    """One account's records besides events, and the numbers of its events in the merged log."""

    def __init__(self, account: Account, seqs: list[int | None]) -> None:
        place = {entry.seq: n for n, entry in enumerate(account.entries)}
        # After how many of the account's own events each merged event comes.
        self.own = [-1 if seq is None else place[seq] for seq in seqs]
        # Where both have the same in another order, what stands between waits for all of it.
        least = len(account.entries)
        for n in reversed(range(len(self.own))):
            if self.own[n] >= 0:
                self.own[n] = least = min(least, self.own[n])
        self.waiting = list(account.asides)
        self.seq_of: dict[int, int] = {}
        self.said: Counter[bytes] = Counter()

    def before(self, n: int) -> Iterator[Aside]:
        """Yield the records before merged event `n` in this account."""
        if self.own[n] >= 0:
            while self.waiting and self.waiting[0].after <= self.own[n]:
                yield self.waiting.pop(0)

    def rest(self) -> Iterator[Aside]:
        """Yield the records after the last event."""
        yield from self.waiting

    def place(self, own: int | None, seq: int) -> None:
        if own is not None:
            self.seq_of[own] = seq


class _Writer:
    """Writes records one after the other, and folds them: a reveal has to fit."""

    def __init__(self, game: GameDefinition) -> None:
        self.game = game
        self.codec = game.codec
        self.replay = Replay(game, self.codec)
        self.lines: list[bytes] = []
        self.said: Counter[bytes] = Counter()

    def event(self, data: Struct, at: datetime | None, by: str | None) -> int:
        return self.write(self.codec.names[type(data)], data, at, by)

    def aside(self, aside: Aside, side: _Asides) -> None:
        """Write a record that is no event, unless the other account had the same."""
        record: Any = aside.record
        name, version, data = self._contents(record)
        if self.game.is_reveal(data):
            seq = side.seq_of.get(data.seq)
            reveals = self.game.need(REVEALS)
            if not reveals.fills and seq not in reveals.hidden(self.replay.state, data.player):
                return
            data = structs.replace(data, seq=seq)
        if not self._is_new(encode_record(1, name, version, None, None, data), side):
            return
        self.write(name, data, record.at, record.by, version)

    def _contents(self, record: Record | Unknown) -> tuple[str, int, Any]:
        """Return type, version and data; of what is not known, the data as it stands."""
        if isinstance(record, Unknown):
            return record.type, record.v, json.decode(record.line, type=Envelope).data
        name = self.codec.names[type(record.data)]
        return name, self.codec.types[name].version, record.data

    def _is_new(self, words: bytes, side: _Asides) -> bool:
        """Return True if this account has said it more often than the merged log has it."""
        side.said[words] += 1
        if side.said[words] <= self.said[words]:
            return False
        self.said[words] += 1
        return True

    def write(
        self,
        name: str,
        data: Any,
        at: datetime | None = None,
        by: str | None = None,
        version: int = 0,
    ) -> int:
        seq = len(self.lines) + 1
        version = version or self.codec.types[name].version
        line = encode_record(seq, name, version, to_builtins(at), by, data)
        self.lines.append(line + b"\n")
        self.replay.take(self.codec.read_line(line, seq))
        return seq
