"""The conformance kit of the house finds nothing in Deal with the Devil."""

from __future__ import annotations

import pytest

from ragami.game.testing import CHECKS, conform
from ragami.games.deal_with_the_devil.game import GAME


@pytest.mark.parametrize("check", CHECKS)
def test_the_kit_finds_nothing(check: str) -> None:
    assert conform(GAME, checks=[check], seeds=range(1)) == []
