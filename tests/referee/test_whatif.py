"""What-if: nothing is written, and what it says is what happens when it is."""

from __future__ import annotations

from random import Random

import pytest

from ragami.findings import Finding
from ragami.judge.moments import steps
from ragami.judge.replay import Replay
from ragami.judge.report import doubts, replay_log
from ragami.table.recording import Recording, Refused
from ragami.table.whatif import RecordEffect, effect_of, tried
from tests.referee.desk_kit import (
    CODEC,
    GAME,
    NOTHING,
    WHY,
    draft,
    judge_on,
    log_of,
    played,
    random_correction,
    recording,
)
from tests.scale import seeds


def asked(game: Recording, *drafts: object) -> RecordEffect:
    return effect_of(game.replay, tried(game, list(drafts)).replay)  # type: ignore[arg-type]


@pytest.mark.parametrize("seed", seeds(5, 60))
def test_what_would_come_is_what_comes(seed: int) -> None:
    rng = Random(seed)
    lines = played(seed, hidden=seed % 4 == 0, log_records=seed % 3 == 0)
    for _ in range(4):
        game = recording(lines)
        correction = random_correction(lines, rng)
        try:
            effect = asked(game, correction)
        except Refused as refused:
            with pytest.raises(Refused) as really:
                game.write([correction])
            assert really.value.finding == refused.finding
            continue
        assert tuple(game.lines) == tuple(game.store.read(game.name)) == lines  # nothing so far
        known = doubts(game.replay)
        game.write([correction])
        fresh = [one for one in doubts(game.replay) if one not in known]
        assert list(effect.findings) == fresh
        now = replay_log(log_of(game.lines))
        assert effect.after.final == now.final
        assert effect.after.error == now.error
        assert dict(effect.after.scores) == GAME.position(now.state).scores
        if now.error and not effect.mended:
            assert effect.illegal[0].seq == now.error.seq
            assert effect.illegal[0].findings[0] == now.error


def test_each_later_event_is_counted_once() -> None:
    rng = Random(5)
    for seed in range(6):
        lines = played(seed)
        game = recording(lines)
        effect = asked(game, random_correction(lines, rng))
        if effect.from_seq is None:
            continue
        told = [one.seq for kind in (effect.illegal, effect.mended, effect.scored) for one in kind]
        assert len(told) == len(set(told))
        beyond = any(f.code == "beyond-judging" for one in effect.illegal for f in one.findings)
        later = len(lines) - effect.from_seq + 1 - len(effect.struck)
        assert effect.legal + len(told) == later or beyond


def test_a_struck_move_names_what_it_takes_along() -> None:
    lines = played(4)
    game = recording(lines)
    moves = [
        step.seq
        for step in steps(game.replay)
        if type(step.event).__name__ == "RagamiMoved"
    ]  # fmt: skip
    effect = asked(game, draft("corrected", seq=moves[0], **NOTHING, **WHY))
    assert effect.from_seq == moves[0]
    assert effect.struck == (moves[0],)
    assert effect.before.final == game.replay.final
    assert all(touched.seq > moves[0] for touched in (*effect.illegal, *effect.scored))


def test_points_that_change_are_told_with_what_they_were() -> None:
    lines = played(1)
    game = recording(lines)
    scored = [
        step
        for step in steps(game.replay)
        if step.gains and type(step.event).__name__ == "CubesConverted"
    ]
    step = next(one for one in scored if one.event.vp > 1)
    data = {"player": step.event.player, "vp": 1}
    reads = {"type": "cubes_converted", "v": 1, "data": data}
    effect = asked(game, draft("corrected", seq=step.seq, **reads, **WHY))
    touched = effect.scored[0]
    assert touched.seq == step.seq
    assert touched.gains_before == {step.event.player: step.event.vp}
    assert touched.gains_after == {step.event.player: 1}


def test_an_undo_strikes_and_a_redo_restores() -> None:
    lines = played(2)
    game = recording(lines)
    last = len(lines)
    undone = draft("undone", to=last - 3, reason=None)
    effect = asked(game, undone)
    assert effect.struck == (last - 2, last - 1, last)
    assert (effect.legal, effect.after.final) == (0, None)
    game.write([undone])
    again = asked(game, draft("redone"))
    assert again.restored == effect.struck
    assert again.after.final == effect.before.final


def test_a_ruling_and_a_penalty_change_no_event() -> None:
    game = recording(played(3))
    player = next(iter(game.replay.final["players"])) if game.replay.final else "yellow"
    penalty = draft(
        "penalized", player=player, offence="conduct", level="points", points=2, minutes=None,
        rule=None, **WHY,
    )  # fmt: skip
    for record in (draft("ruled", rule="R-MOVE-01", **WHY), penalty):
        effect = asked(game, record)
        assert effect.from_seq is None
        assert effect.before.final == effect.after.final == game.replay.final
    assert effect.after.counted[player].counts == effect.after.scores[player] - 2
    assert not effect.before.counted


# going on after an illegal event


def spoilt(lines: tuple[bytes, ...], seed: int) -> list[bytes]:
    """A game with some corrections in it, of which most make something illegal."""
    rng = Random(seed)
    game = recording(lines)
    for _ in range(3):
        try:
            game.write([random_correction(lines, rng)])
        except Refused:
            continue
    return game.lines


def key(finding: Finding) -> str:
    return repr(finding)


@pytest.mark.parametrize("seed", seeds(4, 40))
def test_judging_on_finds_what_verify_finds_and_more(seed: int) -> None:
    log = log_of(spoilt(played(seed, log_records=seed % 2 == 0), seed))
    stopped = replay_log(log)
    everything = judge_on(GAME, CODEC, log)
    whole = {key(finding) for finding in everything}
    for finding in stopped.findings():
        assert key(finding) in whole or finding.code == "unfinished"
    errors = [finding for finding in everything if finding.severity == "error"]
    assert bool(errors) == (stopped.error is not None)
    if stopped.error:
        assert errors[0] == stopped.error


@pytest.mark.parametrize("seed", seeds(2, 20))
def test_a_log_without_an_error_is_judged_the_same(seed: int) -> None:
    log = log_of(played(seed, log_records=True))
    assert judge_on(GAME, CODEC, log) == replay_log(log).findings()


def test_nonsense_stops_the_judging_and_nothing_else() -> None:
    """Cut anywhere, shuffled, doubled: never an exception, and the last word is said once."""
    rng = Random(9)
    beyond = 0
    for seed in seeds(4, 40):
        lines = list(played(seed, log_records=True))
        for _ in range(4):
            some = [lines[0], *rng.sample(lines, rng.randrange(5, len(lines)))]
            log = log_of(
                [line.replace(b'"seq":' + line[7:].split(b",")[0], b'"seq":%d' % n, 1)
                 for n, line in enumerate(some, 1)]
            )  # fmt: skip
            found = judge_on(GAME, CODEC, log)
            codes = [finding.code for finding in found]
            assert codes.count("beyond-judging") <= 1
            beyond += codes.count("beyond-judging")
    assert beyond > 3


def test_a_log_without_its_opening_is_not_judged_on() -> None:
    log = log_of(played(0)[1:])
    replay = Replay(GAME, CODEC, continue_after_errors=True).take_all(CODEC.read_log(log))
    assert replay.broken
    assert judge_on(GAME, CODEC, b"") == replay_log(b"").findings()
