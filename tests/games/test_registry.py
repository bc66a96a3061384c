"""The games that come with ragami come in by the same entry point as anybody's."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from ragami.game import UnknownGame, game_named, installed
from ragami.game.registry import GROUP, SHIPPED
from ragami_cli import main
from ragami_games_cli import COMMANDS

PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def test_what_is_known_by_heart_is_what_is_declared() -> None:
    declared = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["entry-points"]
    assert declared[GROUP] == SHIPPED
    assert declared[main.GROUP] == {name: at for name, at, _what in COMMANDS}


def test_every_installed_game_says_its_own_name() -> None:
    assert set(SHIPPED) <= set(installed())
    for name in SHIPPED:
        assert game_named(name).name == name


def test_a_mistyped_game_is_told_what_is_near() -> None:
    with pytest.raises(UnknownGame) as wrong:
        game_named("dice-forg")
    assert "dice-forge" in str(wrong.value)
