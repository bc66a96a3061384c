"""Do receipts rest on all that judging runs? `receipts --games ragami --logs 200 --plant 20`.

Two questions, of golden logs, samples and games of bots, three quarters of them cut, spoiled or as
other programs write them:

- Every function that is entered while a log is judged has to be in the closure of what it meets.
- Changes are drawn from the code of the units (`tests.trials.mutation`) and made in a copy of the
  source. Each log is judged there that its receipt would let stand: its verdict has to be the same.
"""

from __future__ import annotations

import argparse
import compileall
import os
import pickle
import pkgutil
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from multiprocessing import TimeoutError as TooLong
from multiprocessing import get_context
from pathlib import Path
from py_compile import PycInvalidationMode
from tempfile import TemporaryDirectory
from types import CodeType, FrameType
from typing import Final, NamedTuple

import msgspec

import ragami as library
from ragami.game.registry import game_named
from ragami.judge.replay import Replay
from ragami.judge.report import Judgement, game_of, has_only_events, judge_replay, replay_log
from ragami.receipts.closure import Definition, Function, ModuleSource, Sources
from ragami.receipts.manifest import EVERYTHING, Manifest, closures, in_base, manifest_of, met
from tests.trials.code_logs import planted as foreign
from tests.trials.code_logs import played
from tests.trials.mutation import Mutation, mutations

ROOT: Final = Path(__file__).parents[2]
GAMES: Final = ("ragami", "dice-forge", "deal-with-the-devil")
PATIENCE: Final = 60
"""Seconds after which a changed game is given up."""

POWER: Final = 40
"""Of the logs that would be judged again so many are, until one has another verdict."""

HERE: Final = "tests.trials.receipts"


def main(options: Sequence[str] = ()) -> int:
    """Ask both questions. Give 1 where a function is in no closure or a verdict is missed."""
    parser = argparse.ArgumentParser(prog="python -m tests.trials receipts")
    parser.add_argument("--games", nargs="+", default=GAMES, choices=GAMES)
    parser.add_argument("--logs", type=int, default=200, help="of bots, for each game")
    parser.add_argument("--plant", type=int, default=20, help="changes for each game")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(options)
    bad = 0
    for game in given.games:
        seeds = range(given.seed * given.logs, (given.seed + 1) * given.logs)
        logs = [*kept(game), *(of_bots(game, seed) for seed in seeds)]
        outside: Counter[str] = Counter()
        for log in logs:
            outside.update(f"{one.module}:{one.name}" for one in not_reached(log))
        print(f"{game}: {len(logs)} logs, {len(outside)} functions in no closure", flush=True)
        for name, number in outside.most_common():
            print(f"    {name} in {number}")
        missed = planted(game, logs, given.plant, given.seed) if given.plant else 0
        bad += len(outside) + missed
    return int(bool(bad))


# --- logs ------------------------------------------------------------------------------------


def kept(game: str) -> Iterator[bytes]:
    """Yield the samples and golden logs of a game that are kept in the tests."""
    tests = ROOT / "tests"
    for path in sorted([*tests.rglob("samples/**/*.jsonl"), *tests.glob("golden/games/*.jsonl*")]):
        log = library.read(path).content
        if game_of(log).name == game:
            yield log


def of_bots(game: str, seed: int) -> bytes:
    """A game of the bots: as it is, cut, spoiled, or as another program writes it."""
    luck = random.Random(seed)
    if seed % 4 == 3:
        records = foreign(game, seed)
        common = {"at": None, "by": None}
        told = [{"seq": n, **one, **common} for n, one in enumerate(records, 1)]
        order = ("seq", "type", "v", "at", "by", "data")
        lines = [msgspec.json.encode({key: one[key] for key in order}) + b"\n" for one in told]
        return b"".join(lines)
    lines = played(game, seed).content.splitlines(keepends=True)
    if seed % 4 == 1:
        lines = lines[: luck.randrange(1, len(lines))]
    if seed % 4 == 2:
        lines = spoiled(lines, luck)
    return b"".join(lines)


