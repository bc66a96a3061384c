"""Values that become known later: they fill their places, and the log is judged again.

For games whose reveals fill (`hidden_information.Filling`): a reveal is judged when it is written,
no undo takes it back, and a breach that it brings to light stands at the record that was wrong.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable
from functools import partial
from itertools import pairwise, zip_longest
from typing import Any, Final, Protocol

from ragami.decoded import AnyEvent, State
from ragami.findings import Breach, Finding
from ragami.game.definition import GameDefinition
from ragami.game.hidden_information import Filling, Happened
from ragami.log.history import STRUCK, History, data_of, seq_of
from ragami.log.record import (
    Committed,
    Corrected,
    DiceNamed,
    Noted,
    Opened,
    Penalized,
    Read,
    Record,
    Redone,
    Sealed,
    Undone,
)

KNOWN_BY: Final = "known_by"
"""The fact of a breach that a later record brought to light: that record."""


Events = list[tuple[int, AnyEvent]]
BESIDE_THE_GAME: Final = (Noted, DiceNamed, Sealed, Committed, Opened, Penalized)
"""Records that neither change an event nor look at the state."""


class FilledReplay(Protocol):
    """The interface of the replay whose log is filled."""

    state: State
    history: History
    error: Finding | None
    broken: Finding | None
    continue_after_errors: bool

    @property
    def game(self) -> GameDefinition: ...
    def afresh(self) -> FilledReplay: ...
    def blank(self) -> FilledReplay: ...
    def play(self, seq: int, data: AnyEvent, /) -> bool: ...
    def take_all(self, reads: Iterable[Read], /) -> FilledReplay: ...
    def as_it_reads(self) -> Iterable[tuple[int, AnyEvent]]: ...


class Filled:
    """The revealed values of the log that a replay reads, and the log as filled with them.

    `reads` is all that was read, to find out when a breach came to light. The replay is given to
    each call: kept here, it would lead back to itself, and wait for the garbage collector.
    """

    def __init__(self, reveals: Filling) -> None:
        self.reveals = reveals
        self.told: list[AnyEvent] = []
        self.reads: list[Read] = []
        # All that counts, as the replay has folded it.
        self.events: Events = []

    def copy(self) -> Filled:
        copy = Filled(self.reveals)
        copy.told, copy.reads, copy.events = [*self.told], [*self.reads], [*self.events]
        return copy

    def add(self, played: list[Record]) -> None:
        """Add events that were read and are in order."""
        self.reads += played
        self.events += [(record.seq, record.data) for record in played]

    def fold_whole(
        self, replay: FilledReplay, reads: list[Any], events: Collection[type[object]]
    ) -> bool:
        """Fold a whole log, filled with what is told by its end. False: it is not that simple.

        `events`: the classes of the records that are events. What is told can only bring more to
        light, so where the filled log is in order it was so at every record that may be open.
        """
        played: list[Record] = []
        fills: list[Record] = []
        for read in reads:
            if read.__class__ in events:
                played.append(read)
            elif not isinstance(read, Record):
                return False
            elif read.data.__class__ is self.reveals.struct:
                fills.append(read)
            elif not isinstance(read.data, BESIDE_THE_GAME):
                return False
        standing = [(read.seq, read.data) for read in played]
        values = self.reveals.foretold(standing, [(read.seq, read.data) for read in fills])
        if values is None or not standing or standing[0][0] != 1:
            return False
        filled = list(self.reveals.put(standing, values))
        state, judges = replay.state, replay.game.judges
        for (_seq, as_written), (seq, event) in zip(standing, filled, strict=True):
            check, apply = judges[type(event)]
            # Where nothing may be left open, a value that is told later is too late.
            if check(state, event) or (event is not as_written and check(state, as_written)):
                return False
            apply(state, event, seq)
        reveals = [read.data for read in fills]
        settled = self.reveals.known(standing, reveals, state)
        if settled != values and list(self.reveals.put(standing, settled)) != filled:
            return False
        replay.history.events += played
        self.reads, self.told, self.events = list(reads), reveals, filled
        return True

    def fill(
        self, replay: FilledReplay, standing: Iterable[tuple[int, object]]
    ) -> Iterable[tuple[int, AnyEvent]]:
        """Return events with all that is known of them in its place."""
        return self.reveals.fill(list(standing), self.told, partial(fold_events, replay))

    def refill(self, replay: FilledReplay, fold_from: Callable[[int, Events], None]) -> bool:
        """Fold again with what the last fold found to be known, from where that changes something.

        What is told can only bring more to light: where all is in order with it, it was told.
        False: it has to be worked out by a fold for each kind of teller.
        """
        standing = list(replay.history.standing())
        if replay.error or replay.continue_after_errors:
            return False
        values = self.reveals.known(standing, self.told, replay.state)
        events = list(self.reveals.put(standing, values))
        first = self._first_change(events)
        if first is None:
            return True
        fold_from(first, events)
        values_after = self.reveals.known(standing, self.told, replay.state)
        return replay.error is None and bool(values_after == values)

    def read(self, replay: FilledReplay, good: int, events: Events | None) -> Events:
        """Return the events after a record, as they are folded from now on.

        None: they are filled now.
        """
        self.events = (
            list(self.fill(replay, replay.history.standing())) if events is None else events
        )
        return [event for event in self.events if event[0] > good]

    def _first_change(self, events: Events) -> int | None:
        """Return the first record that reads otherwise than it was folded; None where none does."""
        for old, new in zip_longest(self.events, events):
            if old != new:
                return int((old or new)[0])
        return None

    def tell(self, replay: FilledReplay, record: Record) -> Breach | None:
        """Take a reveal in; return the breach where it does not fit, and it ends the log."""
        misfit = self.unfit(replay, record.data)
        if not misfit:
            self.told.append(record.data)
        return misfit

    def unfit(self, replay: FilledReplay, reveal: object) -> Breach | None:
        """Return the breach that a further revealed value would bring; None if there is none."""
        standing = list(replay.history.standing())
        return self.reveals.misfit(standing, self.told, reveal, partial(fold_events, replay))

    def repeated(self, replay: FilledReplay) -> Iterable[Finding]:
        """Return the findings on chance that came again otherwise after an undo."""
        history = replay.history
        if not (history.struck or history.replaced):
            return ()
        written = {seq_of(event): data_of(event) for event in history.events}
        reading = {seq: history.replaced.get(seq, data) for seq, data in written.items()}
        filled = dict(
            self.fill(replay, [event for event in reading.items() if event[1] is not STRUCK])
        )
        happened = [
            Happened(seq, filled[seq], data, "undone" if seq in history.struck else "")
            if seq in filled
            else Happened(seq, data, data, "corrected")
            for seq, data in written.items()
        ]
        return self.reveals.repeated(happened, partial(self._judged_before, replay))

    def with_light(self, replay: FilledReplay, error: Finding) -> Finding:
        """Return an error, with the record that brought it to light among its facts, if one did."""
        if error == replay.broken or error.seq is None:
            return error
        by = self._brought_to_light(replay, error.seq)
        return error.of_facts(error.facts | {KNOWN_BY: by}) if by else error

    def _judged_before(self, replay: FilledReplay, seq: int) -> object:
        """Return the state in which an event was judged first; None where none ever was.

        The log may have been wrong before it at the time, and put right before it was struck out.
        """
        then = self._after(replay, seq - 1)
        if not then.error:
            return then.state
        history = replay.history
        corrected = history.replaced.get(seq) is STRUCK
        by = history.corrected_by[seq] if corrected else history.struck.get(seq)
        read = self._after(replay, by - 1 if by else len(self.reads))
        then = read.afresh()
        for earlier, event in read.as_it_reads():
            if earlier >= seq:
                return then.state
            if not then.play(earlier, event):
                break
        return None

    def _after(self, replay: FilledReplay, seq: int) -> FilledReplay:
        """Return the log up to a record."""
        return replay.blank().take_all(self.reads[:seq])

    def _brought_to_light(self, replay: FilledReplay, seq: int) -> int | None:
        """Return the first record with which the log up to there is wrong at `seq`; None if that
        one is.

        What is told can only bring more to light, so a stretch of the log in which nothing is
        taken back is halved until the record is found.
        """

        def shows(n: int) -> bool:
            error = self._after(replay, n).error
            return error is not None and error.seq == seq

        if shows(seq):
            return None
        last = len(self.reads)
        back = [n for n in range(seq + 2, last + 1) if _takes_back(self.reads[n - 1])]
        starts = [seq + 1, *back, last + 1]
        for first, end in pairwise(starts):
            if end > first and shows(end - 1):
                return first + bisect_left(range(first, end - 1), x=True, key=shows)
        return None


def _takes_back(read: Read) -> bool:
    return isinstance(read, Record) and isinstance(read.data, Undone | Redone | Corrected)


def fold_events(replay: FilledReplay, standing: Iterable[tuple[int, object]]) -> State:
    """Return the state after these events, with the rulings of a log, up to the first wrong one."""
    then = replay.afresh()
    for seq, data in standing:
        if not then.play(seq, data):
            break
    return then.state
