"""What an installation is made of."""

from __future__ import annotations

import email
import zipfile
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).parents[2]

CLI = ROOT / "cli"
PACKAGES = {"ragami": ROOT, "ragami_cli": CLI, "ragami_games_cli": CLI}


def built(folder: Path, version: str) -> zipfile.ZipFile:
    (path,) = WheelBuilder(str(ROOT)).build(directory=str(folder), versions=[version])
    return zipfile.ZipFile(path)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> zipfile.ZipFile:
    return built(tmp_path_factory.mktemp("wheel"), "standard")


def test_the_wheel_has_our_packages_and_nothing_else_on_top(wheel: zipfile.ZipFile) -> None:
    tops = {name.split("/")[0] for name in wheel.namelist()}
    assert {top for top in tops if not top.endswith(".dist-info")} == PACKAGES.keys()


def test_the_wheel_has_every_file_of_the_packages(wheel: zipfile.ZipFile) -> None:
    files = {
        str(path.relative_to(folder))
        for package, folder in PACKAGES.items()
        for path in (folder / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    assert files <= set(wheel.namelist())
    for needed in (
        "ragami/py.typed",
        "ragami/games/ragami/data/city-1.json",
        "ragami/games/ragami/data/rules.jsonl",
        "ragami/locale/es/LC_MESSAGES/ragami.mo",
        "ragami_games_cli/tournament/__init__.py",
        "ragami_cli/commands/rules.py",
    ):
        assert needed in wheel.namelist()


def test_the_wheel_says_how_to_start_and_by_which_licence(wheel: zipfile.ZipFile) -> None:
    (entry_points,) = (name for name in wheel.namelist() if name.endswith("entry_points.txt"))
    assert b"ragami = ragami_cli.__main__:main" in wheel.read(entry_points)
    (metadata,) = (name for name in wheel.namelist() if name.endswith("/METADATA"))
    said = email.message_from_bytes(wheel.read(metadata))
    assert (said["Name"], said["License-Expression"]) == ("ragami", "MIT")


def test_an_editable_installation_points_at_the_sources_and_holds_no_package(
    tmp_path: Path,
) -> None:
    editable = built(tmp_path, "editable")
    (pointer,) = (name for name in editable.namelist() if name.endswith(".pth"))
    assert editable.read(pointer).decode().split() == [str(ROOT), str(CLI)]
    assert not [name for name in editable.namelist() if name.endswith(".py")]
