"""Every game that is here holds to what a game has to (`ragami.game.testing`).

The trial of the laws takes all legal samples and more games of the bots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from ragami.conformance import secrets
from ragami.conformance.material import Material, known
from ragami.game import GameDefinition, game_named
from ragami.game.registry import SHIPPED
from ragami.game.testing import CHECKS, conform
from tests.games.packages import SMALL, imported
from tests.scale import SEED, often, seeds

HERE = Path(__file__).parent
MOST = often(1, 100)
LONG = ("worlds", "private")
"""All that comes out of a log is looked at many times: in the suite of one short game of bots."""


@pytest.fixture(scope="module", params=[*SHIPPED, *SMALL])
def game(request: pytest.FixtureRequest) -> Iterator[GameDefinition]:
    if request.param in SHIPPED:
        yield game_named(request.param)
        return
    with imported(request.param) as module:
        yield module.GAME


@pytest.fixture(scope="module")
def played(game: GameDefinition) -> Callable[[int], tuple[bytes, ...]]:
    """The game of the bots for a seed, as `conform` has it played: once for all checks."""

    @cache
    def logs(seed: int) -> tuple[bytes, ...]:
        with known(game):
            return Material(game, (), (seed,), {}).logs

    return logs


def samples(game: GameDefinition) -> list[bytes]:
    """The legal logs among the game's samples."""
    folder = HERE / game.name.replace("-", "_") / "samples"
    return [path.read_bytes() for path in sorted(folder.glob("legal-*.jsonl"))][:MOST]


@pytest.mark.parametrize("check", CHECKS)
def test_it_conforms(
    game: GameDefinition,
    played: Callable[[int], tuple[bytes, ...]],
    check: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    logs, tried = samples(game), seeds(1, 3)
    if check in LONG and not SEED:
        least, most = game.players
        logs, tried = [], range((most or least) - least, (most or least) - least + 1)
        monkeypatch.setattr(secrets, "CUTS", 1)
    logs += [log for seed in tried for log in played(seed)]
    found = conform(game, logs, checks=[check], seeds=())
    assert [str(one) for one in found] == []


def test_a_game_that_breaks_off_conforms() -> None:
    """A draw with a card too many is refused also by what others keep. That, and which card it is,
    cannot be kept from who tries it: it was taken for a leak. How many copies are out, can be."""
    ragami = game_named("ragami")
    (log,) = Material(ragami, (), (1,), {}).logs
    beginning = b"".join(log.splitlines(keepends=True)[:40])
    assert not conform(ragami, [beginning], checks=["worlds"], seeds=())
