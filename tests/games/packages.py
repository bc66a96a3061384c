"""Packages of strangers: modules on the path, with what an installer writes beside them."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Final

import pytest

from ragami.game import registry

SMALL: Final = {"race": "race", "kalah": "kalah", "liars-dice": "liars_dice"}
"""The small games that are written as a stranger writes one: the module of each."""


@contextmanager
def imported(game: str) -> Iterator[ModuleType]:
    """Import the module of a small game that is not installed, and forget it afterwards."""
    name = SMALL[game]
    folder = str(Path(__file__).parent / name)
    sys.path.insert(0, folder)
    try:
        yield import_module(name)
    finally:
        sys.path.remove(folder)
        sys.modules.pop(name, None)


@contextmanager
def installed(monkeypatch: pytest.MonkeyPatch, *games: str) -> Iterator[None]:
    """Bring in small games as an installer would, for this process and those that it starts."""
    here = Path(__file__).parent
    with on_path(monkeypatch, **{SMALL[game]: here / SMALL[game] for game in games}):
        yield


@contextmanager
def on_path(monkeypatch: pytest.MonkeyPatch, **folders: Path) -> Iterator[None]:
    """Bring in the packages of strangers, each from its folder, and forget them afterwards."""
    for folder in folders.values():
        monkeypatch.syspath_prepend(str(folder))
    before = os.environ.get("PYTHONPATH", "")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join([*map(str, folders.values()), before]))
    registry.forget()
    yield
    for name in folders:
        sys.modules.pop(name, None)
    registry.forget()


def write_package(folder: Path, name: str, source: str, **entries: str) -> None:
    """Write a module `name` and the metadata of a distribution that brings games by `entries`.

    A game's name has a hyphen where the keyword has an underscore.
    """
    (folder / f"{name}.py").write_text(source, "utf-8")
    about = folder / f"{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
    lines = [f"{game.replace('_', '-')} = {place}" for game, place in entries.items()]
    (about / "entry_points.txt").write_text("\n".join(["[ragami.games]", *lines, ""]), "utf-8")
