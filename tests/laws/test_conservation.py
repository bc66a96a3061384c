"""Nothing comes and nothing goes: 30 cubes, 6 Demons, 6 Conflict dice, 30 chips, 33 cards."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ragami.games.ragami.events import COLOURS
from tests.laws.pieces import least, named_twice, pieces
from tests.laws.random_game import GAME, LAW, RandomGame
from tests.rules.oracle import check_invariants
from tests.scale import seeds

EVERYTHING = {"cubes": 30, "demons": 6, "conflict_dice": 6, "chips": 30}


def removed(game: RandomGame) -> int:
    """The cards that left the deck before dealing."""
    copies = game.state.deck.copies
    return sum(copies[kind] for kind in game.state.removed) if copies else 0


def check_pieces(game: RandomGame) -> dict[str, Any]:
    view = GAME.view(game.state, len(game.lines))
    assert pieces(view) == EVERYTHING | {"cards": 33 - removed(game)}
    assert least(view) >= 0
    assert not named_twice(view)
    return view


@LAW
@given(seed=st.integers(0, 2**32), hidden=st.sampled_from([0.0, 0.3, 1.0]))
def test_in_legal_play(seed: int, hidden: float) -> None:
    game = RandomGame(seed, hidden=hidden)
    for _ in range(120):
        game.play(1)
        check_invariants(game.state)
        check_pieces(game)


@LAW
@given(seed=st.integers(0, 2**32))
def test_under_rulings(seed: int) -> None:
    """Whatever a referee lets stand, nothing falls off the table."""
    game = RandomGame(seed, hidden=0.2).play(25)
    for _ in range(60):
        type_, data = game.spoiled_event()
        wrong = game.judged(type_, data)
        if all(GAME.rulebook.may_be_waived(breach.rule) for breach in wrong):
            for breach in wrong:
                game.rule(breach.rule)
            game.add(type_, data)
            assert game.replay.error is None
            view = check_pieces(game)
            standing = [player["ragami"] for player in view["players"].values()]
            assert None not in standing
        else:
            game.play(1)


@pytest.mark.parametrize("seed", seeds(1, 100))
def test_a_ruling_is_taken_and_reported(seed: int) -> None:
    """So that the property above is not about legal play alone."""
    game = RandomGame(seed).play(30)
    for attempt in range(1000):
        type_, data = game.spoiled_event()
        wrong = game.judged(type_, data)
        if wrong and all(GAME.rulebook.may_be_waived(breach.rule) for breach in wrong):
            break
        if attempt % 10 == 9:
            game.play(1)
    for breach in wrong:
        game.rule(breach.rule)
    game.add(type_, data)
    check_pieces(game)
    stands = [found for found in game.replay.findings() if found.code == "ruled-breach"]
    assert {found.rule for found in stands} == {breach.rule for breach in wrong}
    assert {found.seq for found in stands} == {len(game.lines)}


@LAW
@given(seed=st.integers(0, 2**32))
def test_every_saint_stands_somewhere_once_the_game_has_begun(seed: int) -> None:
    game = RandomGame(seed).play(80)
    assert set(game.state.saints) == set(COLOURS)
    assert all(1 <= square <= 30 for square in game.state.saints.values())
