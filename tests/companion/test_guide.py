"""What is due, at every moment of whole games of two, three and four, in both languages."""

from __future__ import annotations

import pytest

from ragami.fold import Replay
from ragami.game import codec_of, game_named
from ragami.language import LANGUAGES
from tests.trials.keystrokes import read_of


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("policy", ["final", "reenter"])
def test_the_guide_names_who_has_to_act_and_warns_only_of_passes(players: int, policy: str) -> None:
    game = game_named("ragami")
    replay = Replay(game, codec_of("ragami"))
    steps, warned = [], []
    for seq, (type_, data) in enumerate(game.play(players, 1, {"pass_policy": policy}), 1):
        for language in LANGUAGES:
            guide = game.guide(replay.state, language)
            assert guide.due
            assert "{" not in guide.due + guide.step + "".join(guide.hints)
        who = getattr(data, "player", None)
        if guide.seat and type_ not in ("virtue_step", "action_dice_set"):
            assert guide.seat == (who or data.ragami)
        if replay.state.phase == "setup":
            steps.append(game.guide(replay.state, "en").step)
        warning = game.warning(replay.state, data, "en")
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
    assert game.guide(replay.state, "en").step == "Game over"
    for language in LANGUAGES:
        assert game.guide(replay.state, language).due[0].isupper()
