"""The files that judging a game rests on as a whole, and whether they are what was loaded.

Of a game of ours these are its components, for `ragami.receipts.closure` tells its rules. The laws
that closures rest on (no name made at run time, no table that changes) bind no stranger: of
another's game it is all that its package has, and the modules of all packages that it imports.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from ragami.game.registry import LOADED_AT, SHIPPED, module_of
from ragami.receipts.closure import HOUSE

MODULES: Final = {".py", ".so", ".pyd"}
COMPONENTS: Final = "*.json"
NEVER: Final = {HOUSE, "msgspec", *sys.stdlib_module_names}
"""Packages that a stranger's game imports and that are told otherwise, or not at all."""

_IMPORT: Final = re.compile(rb"^[ \t]*(?:from[ \t]+(\w+)|import[ \t]+(\w[\w., \t]*))", re.MULTILINE)


def package_of(game: str) -> str:
    """Return the name of the package that brings a game, without those inside it."""
    return module_of(game).partition(".")[0]


def files_of(game: str) -> list[Path]:
    """Return the files that every log of a game rests on, besides those of the house."""
    found = package_files(game)
    if game in SHIPPED:
        return [path for path in found if path.match(COMPONENTS)]
    waiting, seen = [package_of(game)], set(NEVER)
    if len(found) == 1:  # a module without a package: its components lie beside it
        found += sorted(found[0].parent.glob(COMPONENTS))
    while waiting:
        if (name := waiting.pop()) not in seen:
            seen.add(name)
            read = modules(name)
            found += read
            waiting += sorted({one for path in read for one in _imported(path)})
    return [*dict.fromkeys(found)]


def package_files(game: str) -> list[Path]:
    """Return all files of the package of a game."""
    name = module_of(game).rpartition(".")[0] if game in SHIPPED else package_of(game)
    return [path for path in below(name) if path.suffix != ".pyc"]


def modules(name: str) -> list[Path]:
    """Return the files of a module, or of all modules of a package."""
    return [path for path in below(name) if path.suffix in MODULES]


def below(name: str) -> list[Path]:
    """Return the files of a module, or all files of a package; none of what is not there."""
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        spec = None
    if spec and spec.submodule_search_locations is not None:
        folders = map(Path, spec.submodule_search_locations)
        return [path for one in folders for path in sorted(one.rglob("*")) if path.is_file()]
    path = Path(spec.origin or "") if spec else Path()
    return sorted(path.parent.glob(f"{path.name.partition('.')[0]}.*")) if path.is_file() else []


def contents(paths: Iterable[Path]) -> Iterator[bytes]:
    """Yield the bytes of files, each behind its name."""
    for path in paths:
        yield path.name.encode() + b"\n" + path.read_bytes()


def have_changed(game: str, paths: Iterable[Path]) -> bool:
    """Return True if a file was written after it may have been loaded, with the house or a game."""
    house, own = (
        Path(str(import_module(name).__file__)).parent for name in (HOUSE, module_of(game))
    )
    for path in paths:
        with_house = house in path.parents and own not in path.parents
        if path.stat().st_ctime_ns > LOADED_AT["" if with_house else game]:
            return True
    return False


def _imported(path: Path) -> Iterator[str]:
    """Yield the names of the packages that a module imports, wherever in it."""
    for package, several in _IMPORT.findall(path.read_bytes() if path.suffix == ".py" else b""):
        for name in (package or several).decode().split(","):
            yield name.strip().partition(".")[0].partition(" ")[0]
