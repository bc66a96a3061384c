"""A log, and the stream of its moments: how the game stood after each record.

Whatever is told, drawn, counted or served of a game step by step takes its moments from here: those
of the records as they were written (`moments`), or of the events as they read now (`standing`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple, Self

from ragami.decoded import AnyEvent, State
from ragami.draw.panels import Page
from ragami.errors import RagamiError, expect, expect_one_of
from ragami.findings import Finding
from ragami.game import GameDefinition, Position, Seating
from ragami.game.capabilities import DRAWING, SETUP
from ragami.game.visibility import EVERYTHING, PUBLIC, REFEREE
from ragami.judge.replay import Replay
from ragami.judge.report import game_of, with_texts
from ragami.language import LANGUAGES, Language
from ragami.log.record import Bad, Read, Record, Unknown

if TYPE_CHECKING:
    from ragami.judge.choices import LegalChoice

Seen = Callable[[int, str], Replay | None]
"""Folds the records up to a number as far as a viewer may know them; None where that is all."""


class Log:
    """A log: its bytes, the game that it is of, and its records.

    A record is one of `ragami.log.record`: a `Record` with its `seq`, `type`, `at`, `by` and the
    event in `data`; an `Unknown` of a type or version that is not known here; or `Bad`.

    >>> first = b'{"seq":1,"type":"game_opened","v":1,"at":null,"by":null,"data":{"game":"chess"}}'
    >>> log = Log(first + b"\\n")
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


class Moment:
    """The position of a game after record `seq`; at 0, before the first one.

    `record` is the last one read and `event` its data as a struct of the game, None where that is
    not known; `coming` is the record that is played next, if there is one. `state` and `view` are
    of the present, for a state is changed in place: look at them before you take the next moment.
    All else of a moment that `keep` was called for stays as it is.
    """

    __slots__ = ("_error", "_final", "_position", "_replay", "_seen", "coming", "record", "seq")

    def __init__(
        self,
        replay: Replay,
        record: Read | None,
        coming: Read | None = None,
        seen: Seen | None = None,
    ) -> None:
        self._replay = replay
        self._seen = seen
        self.seq = replay.seq
        self.record = record
        self.coming = coming

    def keep(self) -> Self:
        """Store the position, the scores, the error and the result. Return the moment itself."""
        game, error = self._replay.game, self._replay.error
        position = game.position(self.state)
        self._position = position._replace(scores=dict(position.scores))
        self._error = with_texts(error, game) if error else None
        self._final = self._replay.final
        return self

    @property
    def position(self) -> Position:
        """The position of the game."""
        if not hasattr(self, "_position"):
            self.keep()
        return self._position

    @property
    def error(self) -> Finding | None:
        """The error that stopped the game; None if there is none."""
        if not hasattr(self, "_error"):
            self.keep()
        return self._error

    @property
    def final(self) -> Mapping[str, Any] | None:
        """The result; None while the game goes on."""
        if not hasattr(self, "_final"):
            self.keep()
        return self._final

    @property
    def type(self) -> str | None:
        """The type of the record; None where its bytes do not tell it."""
        return self.record.type if self.record else None

    @property
    def event(self) -> AnyEvent:
        """The data of the record as a struct of the game; None where that is not known."""
        return self.record.data if isinstance(self.record, Record) else None

    @property
    def coming_event(self) -> AnyEvent:
        """The data of the next record, as in `event`."""
        return self.coming.data if isinstance(self.coming, Record) else None

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
    def state(self) -> State:
        """The state. Raises `RuntimeError` when the replay has gone on."""
        self._expect_present()
        return self._replay.state

    def _expect_present(self) -> None:
        if self._replay.seq != self.seq:
            raise RuntimeError(f"the replay has gone on from record {self.seq}")

    def view(self, viewer: str | None = None) -> dict[str, Any]:
        """Return the state as JSON, as `viewer` (a seat, `public`, `referee`) may see it. As
        `state`.

        Raises `RagamiError` `no-such-viewer`.
        """
        return self._replay.game.view(self._state_for(viewer), self.seq, viewer)

    def svg(self, viewer: str | None = None, language: Language = "en") -> str | None:
        """Draw the moment as SVG; None while there is nothing to draw. As `view`."""
        expect_one_of("language", language, LANGUAGES)
        state, view, seating = self._looked_at(viewer)
        drawing = self._replay.game.need(DRAWING)
        return drawing.svg(view, state, seating.names, seating.title, language)

    def text(self, viewer: str | None = None, language: Language = "en", width: int = 80) -> str:
        """Draw the moment with characters in lines of at most `width` columns. As `view`."""
        expect_one_of("language", language, LANGUAGES)
        expect("width", width, int)
        state, view, seating = self._looked_at(viewer)
        drawing = self._replay.game.need(DRAWING)
        return drawing.picture(state, view, seating.names, Page(language, width))

    def choices(self, of_type: str | None = None) -> Sequence[LegalChoice]:
        """List what may be recorded next, all of it or that of one type. As `state`.

        Nothing while an error has to be put right first. Raises `MissingCapability` where the game
        cannot say.
        """
        from ragami.judge.choices import choices  # noqa: PLC0415 (law 10)

        self._expect_present()
        return choices(self._replay, of_type)

    def _looked_at(self, viewer: str | None) -> tuple[Any, dict[str, Any], Seating]:
        """Return the state, its view and who sits where, as far as a viewer may know them."""
        game, state = self._replay.game, self._state_for(viewer)
        return state, game.view(state, self.seq, viewer), game.seating(state)

    def _state_for(self, viewer: str | None) -> Any:
        """Return the state as far as a viewer may know it."""
        state = self.state
        expect_viewer(viewer, self._replay)
        if viewer in EVERYTHING or self._seen is None:
            return state
        seen = self._seen(self.seq, str(viewer))
        return seen.state if seen else state

    def __repr__(self) -> str:
        return f"<Moment after record {self.seq}: {self.type}>"


