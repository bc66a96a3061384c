"""A log told record by record, for any game: what happened, and what became of it since.

A game's `Teller` has the words for its own events; the words for undo, correction, ruling and the
other records of any game are here. What was undone stays in its place, told as it was when it was
played; an event that was corrected is told as it reads now, and so is all that follows it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, Literal, Protocol

from msgspec import Struct, structs

from ragami.finding import Finding
from ragami.fold import Replay
from ragami.game import Game
from ragami.history import STRUCK, History
from ragami.language import Language, Translate, translator
from ragami.record import (
    Bad,
    Corrected,
    Noted,
    Read,
    Record,
    Redone,
    Ruled,
    Sealed,
    Undone,
    Unknown,
)
from ragami.saying import listed, plain, problem

Kind = Literal["event", "log", "unknown", "malformed"]

# Findings about a log as a whole: no record is to blame for them.
OF_THE_WHOLE: Final = frozenset({"unfinished", "unverified-components", "unlike-printed-board"})


# How much of a note or a reason is shown.
NOTE: Final = 200


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


class Look(Protocol):
    """What a game remembers of a moment, to tell what changes. `turn` counts through the game."""

    @property
    def round(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def scores(self) -> Mapping[str, int]: ...


class Teller(Protocol):
    """The words of a game for its own events, in one language and for one viewer."""

    language: Language

    def look(self, state: Any, seq: int, coming: Any = None) -> Look:
        """The moment after record `seq`; `coming` is the event that is about to be judged."""

    def tell(self, event: Any, before: Any = None, after: Any = None) -> str:
        """An event in words; with what came of it where the moments before and after are given."""

    def player(self, event: Any) -> str | None:
        """Whose doing an event is."""

    def may_see(self, finding: Finding) -> Finding:
        """A finding without what the viewer may not see."""


def tell_log(game: Game, teller: Teller, reads: Sequence[Read]) -> list[Line]:
    """Every record of a log in words, in order."""
    replay = Replay(game)
    lines = _told(replay, teller, reads)
    if replay.history.corrected_by:
        now = {line.seq: line for line in _told_as_it_stands(replay, teller)}
        lines = [_as_it_reads(line, now) for line in lines]
    return list(_with_fate(lines, replay, teller))


# --- record by record ----------------------------------------------------------------------


def _told(replay: Replay, teller: Teller, reads: Iterable[Read]) -> list[Line]:
    """Play the records one by one, and tell each as it is played."""
    clock = _Clock()
    return [_played(replay, teller, clock, read) for read in reads]


def _played(replay: Replay, teller: Teller, clock: _Clock, read: Read) -> Line:
    data = read.data if isinstance(read, Record) else None
    before = teller.look(replay.state, replay.seq, data)
    struck = frozenset(replay.history.struck)
    replay.take(read)
    replay.settle()
    turn = clock.turn(before)
    if isinstance(read, Unknown):
        return _unknown(read, teller)
    if isinstance(read, Bad):
        return _malformed(read, replay.seq, teller)
    after = teller.look(replay.state, read.seq)
    line = Line(
        read.seq, read.type, "event", "", read.at, read.by, before.round, turn, scores=after.scores
    )
    if read.type in replay.game.events:
        moments = () if replay.error else (before, after)
        text = teller.tell(data, *moments)
        return structs.replace(line, text=text, player=teller.player(data))
    text = _of_the_log(data, replay.history, teller, struck)
    return structs.replace(line, kind="log", text=text, player=teller.player(data))


class _Clock:
    """Counts turns within their round, also when an undo leads back to an earlier one."""

    def __init__(self) -> None:
        self.starts = {0: 0}
        self.round = 0
        self.last = 0

    def turn(self, look: Look) -> int:
        """Which turn of its round a moment is in; 0 while the round is being prepared."""
        if look.round > self.round:
            self.starts[look.round] = self.last
        self.round, self.last = look.round, look.turn
        return look.turn - self.starts[look.round]


def _unknown(read: Unknown, teller: Teller) -> Line:
    _ = translator(teller.language)
    text = _("a record of type {type} in version {v}, which is not known here").format(
        type=plain(read.type), v=read.v
    )
    return Line(read.seq, read.type, "unknown", text, read.at, read.by)


def _malformed(read: Bad, seq: int, teller: Teller) -> Line:
    _ = translator(teller.language)
    wrong = problem(read.breach.facts, teller.language) or _("it does not have the agreed form")
    text = _("a malformed record: {problem}").format(problem=wrong)
    return Line(seq, read.type or "", "malformed", text)


# --- records of any game -------------------------------------------------------------------


def _of_the_log(
    data: Any, history: History, teller: Teller, struck_before: frozenset[int]
) -> str:
    """A record that is no event of the game, in words."""
    _ = translator(teller.language)
    match data:
        case Undone():
            text = _undone(data, history, teller, struck_before)
        case Redone():
            text = _redone(history, teller, struck_before)
        case Corrected():
            text = _corrected(data, history, teller)
        case Ruled():
            text = _("the next event may break {rule}").format(rule=plain(data.rule))
        case Noted():
            text = _("note: {text}").format(text=plain(data.text, NOTE))
        case Sealed():
            text = _("the first {size} records are sealed").format(size=data.size)
        case _other:
            return teller.tell(data)
    return _capital(text + _why(data, _))


def _why(data: Any, _: Translate) -> str:
    """The reason and the authority, where a record gives them."""
    told = ""
    if reason := getattr(data, "reason", None):
        told += _(" (reason: {reason})").format(reason=plain(reason, NOTE))
    if authority := getattr(data, "authority", None):
        told += _(" (by {authority})").format(authority=plain(authority))
    return told


def _undone(
    data: Undone, history: History, teller: Teller, struck_before: frozenset[int]
) -> str:
    _ = translator(teller.language)
    struck = sorted(history.struck.keys() - struck_before)
    if not struck:
        return _("back to record {to}: nothing is struck out").format(to=data.to)
    return _("back to record {to}: struck out {records}").format(
        to=data.to, records=_runs(struck, teller.language)
    )


def _redone(history: History, teller: Teller, struck_before: frozenset[int]) -> str:
    _ = translator(teller.language)
    again = sorted(struck_before - history.struck.keys())
    if not again:
        return _("the undo is taken back")
    return _("the undo is taken back: {records} count again").format(
        records=_runs(again, teller.language)
    )


def _corrected(data: Corrected, history: History, teller: Teller) -> str:
    _ = translator(teller.language)
    reads = history.replaced.get(data.seq)
    if reads is STRUCK:
        return _("record {seq} is struck out").format(seq=data.seq)
    if reads is None or isinstance(reads, Bad | Unknown):
        return _("record {seq} is corrected").format(seq=data.seq)
    return _("record {seq} reads from now on: {text}").format(
        seq=data.seq, text=teller.tell(reads)
    )


def _runs(seqs: Sequence[int], language: Language) -> str:
    """`5, 7 to 12 and 20`: some record numbers."""
    _ = translator(language)
    runs: list[list[int]] = []
    for seq in seqs:
        if runs and seq == runs[-1][-1] + 1:
            runs[-1].append(seq)
        else:
            runs.append([seq])
    told = (
        str(run[0])
        if len(run) == 1
        else _("{first} to {last}").format(first=run[0], last=run[-1])
        for run in runs
    )
    return listed(told, language)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# --- what became of it since ---------------------------------------------------------------


def _told_as_it_stands(replay: Replay, teller: Teller) -> list[Line]:
    """The events that count, each as it reads now, played and told from the first one on."""
    names = {entry.struct: name for name, entry in replay.codec.types.items()}
    fresh = Replay(replay.game, replay.codec)
    clock = _Clock()
    lines = []
    for seq, data in replay.history.standing():
        for rule in replay.history.waived.get(seq, ()):
            fresh.history.rule(rule)
        if isinstance(data, Bad | Unknown):
            read: Read = data
        else:
            name = names[type(data)]
            version = replay.codec.types[name].version
            read = replay.codec.record_class(name)(seq, version, None, None, data)
        lines.append(_played(fresh, teller, clock, read))
    return lines


def _as_it_reads(line: Line, now: Mapping[int, Line]) -> Line:
    """A line with what it reads now, in the game as it stands now."""
    reads = now.get(line.seq)
    if reads is None or line.kind == "log":
        return line
    was = line.text if reads.type != line.type or _differs(reads, line) else None
    return structs.replace(reads, at=line.at, by=line.by, was=was)
