"""Simulated games show everything that can happen at a table, and are as long as real ones."""

from __future__ import annotations

from collections import Counter
from statistics import median

import pytest

from ragami.games.ragami.bots.play import play
from ragami.games.ragami.events import Event
from ragami.games.ragami.judge import JUDGES
from ragami.games.ragami.state import State
from tests.simulate import sights

GAMES = 300


@pytest.fixture(scope="module")
def seen() -> Counter[str]:
    """How often each thing is seen in the games."""
    seen: Counter[str] = Counter()
    for seed in range(GAMES):
        s = State()
        for seq, (_, event) in enumerate(play(2 + seed % 3, seed), 1):
            assert isinstance(event, Event)
            was = sights.little_of(s)
            seen.update(sights.before(s, event))
            JUDGES[type(event)][1](s, event, seq)
            seen.update(sights.after(s, event, was))
    return seen


@pytest.mark.parametrize("sight", sorted(sights.ALL))
def test_it_is_seen(seen: Counter[str], sight: str) -> None:
    assert seen[sight] > 0


def test_nothing_is_seen_that_is_not_listed(seen: Counter[str]) -> None:
    assert set(seen) <= sights.ALL


def test_games_are_as_long_as_real_ones() -> None:
    lengths = sorted(len(list(play(2 + seed % 3, seed))) for seed in range(GAMES))
    assert lengths[0] >= 120
    assert lengths[-1] <= 600
    assert 250 <= median(lengths) <= 310
