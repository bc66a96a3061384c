"""The code that a verdict rests on, as digests: what every log meets, and what a record may meet.

A receipt holds as long as the digests of all that it rests on are those of now."""

from __future__ import annotations

import gc
import re
import sys
from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from hashlib import sha256
from importlib import import_module
from importlib.machinery import SourceFileLoader
from importlib.util import cache_from_source, find_spec
from pathlib import Path
from typing import Any, Final, NamedTuple

import msgspec

from ragami.findings import Finding
from ragami.game import GameDefinition, capabilities
from ragami.game.capabilities import (
    ASSERTIONS,
    DEDUCTION,
    LINKS,
    REVEALS,
    SNAPSHOTS,
    VISIBILITY,
    Capability,
)
from ragami.game.hidden_information import looks_on
from ragami.game.registry import LOADED_AT, SHIPPED, by_name, module_of
from ragami.game.rulebook import Rulebook
from ragami.judge.replay import Replay
from ragami.log.record import Bad
from ragami.receipts.closure import (
    HOUSE,
    Definition,
    Sources,
    Unresolved,
    is_nameless,
    plain_values,
)

DIGITS: Final = 32
"""Hex digits of a digest: the first 16 bytes of a SHA-256."""

EVERYTHING: Final = "?"
"""The unit of all others together, met by what is malformed, unknown or broken."""

OFFERED: Final = capabilities.__name__
FOLDING_AGAIN: Final = frozenset({"undone", "redone", "corrected"})
"""The records that meet the unit `undone`."""

ALL: Final = -1
"""The bits of every unit: what changes for all logs."""

_TYPE: Final = re.compile(rb'"type"\s*:\s*"(\w+)"')
BASE: Final = (
    "log", "judge", "findings", "game.definition", "game.capabilities", "game.visibility",
    "game.hidden_information", "game.registry", "game.reveals", "game.rulebook", "game.state",
)  # fmt: skip
"""The modules and packages of the house that every judging runs, whole."""

WITHIN_BASE: Final = tuple(f"{HOUSE}.{name}." for name in BASE)


class Manifest(msgspec.Struct, frozen=True):
    """The digests of a game's rules: of what every log meets, and by unit; `judge` is of them."""

    game: str
    base: str
    units: dict[str, str]

    @property
    def judge(self) -> str:
        """The digest of the whole manifest."""
        units = dict(sorted(self.units.items(), key=lambda unit: unit[0].encode()))
        content = {"game": self.game, "base": self.base, "units": units}
        return digest([msgspec.json.encode(content)])

    def bits(self, names: Collection[str]) -> int:
        """Return these units as a receipt names them: a bit each."""
        return sum(1 << number for number, name in enumerate(sorted(self.units)) if name in names)

    def changed(self, now: Manifest) -> dict[str, int]:
        """Return what has changed since (`base`, or a unit), with the units that it concerns."""
        changes = {"base": ALL} if now.base != self.base else {}
        for name, written in self.units.items():
            if now.units.get(name) != written:
                changes[name] = self.bits([name])
        return changes


class Closures(NamedTuple):
    """The definitions that every log meets, and those that each unit adds, without `BASE`."""

    always: set[Definition]
    units: dict[str, set[Definition]]


def digest(parts: Iterable[bytes]) -> str:
    """Return the digest of some bytes, each with its length before it where there are several."""
    hashed = sha256()
    for number, part in enumerate(parts):
        hashed.update(f"{number} {len(part)}\n".encode() if number else b"")
        hashed.update(part)
    return hashed.hexdigest()[:DIGITS]