def spoiled(lines: list[bytes], luck: random.Random) -> list[bytes]:
    """A log in which some lines have changed places, come twice, lack or say other things."""
    at, other = sorted(luck.sample(range(1, len(lines) - 1), 2))
    match luck.randrange(5):
        case 0:
            lines[at], lines[at + 1] = lines[at + 1], lines[at]
        case 1:
            lines[at:at] = [lines[other]]
        case 2:
            del lines[at]
        case 3:
            _before, _data, data = lines[other].partition(b'"data":')
            head, middle, _after = lines[at].partition(b'"data":')
            lines[at] = head + middle + data
        case _:
            lines[at] = lines[at].replace(b'"type":"', b'"type":"un')
    renumbered = []
    for number, line in enumerate(lines, 1):
        _seq, _comma, rest = line.partition(b",")
        renumbered.append(b'{"seq":%d,' % number + rest)
    return renumbered


# --- executed is reached -----------------------------------------------------------------------


def not_reached(log: bytes) -> set[Definition]:
    """Return the definitions that judging a log has run and that are in no closure that it met."""
    game = game_of(log)
    load_whole(game.new_state.__module__.rpartition(".")[0])
    codes: set[CodeType] = set()

    def watch(frame: FrameType, event: str, _argument: object) -> None:
        if event == "call":
            codes.add(frame.f_code)

    manifest_of(game)
    sys.setprofile(watch)
    try:
        replay, verdict = judge(log)
    finally:
        sys.setprofile(None)
    bits = met(log, replay, verdict.findings, only_events=has_only_events(replay))
    always, units = all_closures(game.name)
    every = bits & manifest_of(game).bits([EVERYTHING])
    names = [name for name in units if every or bits & manifest_of(game).bits([name])]
    reached = always.union(*(units[name] for name in names))
    ran = {one for code in codes if (one := definition_of(code)) and not in_base(one)}
    return ran - reached


def judge(log: bytes) -> tuple[Replay, Judgement]:
    """Judge a log, as `ragami.receipts` does."""
    replay = replay_log(log)
    return replay, judge_replay(replay)


@cache
def load_whole(package: str) -> None:
    """Import all modules of a game, so that none is while a log is judged."""
    for one in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
        import_module(one.name)


@cache
def all_closures(game: str) -> tuple[set[Definition], dict[str, set[Definition]]]:
    """What every log meets, and each unit."""
    always, units = closures(game_named(game), Sources("ragami"))
    return always, units


@cache
def definition_of(code: CodeType) -> Definition | None:
    """The definition that a code stands in; None for what is not ours or runs at import."""
    name = module_in(code.co_filename)
    if name is None or code.co_name == "<module>":
        return None
    module = source_of(name)
    for defined, statements in module.definitions.items():
        for one in statements:
            decorators = one.decorator_list if isinstance(one, Function) else []
            first = min([one.lineno, *(each.lineno for each in decorators)])
            if first <= code.co_firstlineno <= (one.end_lineno or 0):
                return Definition(name, defined)
    return None


@cache
def module_in(path: str) -> str | None:
    """The name of the module of ours that is written in a file."""
    folder = str(ROOT / "ragami") + os.sep
    if not path.startswith(folder):
        return None
    parts = Path(path).relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


@cache
def source_of(module: str) -> ModuleSource:
    return Sources("ragami").module(module)


# --- planted changes ---------------------------------------------------------------------------


class Change(NamedTuple):
    """A change of one module of a game; the path from the root of the project."""

    path: str
    definition: str
    mutation: Mutation


class Judged(NamedTuple):
    """The verdicts on some logs, by their numbers, and the rules that they were judged by."""

    manifest: Manifest
    verdicts: dict[int, bytes]
    met: dict[int, int]


def planted(game: str, logs: list[bytes], count: int, seed: int) -> int:
    """Plant changes, print what becomes of each, and return how many verdicts were missed."""
    with TemporaryDirectory() as folder:
        copy = Path(folder).resolve()
        no_code = shutil.ignore_patterns("__pycache__")
        shutil.copytree(ROOT / "ragami", copy / "ragami", ignore=no_code)
        (copy / "tests" / "trials").mkdir(parents=True)
        for name in ("receipts", "mutation", "code_logs"):
            path = Path("tests", "trials", f"{name}.py")
            shutil.copy(ROOT / path, copy / path)
        package = game_named(game).new_state.__module__.rpartition(".")[0]
        by_content = PycInvalidationMode.CHECKED_HASH
        place = copy.joinpath(*package.split("."))
        compileall.compile_dir(place, quiet=2, invalidation_mode=by_content)
        task = pickle.dumps((game, logs, drawn(game, count, seed)))
        (copy / "task").write_bytes(task)
        asked = [sys.executable, "-c", f"from {HERE} import work; raise SystemExit(work())"]
        surroundings = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(asked, cwd=copy, env=surroundings, check=False).returncode


