"""Which records count: undo, redo, correction, ruling.

Pure bookkeeping. Nothing is renumbered and nothing removed: an event that does not count stays
where it is, with the record that struck it out beside it.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from typing import Any

from ragami.findings import LOG_RULE, Breach, breach
from ragami.log.record import Bad, Record


class Struck:
    """A correction that strikes its event out."""


STRUCK = Struck()


class History:
    """The game events of a log (and the reveals between them), and what became of each.

    `events` holds the records as they came. The dictionaries hold the exceptions, by seq.
    """

    __slots__ = ("corrected_by", "events", "replaced", "struck", "undos", "waived", "waiving")

    def __init__(self) -> None:
        self.events: list[Record | Bad] = []
        self.struck: dict[int, int] = {}
        self.replaced: dict[int, Any] = {}
        self.corrected_by: dict[int, int] = {}
        self.waived: dict[int, frozenset[str]] = {}
        # Undos that a `redone` can still take back: (seq of the undo, what it struck).
        self.undos: list[tuple[int, list[int]]] = []
        self.waiving: list[str] = []

    def add(self, event: Record | Bad) -> None:
        """A game event: it ends what can be redone, and takes the rulings that wait for it."""
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
        self.undos.append((seq, struck))
        return None

    def redo(self) -> Breach | None:
        """Take back the latest undo, if no game event has come since."""
        if not self.undos:
            return breach(LOG_RULE, None, problem="nothing-to-redo")
        _, struck = self.undos.pop()
        for event in struck:
            del self.struck[event]
        return None

    def correct(self, by: int, seq: int, data: Any) -> None:
        """The event at `seq` reads as `data` from now on (`STRUCK`: does not count)."""
        self.replaced[seq] = data
        self.corrected_by[seq] = by

    def rule(self, rule: str) -> None:
        """The next game event may break `rule`."""
        self.waiving.append(rule)

    def after(self, seq: int) -> list[Record | Bad]:
        """The events that came after record `seq`, also those that do not count."""
        return self.events[bisect_right(self.events, seq, key=seq_of) :]

    def at(self, seq: int) -> Record | Bad | None:
        """The event with this number, if the record of that number is one."""
        index = bisect_left(self.events, seq, key=seq_of)
        event = self.events[index] if index < len(self.events) else None
        return event if event is not None and seq_of(event) == seq else None

    def standing(self, after: int = 0) -> Iterator[tuple[int, Any]]:
        """What counts now of the events after record `after`, in order, each as it reads now."""
        for event in self.after(after):
            seq = seq_of(event)
            if seq in self.struck:
                continue
            reads = self.replaced.get(seq, data_of(event))
            if reads is not STRUCK:
                yield seq, reads


def seq_of(event: Record | Bad) -> int:
    """The place of an event; a malformed one that got here has one."""
    assert event.seq is not None
    return event.seq


def data_of(event: Record | Bad) -> Any:
    """What there is to judge: the event, or what is wrong with its form."""
    return event if isinstance(event, Bad) else event.data
