"""The effect of a rule change: one log judged under two sets of options.

A game is judged under the options that it names, for ever. Here the same events are played under
others too, in lockstep, until one side no longer allows them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from msgspec import Struct, structs

from ragami.decoded import Data
from ragami.errors import RagamiError
from ragami.findings import Finding
from ragami.game import GameDefinition, UnknownGame
from ragami.game.capabilities import SETUP
from ragami.game.opening import Value
from ragami.judge.moments import Moment, moments
from ragami.judge.replay import Replay
from ragami.judge.report import game_of, with_texts
from ragami.log.record import OPENING, Read, Record


class OptionsVerdict(Struct, frozen=True):
    """A log under one set of options: the error that stops it, and the result."""

    error: Finding | None
    final: Data | None


class Impact(Struct, frozen=True):
    """One log under two sets; `differs` has which of legality, score and winner do.

    `first` is the record at which the two part: where one side refuses it, or the scores differ
    after it.
    """

    file: str
    records: int
    differs: list[str]
    first: int | None
    before: OptionsVerdict
    after: OptionsVerdict


def impact(
    file: str, log: bytes, before: Mapping[str, Value], after: Mapping[str, Value]
) -> Impact:
    """Judge a log as it would be with two sets of changed options; none: as it names them.

    Raises as `game_opened_in`, and `RagamiError` `options-not-taken`, `options-apart`.
    """
    game = game_opened_in(file, log)
    reads = game.codec.read_log(log)
    logs = [_under(game, reads, chosen) for chosen in (before, after)]
    sides = [Replay(game, game.codec).take_all(reads_) for reads_ in logs]
    verdict_before, verdict_after = (_verdict(side) for side in sides)
    differs = _differences(*sides)
    first = _parting(logs, game) if differs else None
    return Impact(file, len(reads), differs, first, verdict_before, verdict_after)


def game_opened_in(file: str, log: bytes) -> GameDefinition:
    """Return the game of a log in which something could have been agreed.

    Raises `UnknownGame`, `MissingCapability` for one without a setup, and `RagamiError`
    `opens-no-game`.
    """
    game = game_of(log)
    if not game.judged:
        raise UnknownGame(game.name)
    first = game.codec.read_line(log.partition(b"\n")[0], 1)
    if not isinstance(getattr(first, "data", None), game.events[OPENING].struct):
        raise RagamiError("opens-no-game", log=file)
    game.need(SETUP)
    return game


def _under(game: GameDefinition, reads: Sequence[Read], chosen: Mapping[str, Value]) -> list[Read]:
    """Return the log as if its table had agreed on something else."""
    if not chosen:
        return list(reads)
    setup, first = game.need(SETUP), cast(Record, reads[0])
    options = ", ".join(f"{name}={value}" for name, value in chosen.items())
    try:
        opened: object = setup.under(first.data, chosen)
    except ValueError:  # of what a game's options cannot be together
        raise RagamiError("options-apart", game=game.name, options=options) from None
    agreed = setup.agreed(opened)
    ignored = {name: value for name, value in chosen.items() if agreed.get(name) != value}
    if ignored:
        options = ", ".join(f"{name}={value}" for name, value in ignored.items())
        raise RagamiError("options-not-taken", game=game.name, options=options)
    return [structs.replace(first, data=opened), *reads[1:]]


def _verdict(replay: Replay) -> OptionsVerdict:
    error = with_texts(replay.error, replay.game) if replay.error else None
    return OptionsVerdict(error, replay.final)


def _differences(before: Replay, after: Replay) -> list[str]:
    """Return in what two sides differ. One that is not over has its points and no winner."""
    if _place(before) != _place(after):
        return ["legality"]
    results = [side.final or {"players": None, "winners": None} for side in (before, after)]
    points = [side.position.scores for side in (before, after)]
    differs = (results[0]["players"], points[0]) != (results[1]["players"], points[1])
    winner = results[0]["winners"] != results[1]["winners"]
    return ["score"] * differs + ["winner"] * winner


def _place(side: Replay) -> tuple[Any, ...] | None:
    return (side.error.line, side.error.rule, side.error.code) if side.error else None


def _parting(logs: Sequence[Sequence[Read]], game: GameDefinition) -> int | None:
    """Return the first record after which the two sides differ."""
    before, after = (moments(Replay(game, game.codec), reads) for reads in logs)
    for ours, theirs in zip(before, after, strict=True):
        if _stands(ours) != _stands(theirs):
            return ours.record.seq if ours.record else None
    return None


def _stands(moment: Moment) -> tuple[object, ...]:
    return moment.error and moment.error.line, moment.scores, moment.final
