"""The rooms of the house: what stands on what, also for typing only, and never in a circle."""

from __future__ import annotations

import ast
import tomllib
from collections import defaultdict
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests.house.test_laws import tree

ROOT = Path(__file__).parents[2]
HOUSE = ROOT / "ragami"


def imported(module: Path) -> set[str]:
    """Everything that a module imports of ours, wherever in it, by its whole name."""
    names: set[str] = set()
    for node in ast.walk(tree(module.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            names.update(f"{node.module}.{alias.name}" for alias in node.names)
    return {name for name in names if name.startswith("ragami.")}


@cache
def rooms() -> dict[str, set[str]]:
    """Each package or module right in `ragami`, with those that it imports from."""
    graph: dict[str, set[str]] = defaultdict(set)
    for module in HOUSE.rglob("*.py"):
        parts = module.relative_to(HOUSE).parts
        room = parts[0].removesuffix(".py")
        graph[room] |= {name.split(".")[1] for name in imported(module)} - {room}
    return graph


def test_no_rooms_stand_in_a_circle() -> None:
    try:
        order = list(TopologicalSorter(rooms()).static_order())
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))
    assert set(order) >= {"log", "game", "judge", "table", "proof", "privacy"}


def test_a_circle_would_be_found() -> None:
    assert rooms()["judge"] >= {"game"}
    closed = {**rooms(), "game": {*rooms()["game"], "judge"}}
    with pytest.raises(CycleError):
        TopologicalSorter(closed).prepare()


def test_every_room_has_its_layer() -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    [layers] = [
        contract["layers"]
        for contract in settings["tool"]["importlinter"]["contracts"]
        if contract["type"] == "layers"
    ]
    named = {room.strip() for layer in layers for room in layer.split("|")}
    own = {f"ragami.{room}" for room in rooms() if room != "__init__"}
    assert own - named == set()
    assert named - own == {"ragami_cli", "ragami_games_cli"}


def test_only_the_table_writes_logs() -> None:
    """Law 11: what reads logs does not even see what writes them."""
    above = {room for room, others in rooms().items() if "table" in others}
    assert above & {"proof", "privacy", "judge", "game", "log", "games", "narration"} == set()


DESCRIBED = sorted(
    place.parent
    for place in HOUSE.glob("*/__init__.py")
    if place.parent.name not in {"conformance", "errors", "game", "games"}
)


@pytest.mark.parametrize("room", DESCRIBED, ids=lambda room: room.name)
def test_a_room_says_what_each_of_its_modules_is_for(room: Path) -> None:
    """Those who look for something read it first. `replies` are said of all rooms in the design."""
    said = ast.get_docstring(tree((room / "__init__.py").read_text("utf-8"))) or ""
    modules = {path.stem for path in room.glob("*.py")} - {"__init__", "replies"}
    silent = sorted(name for name in modules if f"`{name}`" not in said)
    assert silent == [], f"the docstring of {room.name}/__init__.py does not say what they are for"