def drawn(game: str, count: int, seed: int) -> list[Change]:
    """Draw changes of what judging a game can run: a definition first, then a place in it."""
    always, units = all_closures(game)
    luck = random.Random(seed)
    every = sorted(always.union(*units.values()))
    found: list[Change] = []
    while len(found) < count:
        one = luck.choice(every)
        module = source_of(one.module)
        lines = [
            range(each.lineno, (each.end_lineno or 0) + 1) for each in module.definitions[one.name]
        ]
        places = [
            each for each in mutations(module.content) if any(each.line in some for some in lines)
        ]
        if places:
            path = sys.modules[one.module].__file__ if one.module in sys.modules else None
            place = Path(path) if path else Path(str(import_module(one.module).__file__))
            found.append(Change(str(place.relative_to(ROOT)), one.name, luck.choice(places)))
    return found


def work() -> int:
    """Make the changes of the task, in this copy, each judged by a fork that has it loaded."""
    game, logs, changes = pickle.loads(Path("task").read_bytes())
    pool = get_context("fork").Pool(1, maxtasksperchild=1)
    before = pool.apply(judged_with, (game, logs, None))
    assert before, "the game as it is loads"
    known: Counter[str] = Counter()
    for change in changes:
        path = Path(change.path)
        source = path.read_bytes()
        path.write_bytes(change.mutation.applied_to(source))
        try:
            after = pool.apply_async(judged_with, (game, logs, before)).get(PATIENCE)
        except TooLong:
            pool.terminate()
            pool = get_context("fork").Pool(1, maxtasksperchild=1)
            after = None
        finally:
            path.write_bytes(source)
        known.update(what_became(change, source, before, after))
    told = ", ".join(f"{number} {name}" for name, number in known.items())
    print(f"{game}: {len(changes)} changes, {len(logs)} logs: {told}", flush=True)
    return min(known["verdicts missed"], 100)


def what_became(
    change: Change, source: bytes, before: Judged, after: Judged | None
) -> dict[str, int]:
    if after is None:
        return {"does not load or end": 1}
    bits = 0
    for some in before.manifest.changed(after.manifest).values():
        bits |= some
    others = {n for n, one in after.verdicts.items() if one != before.verdicts[n]}
    missed = [n for n in others if not bits & before.met[n]]
    stand = sum(not bits & one for one in before.met.values())
    _line, start, end, text = change.mutation
    place = f"{change.path}:{change.mutation.line} {change.definition}"
    instead = f"{source[start:end].decode()[:30]!r} => {text[:30]!r}"
    word = f"MISSED {missed}" if missed else "noticed" if others else "no verdict changes"
    print(f"  {word}; {stand} receipts stand: {place}: {instead}", flush=True)
    return {
        "change a verdict": bool(others),
        "verdicts missed": len(missed),
        "receipts stand": stand,
        "let some stand": bool(stand),
    }


def judged_with(game: str, logs: list[bytes], before: Judged | None) -> Judged | None:
    """Judge by the rules as they are written now: what stands by its receipt, and a few others.

    None where the game does not load, or not what reads its records: it judges nothing.
    """
    try:
        definition = game_named(game)
        definition.codec.read_log(logs[0])
        manifest = manifest_of(definition)
    except Exception:  # noqa: BLE001 (a change may break anything)
        return None
    verdicts: dict[int, bytes] = {}
    bits: dict[int, int] = {}
    revoked = 0
    for some in before.manifest.changed(manifest).values() if before else ():
        revoked |= some
    again = [n for n in range(len(logs)) if before and revoked & before.met[n]]
    for number in set(range(len(logs))).difference(again):
        verdicts[number], bits[number] = verdict_on(logs[number])
    for number in random.Random(0).sample(again, min(POWER, len(again))):
        verdicts[number], bits[number] = verdict_on(logs[number])
        if before and verdicts[number] != before.verdicts[number]:
            break
    return Judged(manifest, verdicts, bits)


def verdict_on(log: bytes) -> tuple[bytes, int]:
    """The verdict on a log, and what it met; what is raised is one too."""
    try:
        replay, verdict = judge(log)
        told = (verdict.records, verdict.findings, verdict.final)
        return msgspec.json.encode(told, enc_hook=str), met(
            log, replay, verdict.findings, only_events=has_only_events(replay)
        )
    except Exception as raised:  # noqa: BLE001 (a verdict too)
        return f"{type(raised).__name__}: {raised}".encode(), 0