def expect_viewer(viewer: str | None, replay: Replay) -> None:
    """Raise `RagamiError` `no-such-viewer` where nobody of this name looks at the game.

    Before anybody sits, the seats of the game count. Nobody can tell where it is not installed.
    """
    if viewer not in EVERYTHING and viewer != PUBLIC and replay.game.judged:
        setup = replay.game.get(SETUP)
        seats = list(replay.seating.names) or list(setup.seats if setup else ())
        if viewer not in seats:
            viewers = ", ".join([*seats, PUBLIC, REFEREE])
            raise RagamiError("no-such-viewer", viewer=viewer, there=viewers)


def moments(replay: Replay, records: Iterable[Read], seen: Seen | None = None) -> Iterator[Moment]:
    """Yield the moment before, and after each record that the replay takes.

    After a record that nothing can mend (`Replay.broken`) nothing changes any more. `seen` folds
    the records for a viewer whose picture is wanted.
    """
    return told_moments(replay, ((coming,) for coming in records), seen)


def in_runs(replay: Replay, records: Iterable[Read]) -> Iterator[Sequence[Read]]:
    """Yield the records one by one, and values that are told one after the other together.

    Where those fill their places, the log would have to be folded again after each.
    """

    def run(numbered: tuple[int, Read]) -> int:
        number, read = numbered
        return -1 if isinstance(read, Record) and replay.game.is_reveal(read.data) else number

    if replay.filled is None:
        return ((read,) for read in records)
    return ([read for _n, read in group] for _run, group in groupby(enumerate(records), run))


def told_moments(
    replay: Replay, runs: Iterable[Sequence[Read]], seen: Seen | None = None
) -> Iterator[Moment]:
    """Yield the moments as `moments`, all of a run (`in_runs`) as the game stands after it."""
    record: Read | None = None
    for run in runs:
        for number, coming in enumerate(run):
            yield Moment(replay, record, coming, seen)
            if number == 0:
                replay.take(coming) if len(run) == 1 else replay.take_all(run)
            record = coming
    yield Moment(replay, record, seen=seen)


def standing(replay: Replay, fresh: Replay) -> Iterator[Moment]:
    """Yield the moment before and after each event that counts in a log, as it reads now.

    `fresh` plays them: `replay.afresh()`. Where one is wrong, `fresh.error` says so from its moment
    on, and nothing more is played; what is not known here is passed by.
    """
    record: Read | None = None
    for coming in as_records(replay):
        yield Moment(fresh, record, coming)
        data = coming.data if isinstance(coming, Record) else coming
        fresh.play(coming.seq or 0, data)
        fresh.seq, record = coming.seq or 0, coming
    yield Moment(fresh, record)


def legal_moments(replay: Replay) -> Iterator[Moment]:
    """Yield the moments of `standing` up to the last legal event: no wrong one is coming."""
    fresh, end = replay.afresh(), replay.wrong_at
    for now in standing(replay, fresh):
        if fresh.error:
            return
        ends = now.coming is not None and now.coming.seq == end
        yield Moment(fresh, now.record) if ends else now
        if ends:
            return


def as_records(replay: Replay) -> Iterator[Read]:
    """Yield the events that count, each as a record that says what it reads as now."""
    codec = replay.codec
    for seq, data in replay.as_it_reads():
        if isinstance(data, Bad | Unknown):
            yield data
        else:
            name = codec.names[type(data)]
            yield codec.record_class(name)(seq, codec.types[name].version, None, None, data)


class PlayedEvent(NamedTuple):
    """An event that counts, played whatever is wrong with it: what is wrong, and what it brings.

    `gains` has the players whose points it changes.
    """

    seq: int
    event: AnyEvent
    wrong: tuple[Finding, ...]
    gains: Mapping[str, int]


def played_on(replay: Replay) -> Replay:
    """Return the events that count at the end of a log, played from the first one to the last."""
    fresh = replay.afresh(continue_after_errors=True)
    for seq, data in replay.as_it_reads():
        if not fresh.play(seq, data):
            break
    return fresh


def steps(replay: Replay) -> Iterator[PlayedEvent]:
    """Yield the steps of the judged log; an event that cannot be judged at all is the last one."""
    fresh = replay.afresh(continue_after_errors=True)
    position = replay.game.position
    scores: Mapping[str, int] = {}
    reported = 0
    for now in standing(replay, fresh):
        if now.record is None:
            continue
        errors, reported = fresh.errors[reported:], len(fresh.errors)
        event = now.record.data if isinstance(now.record, Record) else now.record
        if fresh.error:
            yield PlayedEvent(now.seq, event, (*errors, fresh.error), {})
            return
        if isinstance(event, Unknown) or replay.game.is_reveal(event):
            continue
        before, scores = scores, dict(position(now.state).scores)
        yield PlayedEvent(now.seq, event, tuple(errors), _gains(before, scores))


def _gains(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    changed = {seat: points - before.get(seat, 0) for seat, points in after.items()}
    return {seat: gain for seat, gain in changed.items() if gain}
