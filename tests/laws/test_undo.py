"""Undo restores exactly what was, redo brings it back, and nothing is renumbered or removed."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragami.judge.replay import Replay
from ragami.log.record import Record
from tests.laws.random_game import CODEC, GAME, LAW, RandomGame, replayed, whole_game, written
from tests.rules.oracle import snapshot
from tests.scale import seeds

GAMES = seeds(2, 100)


def records(log: bytes) -> list[tuple[str, bytes]]:
    """The events of a log: type, and the bytes of its data."""
    events: list[tuple[str, bytes]] = []
    for line in log.splitlines():
        read = CODEC.read_line(line, len(events) + 1)
        assert isinstance(read, Record)
        events.append((read.type, data_in(line)))
    return events


def data_in(line: bytes) -> bytes:
    """The bytes of a record from the key of its data on."""
    return line[line.index(b'"data":') :]


class Taker:
    """A replay to which records are given one after the other, numbered as they come."""

    def __init__(self) -> None:
        self.replay = Replay(GAME, CODEC)
        self.seq = 0

    def event(self, type_: str, data: bytes) -> int:
        return self._take(written(self.seq + 1, type_, {}).replace(b'"data":{}}', data))

    def undo(self, to: int) -> int:
        return self._take(written(self.seq + 1, "undone", {"to": to, "reason": None}))

    def redo(self) -> int:
        return self._take(written(self.seq + 1, "redone", {}))

    def _take(self, line: bytes) -> int:
        self.seq += 1
        self.replay.take(CODEC.read_line(line, self.seq))
        assert self.replay.error is None, self.replay.error
        return self.seq


@pytest.mark.parametrize("seed", GAMES)
def test_every_event_of_a_game_is_undone(seed: int) -> None:
    """Each event but record 1: done, undone (all is as it was before), and done again.

    Every third comes back by a redo (all is as it was after), the others are written once more.
    """
    taker = Taker()
    opened, *events = records(whole_game(seed, hidden=seed % 3 == 1))
    taker.event(*opened)
    before = snapshot(taker.replay.state)
    for number, (type_, data) in enumerate(events):
        seq = taker.event(type_, data)
        after = snapshot(taker.replay.state)
        assert after != before
        taker.undo(seq - 1)
        assert snapshot(taker.replay.state) == before
        if number % 3 == 0:
            taker.redo()
            assert snapshot(taker.replay.state) == after
        else:
            taker.event(type_, data)
            after = snapshot(taker.replay.state)
        before = after
    assert taker.replay.final is not None


@pytest.mark.parametrize("seed", seeds(1, 20))
def test_undo_from_the_end_to_anywhere(seed: int) -> None:
    log = whole_game(seed, hidden=seed % 3 == 1)
    states = []
    taker = Taker()
    for type_, data in records(log):
        states.append(snapshot(taker.replay.state))
        taker.event(type_, data)
    states.append(snapshot(taker.replay.state))
    end = snapshot(taker.replay.state)
    for to in range(1, len(states), 17):
        taker.undo(to)
        assert snapshot(taker.replay.state) == states[to]
        taker.redo()
        assert snapshot(taker.replay.state) == end


@LAW
@given(seed=st.integers(0, 2**32), data=st.data())
def test_undos_in_a_row_are_redone_in_a_row(seed: int, data: st.DataObject) -> None:
    game = RandomGame(seed).play(60)
    marks = [snapshot(game.state)]
    to = len(game.lines)
    for _ in range(data.draw(st.integers(1, 5))):
        to = data.draw(st.integers(to // 2, to))
        game.undo(to)
        marks.append(snapshot(game.state))
    while len(marks) > 1:
        assert snapshot(game.state) == marks.pop()
        game.redo()
    assert snapshot(game.state) == marks[0]
    game.redo()
    assert game.replay.error is not None and game.replay.error.rule == "R-LOG-01"


@LAW
@given(seed=st.integers(0, 2**32), data=st.data())
def test_after_an_undo_the_game_goes_on_as_if_nothing_had_been(
    seed: int, data: st.DataObject
) -> None:
    """The log with the undone part left out leads to the same table."""
    game = RandomGame(seed).play(70)
    to = data.draw(st.integers(1, len(game.lines)))
    kept = records(game.log)[:to]
    game.undo(to)
    number = len(game.lines)
    game.play(15)
    new = game.lines[number:]
    straight = Taker()
    for type_, event in kept:
        straight.event(type_, event)
    for seq, line in enumerate(new, number + 1):
        read = CODEC.read_line(line, seq)
        assert isinstance(read, Record)
        straight.event(read.type, data_in(line))
    shown = GAME.view(game.state, 0)
    assert shown == GAME.view(straight.replay.state, 0)
    assert game.replay.history.struck.keys() == set(range(to + 1, number))


@LAW
@given(seed=st.integers(0, 2**32), data=st.data())
def test_a_struck_event_is_as_if_it_had_never_been(seed: int, data: st.DataObject) -> None:
    """A correction to nothing: the rest is judged again without it, and so is the redo of it."""
    game = RandomGame(seed).play(60)
    seq = data.draw(st.integers(2, len(game.lines)))
    game.strike(seq)
    straight = Replay(GAME, CODEC)
    for read in CODEC.read_log(game.log)[:-1]:
        assert isinstance(read, Record)
        if read.seq != seq:
            straight.take(read)
    assert snapshot(game.state) == snapshot(straight.state)
    mine, other = game.replay.error, straight.error
    assert (mine is None) == (other is None)
    if mine and other:
        assert (mine.seq, mine.rule, mine.ruling) == (other.seq, other.rule, other.ruling)


@LAW
@given(seed=st.integers(0, 2**32), data=st.data())
def test_an_event_that_is_corrected_to_itself_changes_nothing(
    seed: int, data: st.DataObject
) -> None:
    game = RandomGame(seed, hidden=0.2).play(60)
    before = snapshot(game.state)
    seq = data.draw(st.integers(1, len(game.lines)))
    type_, body = records(game.log)[seq - 1]
    given_data = b'"data":' + body.removeprefix(b'"data":')[:-1]
    correction = written(
        len(game.lines) + 1,
        "corrected",
        {"seq": seq, "type": type_, "v": 1, "data": None, "reason": None, "authority": "ana"},
    ).replace(b'"data":null', given_data, 1)
    again = replayed(game.log + correction + b"\n")
    assert again.error is None
    assert snapshot(again.state) == before
    assert again.history.corrected_by == {seq: len(game.lines) + 1}


def test_an_undo_strikes_out_game_events_and_nothing_else() -> None:
    game = RandomGame(1).play(30)
    game.add("noted", {"text": "kept"})
    game.rule("R-MOVE-01")
    game.undo(29)
    assert game.replay.history.struck == {30: 33}
    assert [event.seq for event in game.replay.history.events] == list(range(1, 31))
