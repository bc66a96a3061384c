"""The rest of a game played again with the same luck.

Luck keeps its slots: the k-th roll of a kind of dice, the k-th card off the deck and the k-th chip
stay what they were, whoever gets them now. Decisions stay as they were recorded, as long as they
are legal; what no longer makes sense is left out, and said. It stops where somebody would have to
decide who has not, or where luck would be needed that nobody has recorded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Final, Literal

from msgspec import Struct

from ragami.decoded import AnyEvent, Fields, FieldValue, State
from ragami.findings import Finding, finding_of
from ragami.game import GameDefinition
from ragami.game.capabilities import LUCK, REVEALS
from ragami.game.chance import Spent
from ragami.judge.replay import Replay
from ragami.log.history import History
from ragami.log.record import Bad, Unknown

What = Literal["other-luck", "other-way", "came-in", "left-out"]
Why = Literal["illegal", "luck-spent", "no-decision", "broken"]


class LuckDifference(Struct, frozen=True):
    """A record that goes otherwise in the replay.

    `event` is how it goes now (of what is left out: how it was), `finding` why it is left out.
    """

    seq: int
    what: What
    event: AnyEvent
    finding: Finding | None = None


class PlayedNoMore(Struct, frozen=True):
    """The first record that can be played no more, and why; `source`: whose luck is spent.

    `seq` None: all records are played, and more would have to be decided.
    """

    seq: int | None
    why: Why
    source: str | None = None
    finding: Finding | None = None


class Again(Struct, frozen=True):
    """The game played again: its events with the seq of the record behind each, and how it ends."""

    events: tuple[tuple[int, AnyEvent], ...]
    notes: tuple[LuckDifference, ...]
    stop: PlayedNoMore | None
    final: Fields | None
    scores: Mapping[str, int]
    state: State


class ChanceSources:
    """The values of chance by source; each value has its slot."""

    def __init__(self, slots: Mapping[str, list[FieldValue]]) -> None:
        self._slots = {source: list(values) for source, values in slots.items()}
        self._taken = dict.fromkeys(slots, 0)

    def deal(self, source: str, number: int) -> list[FieldValue]:
        """Return the next values of a source. Raises `Spent`."""
        start = self._taken.get(source, 0)
        values = self._slots.get(source, [])[start : start + number]
        if len(values) < number:
            raise Spent(source)
        self._taken[source] = start + number
        return values

    def put(self, drawn: Mapping[str, Iterable[object]]) -> None:
        """Put values known to come next into the next slots."""
        for source, values in drawn.items():
            slots = self._slots.setdefault(source, [])
            start = self._taken.get(source, 0)
            slots_ = list(values)
            slots[start : start + len(slots_)] = slots_
            self._taken[source] = start + len(slots_)

    def mark(self) -> dict[str, int]:
        """Return the places of the sources, to go back there."""
        return dict(self._taken)

    def back_to(self, mark: Mapping[str, int]) -> None:
        """Put back what was dealt since."""
        self._taken = dict(mark)


def slots_of(game: GameDefinition, events: Iterable[object]) -> dict[str, list[FieldValue]]:
    """Return the values of chance in some events, by source."""
    slots: dict[str, list[FieldValue]] = {}
    for event in events:
        for source, values in game.need(LUCK).drawn(event).items():
            slots.setdefault(source, []).extend(values)
    return slots


def play_again(before: Replay, after: Replay) -> Again:
    """Return a game as `after` has it, with the luck of `before`.

    What reads otherwise in `after` is played as it reads there, with the luck that it names.
    """
    return ReplayedTable(before, after).play()


def _legal_part(replay: Replay) -> dict[int, AnyEvent]:
    """Return the events that count, up to where the log stops."""
    end = replay.error.seq if replay.error else None
    standing = replay.history.standing()
    return {seq: data for seq, data in standing if end is None or seq < end}


_NO_EVENT: Final = (Bad, Unknown)


class ReplayedTable:
    """The game while it is played again."""

    def __init__(self, before: Replay, after: Replay) -> None:
        self.game = before.game
        self.judge = before.judge
        self.history: History = after.history
        self.was = _legal_part(before)
        events = [data for data in self.was.values() if not isinstance(data, _NO_EVENT)]
        self.sources = ChanceSources(slots_of(self.game, events))
        self.over_before = before.final is not None
        self.state = self.game.new_state()
        self.events: list[tuple[int, AnyEvent]] = []
        self.notes: list[LuckDifference] = []
        # What was left out since something was played: if nothing follows, it stops there.
        self.waiting: list[LuckDifference] = []
        self.stop: PlayedNoMore | None = None

    def play(self) -> Again:
        for seq, data in self.history.standing():
            self._take(seq, data)
            if self.stop:
                break
        over = self.game.final(self.state)
        if over is None:
            self._say_where_it_stops()
        scores = self.game.position(self.state).scores
        return Again(
            tuple(self.events), tuple(self.notes), self.stop, over, scores, self.state
        )  # fmt: skip

    def _take(self, seq: int, data: object) -> None:
        if isinstance(data, Unknown):
            return
        if isinstance(data, Bad):
            self.stop = PlayedNoMore(seq, "broken")
        elif self.game.is_reveal(data):
            breach = self.game.need(REVEALS).reveal(self.state, data)
            if breach:
                self._note(seq, "left-out", data, finding_of("unfit-reveal", breach, seq, seq))
        elif self.was.get(seq) == data:
            self._take_event(seq, data)
        else:
            self._take_as_it_reads(seq, data)

    def _take_as_it_reads(self, seq: int, event: object) -> None:
        """Play an event that was corrected, or not judged before, with its own luck."""
        breach = self._wrong_with(seq, event)
        if breach:
            self.stop = PlayedNoMore(seq, "illegal", finding=breach)
            return
        self.sources.put(self.game.need(LUCK).drawn(event))
        self._play(seq, event)

    def _take_event(self, seq: int, event: object) -> None:
        mark = self.sources.mark()
        spent = None
        try:
            if self._goes(
                seq, event, self.game.need(LUCK).dealt(self.state, event, self.sources.deal)
            ):
                return
        except Spent as source:
            spent = source
        self.sources.back_to(mark)
        if self._force(seq):
            self._take_event(seq, event)
            return
        self._leave_out(seq, event, spent)

    def _goes(self, seq: int, event: object, dealt: object) -> bool:
        """Play an event with its luck, or what it comes to else, if any of that is legal."""
        for way in (dealt, *self.game.need(LUCK).otherwise(self.state, dealt)):
            if not self._wrong_with(seq, way):
                if way != event:
                    self._note(seq, "other-luck" if way is dealt else "other-way", way)
                self._play(seq, way)
                return True
        return False

    def _force(self, seq: int) -> bool:
        """Play a step of pure chance that is due and was not recorded here."""
        mark = self.sources.mark()
        try:
            event = self.game.need(LUCK).forced(self.state, self.sources.deal)
        except Spent:
            event = None
        if event is None or self._wrong_with(seq, event):
            self.sources.back_to(mark)
            return False
        self._note(seq, "came-in", event)
        self._play(seq, event)
        return True

    def _leave_out(self, seq: int, event: object, spent: Spent | None) -> None:
        breach = self._wrong_with(seq, event)
        if spent and not breach:
            self.stop = PlayedNoMore(seq, "luck-spent", source=spent.source)
        elif self.game.need(LUCK).may_be_left_out(self.state, event):
            self._note(seq, "left-out", event, breach)
            self.waiting.append(self.notes[-1])
        else:
            self.stop = PlayedNoMore(seq, "illegal", finding=breach)

    def _wrong_with(self, seq: int, event: object) -> Finding | None:
        return self.judge.wrong(self.state, event, seq, self.history.waived.get(seq, ()))

    def _play(self, seq: int, event: object) -> None:
        self.judge.apply(self.state, event, seq)
        self.events.append((seq, event))
        self.waiting.clear()

    def _note(self, seq: int, kind: What, event: object, finding: Finding | None = None) -> None:
        self.notes.append(LuckDifference(seq, kind, event, finding))

    def _say_where_it_stops(self) -> None:
        """Set the stop; if nothing fitted after an omitted event, it lies at that event."""
        if self.waiting:
            first = self.waiting[0]
            self.notes = self.notes[: self.notes.index(first)]
            self.stop = PlayedNoMore(first.seq, "illegal", finding=first.finding)
        elif self.stop is None and self.over_before:
            self.stop = PlayedNoMore(None, "no-decision")