@lru_cache(maxsize=8)
def manifest_of(game: GameDefinition) -> Manifest:
    """Return the manifest of an installed game, from its sources.

    Where they cannot be read (compiled only, made at run time) its whole package is one unit; where
    there are no files (in a zip), or they have changed since they were loaded, there is none, for
    nobody can tell what runs. Nor is there of what stands for a game that is not installed or not
    named.
    """
    if not game.judged or game is not by_name(game.name):
        return Manifest(game.name, "", {})
    try:
        read = [*_house(), *files_of(game.name)]
    except Unresolved:
        return Manifest(game.name, "", {})
    sources = Sources(package_of(game.name))
    collects = gc.isenabled()
    gc.disable()  # trees of a hundred modules, none of which is garbage: a third of the time
    try:
        manifest = _by_unit(game, sources)
    except (Unresolved, OSError, SyntaxError):
        everything = digest(contents([*package_files(game.name), *modules(HOUSE)]))
        manifest = Manifest(game.name, digest(_base(game)), {EVERYTHING: everything})
    finally:
        if collects:
            gc.enable()
    changed = have_changed(game.name, [*read, *sources.paths()])
    return Manifest(game.name, "", {}) if changed else manifest


@lru_cache(maxsize=8)
def judge_of(game: GameDefinition) -> str | None:
    """Return the digest of the rules of a game, kept: every receipt names it.

    None of a game that rests on other logs, or whose rules nobody can tell.
    """
    manifest = manifest_of(game)
    return manifest.judge if manifest.units and not game.has(LINKS) else None


def _by_unit(game: GameDefinition, sources: Sources) -> Manifest:
    always, units = closures(game, sources)
    units[EVERYTHING] = set().union(*units.values())
    digests = {name: digest(_told(sources, units[name])) for name in sorted(units)}
    return Manifest(game.name, digest([*_base(game), *_told(sources, always)]), digests)


def closures(game: GameDefinition, sources: Sources) -> Closures:
    """Return what judging a game can come to run.

    Raise `Unresolved` for a name that leads nowhere, and for what may be reached without one.
    """
    always = _reached(game, sources, _always(game))
    begun = _units(game).items()
    units = {name: _reached(game, sources, things) - always for name, things in begun}
    for path in package_files(game.name) if game.name in SHIPPED else ():
        if path.suffix == ".py" and is_nameless(path.read_bytes()):
            raise Unresolved(str(path))
    return Closures(always, units)


def _reached(game: GameDefinition, sources: Sources, values: Iterable[object]) -> set[Definition]:
    """Return the definitions reached from some values, by capabilities that are asked for too."""
    reached, waiting, seen = set[Definition](), [*values], set[Capability[Any]]()
    while waiting:
        begun = [root for value in waiting for root in sources.written(value)]
        more = {one for one in sources.reached(begun) if not in_base(one)}
        named = {name for one in more for module, name in sources.leads(one) if module == OFFERED}
        if "" in named:
            raise Unresolved(f"{OFFERED}, as a whole: give each lambda in an event type a name")
        every = {
            one for name in named if isinstance(one := getattr(capabilities, name), Capability)
        }
        waiting = [
            value
            for capability in every - seen
            for value in (game.offers.get(capability), capability.default, game.get(capability))
        ]
        reached |= more
        seen |= every
    return reached


def met(log: bytes, replay: Replay, findings: Iterable[Finding], *, only_events: bool) -> int:
    """Return the units that could have had a say in judging a log: too many before too few.

    Of a log of `only_events`, all in their form, it is their types; of any other one, all types
    that stand in its bytes, wherever.
    """
    manifest = manifest_of(replay.game)
    kinds: set[Any] = set(map(type, replay.history.events))
    if only_events:
        names = {kind.type or EVERYTHING for kind in kinds}
    elif b"\\" in log:  # a type may stand in other letters
        return manifest.bits(manifest.units)
    else:
        names = _standing(log)
        unknown = any(finding.code == "unknown-record" for finding in findings)
        if replay.broken or Bad in kinds or unknown:
            names.add(EVERYTHING)
    deduction = replay.game.get(DEDUCTION)
    if deduction and looks_on(deduction, replay.state):
        names.add("hidden")
    return manifest.bits(names) or manifest.bits(manifest.units)


def _standing(log: bytes) -> set[str]:
    """Return the units of all types that stand in the bytes of a log."""
    names = {name.decode() for name in set(_TYPE.findall(log))}
    return names | {"undone"} if names & FOLDING_AGAIN else names


