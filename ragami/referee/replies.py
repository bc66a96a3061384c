"""Replies of the referee's commands to programs: what would change, what differs, findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import UNSET, Struct, UnsetType, to_builtins
from msgspec.structs import replace

from ragami.decoded import Data, Fields
from ragami.findings import Finding
from ragami.game.definition import GameDefinition
from ragami.judge.report import with_texts
from ragami.penalties import CountedPoints
from ragami.proof.proving import Proven
from ragami.referee.diff import Difference, RecordDifference
from ragami.referee.luck import Again, LuckDifference, PlayedNoMore, What
from ragami.table.whatif import EventTouched, Outcome, RecordEffect

# --- what a record would change --------------------------------------------------------------


class Stands(Struct, frozen=True):
    """The standing of a game; `counted` has the points as penalties leave them, and the others'."""

    final: Fields | None
    scores: Mapping[str, int]
    error: Finding | None
    counted: Mapping[str, CountedPoints]


class GoesOtherwise(Struct, frozen=True):
    """A record that goes otherwise in a replay with the same luck."""

    seq: int
    what: What
    type: str
    data: Any
    finding: Finding | None


class SameLuck(Struct, frozen=True):
    """A game played again with the same luck, as far as it goes."""

    notes: list[GoesOtherwise]
    stop: PlayedNoMore | None
    played: int
    final: Fields | None
    scores: Mapping[str, int]


class WouldChange(Struct, frozen=True):
    """The effect of records that nobody has written: every event that is touched.

    `from_seq` is the first event that reads otherwise, no longer counts or counts again; of those
    from there on `legal` is how many stay as they are. `findings` are the errors and warnings that
    would be new.
    """

    game: str
    from_seq: int | None
    struck: tuple[int, ...]
    restored: tuple[int, ...]
    reads: tuple[int, ...]
    legal: int
    illegal: list[EventTouched]
    mended: list[EventTouched]
    scored: list[EventTouched]
    before: Stands
    after: Stands
    as_if_it_stood: Stands | None
    findings: list[Finding]
    same_luck: SameLuck | UnsetType = UNSET


def would_change(
    name: str, effect: RecordEffect, game: GameDefinition, again: Again | None
) -> WouldChange:
    return WouldChange(
        name,
        effect.from_seq,
        effect.struck,
        effect.restored,
        effect.reads,
        effect.legal,
        _touched(effect.illegal, game),
        _touched(effect.mended, game),
        _touched(effect.scored, game),
        _stands(effect.before, game),
        _stands(effect.after, game),
        _stands(effect.as_if, game) if effect.as_if else None,
        [with_texts(finding, game) for finding in effect.findings],
        same_luck(again, game) if again else UNSET,
    )


def _touched(events: Iterable[EventTouched], game: GameDefinition) -> list[EventTouched]:
    return [
        replace(event, findings=tuple(with_texts(finding, game) for finding in event.findings))
        for event in events
    ]


def _stands(outcome: Outcome, game: GameDefinition) -> Stands:
    error = _said(outcome.error, game)
    return Stands(outcome.final, outcome.scores, error, outcome.counted)


def _said(finding: Finding | None, game: GameDefinition) -> Finding | None:
    return with_texts(finding, game) if finding else None


def same_luck(again: Again, game: GameDefinition) -> SameLuck:
    stop = again.stop
    return SameLuck(
        [_otherwise(note, game) for note in again.notes],
        replace(stop, finding=_said(stop.finding, game)) if stop else None,
        len(again.events),
        again.final,
        again.scores,
    )


def _otherwise(note: LuckDifference, game: GameDefinition) -> GoesOtherwise:
    type_ = game.codec.names.get(type(note.event), "revealed")
    data = to_builtins(note.event, str_keys=True)
    return GoesOtherwise(note.seq, note.what, type_, data, _said(note.finding, game))


# --- what differs --------------------------------------------------------------------------


class Compared(Struct, frozen=True):
    """Two logs, or two moments (then no records are compared), and in what they differ."""

    a: str
    b: str
    records: list[RecordDifference] | None
    state: list[Difference]


# --- what is wrong -------------------------------------------------------------------------


class FindingOf(Struct, frozen=True):
    """A finding, and the log that it is about."""

    file: str
    code: str
    severity: str
    rule: str | None
    ruling: str | None
    seq: int | None
    line: int | None
    facts: Data
    en: str
    es: str
    sources: list[str]


def finding_of(file: str, finding: Finding) -> FindingOf:
    fields = (getattr(finding, field) for field in finding.__struct_fields__)
    return FindingOf(file, *fields)


class Standing(Struct, frozen=True):
    """A result, and the points."""

    final: Fields | None
    scores: Mapping[str, int]


class IfItAllStood(Struct, frozen=True):
    """The standing of an illegal log if all that is illegal in it stood."""

    file: str
    if_it_all_stood: Standing


class ProofChecked(Struct, frozen=True):
    """The result of checking a proof: what it proves, or the findings against it."""

    file: str
    ok: bool
    findings: list[Finding]
    proven: Proven | None
