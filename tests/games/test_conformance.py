"""Every game that is here holds to what a game has to (`ragami.game.testing`).

The trial of the laws takes all legal samples, whole games and more of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from ragami.conformance import material, outputs, secrets
from ragami.conformance.material import Material, installed
from ragami.game import GameDefinition, game_named
from ragami.game.registry import SHIPPED
from ragami.game.testing import CHECKS, conform
from tests.games.packages import SMALL, imported
from tests.scale import SEED, seeds

HERE = Path(__file__).parent
LONG = ("worlds", "private")
"""All that comes out of a log is looked at many times: in the suite of a game that breaks off."""
BEGINNING = 30
PART = 180
"""Records: all of a game of the strangers, and of ours two thirds."""
FEW = 4
"""Moments of a game, of the dozen that are looked at where there is time."""
WALLED = 5
PLAY_LONG = ("liars-dice", "scores", "deal-with-the-devil")
"""Games whose bots take seconds for every option: the trial lets them play, and so do others."""


@pytest.fixture(params=[*SHIPPED, *SMALL])
def game(request: pytest.FixtureRequest) -> Iterator[GameDefinition]:
    if request.param in SHIPPED:
        yield game_named(request.param)
        return
    with imported(request.param) as module:
        yield module.GAME


def played(game: GameDefinition, seed: int) -> bytes:
    """The game of the bots for a seed, as `conform` has it played."""
    with installed(game):
        return Material(game, (), (), {}).played(seed)


def samples(game: GameDefinition) -> list[bytes]:
    """The legal logs among the game's samples."""
    folder = HERE / game.name.replace("-", "_") / "samples"
    return [path.read_bytes() for path in sorted(folder.glob("legal-*.jsonl"))]


def test_it_conforms(game: GameDefinition, monkeypatch: pytest.MonkeyPatch) -> None:
    if not SEED:
        monkeypatch.setattr(material, "FEW", FEW)
    logs = [played(game, seed) for seed in seeds(1, 3)] + (samples(game) if SEED else [])
    if not SEED:
        logs = [b"".join(log.splitlines(keepends=True)[:PART]) for log in logs]
    left_out = (*LONG, "bots") if game.name in PLAY_LONG and not SEED else LONG
    checks = [check for check in CHECKS if check not in left_out]
    found = conform(game, logs, checks=checks, seeds=())
    assert [str(one) for one in found] == []


def test_it_gives_nothing_away(game: GameDefinition, monkeypatch: pytest.MonkeyPatch) -> None:
    """At Ragami, a draw with a card too many is refused also by what others keep. That, and which
    card it is, cannot be kept from who tries it: it was taken for a leak. How many copies are out,
    can be."""
    logs = [b"".join(played(game, 1).splitlines(keepends=True)[:BEGINNING])]
    if SEED:
        logs += [played(game, seed) for seed in seeds(1, 3)] + samples(game)
    else:
        monkeypatch.setattr(material, "FEW", FEW)
        monkeypatch.setattr(secrets, "CUTS", 1)
        monkeypatch.setattr(outputs, "ASKED", 2)
    assert [str(one) for one in conform(game, logs, checks=LONG, seeds=())] == []


def test_a_private_game_with_walls_is_played_on() -> None:
    """With open hands there is no private one."""
    game = game_named("deal-with-the-devil")
    walled = b"".join(played(game, WALLED).splitlines(keepends=True)[:BEGINNING])
    assert conform(game, [walled], checks=("private",), seeds=()) == []
