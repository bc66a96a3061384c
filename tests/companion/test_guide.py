"""What is due, at every moment of whole games of two, three and four, in both languages."""

from __future__ import annotations

import pytest

from ragami.game import game_named
from ragami.game.capabilities import BOT, GUIDANCE
from ragami.judge.replay import Replay
from ragami.language import LANGUAGES
from tests.rules.kit import Table
from tests.trials.keystrokes import read_of


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", ["final", "reenter"])
def test_the_guide_names_who_has_to_act_and_warns_only_of_passes(players: int, policy: str) -> None:
    game = game_named("ragami")
    replay = Replay(game, game_named("ragami").codec)
    steps, warned = [], []
    for seq, (type_, data) in enumerate(
        game.need(BOT).play(players, 1, {"pass_policy": policy}), 1
    ):
        for language in LANGUAGES:
            guide = game.need(GUIDANCE).guide(replay.state, language)
            assert guide.due
            assert "{" not in guide.due + guide.step + "".join(guide.hints)
        who = getattr(data, "player", None)
        if guide.seat and type_ not in ("virtue_step", "action_dice_set"):
            assert guide.seat == (who or data.ragami)
        if replay.state.phase == "setup":
            steps.append(game.need(GUIDANCE).guide(replay.state, "en").step)
        warning = game.need(GUIDANCE).warning(replay.state, data, "en")
        if warning:
            assert type_ == "passed"
            warned.append(warning)
        replay.take(read_of(seq, type_, data))
    number = 6 if players == 4 else 7
    assert list(dict.fromkeys(steps)) == [
        "Setup",
        *(f"Setup, step {step} of {number}" for step in range(1, number + 1)),
    ]
    assert warned[-1].endswith("passes, and the game is over.")
    assert game.need(GUIDANCE).guide(replay.state, "en").step == "Game over"
    for language in LANGUAGES:
        assert game.need(GUIDANCE).guide(replay.state, language).due[0].isupper()


def hints(table: Table) -> tuple[str, ...]:
    return game_named("ragami").need(GUIDANCE).guide(table.state, "en").hints


def test_what_a_conflict_takes_counts_its_demons_and_what_is_there_already() -> None:
    table = Table().ragamis(yellow=20).conflicts({20: 3})
    assert "the conflict on 20 takes 3 Power Points, 0 are there already" in hints(table)
    table.demons({20: 2}).saints(green=20).ragamis(blue=20)
    assert "the conflict on 20 takes 5 Power Points, 3 are there already" in hints(table)
    assert not any("conflict" in hint for hint in hints(table.ragamis(yellow="Q1")))


@pytest.mark.parametrize(("points", "last"), [(29, False), (30, True)])
def test_the_last_round_is_said_to_be_the_last(points: int, last: bool) -> None:
    table = Table().vp(green=points)
    assert ("this is the last round" in hints(table)) is last
    assert ("this is the last round" in hints(table.do("passed"))) is last


def test_in_step_5_those_who_wait_are_named_in_order_and_who_rolls() -> None:
    table = Table().virtue(green=("Q5", 4)).step_5()
    due = game_named("ragami").need(GUIDANCE).guide(table.state, "en").due
    order = [each.who for each in table.state.due]
    words = due.replace(".", " ").replace(",", " ").replace(":", " ").split()
    named = [word.lower() for word in words if word.lower() in table.state.players]
    assert named == order
    assert any("up to 1 VP" in hint for hint in hints(table))
