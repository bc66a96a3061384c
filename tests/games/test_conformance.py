"""Every game that is here holds to what a game has to (`ragami.game.testing`).

The trial of the laws takes all legal samples and more games of the bots.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ragami.game import GameDefinition, game_named
from ragami.game.registry import SHIPPED
from ragami.game.testing import CHECKS, conform
from tests.games.packages import SMALL, imported
from tests.scale import SEED, often, seeds

HERE = Path(__file__).parent
MOST = often(1, 100)
LONG = ("worlds", "private")
"""In the suite on what bots play alone: all that comes out of a log is looked at many times."""


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
    logs = samples(game) if SEED or check not in LONG else []
    found = conform(game, logs, checks=[check], seeds=seeds(1, 3))
    assert [str(one) for one in found] == []
