"""Narrowing on games of the bots: what was played is offered, and what is offered can be played."""

from __future__ import annotations

from itertools import islice
from random import Random
from typing import Any

import pytest

from ragami import verify
from ragami.decoded import Data
from ragami.findings import Breach
from ragami.game import game_named
from ragami.game.capabilities import BOT, CHOICES
from ragami.game.choices.choice import Written
from ragami.game.choices.narrowing import Narrowing, narrowing
from tests.laws.random_game import written
from tests.narrowing.drawing import WAYS, ended_at_random
from tests.narrowing.walking import (
    answered,
    as_offered,
    begins,
    complete,
    moments,
    plain,
    way,
    way_of,
)
from tests.scale import often

GAMES: list[Any] = [
    pytest.param("ragami", 2, {}, marks=pytest.mark.trial),
    ("ragami", 4, {"hidden": True}),
    pytest.param("dice-forge", 3, {}, marks=pytest.mark.trial),
    ("dice-forge", 4, {"hammer_overrun": "stop", "decision_order": "any_order"}),
    ("deal-with-the-devil", 4, {"hands": "open_hands"}),
    ("tournament", 8, {}),
]


@pytest.mark.parametrize(("name", "players", "chosen"), GAMES)
def test_every_event_that_was_played_is_offered(
    name: str, players: int, chosen: dict[str, Any]
) -> None:
    """Of Ragami, where many moves are legal, one in so many."""
    game = game_named(name)
    every = often(32, 8) if name == "ragami" else 1
    for moment in islice(moments(name, players, 5, **chosen), 0, None, every):
        asked = way(game, moment)
        for one in asked:
            assert one.question.sure or _is_written(game.need(CHOICES).choices(moment.state))


def test_r_f_bless_07_a_game_told_as_it_is_offered_has_the_same_dice() -> None:
    """In record 98 a face is forged over one that the same offering brought."""
    told = as_offered("dice-forge", game_named("dice-forge").need(BOT).play(4, 1, None))
    log = [written(seq, type_, data) for seq, (type_, data) in enumerate(told, 1)]
    assert verify(b"\n".join([*log, b""])).ok


def _is_written(choices: Any) -> bool:
    return any(isinstance(one, Written) for choice in choices for one in choice.open.values())


@pytest.mark.parametrize(("name", "players", "chosen"), GAMES)
def test_every_value_that_is_surely_offered_leads_to_a_legal_event(
    name: str, players: int, chosen: dict[str, Any]
) -> None:
    """At moments here and there, along a way drawn at random."""
    game, rng = game_named(name), Random(3)
    for moment in moments(name, players, 6, **chosen):
        if rng.random() > often(3, 6) / 100:
            continue
        for choice in game.need(CHOICES).choices(moment.state):
            if not any(isinstance(values, Written) for values in choice.open.values()):
                _try_all(narrowing(game, moment.state, choice), rng)


def _try_all(narrowed: Narrowing, rng: Random) -> None:
    filled: Data = {}
    while (question := narrowed.options(filled)) is not None:
        assert question.sure
        answers = [*question.values, *([...] if question.may_stop else [])]
        for value in answers:
            wanted = answered(question.filled, question.path, value)
            whole = narrowed.witness(wanted)
            assert whole is not None, (narrowed.choice, question, value)
            assert narrowed.breaches(whole) == []
            assert begins(wanted, plain(whole))
        for off in question.off:
            assert isinstance(off.breach, Breach)
        filled = answered(question.filled, question.path, rng.choice(answers))


@pytest.mark.parametrize(("name", "players", "chosen"), WAYS)
def test_a_bot_that_draws_comes_to_the_end_of_a_game(
    name: str, players: tuple[int, ...], chosen: dict[str, Any]
) -> None:
    """One with the fewest players; `python -m tests.trials bots` has 100 of each."""
    assert ended_at_random(name, players[0], 1, **chosen) > players[0]


def test_an_offering_is_narrowed_with_few_checks() -> None:
    """Its prices say which faces go together: no list of them is judged to learn that."""
    game, offerings = game_named("dice-forge"), 0
    for moment in moments("dice-forge", 3, 1):
        for choice in game.need(CHOICES).choices(moment.state):
            if choice.type == moment.type == "offering_made":
                narrowed = narrowing(game, moment.state, choice)
                assert way_of(narrowed, complete(choice, moment.data))
                assert narrowed.checks <= 150
                offerings += 1
    assert offerings > 5


def test_the_replies_to_penalties_are_listed_where_the_accounts_are_known() -> None:
    game = game_named("deal-with-the-devil")
    faced = [
        choice.open["choices"]
        for moment in moments("deal-with-the-devil", 4, 4, hands="open_hands")
        for choice in game.need(CHOICES).choices(moment.state)
        if choice.type == "inquisition_faced"
    ]
    assert not any(isinstance(replies, Written) for replies in faced)
    kept = [reply for replies in faced for one in replies for reply in one.values()]
    assert {frozenset(reply) for reply in kept} >= {frozenset({"given", "kept"})}
