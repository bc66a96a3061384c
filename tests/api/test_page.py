"""docs/api.md and the docstrings of the public interface say what is so."""

from __future__ import annotations

import doctest
import shutil
from pathlib import Path

import pytest

from ragami import api
from ragami.game import registry
from ragami.judge import moments
from ragami.proof.keys import make
from ragami.sources import reading
from ragami.table import game

ROOT = Path(__file__).parents[2]
FLAGS = doctest.ELLIPSIS


@pytest.fixture(autouse=True)
def workplace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copy(ROOT / "examples" / "four-players.jsonl", tmp_path / "game.jsonl")
    monkeypatch.setenv("RAGAMI_KEYS", str(tmp_path / "keys"))
    monkeypatch.chdir(tmp_path)
    make("ana")


def test_the_page_runs_as_it_stands() -> None:
    failed, tried = doctest.testfile(
        str(ROOT / "docs" / "api.md"), module_relative=False, optionflags=FLAGS
    )
    assert (failed, tried > 30) == (0, True)


@pytest.mark.parametrize(
    "module", [api, game, moments, reading, registry], ids=lambda one: one.__name__
)
def test_the_docstrings_run(module: object) -> None:
    failed, tried = doctest.testmod(module, optionflags=FLAGS)  # type: ignore[arg-type]
    assert (failed, tried > 0) == (0, True)
