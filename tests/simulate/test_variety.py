"""Simulated games show everything that can happen at a table, and are as long as real ones."""

from __future__ import annotations

from collections import Counter
from statistics import median

import pytest

from ragami.games.ragami.bot import play
from ragami.games.ragami.events import Event
from ragami.games.ragami.rules.judge import JUDGES
from ragami.games.ragami.state import State
from tests.simulate import sights

GAMES = 300


@pytest.mark.trial
def test_games_show_all_that_is_listed_and_are_as_long_as_real_ones() -> None:
    seen: Counter[str] = Counter()
    lengths: list[int] = []
    for seed in range(GAMES):
        s = State()
        for seq, (_, event) in enumerate(play(2 + seed % 3, seed), 1):
            assert isinstance(event, Event)
            was = sights.little_of(s)
            seen.update(sights.before(s, event))
            JUDGES[type(event)][1](s, event, seq)
            seen.update(sights.after(s, event, was))
        lengths.append(seq)
    assert set(+seen) == sights.ALL
    assert min(lengths) >= 120
    assert max(lengths) <= 600
    assert 250 <= median(lengths) <= 310
