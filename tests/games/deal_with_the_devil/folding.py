"""Logs of this game, folded by the real `Replay`: filled, judged whole, undone, corrected."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from ragami.findings import Breach, Finding, found
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.ending import final
from ragami.games.deal_with_the_devil.filling import (
    Sent,
    fill,
    from_roles,
    from_seed,
    repeated_differently,
    tell,
)
from ragami.games.deal_with_the_devil.judge import JUDGES, may_be_waived
from ragami.games.deal_with_the_devil.packing import pack, unpack
from ragami.games.deal_with_the_devil.state import State
from ragami.games.deal_with_the_devil.table import differences, remarks
from ragami.games.deal_with_the_devil.view import view
from ragami.judge.replay import Replay
from ragami.log.record import Codec, Corrected, Read, Record, Redone, Undone, Versioned

SAMPLES = Path(__file__).parent / "samples"
Told = dict[int, dict[str, Any]]


class Game:
    """What `Replay` asks of a game."""

    name = "deal-with-the-devil"
    events: ClassVar = {name: Versioned(struct) for name, struct in ev.EVENTS.items()}
    asserted = Versioned(ev.Asserted)
    revealed = Versioned(ev.Revealed)
    judges = JUDGES

    new_state = staticmethod(State)
    pack = staticmethod(pack)
    unpack = staticmethod(unpack)
    differences = staticmethod(differences)
    may_be_waived = staticmethod(may_be_waived)
    final = staticmethod(final)
    remarks = staticmethod(remarks)

    def contradiction(self, state: State, standing: Iterable[Any]) -> Iterable[Finding]:
        return ()


GAME: Any = Game()
CODEC = Codec({**Game.events, "asserted": Game.asserted, "revealed": Game.revealed})


class Level(Replay):
    """A fold in which every event is filled first."""

    def __init__(self, told: Told) -> None:
        super().__init__(GAME, CODEC)
        self.told = told
        self.sent: dict[int, tuple[int, ev.OffersSent]] = {}
        self.wrong_reveals: list[Finding] = []

    def _goes_well(self) -> bool:
        return False

    def _judge(self, seq: int, data: Any) -> bool:
        event = fill(data, self.told.get(seq))
        round_ = self.state.round
        good = super()._judge(seq, event)
        if good and isinstance(event, ev.OffersSent):
            self.sent[seq] = round_, event
        return good

    def play(self, seq: int, data: Any) -> bool:
        return True if isinstance(data, ev.Revealed) else super().play(seq, data)

    def _reveal(self, record: Record) -> None:
        """Told when it is recorded; no undo takes it back."""

    def repeated(self) -> Iterable[Finding]:
        struck = self.history.struck
        now = dict(self.history.standing())
        return repeated_differently(
            Sent(seq, round_, fill(now.get(seq, event), self.told.get(seq)), seq in struck)
            for seq, (round_, event) in self.sent.items()
        )


class Narration(Level):
    """The first reading: what every `revealed` tells, judged when it is recorded."""

    def __init__(self, reads: Sequence[Read]) -> None:
        super().__init__({})
        self.reads = reads

    def _reveal(self, record: Record) -> None:
        said: ev.Revealed = record.data
        event = dict(self.history.standing()).get(said.seq) if said.seq < record.seq else None
        told = self.told.setdefault(said.seq, {})
        known = dict(told)
        if event is not None and said.place not in known:
            known |= self.derived(said, record.seq)
        value = tell(event, known, said, self.state.cards)
        if isinstance(value, Breach):
            self.wrong_reveals.append(found("illegal-event", value, record.seq, record.seq))
        else:
            told.setdefault(said.place, value)

    def derived(self, said: ev.Revealed, seq: int) -> Mapping[str, Any]:
        """What `roles_shown` and `seed_opened` told of the event before (R-D-KNOW-08)."""
        kind = {"roles": ev.RolesShown, "chests": ev.SeedOpened}.get(said.place.split(".")[0])
        if not any(isinstance(event, kind or ()) for _, event in self.history.standing()):
            return {}
        return _filled(self.told, self.reads[: seq - 1]).told.get(said.seq, {})


def _merged(*several: Mapping[int, Mapping[str, Any]]) -> Told:
    """The first that has a place counts."""
    merged: Told = {}
    for told in several:
        for seq, those in told.items():
            merged[seq] = {**those, **merged.get(seq, {})}
    return merged


def folded(reads: Sequence[Read]) -> Level:
    """The fold of the filled log (R-D-KNOW-02), with its reveals judged."""
    telling = Narration(reads)
    telling.take_all(reads)
    level = _filled(telling.told, reads)
    level.wrong_reveals = telling.wrong_reveals
    return level


def _filled(told: Told, reads: Sequence[Read]) -> Level:
    """The fold filled from reveals, then from the roles, then from the seed."""
    level = _level(told, reads)
    if roles := from_roles(level.history.standing(), level.state):
        told = _merged(told, roles)
        level = _level(told, reads)
    if chests := from_seed(level.state):
        told = _merged(told, chests)
        level = _level(told, reads)
    return level


def _level(told: Told, reads: Sequence[Read]) -> Level:
    level = Level(told)
    level.take_all(reads)
    return level


def read(log: bytes) -> list[Read]:
    # The contract lets a seal have no note; the codec of the kernel asks for a text.
    return CODEC.read_log(log.replace(b'"note":null', b'"note":""'))


def log_of(events: Iterable[tuple[str, Any]]) -> bytes:
    """Records of (type, data), numbered."""
    return b"".join(
        json.dumps(
            {"seq": seq, "type": type_, "v": 1, "at": None, "by": None, "data": data},
            ensure_ascii=False,
        ).encode()
        + b"\n"
        for seq, (type_, data) in enumerate(events, 1)
    )


def error_of(level: Level) -> Finding | None:
    """The first thing that is wrong."""
    wrong = [*level.wrong_reveals, *([level.error] if level.error else [])]
    return min(wrong, key=lambda one: one.seq or 0, default=None)


def known_by(reads: Sequence[Read], wrong: Finding) -> int | None:
    """The record that brought a breach to light, None if its own record did (R-D-KNOW-03)."""
    assert wrong.seq is not None
    for n in range(wrong.seq, len(reads) + 1):
        if n > wrong.seq and not _may_tell(reads[n - 1], wrong.seq):
            continue
        error = error_of(folded(reads[:n]))
        if error and error.seq == wrong.seq:
            return n if n > wrong.seq else None
    raise AssertionError("the whole log shows it")


def _may_tell(record: Read, seq: int) -> bool:
    """Can a later record make an event illegal? A reveal of it or of what came before can, and
    the records of any game that change what counts."""
    if not isinstance(record, Record):
        return False
    data = record.data
    if isinstance(data, ev.Revealed):
        return data.seq <= seq
    return isinstance(data, ev.RolesShown | ev.SeedOpened | Corrected | Undone | Redone)


def shown(reads: Sequence[Read], seq: int, viewer: str | None = None) -> dict[str, Any]:
    return view(folded(reads[:seq]).state, seq, viewer)