@lru_cache(maxsize=8)
def units_of(game: GameDefinition, rule: str) -> Collection[str]:
    """Return the units in whose closure the id of a rule stands; none of a game without that rule.

    All of them where every log meets it, where it stands nowhere, and where no sources are read.
    """
    if rule not in game.rulebook.rules():
        return ()
    sources = Sources(package_of(game.name))
    stands = re.compile(rf"[\"']{re.escape(rule)}[\"']".encode())
    every = manifest_of(game).units
    try:
        always, units = closures(game, sources)
        if any(stands.search(sources.text(definition)) for definition in always):
            return every
        meeting = {
            name
            for name, reached in units.items()
            if any(stands.search(sources.text(definition)) for definition in reached)
        }
    except (Unresolved, OSError, SyntaxError):
        return every
    return {*meeting, EVERYTHING} if meeting else every


def _units(game: GameDefinition) -> dict[str, list[Any]]:
    """Return the units of each type of event, and of the records of any game."""
    units: dict[str, list[Any]] = {
        name: [entry.struct, entry.check, entry.apply, entry.version, dict(entry.upcasters)]
        for name, entry in game.events.items()
    }
    return units | {
        "asserted": [game.get(ASSERTIONS)],
        "revealed": [game.get(REVEALS)],
        "undone": [game.get(SNAPSHOTS)],
        # What a hand can hold is told to people, and no part of a verdict.
        "hidden": [getattr(game.get(DEDUCTION), "contradictions", None)],
    }


def _always(game: GameDefinition) -> list[Any]:
    waived = vars(game.rulebook).get("_never_waived")
    kinds = {type(game), type(game.rulebook)} - {GameDefinition, Rulebook}
    core = [*kinds, game.new_state, game.position, game.final, game.remarks, game.lets_stand]
    # Is a result told with the names of record 1? Of what rests on other logs there is no receipt.
    seating = None if game.has(LINKS) else game.seating
    gate = getattr(game.get(DEDUCTION), "looks_on", None)
    reveals: Any = game.get(REVEALS)
    # Where reveals fill places, every event is asked what it fills, and a game is folded again.
    filling = [reveals, game.get(SNAPSHOTS), game.get(VISIBILITY)]
    filled = filling if reveals and reveals.fills else []
    return [*core, seating, game.take_ruling, waived, gate, *filled]


def in_base(definition: Definition) -> bool:
    """Return True if a definition stands in a file that every judging rests on, whole."""
    return f"{definition.module}.".startswith(WITHIN_BASE)


def _told(sources: Sources, reached: Iterable[Definition]) -> Iterator[bytes]:
    for definition in sorted(reached):
        yield f"{definition.module}:{definition.name}\n".encode() + sources.text(definition)
        read = (f"{name} {of.module}:{of.name}" for name, of in sources.meanings(definition))
        yield "\n".join(sorted(read)).encode()


def _base(game: GameDefinition) -> Iterator[bytes]:
    """Yield all that every judging rests on: files, ids of rules, codes, values of constants."""
    yield from contents([*_house(), *files_of(game.name)])
    yield "\n".join(sorted(game.rulebook.rules())).encode()
    codes = [(name, code.severity, code.whole) for name, code in sorted(game.codes.items())]
    units = {**_units(game), "": _always(game)}
    values = [one for name, things in units.items() for one in plain_values(things, name)]
    yield msgspec.json.encode((game.log_rule, codes, values))
    # The place at which JSON is bad is a fact; and what no assertion stops goes another way.
    flags = sys.version_info[:2], sys.flags.optimize, sys.get_int_max_str_digits()
    yield f"msgspec {msgspec.__version__}, Python {flags}".encode()


def _house() -> Iterator[Path]:
    for name in BASE:
        yield from modules(f"{HOUSE}.{name}")


# --- the packages --------------------------------------------------------------------------------


MODULES: Final = {".py", ".so", ".pyd", ".pyc"}
NO_DATA: Final = {*MODULES, ".css", ".gz", ".html", ".js"}
TOLD: Final = {"rules.jsonl", "statistics.toml", "words.jsonl"}
"""The files of a game that no verdict rests on, but on the ids in the first one."""

