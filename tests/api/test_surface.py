"""The stable surface: names and signatures that others have written programs against.

`surface.txt` holds them. A line may be added to it; one that goes or changes breaks somebody's
program, and has to be in the CHANGELOG with a way for the old.
"""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import ragami

SURFACE: Final = Path(__file__).parent / "surface.txt"
MOST: Final = 5_000
"""Microseconds that an import may cost over that of nothing."""

WRITTEN_DOWN: Final = (ragami.Log, ragami.Moment, ragami.TableGame)


def surface() -> Iterator[str]:
    for name in sorted(ragami.__all__):
        found = getattr(ragami, name)
        if inspect.isfunction(found):
            yield f"{name}{inspect.signature(found)}"
        elif not inspect.isclass(found):
            yield f"{name}()"
        else:
            yield name
            yield from members(name, found)


def members(of: str, found: type) -> Iterator[str]:
    """The fields of a struct; all that is public of the classes that are used directly."""
    fields = getattr(found, "__struct_fields__", ())
    yield from (f"{of}.{each}" for each in fields)
    if found not in WRITTEN_DOWN:
        return
    for name in sorted(dir(found)):
        if not name.startswith("_"):
            member = inspect.getattr_static(found, name)
            shape = inspect.signature(member) if inspect.isfunction(member) else ""
            yield f"{of}.{name}{shape}"


def test_the_surface_is_the_one_that_is_written_down() -> None:
    assert SURFACE.read_text("utf-8").splitlines() == list(surface())


def test_a_name_that_is_not_there_is_told_as_usual() -> None:
    with pytest.raises(AttributeError, match="'ragami' has no attribute 'reed'"):
        ragami.reed  # noqa: B018
    assert set(ragami.__all__) <= set(dir(ragami))


def python(script: str, *options: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, *options, "-c", script], capture_output=True, text=True, check=True
    )


def test_the_import_brings_nothing_along() -> None:
    seen = "import sys; before = set(sys.modules); import ragami; print(*set(sys.modules) - before)"
    assert python(seen).stdout.split() == ["ragami"]


def test_the_import_costs_next_to_nothing() -> None:
    """The quickest of five: the machine may have something else to do."""
    told = [python("import ragami", "-X", "importtime").stderr for _ in range(5)]
    costs = [int(each.splitlines()[-1].split("|")[1]) for each in told]
    assert min(costs) < MOST


def test_the_games_are_there_whichever_way_the_package_came_in() -> None:
    script = "import ragami.games.ragami.state, ragami; print(*ragami.games())"
    assert python(script).stdout == python("import ragami; print(*ragami.games())").stdout
