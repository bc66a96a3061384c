"""The code that a verdict rests on, as digests: what every log meets, and what a record may meet.

A receipt holds as long as the digests of all that it rests on are those of now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import msgspec

from ragami.game import GameDefinition
from ragami.game.capabilities import ASSERTIONS, DEDUCTION, REVEALS, SNAPSHOTS, VISIBILITY
from ragami.game.capability import Capability
from ragami.receipts.closure import HOUSE, Definition, Sources, Unresolved

DIGITS: Final = 32
"""Hex digits of a digest: the first 16 bytes of a SHA-256."""

MODULES: Final = {".py", ".so", ".pyd"}
EVERYTHING: Final = "?"
BASE: Final = (
    "log", "judge", "findings", "game.definition", "game.capability", "game.capabilities",
    "game.unknowns", "game.visibility", "game.registry", "game.rulebook", "game.defaults.reveals",
    "game.defaults.snapshots",
)  # fmt: skip
"""The modules and packages of the house that every judging runs, whole."""


class Manifest(msgspec.Struct, frozen=True):
    """The digests of a game's rules: of what every log meets, and by unit; `judge` is of them."""

    game: str
    base: str
    units: dict[str, str]

    @property
    def judge(self) -> str:
        """The digest of the whole manifest."""
        units = dict(sorted(self.units.items(), key=lambda unit: unit[0].encode()))
        told = {"game": self.game, "base": self.base, "units": units}
        return digest([msgspec.json.encode(told)])

    @property
    def all_units(self) -> str:
        """Every unit, as a receipt names them: a bit each, in small hex digits."""
        return f"{2 ** len(self.units) - 1:x}"


def digest(parts: Iterable[bytes]) -> str:
    """The digest of some bytes, each with its length before it where there are several."""
    hashed = sha256()
    for number, part in enumerate(parts):
        hashed.update(f"{number} {len(part)}\n".encode() if number else b"")
        hashed.update(part)
    return hashed.hexdigest()[:DIGITS]


@lru_cache(maxsize=8)
def manifest_of(game: GameDefinition) -> Manifest:
    """The manifest of an installed game, from its sources.

    Where they cannot be read (compiled only, made at run time) its whole package is one unit.
    """
    package = game.new_state.__module__.partition(".")[0]
    sources = Sources(package)
    try:
        return _by_unit(game, sources)
    except (Unresolved, OSError, SyntaxError):
        base = digest(_base(game, sources.outside))
        return Manifest(game.name, base, {EVERYTHING: digest(_package(game))})


@lru_cache(maxsize=8)
def judge_of(game: GameDefinition) -> str:
    """The digest of the rules of a game, kept: every receipt names it."""
    return manifest_of(game).judge


def _by_unit(game: GameDefinition, sources: Sources) -> Manifest:
    roots = {name: set(sources.written(things)) for name, things in _units(game).items()}
    always = sources.reached(sources.written(_always(game)))
    digests: dict[str, str] = {}
    everything: set[Definition] = set()
    for name, begun in roots.items():
        reached = {one for one in sources.reached(begun) if not _in_base(one)} - always
        everything |= reached
        digests[name] = digest(_told(sources, reached))
    digests[EVERYTHING] = digest(_told(sources, everything))
    core = _told(sources, {one for one in always if not _in_base(one)})
    base = digest([*_base(game, sources.outside), *core])
    return Manifest(game.name, base, dict(sorted(digests.items())))


def _units(game: GameDefinition) -> dict[str, list[Any]]:
    """Return the units of each type of event, and of the records of any game."""
    units: dict[str, list[Any]] = {
        name: [one.struct, one.check, one.apply, *one.upcasters.values()]
        for name, one in game.events.items()
    }
    of_any_game: dict[str, Capability[Any]] = {
        "asserted": ASSERTIONS,
        "revealed": REVEALS,
        "undone": SNAPSHOTS,
        "hidden": DEDUCTION,
    }
    for name, capability in of_any_game.items():
        units[name] = [game.get(capability)]
    return units


def _always(game: GameDefinition) -> list[Any]:
    waived = vars(game.rulebook).get("_never_waived")
    asked = [game.new_state, game.position, game.final, game.remarks, game.lets_stand]
    return [*asked, game.take_ruling, waived, game.get(VISIBILITY)]


def _in_base(one: Definition) -> bool:
    return any(
        one.module == module or one.module.startswith(f"{module}.")
        for module in (f"{HOUSE}.{name}" for name in BASE)
    )


def _told(sources: Sources, reached: Iterable[Definition]) -> Iterator[bytes]:
    for one in sorted(reached):
        yield f"{one.module}:{one.name}\n".encode() + sources.text(one)


def _base(game: GameDefinition, outside: Iterable[str]) -> Iterator[bytes]:
    """The whole files that every judging rests on, the ids of the rules, and foreign versions."""
    for name in BASE:
        yield from _files(f"{HOUSE}.{name}")
    yield from _data(game)
    yield "\n".join(sorted(game.rulebook.rules())).encode()
    for package in sorted({"msgspec", *outside}):
        yield f"{package} {_version(package)}".encode()


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "?"


def _data(game: GameDefinition) -> Iterator[bytes]:
    """The component files that ship with a game."""
    for path in _package_of(game).rglob("*.json"):
        yield path.name.encode() + b"\n" + path.read_bytes()


def _package(game: GameDefinition) -> Iterator[bytes]:
    for path in sorted(_package_of(game).rglob("*")):
        if path.is_file() and path.suffix != ".pyc":
            yield path.name.encode() + b"\n" + path.read_bytes()


def _package_of(game: GameDefinition) -> Path:
    """The folder of the modules of a game."""
    spec = find_spec(game.new_state.__module__)
    return Path(spec.origin).parent if spec and spec.origin else Path("?")


@cache
def _files(module: str) -> list[bytes]:
    """The files of a module, or of all modules of a package, with their names."""
    spec = find_spec(module)
    assert spec
    assert spec.origin
    path = Path(spec.origin)
    folder = path.name.startswith("__init__.")
    files = (
        path.parent.rglob("*") if folder else path.parent.glob(f"{path.name.partition('.')[0]}.*")
    )
    return [
        one.name.encode() + b"\n" + one.read_bytes()
        for one in sorted(files)
        if one.suffix in MODULES and one.is_file()
    ]
