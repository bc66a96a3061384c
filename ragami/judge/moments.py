"""A log, and the stream of its moments: how the game stood after each record.

Whatever is told, drawn, counted or served of a game record by record takes its moments from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ragami.game import GameDefinition, Position
from ragami.judge.replay import Replay
from ragami.judge.report import Said, game_of, said
from ragami.log.record import Read, Record


class Log:
    """A log: its bytes, the game that it is of, and its records.

    A record is one of `ragami.log.record`: a `Record` with its `seq`, `type`, `at`, `by` and the
    event in `data`; an `Unknown` of a type or version that is not known here; or `Bad`.

    >>> log = Log(b'{"seq":1,"type":"x","v":1,"at":null,"by":null,"data":{"game":"chess"}}\\n')
    >>> len(log), log.game.name, log.game.judged
    (1, 'chess', False)
    """

    def __init__(self, content: bytes, name: str = "", rows: Sequence[int] = ()) -> None:
        self.content = content
        self.name = name
        # On which line of a score sheet each record stands, where it was read from one.
        self.rows = rows

    @cached_property
    def game(self) -> GameDefinition:
        """The game, by record 1; what stands for it where it is not installed."""
        return game_of(self.content)

    @cached_property
    def records(self) -> list[Read]:
        """All records, as they were written."""
        return self.game.codec.read_log(self.content) if self.content else []

    def __bytes__(self) -> bytes:
        return self.content

    def __len__(self) -> int:
        return len(self.records)

    def __iter__(self) -> Iterator[Read]:
        return iter(self.records)

    def __repr__(self) -> str:
        return f"<Log {self.name or 'of bytes'}: {self.game.name}, {len(self)} records>"


@dataclass(frozen=True, slots=True)
class Moment:
    """How a game stands after record `seq`.

    `error` is what stopped the game, None while all is well. `final` is the result, None while the
    game goes on. `state` is the game's own and goes on changing: look at it, and ask for a `view`,
    before you take the next moment. All else stays what it is.
    """

    seq: int
    record: Read | None
    position: Position
    error: Said | None
    final: Mapping[str, Any] | None
    _replay: Replay = field(repr=False, compare=False)

    @property
    def type(self) -> str | None:
        """The type of the record; None where its bytes do not tell it."""
        return self.record.type if self.record else None

    @property
    def event(self) -> Any:
        """What the record says, as a struct of the game; None where that is not known."""
        return self.record.data if isinstance(self.record, Record) else None

    @property
    def round(self) -> int:
        """The round, from 1; 0 before the first."""
        return self.position.round

    @property
    def turn(self) -> int:
        """The turn, counted through the whole game."""
        return self.position.turn

    @property
    def phase(self) -> str:
        """The phase, in the game's own code."""
        return self.position.phase

    @property
    def due(self) -> tuple[str, ...]:
        """The seats that owe a decision."""
        return self.position.due

    @property
    def scores(self) -> Mapping[str, int]:
        """The score of each seat."""
        return self.position.scores

    @property
    def state(self) -> Any:
        """The state. Raises `RuntimeError` when the replay has gone on."""
        if self._replay.seq != self.seq:
            raise RuntimeError(f"the replay has gone on from record {self.seq}")
        return self._replay.state

    def view(self, viewer: str | None = None) -> dict[str, Any]:
        """The state as JSON, as `viewer` (a seat, `public`, `referee`) may see it. As `state`."""
        return self._replay.game.view(self.state, self.seq, viewer)


def moment(replay: Replay, record: Read | None) -> Moment:
    """The moment at which a replay stands; `record` is the one that it has read last."""
    game, error = replay.game, replay.error
    position = game.position(replay.state)
    position = position._replace(scores=dict(position.scores))
    told = said(error, game) if error else None
    return Moment(replay.seq, record, position, told, replay.final, replay)


def moments(replay: Replay, records: Iterable[Read]) -> Iterator[Moment]:
    """The moment after each record that a replay reads on, up to one that nothing can mend."""
    for record in records:
        if replay.broken:
            return
        replay.take(record)
        yield moment(replay, record)
