"""`ragami game new`: what it writes is a game, from the first minute."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Final

import pytest
from hatchling.builders.wheel import WheelBuilder

from tests.cli.conftest import Ragami
from tests.games import packages

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


def test_its_own_tests_pass(begun: Path) -> None:
    paths = os.pathsep.join(map(str, [begun, ROOT, ROOT / "cli"]))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
        cwd=begun,
        env={**os.environ, "PYTHONPATH": paths, "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert "passed" in done.stdout


def test_it_is_installed_and_played_to_its_end(
    begun: Path, ragami: Ragami, monkeypatch: pytest.MonkeyPatch
) -> None:
    (wheel,) = WheelBuilder(str(begun)).build(directory=str(begun / "dist"))
    zipfile.ZipFile(wheel).extractall(begun / "site")

    def well(*words: str) -> str:
        done = ragami(*words)
        assert done.code == 0, done.err
        return done.out

    with packages.on_path(monkeypatch, red_hare=begun / "site"):
        assert "Red hare" in well("rules", "--games")
        players = ("-p", "red:Ana", "-p", "blue:Bea")
        well("new", "one", "--game", "red-hare", *players, "--option", "stones=4")
        well("record", "one", "red take 3")
        well("record", "one", "--house", "blue")
        assert "Blue" in well("show", "one")
        assert "Azul coge 1" in well("log", "one", "--lang", "es")
        well("verify", "one")


# What somebody writes who adds a second kind of move: by what stood in the file, what stands there.
SECOND_KIND: Final = {
    "TEXTS: Final": '''class Passed(kit.Event):
    """A player lets the others go on."""

    player: Colour

    def check(self, s: State) -> Breaches:
        return []

    def apply(self, s: State) -> None:
        seats = list(s.names)
        s.mover = seats[(seats.index(self.player) + 1) % len(seats)]


TEXTS: Final''',
    "for who in self.due]": """for who in self.due] + [
            Choice("passed", {"player": who}) for who in self.due
        ]""",
    "(GameOpened, StonesTaken)": "(GameOpened, StonesTaken, Passed)",
    'label=("Take", "Coger")),': """label=("Take", "Coger")),
    text("passed", "{player} passes", "{player} pasa", label=("Pass", "Pasar")),""",
    '{stones}")]': '{stones}"), kit.Form("passed", "<{player}> pass")]',
    '"take", "coge")': '"take", "coge"), text("pass", "pass", "pasa")',
}


def test_its_bot_plays_on_when_there_is_a_second_kind_of_move(
    begun: Path, ragami: Ragami, monkeypatch: pytest.MonkeyPatch
) -> None:
    module = begun / "red_hare" / "__init__.py"
    source = module.read_text("utf-8")
    for before, after in SECOND_KIND.items():
        assert source.count(before) == 1, before
        source = source.replace(before, after)
    module.write_text(source, "utf-8")
    (wheel,) = WheelBuilder(str(begun)).build(directory=str(begun / "dist"))
    zipfile.ZipFile(wheel).extractall(begun / "site")
    with packages.on_path(monkeypatch, red_hare=begun / "site"):
        done = ragami("simulate", "--game", "red-hare", "--games", "3", "--out", "played")
        assert done.code == 0, done.err


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
