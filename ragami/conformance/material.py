"""Material of the checks: whole games, folded as often as needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cached_property
from itertools import chain
from random import Random
from typing import Any, Final, NamedTuple

import msgspec
from msgspec import Raw

from ragami.decoded import AnyEvent, Data, State
from ragami.findings import Breach
from ragami.game import GameDefinition, registry
from ragami.game.capabilities import BOT
from ragami.game.visibility import PUBLIC, REFEREE
from ragami.judge.replay import Replay
from ragami.log.codec import encode_record
from ragami.log.record import Read, Record
from ragami.log.unredacted import log_of

AT: Final = "2026-01-01T12:00:00Z"
LONGEST: Final = 5000
"""Events that a bot may take."""

FEW: Final = 12
"""Moments of a game that are looked at where all would take too long."""


class LoggedEvent(NamedTuple):
    """An event of a log, with the number and the type of its record."""

    seq: int
    type: str
    event: AnyEvent


class Material:
    """A game and its logs."""

    def __init__(
        self,
        game: GameDefinition,
        logs: tuple[bytes, ...],
        seeds: tuple[int, ...],
        conserved: Mapping[str, Callable[[State], object]],
        public: Callable[[State], object] | None = None,
    ) -> None:
        self.game = game
        self.given = logs
        self.seeds = seeds
        self.conserved = conserved
        self.public = public
        self.few = FEW
        # What a check has tried so far: a check that tried nothing has shown nothing.
        self.tried = 0

    @cached_property
    def logs(self) -> tuple[bytes, ...]:
        """The given logs, and a game that the bots play for each seed."""
        return (*self.given, *(self.played(seed) for seed in self.seeds if self.game.get(BOT)))

    @cached_property
    def strangers(self) -> tuple[LoggedEvent, ...]:
        """Return events of each type, to be tried where they do not belong."""
        by_type: dict[str, list[LoggedEvent]] = {}
        for log in self.logs:
            for step, _replay in self.steps(log):
                by_type.setdefault(step.type, []).append(step)
        rng = Random(0)  # noqa: S311 (no secret)
        some = (rng.sample(steps, min(4, len(steps))) for steps in by_type.values())
        return tuple(chain.from_iterable(some))

    def numbers(self) -> range:
        """Return the possible numbers of players."""
        least, most = self.game.players
        return range(least, most + 1) if most else range(2, 3)

    def played(self, seed: int, *, hidden: bool = False) -> bytes:
        """Return a game of the bots, with another number of players for each seed."""
        numbers = self.numbers()
        players = numbers[-1 - seed % len(numbers)]
        events = self.game.need(BOT).play(players, seed, hidden=hidden)
        return self.written(list(zip(events, range(LONGEST), strict=False)))

    def written(self, events: list[tuple[tuple[str, AnyEvent], int]]) -> bytes:
        lines = []
        for (type_, data), before in events:
            version = self.game.events[type_].version
            body: Any = Raw(msgspec.json.encode(data))
            lines.append(encode_record(before + 1, type_, version, AT, None, body))
        return log_of(lines)

    def reads(self, log: bytes) -> list[Read]:
        return self.game.codec.read_log(log)

    def is_event(self, read: Read) -> bool:
        return isinstance(read, Record) and read.type in self.game.events

    def replay(self, log: bytes) -> Replay:
        return Replay(self.game).take_all(self.reads(log))

    def steps(self, log: bytes) -> Iterator[tuple[LoggedEvent, Replay]]:
        """Yield every event of a log, with the game as it stood before it."""
        replay = Replay(self.game)
        for read in self.reads(log):
            if isinstance(read, Record) and self.is_event(read):
                yield LoggedEvent(read.seq, read.type, read.data), replay
            replay.take(read)

    def event(self, type_: str, data: object) -> AnyEvent:
        """Return some data as an event; None where it is none."""
        version = self.game.events[type_].version
        event_read = self.game.codec.read_event(type_, version, Raw(msgspec.json.encode(data)))
        return None if isinstance(event_read, Breach) else event_read

    def viewers(self, replay: Replay) -> tuple[str | None, ...]:
        return (None, REFEREE, PUBLIC, *replay.seating.names)


@contextmanager
def installed(game: GameDefinition) -> Iterator[None]:
    """Register a game under its name while it is tried, also if it is not installed yet."""
    shipped: Data = registry.SHIPPED
    before = shipped.get(game.name)
    shipped[game.name] = game
    registry.forget()
    try:
        yield
    finally:
        if before is None:
            del shipped[game.name]
        else:
            shipped[game.name] = before
        registry.forget()
