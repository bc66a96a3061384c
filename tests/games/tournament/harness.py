"""A tournament folded by the real `Replay`, and short ways to write one down.

What the kernel will be given by a game's definition (the id of the rule on logs, a breach that no
ruling lets stand, an assertion that is malformed) stands here until then.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from ragami.findings import LOG_RULE, Breach, Finding
from ragami.game import codec_for
from ragami.games.tournament import table
from ragami.games.tournament.closing import BEYOND_RULING
from ragami.games.tournament.draw import chained_seed
from ragami.games.tournament.ending import final
from ragami.games.tournament.events import EVENTS, Asserted, Revealed
from ragami.games.tournament.judge import JUDGES, may_be_waived
from ragami.games.tournament.packing import pack, unpack
from ragami.games.tournament.state import State
from ragami.games.tournament.view import view
from ragami.judge.replay import Replay
from ragami.log.record import Codec, Record, Versioned

SAMPLES = Path(__file__).parent / "samples"


@cache
def game() -> Any:
    """As much of a game as `Replay` uses."""
    return HashableGame(
        name="tournament",
        events={name: Versioned(struct) for name, struct in EVENTS.items()},
        asserted=Versioned(Asserted),
        revealed=Versioned(Revealed),
        judges=JUDGES,
        new_state=State,
        pack=pack,
        unpack=unpack,
        reveal=table.reveal,
        hidden=lambda _state, _seat: [],
        contradiction=lambda _state, _standing: (),
        differences=table.differences,
        may_be_waived=may_be_waived,
        remarks=table.remarks,
        final=final,
    )


class HashableGame(SimpleNamespace):
    __hash__ = object.__hash__  # type: ignore[assignment]


@cache
def codec() -> Codec:
    return codec_for(game())


class Fold(Replay):
    """The real fold; what the kernel has not got yet is at the end."""

    state: State

    def __init__(self) -> None:
        super().__init__(game(), codec())

    def view(self) -> dict[str, Any]:
        return view(self.state, self.seq)

    def found(self) -> list[Finding]:
        return [replace(one, rule=own(one.rule)) for one in self.findings()]

    def _judge(self, seq: int, data: Any) -> bool:
        waived = self.history.waived.get(seq, ())
        if waived and type(data) in JUDGES:
            for one in JUDGES[type(data)][0](self.state, data):
                if one.facts.get(BEYOND_RULING):
                    return self._stop("illegal-event", [one], seq)
        return super()._judge(seq, data)

    def _assert(self, record: Record) -> Breach | None:  # type: ignore[override]
        self._settle()
        wrong = None if self.error else table.unfit(self.state, record.data)
        if wrong is None:
            super()._assert(record)
        return wrong


def own(rule: str | None) -> str | None:
    return "R-T-LOG-01" if rule == LOG_RULE else rule


def read_log(log: bytes) -> Fold:
    """A whole log, record by record as at the table."""
    fold = Fold()
    for stretch in codec().reading(log):
        fold.take_all(stretch)
    return fold


class Log:
    """A log being written: `fold` is where it stands, `lines` what was written."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.fold = Fold()

    def write(self, type_: str, data: Any) -> Finding | None:
        """One record; what is wrong with the log after it."""
        seq = len(self.lines) + 1
        record = {"seq": seq, "type": type_, "v": 1, "at": None, "by": None, "data": data}
        self.lines.append(json.dumps(record, ensure_ascii=False).encode())
        self.fold.take_all([codec().read_line(self.lines[-1], seq)])
        wrong = self.fold.error
        return replace(wrong, rule=own(wrong.rule)) if wrong else None

    @property
    def seq(self) -> int:
        return len(self.lines)

    @property
    def bytes(self) -> bytes:
        return b"\n".join(self.lines) + b"\n"

    @property
    def state(self) -> State:
        return self.fold.state

    def copy(self) -> Log:
        """The same log, to be carried on in another way."""
        other = Log()
        other.lines = list(self.lines)
        for number, line in enumerate(other.lines, 1):
            other.fold.take_all([codec().read_line(line, number)])
        return other


def expected_of(name: str) -> dict[str, Any]:
    wanted: dict[str, Any] = json.loads((SAMPLES / f"{name}.expected.json").read_bytes())
    return wanted


def log_of(name: str) -> bytes:
    return (SAMPLES / f"{name}.jsonl").read_bytes()


def sample_names() -> Iterator[str]:
    return (path.stem for path in sorted(SAMPLES.glob("*.jsonl")))


def seed_of(number: int, seed: str = "2026-11-22") -> str:
    return chained_seed(seed, number)


def without(data: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in names}
