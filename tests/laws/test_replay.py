"""Live play and replay take one path; what judges does not change, and what changes not judge."""

from __future__ import annotations

import gc
import re
from copy import deepcopy
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragami.findings import Breach
from ragami.game import Check
from ragami.games.ragami.rules.judge import JUDGES
from ragami.games.ragami.state import State
from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from ragami.log.record import Read, Record
from ragami.store.memory import MemoryStore
from ragami.table.recording import Draft, Recording
from tests.golden import simulated
from tests.laws.random_game import CODEC, GAME, LAW, RandomGame, read_event, replayed, whole_game
from tests.rules.oracle import snapshot
from tests.scale import often

seeds = st.integers(0, 2**32)


@LAW
@given(seed=seeds, hidden=st.sampled_from([0.0, 0.5]))
def test_replay_equals_live(seed: int, hidden: float) -> None:
    live = RandomGame(seed, hidden=hidden).play(110)
    again = replayed(live.log)
    assert snapshot(again.state) == snapshot(live.state)
    assert again.findings() == live.replay.findings()
    assert again.final == live.replay.final


def test_a_replay_that_is_let_go_of_leaves_no_garbage() -> None:
    """What waits for the collector makes every judge of an archive slower, and larger."""
    logs = [whole_game(1), *(log.read_bytes() for log in Path("examples").glob("*/a*.jsonl"))]
    for log in logs:
        replay_log(log).findings()
    gc.collect()
    for log in logs:
        replay_log(log).findings()
    assert gc.collect() == 0


@LAW
@given(seed=seeds, share=st.floats(0, 1))
def test_a_prefix_and_then_the_rest_is_the_whole(seed: int, share: float) -> None:
    log = meddled_log(seed)
    reads = CODEC.read_log(log)
    cut = round(share * len(reads))
    in_two = Replay(GAME, CODEC).take_all(reads[:cut])
    in_two.take_all(reads[cut:])
    one_by_one = Replay(GAME, CODEC)
    for read in reads:
        one_by_one.take(read)
    whole = replayed(log)
    for other in (in_two, one_by_one):
        assert other.findings() == whole.findings()
        assert snapshot(other.state) == snapshot(whole.state)


@pytest.mark.parametrize("game", ["deal-with-the-devil", "dice-forge"])
def test_records_taken_one_by_one_come_to_the_same(game: str) -> None:
    for log in simulated.logs(game)[:: often(50, 20)]:
        whole = replay_log(log)
        one_by_one = whole.blank()
        for read in whole.codec.read_log(log):
            one_by_one.take(read)
        assert one_by_one.findings() == whole.findings()
        assert list(one_by_one.as_it_reads()) == list(whole.as_it_reads())
        assert said_by(one_by_one) == said_by(whole)


@pytest.mark.parametrize("game", ["ragami", "deal-with-the-devil"])
def test_an_event_that_is_recorded_is_judged_once(game: str) -> None:
    recording = Recording(MemoryStore(), "friday", new=game)
    replay = recording.replay
    judged: list[object] = []

    def counted(check: Check) -> Check:
        def count(state: Any, event: Any) -> Any:
            judged.append(event)
            return check(state, event)

        return count

    replay._judges = {
        record: (counted(check), apply) for record, (check, apply) in replay._judges.items()
    }
    replay.judge._rules = {
        event: (counted(check), apply) for event, (check, apply) in replay.judge._rules.items()
    }
    for read in islice(replay.codec.read_log(simulated.logs(game)[0]), 60):
        assert isinstance(read, Record)
        recording.write([Draft(read.type, msgspec.json.encode(read.data), None, read.by)])
    assert len(judged) == len(recording.lines) == 60


@LAW
@given(seed=seeds, share=st.floats(0, 1))
def test_a_branch_goes_on_by_itself(seed: int, share: float) -> None:
    log = meddled_log(seed)
    goes_on_by_itself(CODEC.read_log(log), replayed(log), share)


