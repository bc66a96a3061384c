"""What a change of the rules would have changed: one log judged under two sets of options.

A game is judged under the options that it names, for ever. This asks what would have become of
the same events under others: they are played in lockstep, until one side no longer allows them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from ragami.game import GameDefinition
from ragami.game.capabilities import SETUP
from ragami.game.setting import Value
from ragami.judge.moments import Moment, moments
from ragami.judge.replay import Replay
from ragami.judge.report import Said, game_of, said
from ragami.log.record import Read, Record


class Verdict(Struct, frozen=True):
    """A log under one set of options: the error that stops it, and the result."""

    error: Said | None
    final: dict[str, Any] | None


class Impact(Struct, frozen=True):
    """One log under two sets; `differs` has which of legality, score and winner do.

    `first` is the record at which the two part: where one side refuses it, or the scores differ
    after it.
    """

    file: str
    records: int
    differs: list[str]
    first: int | None
    before: Verdict
    after: Verdict


def impact(
    file: str, log: bytes, before: Mapping[str, Value], after: Mapping[str, Value]
) -> Impact:
    """Judge a log as it would be with two sets of changed options; none: as it names them."""
    game = game_of(log)
    codec = game.codec
    reads = codec.read_log(log)
    sides = [
        Replay(game, codec).take_all(_under(game, reads, chosen)) for chosen in (before, after)
    ]
    one, other = (_verdict(side) for side in sides)
    differs = _differences(one, other)
    first = _parting(reads, before, after, game) if differs else None
    return Impact(file, len(reads), differs, first, one, other)


def _under(game: GameDefinition, reads: Sequence[Read], chosen: Mapping[str, Value]) -> list[Read]:
    """The log as if its table had agreed on something else."""
    first = reads[0] if reads else None
    opens = isinstance(first, Record) and first.seq == 1 and hasattr(first.data, "options")
    if not chosen or not opens:
        return list(reads)
    record: Any = first
    return [structs.replace(record, data=game.need(SETUP).under(record.data, chosen)), *reads[1:]]


def _verdict(replay: Replay) -> Verdict:
    error = said(replay.error, replay.game) if replay.error else None
    return Verdict(error, replay.final)


def _differences(one: Verdict, other: Verdict) -> list[str]:
    """In what two verdicts differ; a log that breaks off has no score to be compared."""
    if _place(one) != _place(other):
        return ["legality"]
    if one.final is None or other.final is None:
        return []
    differs = ["score"] if one.final["players"] != other.final["players"] else []
    return differs + (["winner"] if one.final["winners"] != other.final["winners"] else [])


def _place(verdict: Verdict) -> tuple[Any, ...] | None:
    error = verdict.error
    return (error.line, error.rule, error.code) if error else None


def _parting(
    reads: Sequence[Read],
    before: Mapping[str, Value],
    after: Mapping[str, Value],
    game: GameDefinition,
) -> int | None:
    """The first record after which the two sides differ."""
    one, other = (
        moments(Replay(game, game.codec), _under(game, reads, chosen)) for chosen in (before, after)
    )
    for ours, theirs in zip(one, other, strict=True):
        if _stands(ours) != _stands(theirs):
            return ours.record.seq if ours.record else None
    return None


def _stands(moment: Moment) -> tuple[Any, ...]:
    return moment.error and moment.error.line, moment.scores, moment.final
