"""Assertions of a table, compared with the log, and the remedies for a difference."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, Protocol

from msgspec import to_builtins

from ragami.decoded import AnyEvent, State
from ragami.findings import Breach, Finding
from ragami.game.capabilities import ASSERTIONS
from ragami.game.definition import GameDefinition
from ragami.log.record import Record

PUT_RIGHT_BY: Final = "put_right_by"
"""The fact of a closed `asserted-difference`: the record that put it right."""


class AssertedReplay(Protocol):
    """The part of the replay that assertions need."""

    state: State
    error: Finding | None
    remarks: list[Finding]

    @property
    def game(self) -> GameDefinition: ...
    def afresh(self) -> AssertedReplay: ...
    def as_it_reads(self) -> Iterable[tuple[int, AnyEvent]]: ...
    def play(self, seq: int, data: AnyEvent, /) -> bool: ...


class Comparisons:
    """The assertions of the log that a replay reads; what differs goes into its `remarks`."""

    def __init__(self) -> None:
        # Assertions that differ and were not put right since, by seq.
        self._differing: dict[int, Any] = {}

    def copy(self) -> Comparisons:
        copy = Comparisons()
        copy._differing = self._differing.copy()
        return copy

    def take(self, replay: AssertedReplay, record: Record) -> Breach | None:
        """Compare the state with an assertion; return what makes it one that nobody can make."""
        assertions = replay.game.need(ASSERTIONS)
        if misfit := assertions.unfit(replay.state, record.data):
            return misfit
        facts = assertions.differences(replay.state, record.data)
        if facts:
            self._differing[record.seq] = record.data
            replay.remarks.append(
                Finding("asserted-difference", seq=record.seq, line=record.seq, facts=facts)
            )
        else:
            self._close_asserted_again(replay, record)
        return None

    def close_mended(self, replay: AssertedReplay, by: int, changed: int) -> None:
        """Close the differences that are none any more, as the log reads now from `changed` on."""
        for seq, data in list(self._differing.items()):
            if seq < changed:
                continue  # nothing before it reads otherwise
            then = replay.afresh()
            for earlier, event in replay.as_it_reads():
                if earlier > seq or not then.play(earlier, event):
                    break
            differs = replay.game.need(ASSERTIONS).differences
            if not then.error and not differs(then.state, data):
                self._close(replay, seq, by)

    def _close_asserted_again(self, replay: AssertedReplay, record: Record) -> None:
        """Close the differences in what table and log agree on now."""
        agreed = to_builtins(record.data) if self._differing else {}
        for remark in [remark for remark in replay.remarks if remark.seq in self._differing]:
            where = ((field, key) for field, keys in remark.facts.items() for key in keys)
            if remark.seq and all(key in agreed.get(field, ()) for field, key in where):
                self._close(replay, remark.seq, record.seq)

    def _close(self, replay: AssertedReplay, seq: int, by: int) -> None:
        """Mark the difference at `seq` as put right by record `by`, which goes into its facts."""
        del self._differing[seq]
        for n, remark in enumerate(replay.remarks):
            if remark.seq == seq and remark.code == "asserted-difference":
                replay.remarks[n] = remark.of_facts(remark.facts | {PUT_RIGHT_BY: by})