COMPONENTS: Final = "*.json"
NEVER: Final = {HOUSE, "msgspec", *sys.stdlib_module_names}
"""Packages that a stranger's game imports and that are told otherwise, or not at all."""

OURS: Final = b"ragami.games"
"""The package of our games: what stands on one of them rests on its data, too."""

_IMPORT: Final = re.compile(
    rb"(?:^|[;:])[ \t]*(?:from[ \t]+(\w+)|import[ \t]+(\w[\w., \t]*))"
    rb"|(?:import_module|__import__)\(\s*[\"'](\w+)",
    re.MULTILINE,
)


def package_of(game: str) -> str:
    """Return the name of the package that brings a game, without those inside it."""
    return module_of(game).partition(".")[0]


def files_of(game: str) -> list[Path]:
    """Return the files that every log of a game rests on, besides those of the house."""
    files = package_files(game)
    if game in SHIPPED:
        return [path for path in files if path.suffix not in NO_DATA and path.name not in TOLD]
    waiting, seen = [package_of(game)], set(NEVER)
    if len(files) == 1:  # a module without a package: its components lie beside it
        files += sorted(files[0].parent.glob(COMPONENTS))
    while waiting:
        if (name := waiting.pop()) not in seen:
            seen.add(name)
            files += (read := below(name))
            waiting += sorted({package for path in read for package in _imported(path)})
    return [*dict.fromkeys(files)]


def package_files(game: str) -> list[Path]:
    name = module_of(game).rpartition(".")[0] if game in SHIPPED else package_of(game)
    return below(name)


def modules(name: str) -> list[Path]:
    return [path for path in below(name) if path.suffix in MODULES]


def below(name: str) -> list[Path]:
    """Return the files of a module, or all files of a package; none of what is not there.

    Bytecode counts where it has no source: not what the interpreter keeps in `__pycache__`.
    Raises `Unresolved` for what is there without files.
    """
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):
        spec = None
    if spec is None:
        return []
    if spec.submodule_search_locations is not None:
        paths = [path for one in spec.submodule_search_locations for path in Path(one).rglob("*")]
    else:
        place = Path(spec.origin or "")
        paths = [*place.parent.glob(f"{place.name.partition('.')[0]}.*")] if place.name else []
    files = sorted(p for p in paths if p.is_file() and p.parent.name != "__pycache__")
    if not files:
        raise Unresolved(name)
    return files


def contents(paths: Iterable[Path]) -> Iterator[bytes]:
    """Yield the bytes of files, each behind its name."""
    for path in paths:
        yield path.name.encode() + b"\n" + path.read_bytes()


def have_changed(game: str, paths: Iterable[Path]) -> bool:
    """Return True if a file was written after it may have been loaded, with the house or a game.

    Or if bytecode of another source was loaded in its place.
    """
    house, own = (
        Path(str(import_module(name).__file__)).parent for name in (HOUSE, module_of(game))
    )
    for path in paths:
        with_house = house in path.parents and own not in path.parents
        changed_at = path.stat().st_ctime_ns
        if changed_at > LOADED_AT["" if with_house else game]:
            return True
        if path.suffix == ".py" and _is_shadowed(path, changed_at):
            return True
    return False


def _is_shadowed(path: Path, changed_at: int) -> bool:
    """Return True if Python runs bytecode of another source: it looks at size and second alone."""
    try:
        if Path(cache_from_source(path)).stat().st_mtime_ns >= changed_at:
            return False
    except OSError:
        return False
    loader = SourceFileLoader(path.stem, str(path))
    return loader.get_code(path.stem) != loader.source_to_code(path.read_bytes(), path)


def _imported(path: Path) -> Iterator[str]:
    """Yield the names of the packages that a module imports, wherever in it."""
    content = path.read_bytes() if path.suffix == ".py" else b""
    if OURS in content:
        yield OURS.decode()
    for package, several, called in _IMPORT.findall(content):
        for name in (package or several or called).decode().split(","):
            yield name.strip().partition(".")[0].partition(" ")[0]
