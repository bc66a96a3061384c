"""Records to states: replay, and play while valid.

The first illegal record stops the game where it was good; nothing after it is judged until an
undo or a correction takes it away. Live play and replay take this one path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from operator import length_hint
from typing import Any

from msgspec import Struct

from ragami.decoded import AnyEvent, Data, State
from ragami.findings import LOG_RULE, Breach, Finding, breach, finding_of
from ragami.game import GameDefinition, Position, Seating
from ragami.game.capabilities import ASSERTIONS, DEDUCTION, REVEALS, VISIBILITY
from ragami.game.hidden_information import Contradictions, looks_on
from ragami.judge.asserted import Comparisons
from ragami.judge.filling import BESIDE_THE_GAME, Events, Filled
from ragami.judge.judge import NONSENSE, Judge, judges_of_records, read_correction
from ragami.judge.kept import KeptStates
from ragami.log.codec import Codec
from ragami.log.history import History
from ragami.log.record import (
    OPENING,
    Bad,
    Committed,
    Corrected,
    Noted,
    Penalized,
    Read,
    Record,
    Redone,
    Ruled,
    Undone,
    Unknown,
)


class Replay:
    """A log being read: the state so far, and all that was found on the way.

    `error` is the finding that stopped the game, None while all is well; an undo or a correction
    may take it away. `broken` is a wrong record of the log itself: nothing takes that away.

    With `continue_after_errors` what is illegal goes into `errors`, and the game goes on as if it
    stood, until something cannot be carried out (`beyond-judging`). `penalties` and `notes`
    change nothing.
    """

    # Who looks for what no deal of the hidden explains, once somebody has asked.
    _contradictions: Contradictions | None = None
    # Events from one state that is kept to the next.
    snapshot_every = 64

    def __init__(
        self,
        game: GameDefinition,
        codec: Codec | None = None,
        *,
        continue_after_errors: bool = False,
        insight: Mapping[Any, object] | None = None,
    ) -> None:
        self.game = game
        self.judge = Judge(game)
        self.continue_after_errors = continue_after_errors
        self.errors: list[Finding] = []
        self.penalties: list[Record] = []
        self.notes: list[Record] = []
        self.codec = codec or game.codec
        self.insight = insight
        self.state = self._new_state()
        self.history = History()
        self.seq = 0
        self.error: Finding | None = None
        self.broken: Finding | None = None
        self.remarks: list[Finding] = []
        self._committed: set[int] = set()
        self._comparisons = Comparisons()
        self._let_stand: list[Finding] = []
        # The first record that reads otherwise since the state was worked out.
        self._changed: int | None = None
        self._kept = KeptStates(game)
        self._judges = judges_of_records(game, self.codec)
        self._others = ways_of_others(game)
        self._reveals: Any = game.get(REVEALS)
        # What became known and fills its place, where the game has it so.
        filling: Any = self._reveals if self._reveals and self._reveals.fills else None
        self.filled = Filled(filling) if filling else None
        # What follows from the state after a record (see `once`).
        self.kept: tuple[int, State, dict[object, Any]] = (0, None, {})

    # --- reading on ------------------------------------------------------------------------

    def take_all(self, reads: Iterable[Read]) -> Replay:
        """Read on. After a break that nothing can mend, nothing more is read."""
        whole = isinstance(reads, list) and not self.seq and self._take_whole(reads)
        waiting = iter(() if whole else reads)
        while not self.broken:
            if isinstance(reads, list) and self._goes_well():
                read = self._take_well(reads, waiting)
            else:
                read = next(waiting, None)
            if read is None:
                break
            self.seq += 1
            self._take(read)
        self._settle()
        return self

    def _take_whole(self, reads: list[Any]) -> bool:
        """Fold a log once, as its later records tell it. False: it has to be taken step by step."""
        if not self.filled or self.continue_after_errors or self.history.waived:
            return False
        if not self.filled.fold_whole(self, reads, self._judges):
            self.state = self._new_state()
            return False
        for read in reads:
            if read.__class__ not in self._judges and isinstance(read.data, BESIDE_THE_GAME):
                self._others[type(read.data)](self, read)
        self.seq = len(reads)
        return True

    def _take_well(self, reads: list[Any], waiting: Iterator[Any]) -> Read | None:
        """Take the events of a log that has gone well so far, in the fewest steps.

        Return the first record that is wrong, no event, or tells what others leave open: it has to
        go the long way. `waiting` is the iterator over `reads` that says how far they were taken.
        """
        state, judges = self.state, self._judges
        tells = self._reveals.tells if self.filled else None
        before = len(reads) - length_hint(waiting)
        odd: Read | None = None
        for read in waiting:
            judge = judges.get(type(read))
            if judge is None or (tells and tells(read.data)):
                odd = read
                break
            check, apply = judge
            event = read.data
            if check(state, event):
                odd = read
                break
            apply(state, event, read.seq)
        after = len(reads) - length_hint(waiting) - (odd is not None)
        played = reads[before:after]
        self.history.events += played
        if self.filled:
            self.filled.add(played)
        self.seq += after - before
        return odd

    def _goes_well(self) -> bool:
        """Return True if nothing is wrong, to be folded again, undone or ruled."""
        history = self.history
        stopped = self.error or self.errors or self._changed
        return not (stopped or history.undos or history.waiving)

    def take(self, read: Read) -> Replay:
        """Read one record."""
        return self if self.take_if_legal(read) else self.take_all((read,))

    def take_if_legal(self, read: Any) -> bool:
        """Read an event that is in order, in the fewest steps; False: nothing was read."""
        judge = self._judges.get(type(read)) if self._goes_well() else None
        tells = self.filled and self._reveals.tells
        if judge is None or (tells and tells(read.data)) or judge[0](self.state, read.data):
            return False
        self.seq += 1
        judge[1](self.state, read.data, read.seq)
        self.history.events.append(read)
        if self.filled:
            self.filled.add([read])
        return True

    def _take(self, read: Read) -> None:
        if self.filled:
            self.filled.reads.append(read)
        if isinstance(read, Bad):
            self._take_bad(read)
        elif self.seq == 1 and read.type != OPENING and read.__class__ not in self._judges:
            self._break("illegal-event", breach(LOG_RULE, None, problem="not-opened"), read.seq)
        elif not self.game.judged:
            return  # it is kept, and nothing is said of it
        elif isinstance(read, Unknown):
            self._remark_unknown(read)
        elif read.__class__ in self._judges:
            self._settle()
            self.history.add(read)
            self._play_next(read.seq, read.data)
            if self.filled and self._reveals.tells(read.data):
                self._change(1)
        else:
            unfit = self._others[type(read.data)](self, read)
            if unfit:
                self._break("illegal-event", unfit, read.seq)
            elif self._changed and isinstance(read.data, Undone | Redone | Corrected):
                self._comparisons.close_mended(self, read.seq, self._changed)

    def _remark_unknown(self, unknown: Unknown) -> None:
        facts: Data = {"type": unknown.type, "v": unknown.v}
        if unknown.unfit:
            facts |= {"problem": "unfit", "where": unknown.unfit.removeprefix("$.")}
        self.remarks.append(Finding("unknown-record", seq=unknown.seq, line=self.seq, facts=facts))

    def _take_bad(self, read: Bad) -> None:
        """Take a malformed record. Only a game event can still be undone or corrected."""
        if read.type not in self.game.events:
            self._break("malformed-record", read.breach, read.seq)
            return
        assert read.seq is not None
        self._settle()
        self.history.add(read)
        self._play_next(read.seq, read)

    def _play_next(self, seq: int, data: object) -> None:
        if self.filled:
            self.filled.events.append((seq, data))
        self._play(seq, data)

    def _play(self, seq: int, data: object) -> bool:
        """Judge one event that counts, and apply it if it may stand. False: the game stops."""
        if self.error:
            return False
        try:
            return self._judge(seq, data)
        except NONSENSE:
            if not self.errors:  # then it is a defect, and no nonsense of a log
                raise
            self.error = Finding("beyond-judging", seq=seq, line=seq)
            return False

    def _judge(self, seq: int, data: object) -> bool:
        if isinstance(data, Bad):
            return self._stop("malformed-record", [data.breach], seq)
        waived = self.history.waived.get(seq, ())
        illegal, ruled = self.judge.judged(self.state, data, waived)
        if illegal and not self._stop("illegal-event", illegal, seq):
            return False
        self._let_stand += [
            finding_of("ruled-breach", ruled_breach, seq, seq) for ruled_breach in ruled
        ]
        if waived and self.game.take_ruling:
            self.game.take_ruling(self.state, data, waived)
        self.judge.apply(self.state, data, seq)
        return True

    def _stop(self, code: str, breaches: list[Breach], seq: int) -> bool:
        """Keep what is wrong. True: the game goes on; without a record 1 there is none."""
        if self.continue_after_errors and seq > 1:
            self.errors += [finding_of(code, illegal, seq, seq) for illegal in breaches]
            return True
        self.error = finding_of(code, breaches[0], seq, seq)
        return False

    def _break(self, code: str, cause: Breach, seq: int | None) -> None:
        """Stop at a wrong record of the log itself: no undo takes that back."""
        self._settle()
        if cause.rule == LOG_RULE:
            cause = cause._replace(rule=self.game.log_rule)
        self.broken = finding_of(code, cause, seq, self.seq)
        self.error = self.error or self.broken

    def _change(self, seq: int) -> None:
        """Note that the log reads otherwise from this record on."""
        # Where reveals fill their places, a later record may tell what an earlier one leaves open.
        self._changed = 1 if self.filled else min(seq, self._changed or seq)

    def _settle(self) -> None:
        """Fold again from where what counts has changed since."""
        changed = self._changed
        if changed and not (self.filled and self.filled.refill(self, self._fold_from)):
            self._fold_from(changed)
        self._changed = None

    def _fold_from(self, changed: int, events: Events | None = None) -> None:
        """Fold again from a record on; `events`: all that count, as they read, where filled."""
        good = self._back_to_before(changed)
        self._changed = self.error = None
        self.errors = [error for error in self.errors if error.seq and error.seq <= good]
        self._let_stand = [ruled for ruled in self._let_stand if ruled.seq and ruled.seq <= good]
        later = self.filled.read(self, good, events) if self.filled else self.history.standing(good)
        for number, (seq, data) in enumerate(later, 1):
            if not self.play(seq, data):
                break
            if number % self.snapshot_every == 0:
                self._kept.keep(seq, self.state)

    def _back_to_before(self, seq: int) -> int:
        """Take the latest state that was kept before a record, and return the last record in it."""
        good, self.state = self._kept.before(seq, self.state) or (0, self._new_state())
        return good

    def as_it_reads(self, after: int = 0) -> Iterable[tuple[int, AnyEvent]]:
        """Return the events that count after record `after`, with revealed values filled in."""
        standing = self.history.standing(after)
        if self.filled and not self._changed:
            return [event for event in self.filled.events if event[0] > after]
        return self.filled.fill(self, standing) if self.filled else standing

    @property
    def opening(self) -> AnyEvent:
        """The event of record 1 as it reads now; None where it is none."""
        return next((data for seq, data in self.history.standing() if seq == 1), None)

    def play(self, seq: int, data: object) -> bool:
        """Play something that counts, as it reads now. False: the game stops there."""
        if self._reveals and isinstance(data, self._reveals.struct):
            self._reveals.reveal(self.state, data)
            return True
        return isinstance(data, Unknown) or self._play(seq, data)

    # --- records of any game ---------------------------------------------------------------

    def _is_event(self, event: Record | Bad) -> bool:
        return event.__class__ in self._judges or isinstance(event, Bad)

    def _undo(self, record: Record) -> Breach | None:
        self._change(record.data.to + 1)
        return self.history.undo(record.seq, record.data.to, self._is_event)

    def _redo(self, record: Record) -> Breach | None:
        undos = self.history.undos
        if undos and (struck := undos[-1][1]):
            self._change(struck[0])
        return self.history.redo(record.seq)

    def _correct(self, record: Record) -> Breach | None:
        correction: Corrected = record.data
        target = self.history.at(correction.seq)
        if correction.seq >= record.seq or target is None or not self._is_event(target):
            unknown = {remark.seq for remark in self.remarks if remark.code == "unknown-record"}
            problem = "unknown-event" if correction.seq in unknown else "no-such-event"
            return breach(LOG_RULE, None, problem=problem, named=correction.seq)
        reads = read_correction(self.game, self.codec, record)
        if isinstance(reads, Breach):
            return reads
        if isinstance(reads, Unknown):
            self._remark_unknown(reads)
        self.history.correct(record.seq, correction.seq, reads)
        self._change(correction.seq)
        return None

    def _rule(self, record: Record) -> Breach | None:
        if not self.game.rulebook.may_be_waived(record.data.rule):
            return breach(LOG_RULE, None, problem="not-to-be-waived", rule=record.data.rule)
        self.history.rule(record.data.rule)
        return None

    def _commit(self, record: Record) -> None:
        self._committed |= {commitment.seq for commitment in record.data.values}

    def _assert(self, record: Record) -> Breach | None:
        self._settle()
        return None if self.error else self._comparisons.take(self, record)

    def _reveal(self, record: Record) -> Breach | None:
        if self.filled:
            self._change(1)
            return self.filled.tell(self, record)
        self._settle()
        self.history.events.append(record)
        if self.error:
            return None
        misfit = self.game.need(REVEALS).reveal(self.state, record.data)
        if misfit and misfit.rule == LOG_RULE:
            self._break("illegal-event", misfit, record.seq)
        elif misfit and not self._knew(record.data):
            self.remarks.append(finding_of("unfit-reveal", misfit, record.seq, record.seq))
        return None

    def _knew(self, reveal: AnyEvent) -> bool:
        """Return True if a reveal is no news, as to the keeper of a private game."""
        unknown = self.game.need(REVEALS).hidden(self.state, reveal.player)
        return reveal.seq in self._committed and reveal.seq not in unknown

    # --- what came of it -------------------------------------------------------------------

    def would_be_wrong(self, data: Struct) -> list[Breach]:
        """Return all that is wrong with an event if it came next. Changes nothing."""
        return self.judge.judged(self.state, data, self.history.waiving)[0]

    def afresh(self, *, continue_after_errors: bool = False) -> Replay:
        """Return a new replay of the same game with its rulings, and no events."""
        fresh = self.blank(continue_after_errors=continue_after_errors)
        fresh.history.waived.update(self.history.waived)
        return fresh

    def blank(self, **how: bool) -> Replay:
        """Return a new replay of the same game in which nothing was read."""
        return Replay(self.game, self.codec, insight=self.insight, **how)

    def branch(self) -> Replay:
        """Return a replay that goes on from here by itself, and leaves this one as it is."""
        branch = self.blank(continue_after_errors=self.continue_after_errors)
        if next(self.standing(), None) is not None:
            branch.state = self.game.copy_of(self.state)
        branch.history, branch._comparisons = self.history.copy(), self._comparisons.copy()
        branch.filled = self.filled and self.filled.copy()
        branch.seq, branch.error, branch.broken = self.seq, self.error, self.broken
        branch.errors, branch._let_stand = [*self.errors], [*self._let_stand]
        branch.penalties, branch.notes = [*self.penalties], [*self.notes]
        branch.remarks, branch._kept = [*self.remarks], self._kept.copy()
        branch._changed, branch._committed = self._changed, {*self._committed}
        return branch

    def _new_state(self) -> State:
        state = self.game.new_state()
        if self.insight is not None:
            self.game.need(VISIBILITY).give(state, self.insight)
        return state

    def fold_anew(self) -> None:
        """Fold again, where what the viewer sees besides (`insight`) is otherwise by now."""
        self._kept.clear()
        self._fold_from(1)

    def would_not_fit(self, reveal: Struct) -> Finding | None:
        """Return the finding against a reveal as the next record, if any. Changes nothing."""
        misfit, code = self._unfit(reveal), "illegal-event" if self.filled else "unfit-reveal"
        return finding_of(code, misfit, self.seq + 1, self.seq + 1) if misfit else None

    def _unfit(self, reveal: Struct) -> Breach | None:
        if self.filled:
            return self.filled.unfit(self, reveal)
        misfit = self.game.need(REVEALS).reveal(self.game.copy_of(self.state), reveal)
        return misfit if misfit and not self._knew(reveal) else None

    @property
    def position(self) -> Position:
        return self.game.position(self.state)

    @property
    def seating(self) -> Seating:
        return self.game.seating(self.state)

    @property
    def final(self) -> dict[str, Any] | None:
        """The result; None while the game goes on, or when the log breaks off at an error."""
        return None if self.error else self.game.final(self.state)

    @property
    def wrong_at(self) -> int | None:
        """The first event that counts and is wrong; None where all are in order."""
        error = self.errors[0] if self.errors else self.error
        return error.seq if error and error is not self.broken else None

    def standing(self) -> Iterator[tuple[int, AnyEvent]]:
        """Yield the events that count, as they read now, up to the first illegal one."""
        end = self.wrong_at
        for seq, data in self.as_it_reads():
            if seq == end:
                return
            if not isinstance(data, Unknown):
                yield seq, data

    def findings(self) -> list[Finding]:
        """Return all that is to be said of the log so far, in the order of the records."""
        all_of_it = [*self.remarks, *self._let_stand, *self.errors, *self.game.remarks(self.state)]
        deduction = self.game.get(DEDUCTION)
        if deduction and looks_on(deduction, self.state):
            self._contradictions = self._contradictions or deduction.contradictions()
            all_of_it += self._contradictions.first(self.state, self.standing())
        if self.filled:
            all_of_it += self.filled.repeated(self)
        if error := self.error:
            all_of_it.append(self.filled.with_light(self, error) if self.filled else error)
        elif self.final is None and self.game.judged:
            all_of_it.append(Finding("unfinished", seq=self.seq, line=self.seq))
        return sorted(all_of_it, key=lambda f: (f.line or 0, f.code != "illegal-event"))


WayOfRecord = Callable[[Replay, Record], Breach | None]


@lru_cache(maxsize=8)
def ways_of_others(game: GameDefinition) -> dict[type[Any], WayOfRecord]:
    """Return the way to take each record that is no event, by the class of its data.

    Functions, and none of a replay: one that led to itself would wait for the garbage collector.
    """
    ways: dict[type[Any], WayOfRecord] = {
        Undone: Replay._undo,
        Redone: Replay._redo,
        Corrected: Replay._correct,
        Ruled: Replay._rule,
        **dict.fromkeys(BESIDE_THE_GAME, lambda _replay, _record: None),
        Noted: lambda replay, record: replay.notes.append(record),
        Penalized: lambda replay, record: replay.penalties.append(record),
        Committed: Replay._commit,
    }
    if assertions := game.get(ASSERTIONS):
        ways[assertions.struct] = Replay._assert
    if reveals := game.get(REVEALS):
        ways[reveals.struct] = Replay._reveal
    return ways