@pytest.mark.parametrize("game", ["deal-with-the-devil", "dice-forge"])
def test_a_branch_of_a_log_with_reveals_and_assertions_goes_on_by_itself(game: str) -> None:
    logs = simulated.logs(game)
    for log, share in zip(logs[:: len(logs) // 3], (0.2, 0.5, 0.9), strict=False):
        whole = replay_log(log)
        goes_on_by_itself(whole.codec.read_log(log), whole, share)


def goes_on_by_itself(reads: list[Read], whole: Replay, share: float) -> None:
    """A branch from some record on comes to what the log says, and so does what it left."""
    cut = max(1, round(share * len(reads)))
    stem = whole.blank().take_all(reads[:cut])
    stands, findings = said_by(stem), stem.findings()
    branch = stem.branch().take_all(reads[cut:])
    assert said_by(stem) == stands
    assert stem.findings() == findings
    for end in (branch, stem.take_all(reads[cut:])):
        assert end.findings() == whole.findings()
        assert list(end.history.standing()) == list(whole.history.standing())
        assert said_by(end) == said_by(whole)


def said_by(replay: Replay) -> Any:
    """All that the state says, as something that can be compared later."""
    state, view = replay.state, replay.game.view
    return snapshot(state) if isinstance(state, State) else deepcopy(view(state, replay.seq))


def meddled_log(seed: int) -> bytes:
    """A log with undos, redos, corrections, rulings and wrong events."""
    game = RandomGame(seed)
    for _ in range(12):
        seq = len(game.lines)
        match game.rng.randrange(6):
            case 0 if seq:
                game.undo(game.rng.randint(seq // 2, seq))
            case 1 if game.replay.history.undos:
                game.redo()
            case 2 if seq > 40:
                game.strike(seq) if game.replay.history.events[-1].seq == seq else None
            case 3:
                game.rule("R-MOVE-01")
            case 4 if not game.over:
                game.add(*game.spoiled_event())
            case _:
                pass
        if game.replay.error:
            game.undo(game.replay.error.seq - 1 if game.replay.error.seq else 1)
        if game.replay.error:
            break
        game.play(10)
    return game.log


@LAW
@given(seed=seeds)
def test_check_changes_nothing(seed: int) -> None:
    game = RandomGame(seed, hidden=0.2).play(20)
    verdicts = set()
    for _ in range(25):
        for type_, data in (game.spoiled_event(), game.spoiled_event()):
            event = read_event(type_, data)
            if isinstance(event, Breach):
                continue
            before = snapshot(game.state)
            first = JUDGES[type(event)][0](game.state, event)
            assert snapshot(game.state) == before
            assert JUDGES[type(event)][0](game.state, event) == first
            verdicts.add(bool(first))
        game.play(1)
    assert True in verdicts


@LAW
@given(seed=seeds)
def test_a_refused_event_leaves_no_trace_in_the_state(seed: int) -> None:
    """Neither does what comes after it."""
    game = RandomGame(seed).play(40)
    before = snapshot(game.state)
    wrong: list[object] = []
    while not wrong:
        type_, data = game.spoiled_event()
        wrong = list(game.judged(type_, data))
    game.add(type_, data)
    after = len(game.lines)
    game.add("turn_ended", {"player": game.state.active or "yellow"})
    game.add("noted", {"text": "nothing is judged any more"})
    assert snapshot(game.state) == before
    assert game.replay.error is not None
    assert game.replay.error.seq == game.replay.error.line == after
    assert game.replay.final is None


@pytest.mark.parametrize("seed", range(often(2, 100)))
def test_apply_judges_nothing(seed: int) -> None:
    """A legal log that is applied without one check ends where the judged one does."""
    log = whole_game(seed)
    state = State()
    for read in CODEC.read_log(log):
        assert isinstance(read, Record)
        JUDGES[type(read.data)][1](state, read.data, read.seq)
    assert snapshot(state) == snapshot(replayed(log).state)


@LAW
@given(seed=seeds)
def test_looking_changes_nothing(seed: int) -> None:
    game = RandomGame(seed, hidden=0.3).play(90)
    before = snapshot(game.state)
    for viewer in (None, "public", "referee", *game.state.seats):
        GAME.view(game.state, 90, viewer)
    GAME.final(game.state)
    list(GAME.remarks(game.state))
    game.replay.findings()
    assert snapshot(game.state) == before


@LAW
@given(seed=seeds)
def test_when_and_by_whom_makes_no_difference(seed: int) -> None:
    """`at` and `by` are never part of a decision."""
    log = whole_game(seed % 20)
    at, by = b'"at":null', b'"by":null'
    signed = re.sub(rb'"at":("[^"]+"|null),"by":("[^"]+"|null)', at + b"," + by, log)
    assert signed.count(at) == len(signed.splitlines())
    assert snapshot(replayed(signed).state) == snapshot(replayed(log).state)
