"""Games played at random, the same per seed: legal events, and spoiled ones.

The bots play whole games well; what is made here gets into corners where no bot would go.
"""

from __future__ import annotations

import json
from functools import lru_cache
from random import Random
from typing import Any, Final

import msgspec
from hypothesis import settings

from ragami.findings import Breach
from ragami.game import game_named
from ragami.games.ragami.events import COLOURS, NEUTRAL, SPACES, Event
from ragami.games.ragami.rules.judge import EVENTS
from ragami.games.ragami.state import State
from ragami.judge.replay import Replay
from ragami.log.record import Read
from tests.laws.guesses import BLOCKS, KINDS, SQUARES, guess
from tests.scale import often
from tests.simulate.clerk import records

GAME: Final = game_named("ragami")
CODEC: Final = game_named("ragami").codec
# A game is long: fewer of them than of shorter things.
LAW: Final = settings(max_examples=often(3, 200))

Data = dict[str, Any]

MANY: Final = 100_000
# What a field of each name may hold, or what comes close to it.
VALUES: Final[dict[str, list[Any]]] = {
    "player": list(COLOURS),
    "ragami": [*COLOURS, NEUTRAL],
    "saint": list(COLOURS),
    "with": list(COLOURS),
    "to": [*SQUARES, *BLOCKS],
    "from": [*SQUARES, None],
    "square": list(SQUARES),
    "squares": [[1], [1, 2, 3, 4], [1, 1, 2, 3], [26, 27, 28, 29]],
    "block": [*BLOCKS, None],
    "withdraw_to": [*BLOCKS, None],
    "via": [
        *SPACES,
        *({"card": card} for card in (5, 8, 11)),
        *({"card": 9, "space": one, "lower": other} for one in SPACES for other in (*SPACES, None)),
    ],
    "card": list(KINDS),
    "cards": [[], [6], [13], [14], [15], [6, 13], [13, 14], [6, 6]],
    "discarded": [None, *KINDS, [1, 2], [1]],
    "rejected": [[1], [1, 2], [3, 3], [15, 15]],
    "kept": [None, *KINDS, [None], [5], [5, None], [13, 13]],
    "cubes": [0, 1, 2, 5, 9],
    "virtue": [0, 1, 3, 6],
    "vp": [0, 1, 2, 5],
    "power_rolls": [[], [0], [2], [1, 2], [5]],
    "change": [-3, -2, -1, 0, 1, 2],
    "rolls": [[1, 1, 1], [2, 3, 4], [1, 5, 4], [6, 6, 6]],
    "demons": [[], [1], [1, 1], [1, 2, 3]],
    "demon": [None, {"from": None, "to": 1}, {"from": 1, "to": 2}],
    "die": [1, 6],
}


class RandomGame:
    """A game that goes on at random: `lines` are its log, `replay` reads it as it grows.

    `hidden` is how likely a kept card is unknown.
    """

    def __init__(self, seed: int, *, hidden: float = 0.0) -> None:
        self.rng = Random(seed)
        self.hidden = hidden
        self.lines: list[bytes] = []
        self.replay = Replay(GAME, CODEC)

    @property
    def state(self) -> State:
        state: State = self.replay.state
        return state

    @property
    def over(self) -> bool:
        return self.state.phase == "over"

    @property
    def log(self) -> bytes:
        return b"".join(line + b"\n" for line in self.lines)

    # --- records ---------------------------------------------------------------------------

    def add(self, type_: str, data: Data) -> Read:
        """A record, whatever it says; it is read on from, and returned as it was read."""
        line = written(len(self.lines) + 1, type_, data)
        self.lines.append(line)
        read = CODEC.read_line(line, len(self.lines))
        self.replay.take(read)
        return read

    def undo(self, to: int) -> None:
        self.add("undone", {"to": to, "reason": None})

    def redo(self) -> None:
        self.add("redone", {})

    def rule(self, rule: str) -> None:
        self.add("ruled", {"rule": rule, "reason": None, "authority": None})

    def strike(self, seq: int) -> None:
        nothing = dict.fromkeys(("type", "v", "data", "reason", "authority"))
        self.add("corrected", {"seq": seq} | nothing)

    # --- events ----------------------------------------------------------------------------

    def play(self, events: int) -> RandomGame:
        """So many legal events more, or fewer where the game ends."""
        for _ in range(events):
            if self.over:
                break
            self.add(*self.legal_event())
            assert self.replay.error is None, self.replay.error
        return self

    def legal_event(self) -> tuple[str, Data]:
        """A legal event: its type and data. The game must not be over."""
        for _ in range(MANY):
            type_, data = guess(self.state, self.rng)
            if "kept" in data and self.rng.random() < self.hidden:
                data["kept"] = None if type_ == "starting_card_kept" else [None] * len(data["kept"])
            if not self.judged(type_, data):
                return type_, data
        raise AssertionError("nothing legal is found")

    def spoiled_event(self) -> tuple[str, Data]:
        """A legal event with one field changed, or another type of event; often not legal."""
        if self.over or self.rng.random() < 0.2:
            type_ = self.rng.choice(sorted(EVENTS))
            fields = [field.encode_name for field in msgspec.structs.fields(EVENTS[type_])]
            return type_, {name: self.rng.choice(VALUES.get(name, [1])) for name in fields}
        type_, data = self.legal_event()
        return type_, spoiled(data, self.rng)

    def judged(self, type_: str, data: Data) -> list[Breach]:
        """All that is wrong with an event if it came next."""
        event = read_event(type_, data)
        return [event] if isinstance(event, Breach) else self.replay.would_be_wrong(event)


def written(seq: int, type_: str, data: Data) -> bytes:
    """A line as no encoder of ours writes it."""
    record = {"seq": seq, "type": type_, "v": 1, "at": None, "by": None, "data": data}
    return json.dumps(record, separators=(",", ":")).encode()


def spoiled(data: Data, rng: Random) -> Data:
    """The same data with one field changed (somewhere inside it)."""
    copy: Data = json.loads(json.dumps(data))
    fields = [(owner, name) for owner in _objects(copy) for name in owner if name in VALUES]
    if fields:
        owner, name = rng.choice(fields)
        owner[name] = rng.choice(VALUES[name])
    return copy


def _objects(value: Any) -> list[Data]:
    """Every object in a JSON value, itself included."""
    if isinstance(value, dict):
        return [value, *(found for inside in value.values() for found in _objects(inside))]
    if isinstance(value, list):
        return [found for inside in value for found in _objects(inside)]
    return []


def read_event(type_: str, data: Data) -> Event | Breach:
    """The event as the codec reads it, or why it is malformed."""
    event: Event | Breach = CODEC.read_event(type_, 1, msgspec.Raw(json.dumps(data).encode()))
    return event


@lru_cache(maxsize=64)
def whole_game(seed: int, *, hidden: bool = False, log_records: bool = False) -> bytes:
    """The log of a whole game that bots play, legal from the first record to the last."""
    lines = records(2 + seed % 3, seed, hidden=hidden, log_records=log_records)
    return b"".join(line + b"\n" for line in lines)


def replayed(log: bytes) -> Replay:
    """A log read from its first byte."""
    return Replay(GAME, CODEC).take_all(CODEC.read_log(log))
