"""The keys that an event takes in the shortest writing (`python -m tests.trials keys` has more)."""

from __future__ import annotations

from statistics import mean

import pytest

from ragami.notation.misread import Misread
from ragami.sheet import read_line
from tests.sheet.test_completion import replay_at
from tests.trials.keys import MOST, keys


@pytest.mark.parametrize("game", MOST)
def test_an_event_takes_few_keys(game: str) -> None:
    pressed = list(keys(game, logs=2, every=60))
    assert len(pressed) > 5
    assert mean(pressed) <= MOST[game] + 2


def test_the_next_step_of_a_plan_need_not_be_said() -> None:
    replay = replay_at("deal-with-the-devil", "games/devil-walled-told", 91)
    assert read_line(replay, "R do") == read_line(replay, "R do right")
    unplanned = replay_at("deal-with-the-devil", "games/devil-walled-told", 20)
    assert isinstance(read_line(unplanned, "R do"), Misread)
