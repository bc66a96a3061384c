"""docs/adding-a-game.md: its code is Liar's Dice of the tests, whole, and can be installed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any, Final

import pytest
from hatchling.builders.wheel import WheelBuilder

from ragami.game import Capability, capabilities
from ragami.game.testing import CHECKS
from tests.games.packages import on_path

ROOT: Final = Path(__file__).parents[2]
QUICK: Final = Path("tests/games/kalah")
"""A game that the kit has tried in a second; Liar's Dice takes it ten."""

PAGE: Final = (ROOT / "docs" / "adding-a-game.md").read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)


def in_one(text: str) -> list[str]:
    return [line for line in text.splitlines() if line]


def test_the_code_is_that_of_liars_dice_from_the_first_line_to_the_last() -> None:
    game = (ROOT / "tests/games/liars_dice/liars_dice/__init__.py").read_text("utf-8")
    assert in_one("".join(blocks("python"))) == in_one(game)


def test_every_capability_is_named() -> None:
    tokens = {name for name, found in vars(capabilities).items() if isinstance(found, Capability)}
    assert tokens - set(re.findall(r"\b[A-Z_]{3,}\b", PAGE)) == set()


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What somebody has who wrote down this page and nothing else, and installed it."""
    folder = tmp_path_factory.mktemp("written")
    (folder / "liars_dice").mkdir()
    (folder / "pyproject.toml").write_text("\n".join(blocks("toml")), "utf-8")
    (folder / "liars_dice" / "__init__.py").write_text("\n".join(blocks("python")), "utf-8")
    (wheel,) = WheelBuilder(str(folder)).build(directory=str(folder / "dist"))
    zipfile.ZipFile(wheel).extractall(folder / "site")
    return folder / "site"


def run(
    warmed: Path, installed: Path, folder: Path, *command: str
) -> subprocess.CompletedProcess[str]:
    paths = os.pathsep.join(map(str, (installed, ROOT, ROOT / "cli", ROOT / QUICK)))
    environment = {
        **os.environ,
        "PATH": f"{warmed}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": paths,
        "RAGAMI_DB": str(folder / "games.db"),
        "RAGAMI_KEYS": str(folder / "keys"),
        "LC_ALL": "C.UTF-8",
        "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
    }
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.trial
def test_the_commands_of_the_page_work(installed: Path, tmp_path: Path, warmed: Path) -> None:
    lines = [line for block in blocks("sh") for line in block.splitlines()]
    assert len(lines) > 10
    for line in lines:
        if line.startswith("ragami table"):
            continue  # it wants a terminal
        script = re.sub("(?<=game.testing ).*", QUICK.name, line)
        script = script.replace("--games 20 ", "--games 2 ")
        script = re.sub(r"^python ", f"'{sys.executable}' ", script)
        done = run(warmed, installed, tmp_path, "bash", "-c", script)
        assert done.returncode == 0, (line, done.stdout, done.stderr)


def test_the_tests_of_the_page_pass(monkeypatch: pytest.MonkeyPatch, installed: Path) -> None:
    """What needs no more than the game is tried with it by tests/games/test_conformance.py, too."""
    with on_path(monkeypatch, liars_dice=installed):
        written: dict[str, Any] = {}
        exec("".join(blocks("py")), written)
        conforms, *others = (test for name, test in written.items() if name.startswith("test_"))
        (checks,) = conforms.pytestmark
        assert checks.args == ("check", CHECKS)
        conforms("conserved")
        assert len(others) == 2
        for test in others:
            test()
