"""`ragami game new`: what it writes is a game, from the first minute."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from tests.cli.conftest import Ragami

ROOT = Path(__file__).parents[2]


@pytest.fixture
def begun(ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a package that was just begun."""
    monkeypatch.chdir(tmp_path)
    said = ragami("game", "new", "red-hare")
    assert said.code == 0, said.err
    assert "pip install --editable './red-hare[tests]'" in said.err
    assert said.out.splitlines()[-1] == "red-hare/tests/test_red_hare.py"
    return tmp_path / "red-hare"


def python(begun: Path, *words: str, path: Path) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join(map(str, [path, ROOT, ROOT / "cli"]))
    return subprocess.run(
        [sys.executable, *words],
        cwd=begun,
        env={**os.environ, "PYTHONPATH": paths, "RAGAMI_DB": str(begun / "games.db")},
        capture_output=True,
        text=True,
        check=False,
    )


def test_its_own_tests_pass(begun: Path) -> None:
    done = python(begun, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests", path=begun)
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout


def test_it_is_installed_and_played_to_its_end(begun: Path) -> None:
    (wheel,) = WheelBuilder(str(begun)).build(directory=str(begun / "dist"))
    zipfile.ZipFile(wheel).extractall(begun / "site")

    def ragami(*words: str) -> str:
        done = python(begun, "-m", "ragami_cli", *words, path=begun / "site")
        assert done.returncode == 0, done.stderr
        return done.stdout

    assert "Red hare" in ragami("rules", "--games")
    players = ("-p", "red:Ana", "-p", "blue:Bea")
    ragami("new", "one", "--game", "red-hare", *players, "--option", "stones=4")
    ragami("record", "one", "red take 3")
    ragami("record", "one", "--house", "blue")
    assert "Blue" in ragami("show", "one")
    assert "Azul coge 1" in ragami("log", "one", "--lang", "es")
    ragami("verify", "one")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("Hare", "small letters"),
        ("scores", "a game of this name is installed"),
        ("class", "Python has this name for itself"),
        ("json", "Python has this name for itself"),
        ("../hare", "small letters"),
    ],
)
def test_a_name_that_cannot_be_a_game_s_is_wrong_usage(
    ragami: Ragami, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, why: str
) -> None:
    monkeypatch.chdir(tmp_path)
    said = ragami("game", "new", name)
    assert said.code == 2
    assert why in said.err
    assert not any(tmp_path.glob("**/pyproject.toml"))


def test_what_is_there_is_left_as_it_is(begun: Path, ragami: Ragami) -> None:
    (begun / "red_hare" / "__init__.py").write_text("mine")
    said = ragami("game", "new", "red-hare")
    assert said.code == 4
    assert "there already" in said.err
    assert (begun / "red_hare" / "__init__.py").read_text() == "mine"
