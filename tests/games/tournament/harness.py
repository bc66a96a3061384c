"""A tournament folded by the real `Replay`, and short ways to write one down."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from ragami.findings import Finding
from ragami.games.tournament.game import GAME
from ragami.games.tournament.pairing.seeds import chained_seed
from ragami.games.tournament.state import State
from ragami.games.tournament.view import view
from ragami.judge.replay import Replay
from ragami.referee.linked import origins
from tests.games.versions import version_of

SAMPLES = Path(__file__).parent / "samples"


class Fold(Replay):
    state: State

    def __init__(self) -> None:
        super().__init__(GAME)

    def view(self) -> dict[str, Any]:
        return view(self.state, self.seq)


def read_log(log: bytes) -> Fold:
    """A whole log, record by record as at the table."""
    fold = Fold()
    for stretch in GAME.codec.reading(log):
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
        v = version_of(GAME.codec, type_)
        record = {"seq": seq, "type": type_, "v": v, "at": None, "by": None, "data": data}
        self.lines.append(json.dumps(record, ensure_ascii=False).encode())
        self.fold.take_all([GAME.codec.read_line(self.lines[-1], seq)])
        return self.fold.error

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
            other.fold.take_all([GAME.codec.read_line(line, number)])
        return other


def expected_of(name: str) -> dict[str, Any]:
    wanted: dict[str, Any] = json.loads((SAMPLES / f"{name}.expected.json").read_bytes())
    return wanted


def log_of(name: str) -> bytes:
    return (SAMPLES / f"{name}.jsonl").read_bytes()


def sample_names() -> list[str]:
    return [path.stem for path in sorted(SAMPLES.glob("*.jsonl"))]


def seed_of(number: int, seed: str = "2026-11-22") -> str:
    return chained_seed(seed, number)


def without(data: Mapping[str, Any], *names: str) -> dict[str, Any]:
    return {name: value for name, value in data.items() if name not in names}


class Shelf:
    """The logs at hand, as `verify` finds them."""

    def __init__(self, *logs: bytes) -> None:
        self.logs = logs

    def of(self, wanted: Collection[str]) -> Mapping[str, Sequence[bytes]]:
        found: dict[str, list[bytes]] = {}
        for log in self.logs:
            for origin in origins(log):
                found.setdefault(origin, []).append(log)
        return {origin: copies for origin, copies in found.items() if origin in wanted}

    def linking(self) -> Iterable[tuple[str, bytes]]:
        return (("another", log) for log in self.logs if b'"game":"tournament"' in log)
