"""History: the records that count after undo, redo, correction and ruling.

Pure bookkeeping. Nothing is renumbered and nothing removed: an event that does not count stays
where it is, with the record that struck it out beside it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from operator import itemgetter
from typing import NamedTuple

from ragami.decoded import AnyEvent
from ragami.findings import LOG_RULE, Breach, breach
from ragami.log.record import Bad, Record


class Struck:
    """A correction that strikes its event out."""


STRUCK = Struck()


class AppliedCorrection(NamedTuple):
    """A correction that counts: its record, the event that it is of, and how that reads."""

    by: int
    seq: int
    reads: AnyEvent


class History:
    """The game events of a log (and the reveals between them), and what became of each.

    `events` holds the records as they came. The dictionaries hold the exceptions, by seq.
    """

    __slots__ = (
        "_counting",
        "_looked_at",
        "corrected_by",
        "corrections",
        "events",
        "replaced",
        "restored",
        "struck",
        "taken_back",
        "undos",
        "waived",
        "waiving",
    )

    def __init__(self) -> None:
        self.events: list[Record | Bad] = []
        self.struck: dict[int, int] = {}
        self.replaced: dict[int, AnyEvent] = {}
        self.corrected_by: dict[int, int] = {}
        self.waived: dict[int, frozenset[str]] = {}
        # Undos that a `redone` can still take back: (seq of the undo, what it struck).
        self.undos: list[tuple[int, list[int]]] = []
        self.waiving: list[str] = []
        # The redo that let an event count again.
        self.restored: dict[int, int] = {}
        # The corrections of an event, the latest last: one that gives an event the reading back
        # that it had before takes the latest one away instead of being another.
        self.corrections: dict[int, list[AppliedCorrection]] = {}
        # Corrections that were taken away, each with the record that did it.
        self.taken_back: list[tuple[int, AppliedCorrection]] = []
        # Those of the first `_looked_at` events that count, as they read. It is asked for after
        # every record, so only what came since is looked at.
        self._counting: list[tuple[int, AnyEvent]] = []
        self._looked_at = 0

    def copy(self) -> History:
        """Return what may go on by itself; the events are the same."""
        copy = History()
        copy.events, copy.waiving, copy.undos = [*self.events], [*self.waiving], [*self.undos]
        copy.struck, copy.replaced = {**self.struck}, {**self.replaced}
        copy.corrected_by, copy.waived = {**self.corrected_by}, {**self.waived}
        copy.restored, copy.taken_back = {**self.restored}, [*self.taken_back]
        copy.corrections = {seq: [*applied] for seq, applied in self.corrections.items()}
        copy._counting, copy._looked_at = [*self._counting], self._looked_at
        return copy

    def add(self, event: Record | Bad) -> None:
        """Add a game event: it ends what can be redone, and takes the rulings that wait for it."""
        self.events.append(event)
        self.undos.clear()
        if self.waiving:
            self.waived[seq_of(event)] = frozenset(self.waiving)
            self.waiving.clear()

    def undo(self, seq: int, to: int, is_event: Callable[[Record | Bad], bool]) -> Breach | None:
        """Strike out every game event after `to` that still counts."""
        if to >= seq:
            return breach(LOG_RULE, None, problem="undo-to-later", to=to, last=seq - 1)
        struck = [
            seq_of(event)
            for event in self.after(to)
            if seq_of(event) not in self.struck and is_event(event)
        ]
        self.struck.update(dict.fromkeys(struck, seq))
        self._look_again()
        self.undos.append((seq, struck))
        return None

    def redo(self, by: int) -> Breach | None:
        """Take back the latest undo, if no game event has come since."""
        if not self.undos:
            return breach(LOG_RULE, None, problem="nothing-to-redo")
        _, struck = self.undos.pop()
        for event in struck:
            del self.struck[event]
            self.restored[event] = by
        self._look_again()
        return None

    def correct(self, by: int, seq: int, data: object) -> None:
        """Replace the event at `seq` by `data` from now on (`STRUCK`: it does not count)."""
        corrections = self.corrections.setdefault(seq, [])
        if corrections and data == self.read_before(corrections[-1]):
            self.taken_back.append((by, corrections.pop()))
        else:
            again = self.taken_back and self.taken_back[-1][1][1:] == (seq, data)
            self.taken_back = self.taken_back[:-1] if again else []
            corrections.append(AppliedCorrection(by, seq, data))
        self.replaced[seq] = data
        self.corrected_by[seq] = by
        self._look_again()

    def read_before(self, correction: AppliedCorrection) -> object:
        """Return the data of an event before its latest correction."""
        corrections = self.corrections[correction.seq]
        event = self.at(correction.seq)
        assert event is not None
        return corrections[-2].reads if len(corrections) > 1 else data_of(event)

    def last_correction(self) -> AppliedCorrection | None:
        """Return the latest correction that counts, of an event that no undo has struck out."""
        latest = (corrections[-1] for corrections in self.corrections.values() if corrections)
        return max(
            (correction for correction in latest if correction.seq not in self.struck), default=None
        )

    def rule(self, rule: str) -> None:
        """Allow the next game event to break `rule`."""
        self.waiving.append(rule)

    def after(self, seq: int) -> list[Record | Bad]:
        """Return the events that came after record `seq`, also those that do not count."""
        return self.events[bisect_right(self.events, seq, key=seq_of) :]

    def at(self, seq: int) -> Record | Bad | None:
        """Return the event with this number, if the record of that number is one."""
        index = bisect_left(self.events, seq, key=seq_of)
        event = self.events[index] if index < len(self.events) else None
        return event if event is not None and seq_of(event) == seq else None

    def reads(self, seq: int) -> AnyEvent:
        """Return the current data of the event with this number; None if there is none."""
        event = self.at(seq)
        return None if event is None else self.replaced.get(seq, data_of(event))

    def standing(self, after: int = 0) -> Iterator[tuple[int, AnyEvent]]:
        """Return the events that count after record `after`, in order, each as it reads now."""
        for event in self.events[self._looked_at :]:
            seq = seq_of(event)
            if seq in self.struck:
                continue
            reads = self.replaced.get(seq, data_of(event))
            if reads is not STRUCK:
                self._counting.append((seq, reads))
        self._looked_at = len(self.events)
        return iter(self._counting[bisect_right(self._counting, after, key=itemgetter(0)) :])

    def _look_again(self) -> None:
        self._counting, self._looked_at = [], 0


def seq_of(event: Record | Bad) -> int:
    """Return the place of an event; a malformed one that got here has one."""
    assert event.seq is not None
    return event.seq


def data_of(event: Record | Bad) -> object:
    """Return the data to judge; for a malformed record, the record itself."""
    return event if isinstance(event, Bad) else event.data
