"""What undo takes back is what was written last, correction or event; redo brings it again."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ragami.judge.undoing import bringing_again, taking_back
from ragami.table.recording import Draft
from tests.laws.random_game import LAW, RandomGame

Standing = list[tuple[int, Any]]


def standing(game: RandomGame) -> Standing:
    return list(game.replay.history.standing())


def write(game: RandomGame, draft: Draft | None) -> None:
    assert draft is not None
    game.add(draft.type, json.loads(draft.data))


def something(game: RandomGame, rng: Random) -> None:
    """A legal event, or a correction of an earlier one that makes it another, or strikes it."""
    if rng.random() < 0.5 and game.replay.error is None and not game.over:
        game.add(*game.legal_event())
        return
    seq = rng.choice([seq for seq, _reads in standing(game)][1:])
    if rng.random() < 0.3:
        game.strike(seq)
        return
    type_, data = rng.choice([json.loads(line) for line in EVENTS])
    game.add(
        "corrected",
        {"seq": seq, "type": type_, "v": 1, "data": data, "reason": None, "authority": None},
    )


EVENTS = [
    '["passed", {"player": "yellow"}]',
    '["turn_ended", {"player": "green"}]',
    '["passed", {"player": "blue"}]',
]


@LAW
@given(seed=st.integers(0, 2**32), number=st.integers(1, 8))
def test_undo_after_undo_goes_back_step_by_step(seed: int, number: int) -> None:
    rng = Random(seed)
    game = RandomGame(seed).play(30)
    marks = [standing(game)]
    while len(marks) <= number:
        something(game, rng)
        if standing(game) != marks[-1]:  # a correction to what it is already changes nothing
            marks.append(standing(game))
    for before in reversed(marks[:-1]):
        while standing(game) != before:
            now = standing(game)
            write(game, taking_back(game.replay))
            assert standing(game) in (before, now)


@LAW
@given(seed=st.integers(0, 2**32), number=st.integers(1, 4), back=st.integers(1, 6))
def test_redo_after_redo_brings_again_what_undo_took(seed: int, number: int, back: int) -> None:
    rng = Random(seed)
    game = RandomGame(seed).play(30)
    for _ in range(number):
        something(game, rng)
    marks = [standing(game)]
    for _ in range(back):
        write(game, taking_back(game.replay))
        marks.append(standing(game))
    for before in reversed(marks[:-1]):
        write(game, bringing_again(game.replay))
        assert standing(game) == before
