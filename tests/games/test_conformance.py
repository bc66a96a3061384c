"""Every game that is here holds to what a game has to (`ragami.game.testing`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ragami.game import GameDefinition, game_named
from ragami.game.registry import SHIPPED
from ragami.game.testing import CHECKS, conform
from tests.games.packages import SMALL, imported

HERE = Path(__file__).parent
MOST = 1


@pytest.fixture(scope="module", params=[*SHIPPED, *SMALL])
def game(request: pytest.FixtureRequest) -> Iterator[GameDefinition]:
    if request.param in SHIPPED:
        yield game_named(request.param)
        return
    with imported(request.param) as module:
        yield module.GAME


def samples(game: GameDefinition) -> list[bytes]:
    """The legal logs among the game's samples."""
    folder = HERE / game.name.replace("-", "_") / "samples"
    return [path.read_bytes() for path in sorted(folder.glob("legal-*.jsonl"))][:MOST]


@pytest.mark.parametrize("check", CHECKS)
def test_it_conforms(game: GameDefinition, check: str) -> None:
    found = conform(game, samples(game), checks=[check])
    assert [str(one) for one in found] == []
