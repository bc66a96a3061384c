"""The conformance kit of the house finds nothing in Dice Forge when another hand wrote the log."""

from __future__ import annotations

from ragami.game.testing import conform
from ragami.games.dice_forge.game import GAME
from tests.games.dice_forge.test_samples import names, sample


def test_the_kit_finds_nothing() -> None:
    logs = [sample(name)[0] for name in names("legal")]
    assert conform(GAME, logs, seeds=()) == []
