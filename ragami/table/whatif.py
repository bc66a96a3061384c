"""The effect of a record on a game, before it is written.

Two readings of the game are compared: as it stands, and with the record at its end. Both are played
to the end whatever is wrong with them, so that everything that would change is found, and not only
the first of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from typing import Final, NamedTuple

from msgspec import Struct, structs

from ragami.decoded import AnyEvent, Fields
from ragami.errors import RagamiError
from ragami.findings import Finding, finding_of
from ragami.game import GameDefinition
from ragami.judge.moments import played_on, steps
from ragami.judge.replay import Replay
from ragami.judge.report import doubts
from ragami.language import Language, plural_translator, translator
from ragami.log.record import Bad
from ragami.messages import ranges
from ragami.penalties import CountedPoints, count
from ragami.store.memory import MemoryStore
from ragami.table.drafts import Stamp, draft_of
from ragami.table.recording import Draft, Recording, Refused


class EventTouched(Struct, frozen=True):
    """An event that would be judged otherwise, or bring other points (by player)."""

    seq: int
    # What would be wrong with it; of one that is mended what is wrong now.
    findings: tuple[Finding, ...]
    gains_before: Mapping[str, int]
    gains_after: Mapping[str, int]


class Outcome(Struct, frozen=True):
    """The outcome of a game: its result if over, the points, and the error that stopped it.

    `names` says who sits where.
    """

    final: Fields | None
    scores: Mapping[str, int]
    error: Finding | None
    counted: Mapping[str, CountedPoints]
    game: str
    names: Mapping[str, str] = {}


class RecordEffect(Struct, frozen=True):
    """The effect of a record.

    `from_seq` is the first event that reads otherwise, no longer counts or counts again, None where
    there is none; of the events from there on `legal` is how many stay as they are. `illegal`
    become so, `mended` are so no more, `scored` bring other points and stay legal. `struck` would
    count no longer, `restored` again, and `reads` count and read otherwise. `as_if` is how it would
    stand if everything illegal stood, where that differs from `after`. `findings` are the errors
    and warnings on the whole log that there are not now.
    """

    from_seq: int | None
    struck: tuple[int, ...]
    restored: tuple[int, ...]
    reads: tuple[int, ...]
    legal: int
    illegal: tuple[EventTouched, ...]
    mended: tuple[EventTouched, ...]
    scored: tuple[EventTouched, ...]
    before: Outcome
    after: Outcome
    as_if: Outcome | None
    findings: tuple[Finding, ...]


def tried(recording: Recording, drafts: Sequence[Draft]) -> Recording:
    """Copy a game in memory and write some records more; leave the game itself as it is.

    Takes the way of every record: raises `Refused` for what the rules refuse. Nothing is sealed.
    """
    attempt = recording.branch(MemoryStore())
    attempt.write(drafts, seals=False)
    return attempt


CHANGES: Final = frozenset({"undone", "redone", "corrected", "ruled"})
"""The records that let others read otherwise, or count no more."""


class BreaksOff(NamedTuple):
    """The record at which a game breaks off, and the number of events that count no more."""

    finding: Finding
    cut_off: int


def breaks_off(recording: Recording, drafts: Sequence[Draft]) -> BreaksOff | None:
    """Return where the game would newly break off with these records; None if nowhere.

    It is None, too, where they would be refused: that is reported where they are written.
    """
    try:
        after = tried(recording, drafts).replay
    except Refused:
        return None  # it will not be written: what is wrong with it is said there
    error = after.error
    if error is None or error == recording.replay.error:
        return None
    return BreaksOff(error, sum(1 for _event in after.history.standing(error.seq or 0)))


def effect_of(before: Replay, after: Replay) -> RecordEffect:
    """Return the changes between two readings of a game."""
    was = {step.seq: step for step in steps(before)}
    now = {step.seq: step for step in steps(after)}
    counting = _Counting(dict(before.history.standing()), dict(after.history.standing()))
    first = min(counting.changed(), default=None)
    illegal, mended, scored, legal = [], [], [], 0
    doubts_before = doubts(before)
    findings = [touched for touched in doubts(after) if touched not in doubts_before]
    for seq, step in now.items():
        if first is None or seq < first or seq not in was:
            continue
        touched = EventTouched(seq, step.wrong, was[seq].gains, step.gains)
        if step.wrong and not was[seq].wrong:
            illegal.append(touched)
        elif was[seq].wrong and not step.wrong:
            mended.append(structs.replace(touched, findings=was[seq].wrong))
        elif step.gains != was[seq].gains:
            scored.append(touched)
        elif not step.wrong:
            legal += 1
    return RecordEffect(
        first, counting.struck, counting.restored, counting.reads, legal,
        tuple(illegal), tuple(mended), tuple(scored),
        outcome(before), outcome(after), as_if(after), tuple(findings),
    )  # fmt: skip


class _Counting(NamedTuple):
    """The events that count before and after, by record number."""

    before: Mapping[int, AnyEvent]
    after: Mapping[int, AnyEvent]

    @property
    def struck(self) -> tuple[int, ...]:
        return tuple(seq for seq in self.before if seq not in self.after)

    @property
    def restored(self) -> tuple[int, ...]:
        return tuple(seq for seq in self.after if seq not in self.before)

    @property
    def reads(self) -> tuple[int, ...]:
        both = (seq for seq in self.after if seq in self.before)
        return tuple(seq for seq in both if self.after[seq] != self.before[seq])

    def changed(self) -> tuple[int, ...]:
        return (*self.struck, *self.restored, *self.reads)


def outcome(replay: Replay) -> Outcome:
    scores = dict(replay.position.scores)
    return Outcome(
        replay.final, scores, replay.error, count(replay), replay.game.name, replay.seating.names
    )


def as_if(replay: Replay) -> Outcome | None:
    """Return the outcome of a log if all that is illegal in it stood; None if nothing is.

    It makes no difference if `replay` breaks off there or goes on after errors.
    """
    if replay.broken or not (replay.error or replay.errors):
        return None
    on = played_on(replay)
    on.penalties = replay.penalties
    return outcome(on)


def let_stand(recording: Recording, seq: int, ruling: Draft, stamp: Stamp) -> list[Draft]:
    """Return an undo, the ruling, and the events from `seq` on as they read now.

    What is illegal among those that follow is kept: the log is brought to its next error.
    Raises `RagamiError` `no-such-event`; `Refused` where the event does not stand with the ruling.
    """
    events = [event for event in recording.replay.history.standing() if event[0] >= seq]
    if not events or events[0][0] != seq:
        raise RagamiError("no-such-event", game=recording.name, seq=seq)
    undo = draft_of("undone", {"to": seq - 1, "reason": None}, stamp)
    following = again(recording, events, stamp)
    first = next(n for n, draft in enumerate(following) if draft.type != "ruled")
    reveals = takewhile(lambda draft: draft.type == "revealed", following[first + 1 :])
    after = tried(recording, [undo, ruling, *following[: first + 1], *reveals]).replay
    if after.error and (after.error.seq or 0) > recording.replay.seq:
        raise Refused(after.error, after.game)  # what was told of it brings another breach to light
    return [undo, ruling, *(structs.replace(draft, stood=True) for draft in following)]


def again(recording: Recording, events: list[tuple[int, AnyEvent]], stamp: Stamp) -> list[Draft]:
    """Return the events as drafts, behind an undo and a ruling.

    The rulings on those after the first come before them, and what was told of an event behind it.
    """
    replay = recording.replay
    reveals = replay.filled.told if replay.filled else []
    names = replay.codec.names
    drafts: list[Draft] = []
    for seq, data in events:
        if isinstance(data, Bad):
            raise Refused(finding_of("malformed-record", data.breach, seq, seq), replay.game)
        if names.get(type(data)) not in replay.game.events:
            continue  # an undo leaves it where it is
        for rule in sorted(replay.history.waived.get(seq, ())):
            why = {"rule": rule, "reason": None, "authority": None}
            drafts.append(draft_of("ruled", why, stamp))
        drafts.append(draft_of(names[type(data)], data, stamp))
        new = replay.seq + 2 + len(drafts)
        drafts += [
            draft_of("revealed", structs.replace(reveal, seq=new), stamp)
            for reveal in reveals
            if reveal.seq == seq
        ]
    return drafts


# --- in words ------------------------------------------------------------------------------------


class EffectLine(NamedTuple):
    """A sentence about an effect, `under` the one before it; `bad` if the rules are against it."""

    text: str
    under: bool = False
    bad: bool = False


def in_words(
    effect: RecordEffect, recorded: int, game: GameDefinition, language: Language
) -> Iterator[EffectLine]:
    """Yield what would change in the `recorded` events, each kind with its first finding."""
    _ = translator(language)
    if error := effect.after.error:
        why = game.words.say(error, language)
        yield EffectLine(_("Judging stops there: {why}").format(why=why))
    if effect.from_seq is None:
        yield EffectLine(_("No event that is recorded would change."))
    elif effect.from_seq <= recorded:
        yield from _events(effect, game, language)


def _events(effect: RecordEffect, game: GameDefinition, language: Language) -> Iterator[EffectLine]:
    _, ngettext = translator(language), plural_translator(language)

    def those(text: str, touched: Sequence[EventTouched], *, bad: bool = False) -> EffectLine:
        first = _("The first: record {seq}.").format(seq=touched[0].seq)
        return EffectLine(f"{text.format(n=len(touched))} {first}", bad=bad)

    def finding_on(touched: EventTouched) -> EffectLine:
        return EffectLine(game.words.say(touched.findings[0], language), under=True)

    if effect.struck:
        text = _("No longer counting: {records}.")
        yield EffectLine(text.format(records=ranges(effect.struck)))
    if effect.restored:
        yield EffectLine(_("Counting again: {records}.").format(records=ranges(effect.restored)))
    if n := effect.legal:
        text = ngettext(
            "{n} later event stays legal, with the same points.",
            "{n} later events stay legal, with the same points.",
            n,
        )
        yield EffectLine(text.format(n=n))
    if illegal := effect.illegal:
        text = ngettext("{n} event becomes illegal.", "{n} events become illegal.", len(illegal))
        yield those(text, illegal, bad=True)
        if illegal[0].findings[0] != effect.after.error:  # said already
            yield finding_on(illegal[0])
    if mended := effect.mended:
        n = len(mended)
        text = ngettext("{n} event is illegal no more.", "{n} events are illegal no more.", n)
        yield those(text, mended)
        yield finding_on(mended[0])
    if scored := effect.scored:
        n = len(scored)
        text = ngettext("{n} event brings other points.", "{n} events bring other points.", n)
        yield those(text, scored)
        yield EffectLine(_other_points(scored[0], game, language), under=True)


def _other_points(touched: EventTouched, game: GameDefinition, language: Language) -> str:
    """Return `Green +2 instead of +3` for everybody whose gain differs."""
    _ = translator(language)
    was, now = touched.gains_before, touched.gains_after
    return ", ".join(
        _("{who} {now:+} instead of {was:+}").format(
            who=game.words.word(player, language), now=now.get(player, 0), was=was.get(player, 0)
        )
        for player in {**was, **now}
        if was.get(player, 0) != now.get(player, 0)
    )
