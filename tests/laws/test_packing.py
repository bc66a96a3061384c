"""States that are kept on the way change nothing: what comes after an undo is as if all of it had
been folded again.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ragami.game.capabilities import SNAPSHOTS
from ragami.games.ragami.state import CHANGING, FIXED, OF_A_PLAYER, Due, Player, Slot, State
from ragami.judge.replay import Replay
from ragami.log.record import Record
from tests.laws.random_game import CODEC, GAME, Data, RandomGame, whole_game, written
from tests.rules.oracle import snapshot
from tests.scale import often

seeds: Final = st.integers(0, 2**32)


NAMES: Final[dict[type[object], tuple[str, ...]]] = {
    State: (*(name for name in FIXED if name != "reach"), *CHANGING),
    Player: ("colour", *OF_A_PLAYER),
    Slot: ("card", "seq", "turn"),
    Due: ("type", "who"),
}


def test_nothing_of_a_state_is_forgotten() -> None:
    for kind, names in NAMES.items():
        there = getattr(kind, "__mypyc_attrs__", None) or getattr(kind, "__slots__")  # noqa: B009
        assert {*names, "reach"} == {*there, "reach"}


def shape(part: object) -> object:
    """A state with all that it is made of, and of which types."""
    if isinstance(part, dict):
        return dict, [(key, shape(value)) for key, value in part.items()]
    if isinstance(part, list | tuple):
        return type(part), [shape(one) for one in part]
    if type(part) in NAMES:
        names = NAMES[type(part)]
        return type(part), [(name, shape(getattr(part, name, None))) for name in names]
    return type(part), part


@pytest.mark.parametrize("seed", range(often(1, 40)))
def test_a_state_comes_back_as_it_was(seed: int) -> None:
    """After every event of a game; and what happens to one of the two does not touch the other."""
    state: State = GAME.new_state()
    copy: State | None = None
    for read in CODEC.read_log(whole_game(seed, hidden=seed % 2 == 0)):
        assert isinstance(read, Record)
        apply = GAME.judges[type(read.data)][1]
        if copy is not None:
            before = shape(state)
            apply(copy, read.data, read.seq)
            assert shape(state) == before
        apply(state, read.data, read.seq)
        if copy is not None:
            assert shape(copy) == shape(state)
        copy = GAME.need(SNAPSHOTS).unpack(GAME.need(SNAPSHOTS).pack(state), state)
        assert shape(copy) == shape(state)


def meddled(seed: int) -> bytes:
    """A log long enough for many kept states, with much taken back, corrected and allowed."""
    game = RandomGame(seed, hidden=0.1)
    for _ in range(30):
        seq = len(game.lines)
        chance = game.rng.random()
        for _ in range(game.rng.randint(1, 2) if chance < 0.4 and seq else 0):
            game.undo(game.rng.randint(max(1, seq - 60), seq))
        if chance < 0.2 and game.replay.history.undos:
            game.redo()
        if 0.4 < chance < 0.5 and len(game.replay.history.events) > 1:
            game.strike(game.rng.choice([one.seq or 2 for one in game.replay.history.events[1:]]))
        if 0.5 < chance < 0.7 and not game.over:
            game.rule("R-MOVE-01")
            game.add(*game.spoiled_event())
        if game.replay.error and game.replay.error.seq and game.rng.random() < 0.8:
            game.undo(game.replay.error.seq - 1)
        if not game.replay.error:
            game.play(8)
    return game.log


def carried_on(seed: int) -> bytes:
    """A log in which wrong events stand, some of them by a ruling, and undos come much later."""
    rng = Random(seed)
    records: list[tuple[str, Data]] = []
    for line in whole_game(seed % 16).splitlines():
        record = json.loads(line)
        type_, data = record["type"], record["data"]
        if type_ == "ragami_moved" and rng.random() < 0.3:
            if rng.random() < 0.7:
                rule = {"rule": "R-MOVE-01", "reason": None, "authority": None}
                records.append(("ruled", rule))
            data["to"] = rng.choice(["A1", "C9", "D3", 7, 30])
        records.append((type_, data))
        if len(records) > 80 and rng.random() < 0.1:
            back = rng.randint(1, 40)
            records.append(("undone", {"to": len(records) - back, "reason": None}))
            if rng.random() < 0.5:
                records.append(("redone", {}))
    return b"".join(written(seq, *record) + b"\n" for seq, record in enumerate(records, 1))


class Counting:
    """Snapshots that count how often a state is taken up again."""

    def __init__(self) -> None:
        self.unpacked = 0
        self.game = replace(GAME, offers={**GAME.offers, SNAPSHOTS: self})

    def pack(self, state: State) -> bytes:
        return GAME.need(SNAPSHOTS).pack(state)

    def unpack(self, packed: bytes, like: State) -> State:
        self.unpacked += 1
        state: State = GAME.need(SNAPSHOTS).unpack(packed, like)
        return state


@settings(max_examples=often(2, 200))
@given(seed=seeds, make=st.sampled_from([meddled, carried_on]), continue_after_errors=st.booleans())
def test_kept_states_change_nothing(
    seed: int, make: Callable[[int], bytes], continue_after_errors: bool
) -> None:
    log = make(seed)
    results = []
    for apart in (1, 7, 10**9):
        game = Counting()
        results.append(told(game, log, apart, continue_after_errors=continue_after_errors))
        assert apart != 10**9 or game.unpacked == 0
    assert results[0] == results[1] == results[2]


def told(game: Counting, log: bytes, apart: int, *, continue_after_errors: bool) -> list[object]:
    """What is known after every record of a log, and what is found in the end."""
    replay = Replay(game.game, CODEC, continue_after_errors=continue_after_errors)
    replay.snapshot_every = apart
    after: list[object] = []
    for read in CODEC.read_log(log):
        replay.take(read)
        after.append((shape(replay.state), replay.error, [*replay.errors]))
    at_once = Replay(game.game, CODEC, continue_after_errors=continue_after_errors)
    at_once.snapshot_every = apart
    at_once.take_all(CODEC.read_log(log))
    assert (shape(at_once.state), at_once.error, at_once.errors) == after[-1]
    return [*after, replay.findings()]


def test_states_are_kept_where_it_pays() -> None:
    """A long game from which one event after the other is taken back is not folded each time."""
    game = Counting()
    replay = Replay(game.game, CODEC)
    reads = CODEC.read_log(whole_game(3))
    replay.take_all(reads)
    before = snapshot(replay.state)
    number = len(reads)
    for _ in range(5):
        for line in (
            b'"undone","v":1,"at":null,"by":null,"data":{"to":%d,"reason":null}}' % (number - 5),
            b'"redone","v":1,"at":null,"by":null,"data":{}}',
        ):
            replay.take(
                CODEC.read_line(b'{"seq":%d,"type":' % (replay.seq + 1) + line, replay.seq + 1)
            )
    assert snapshot(replay.state) == before
    assert game.unpacked >= 8
