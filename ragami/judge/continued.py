"""A log judged to its end: what is illegal is noted, and the game goes on as if it stood.

What comes after an illegal event is judged on the table that this event leads to, as after a
ruling that lets it stand. Where something makes so little sense that it cannot be carried out,
the finding `beyond-judging` says so, and nothing more is judged.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ragami.findings import Finding
from ragami.judge.moments import standing
from ragami.judge.replay import Replay
from ragami.log.record import Record, Unknown


class PlayedEvent(NamedTuple):
    """An event that counts, played whatever is wrong with it: what is wrong, and what it brings.

    `gains` has the players whose points it changes.
    """

    seq: int
    event: Any
    wrong: tuple[Finding, ...]
    gains: Mapping[str, int]


def played_on(replay: Replay) -> Replay:
    """The events that count at the end of a log, played from the first one to the last."""
    fresh = replay.afresh(continue_after_errors=True)
    for seq, data in replay.as_it_reads():
        if not fresh.play(seq, data):
            break
    return fresh


def steps(replay: Replay) -> Iterator[PlayedEvent]:
    """Yield the steps of the judged log; an event that cannot be judged at all is the last one."""
    fresh = replay.afresh(continue_after_errors=True)
    look = replay.game.words.narrator("en").look
    scores: Mapping[str, int] = {}
    reported = 0
    for now in standing(replay, fresh):
        if now.record is None:
            continue
        errors, reported = fresh.errors[reported:], len(fresh.errors)
        event = now.record.data if isinstance(now.record, Record) else now.record
        if fresh.error:
            yield PlayedEvent(now.seq, event, (*errors, fresh.error), {})
            return
        if isinstance(event, Unknown) or replay.game.is_reveal(event):
            continue
        before, scores = scores, look(now.state, now.seq).scores
        yield PlayedEvent(now.seq, event, tuple(errors), _gains(before, scores))


def _gains(before: Mapping[str, int], after: Mapping[str, int]) -> dict[str, int]:
    changed = {seat: points - before.get(seat, 0) for seat, points in after.items()}
    return {seat: gain for seat, gain in changed.items() if gain}
