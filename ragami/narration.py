"""A log told record by record, for any game: what happened, and what became of it since.

A game's `Narrator` has the words for its own events; the words for undo, correction, ruling and the
other records of any game are here. What was undone stays in its place, told as it was when it was
played; an event that was corrected is told as it reads now, and so is all that follows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Final, Literal

from msgspec import Struct, structs

from ragami.findings import Finding
from ragami.game import GameDefinition, Position
from ragami.game.texts import MomentMemory, Narrator
from ragami.judge.moments import Moment, in_runs, moments, standing, told_moments
from ragami.judge.placing import BROKEN_OFF
from ragami.judge.replay import Replay
from ragami.judge.undoing import before_record
from ragami.language import Language, capital, plural_translator, translator
from ragami.log.codec import Codec
from ragami.log.history import STRUCK, History, data_of
from ragami.log.origin import origin_in
from ragami.log.record import (
    Bad,
    Committed,
    Corrected,
    DiceNamed,
    Noted,
    Opened,
    Penalized,
    Read,
    Record,
    Redone,
    Ruled,
    Sealed,
    Undone,
    Unknown,
)
from ragami.messages import in_a_row, listed, plain, problem
from ragami.penalties import say_penalty

Kind = Literal["event", "log", "unknown", "malformed"]

# How much of a note or a reason is shown.
NOTE: Final = 200
# How many events that an undo struck out are told in words; of more, their numbers.
FEW: Final = 3
# How many moments are kept for what is told of their events later.
RECENT: Final = 8


class Line(Struct, frozen=True):
    """One record in words.

    `round` and `turn` (counted within the round, 0 outside of turns) say when it happened,
    `player` whose doing it was, `scores` how the players stood after it. `struck_by` is the undo or
    the correction because of which it counts for nothing, `corrected_by` the correction that it
    reads by now, and `was` how it read before. `findings` are those about this record.
    """

    seq: int
    type: str
    kind: Kind
    text: str
    at: datetime | None = None
    by: str | None = None
    round: int = 0
    turn: int = 0
    player: str | None = None
    scores: Mapping[str, int] = {}
    struck_by: int | None = None
    corrected_by: int | None = None
    was: str | None = None
    findings: tuple[Finding, ...] = ()


def tell_log(
    game: GameDefinition, teller: Narrator, log: bytes, codec: Codec | None = None
) -> list[Line]:
    """Return every record of a log in words, in order. `codec`: as for `Replay`."""
    replay = Replay(game, codec)
    [narration] = tell(replay, in_runs(replay, replay.codec.read_log(log)), teller)
    return narration.lines()


def tell(replay: Replay, runs: Iterable[Sequence[Read]], *tellers: Narrator) -> list[Narration]:
    """Tell the records that a replay reads on (`in_runs`) by several narrators in one fold."""
    tales = [Narration(replay, teller) for teller in tellers]
    for now in told_moments(replay, runs):
        for tale in tales:
            tale.tell(now)
    return tales


class Narration:
    """A log told as it grows: each record is played once, however often the lines are asked for.

    It begins where the replay stands, which may be read on by somebody else, who calls `tell` at
    every moment (`moments`), or by `take`.
    """

    def __init__(self, replay: Replay, teller: Narrator) -> None:
        self.replay = replay
        self._teller = teller
        self._tale = _Tale(replay, teller)
        self._start = replay.seq
        self._told: list[Line] = []
        # The lines with their fate, as of the last time that they were asked for.
        self._lines: list[Line] = []
        self._fate: tuple[object, ...] = ()

    def take(self, read: Read) -> Line:
        """Play the next record, and return what happened, told at this moment."""
        for now in moments(self.replay, (read,)):
            self.tell(now)
        return self._told[-1]

    def take_all(self, reads: list[Read]) -> None:
        """Play some records."""
        for now in told_moments(self.replay, in_runs(self.replay, reads)):
            self.tell(now)

    def tell(self, now: Moment) -> None:
        """Tell the record that was read last, and look at the moment before the next one."""
        line = self._tale.go_on(now, self._start + len(self._told) + 1)
        if line:
            self._told.append(line)

    def since(self, seq: int) -> list[Line]:
        """Return the records after `seq`, each told as it was at its moment."""
        return self._told[max(seq - self._start, 0) :]

    def lines(self) -> list[Line]:
        """Return all records so far, with what has become of them since.

        While nothing has become of them, the lines of the last time stand.
        """
        lines, history = self._told, self.replay.history
        findings = _by_record(self.replay, self._teller)
        fate = dict(history.struck), dict(history.corrected_by), findings
        if fate != self._fate or history.corrected_by:
            self._lines, self._fate = [], fate
        if history.corrected_by:
            now = {line.seq: line for line in _as_it_stands(self.replay, self._teller)}
            lines = [_as_it_reads(line, now.get(line.seq)) for line in lines]
        counting = (line for line in reversed(self._lines) if _counts(line))
        scores = next((line.scores for line in counting), None)
        self._lines += _with_fate(lines[len(self._lines) :], history, findings, scores)
        return list(self._lines)


# --- record by record ----------------------------------------------------------------------


class _Events:
    """Tells events of a replay that were told before, each as it reads now and in its place.

    The moments before the last ones are kept: so an undo folds nothing.
    """

    def __init__(self, replay: Replay, teller: Narrator) -> None:
        self.history, self.teller = replay.history, teller
        self._replay = replay
        self._before: dict[int, MomentMemory] = {}

    def keep(self, seq: int, before: MomentMemory) -> None:
        """Remember the moment before an event."""
        self._before[seq] = before
        if len(self._before) > RECENT:
            del self._before[next(iter(self._before))]

    def forget(self) -> None:
        """Forget all moments: something before them reads otherwise."""
        self._before.clear()

    def tell(self, seq: int) -> str:
        event = self.history.at(seq)
        assert event is not None
        reads = self.history.replaced.get(seq, data_of(event))
        if isinstance(reads, Bad):
            return _malformed(reads, self.teller)
        if reads is STRUCK or isinstance(reads, Unknown):
            return "–"
        before = self._before.get(seq)
        if before is None:
            earlier = before_record(self._replay, seq)
            before = self.teller.look(earlier.state, seq - 1, reads)
        return self.teller.tell(reads, before)


class _Tale:
    """The story of a replay, from one moment to the next."""

    def __init__(self, replay: Replay, teller: Narrator) -> None:
        self._replay, self._teller = replay, teller
        self._events = _Events(replay, teller)
        self._clock = TurnClock()
        self._before: MomentMemory
        self._struck: frozenset[int] = frozenset()

    def go_on(self, now: Moment, seq: int) -> Line | None:
        """Return the record that led here; None where none did. `seq` is its place."""
        look = self._teller.look(now.state, now.seq, now.coming_event)
        line = self._line(now.record, seq, look) if now.record else None
        self._before = look
        if now.coming and now.coming.type not in self._replay.game.events:
            self._struck = frozenset(self._replay.history.struck)
        return line

    def _line(self, read: Read, seq: int, after: MomentMemory) -> Line:
        replay, teller, before = self._replay, self._teller, self._before
        data = read.data if isinstance(read, Record) else None
        kind: Kind = "event"
        if isinstance(read, Unknown):
            kind, text = "unknown", _unknown(read, teller)
        elif isinstance(read, Bad):
            kind, text = "malformed", _malformed(read, teller)
        elif isinstance(data, Penalized):
            kind, text = "log", say_penalty(data, replay, teller.language)
        elif read.type not in replay.game.events:
            kind, text = "log", _of_the_log(data, self._events, self._struck)
            if isinstance(data, Corrected):
                self._events.forget()
        elif replay.error:
            text = teller.tell(data)
        else:
            text = teller.tell(data, before, after)
            self._events.keep(read.seq, before)
        return Line(
            seq,
            read.type or "",
            kind,
            text,
            at=None if isinstance(read, Bad) else read.at,
            by=None if isinstance(read, Bad) else read.by,
            round=before.round,
            turn=self._clock.turn(before),
            player=teller.player(data),
            scores=after.scores,
        )


class TurnClock:
    """Counts turns within their round, also when an undo leads back to an earlier one."""

    def __init__(self) -> None:
        self.starts = {0: 0}
        self.round = 0
        self.last = 0

    def turn(self, look: MomentMemory | Position) -> int:
        """Return the turn of its round that a moment is in; 0 while the round is being prepared.

        In a round whose start was not looked at, turns are counted from that of the game.
        """
        if look.round > self.round:
            self.starts[look.round] = self.last
        self.round, self.last = look.round, look.turn
        return look.turn - self.starts.get(look.round, 0)


def _unknown(read: Unknown, teller: Narrator) -> str:
    _ = translator(teller.language)
    return _("A record of type {type} in version {v}, which is not known here").format(
        type=plain(read.type), v=read.v
    )


def _malformed(read: Bad, teller: Narrator) -> str:
    _ = translator(teller.language)
    problem_said = problem(read.breach.facts, teller.language) or _(
        "it does not have the agreed form"
    )
    return _("A malformed record: {problem}").format(problem=problem_said)


# --- records of any game -------------------------------------------------------------------


def _of_the_log(data: object, events: _Events, struck_before: frozenset[int]) -> str:
    """Return a record that is no event of the game, in words."""
    teller = events.teller
    _ = translator(teller.language)
    match data:
        case Undone():
            text = _undone(data, events, struck_before)
        case Redone():
            text = _redone(events, struck_before)
        case Corrected():
            text = _corrected(data, events)
        case Ruled():
            text = _("the next event may break {rule}").format(rule=plain(data.rule))
        case Noted():
            text = _remark(data, teller.language)
        case DiceNamed():
            names = listed([plain(name) for name in data.names], teller.language)
            text = _("the dice of the kind '{kind}' are {names}").format(
                kind=plain(data.kind), names=names
            )
        case Sealed():
            text = _("sealed up to record {size}").format(size=data.size)
        case Committed():
            n = len(data.values)
            ngettext = plural_translator(teller.language)
            text = ngettext(
                "a secret is kept sealed beside the log",
                "{n} secrets are kept sealed beside the log",
                n,
            ).format(n=n)
        case Opened():
            text = _("opened: {place} of record {seq} is {value}").format(
                place=plain(data.place),
                seq=data.seq,
                value=plain(bytes(data.value).decode()),
            )
        case _other:
            return teller.tell(data)
    return capital(text + _why(data, teller.language))


def _remark(data: Noted, language: Language) -> str:
    """Return a remark; one of a fixed form in words."""
    _ = translator(language)
    if origin := origin_in(data.text):
        text = _("this game goes on from {game}, after its record {seq}")
        return text.format(game=plain(origin.game), seq=origin.seq)
    key, _colon, reason = data.text.partition(": ")
    if key == BROKEN_OFF and reason:
        return _("the game is broken off: {reason}").format(reason=plain(reason, NOTE))
    return _("note: {text}").format(text=plain(data.text, NOTE))


def _why(data: object, language: Language) -> str:
    """Return the reason and the authority, where a record gives them."""
    _ = translator(language)
    reasons = []
    if reason := getattr(data, "reason", None):
        reasons.append(_("reason: {reason}").format(reason=plain(reason, NOTE)))
    if authority := getattr(data, "authority", None):
        reasons.append(_("by {authority}").format(authority=plain(authority)))
    return f" ({'; '.join(reasons)})" if reasons else ""


def _undone(data: Undone, events: _Events, struck_before: frozenset[int]) -> str:
    language = events.teller.language
    _ = translator(language)
    struck = sorted(events.history.struck.keys() - struck_before)
    if not struck:
        return _("back to record {to}: nothing is struck out").format(to=data.to)
    sentence = _("back to record {to}: struck out {records}").format(
        to=data.to, records=_runs(struck, language)
    )
    return sentence if len(struck) > FEW else f"{sentence} – {'; '.join(map(events.tell, struck))}"


def _redone(events: _Events, struck_before: frozenset[int]) -> str:
    language = events.teller.language
    _ = translator(language)
    again = sorted(struck_before - events.history.struck.keys())
    if not again:
        return _("the undo is taken back")
    return _("the undo is taken back: {records} count again").format(records=_runs(again, language))


def _corrected(data: Corrected, events: _Events) -> str:
    history = events.history
    _ = translator(events.teller.language)
    reads = history.replaced.get(data.seq)
    taken_back = history.taken_back[-1:]
    if taken_back and taken_back[0][0] == history.corrected_by.get(data.seq):
        sentence = _("the correction of record {seq} is taken back; it reads again: {text}")
        return sentence.format(seq=data.seq, text=events.tell(data.seq))
    if reads is STRUCK:
        return _("record {seq} is struck out").format(seq=data.seq)
    if reads is None or isinstance(reads, Bad | Unknown):
        return _("record {seq} is corrected").format(seq=data.seq)
    sentence = _("record {seq} reads from now on: {text}")
    return sentence.format(seq=data.seq, text=events.tell(data.seq))


def _runs(seqs: Sequence[int], language: Language) -> str:
    """Say some record numbers: `5, 7 to 12 and 20`."""
    _ = translator(language)
    run_texts: list[str] = []
    for run in in_a_row(seqs):
        if len(run) > 2:
            run_texts.append(_("{first} to {last}").format(first=run[0], last=run[-1]))
        else:
            run_texts += map(str, run)
    return listed(run_texts, language)


# --- what became of it since ---------------------------------------------------------------


def _as_it_stands(replay: Replay, teller: Narrator) -> Iterator[Line]:
    """Yield the events that count, each as it reads now, told from the first one on."""
    fresh = replay.afresh()
    tale = _Tale(fresh, teller)
    for now in standing(replay, fresh):
        if line := tale.go_on(now, now.seq):
            yield line


def _as_it_reads(line: Line, now: Line | None) -> Line:
    """Return a line as it reads now, in the game as it stands now."""
    if now is None or line.kind == "log":
        return line
    return structs.replace(now, at=line.at, by=line.by, was=line.text)


def _counts(line: Line) -> bool:
    return line.kind == "event" and line.struck_by is None


def _with_fate(
    lines: Iterable[Line],
    history: History,
    findings: Mapping[int, tuple[Finding, ...]],
    scores: Mapping[str, int] | None,
) -> Iterator[Line]:
    """Yield the lines with what became of them: struck out, corrected, found wrong.

    `scores` are those after the last event before them that counts; None where none was told, so
    that those of the moment stand.
    """
    for line in lines:
        by = history.corrected_by.get(line.seq)
        struck = history.struck.get(line.seq)
        if struck is None and history.replaced.get(line.seq) is STRUCK:
            struck = by
        if line.kind == "event" and struck is None:
            scores = line.scores
        stands = line.scores if line.kind == "event" or scores is None else scores
        as_told = struck is None and by is None and line.was is None
        if as_told and line.scores == stands and line.seq not in findings:
            yield line  # so it is with most
            continue
        reads_otherwise = by is not None and line.was is not None
        yield structs.replace(
            line,
            scores=stands,
            struck_by=struck,
            corrected_by=by if reads_otherwise else None,
            was=line.was if reads_otherwise else None,
            findings=findings.get(line.seq, ()),
        )


def _by_record(replay: Replay, teller: Narrator) -> dict[int, tuple[Finding, ...]]:
    by_seq: dict[int, tuple[Finding, ...]] = {}
    for finding in replay.findings():
        seq = finding.line
        if seq is not None and not finding.whole:
            by_seq[seq] = (*by_seq.get(seq, ()), teller.may_see(finding))
    return by_seq
