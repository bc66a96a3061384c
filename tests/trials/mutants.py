"""Does a test notice when the source is changed? `mutants --room proof --seed 7 --count 60`.

Changes (`tests.trials.mutation`) are drawn at random from the modules of a room, each is made in a
copy of the project, and the tests of the room run on it: first those that pass through the changed
line, then all of them. A change that no test notices is printed; whether it changes what the
program does is for people to say. `--numbers 3,17` tries those of the drawn ones again.

It needs coverage.py (`pip install -e '.[mutants]'`), which knows the tests that pass a line.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final, NamedTuple

from tests.trials.mutation import Mutation, mutations

ROOT: Final = Path(__file__).parents[2]
MOST_ALIVE: Final = 0.05
PATIENCE: Final = 4
"""A run that takes so many times as long as without a change, and GRACE seconds, hangs."""
GRACE: Final = 30


class Room(NamedTuple):
    """The source of a room, and the tests that hold it; both from the root of the project."""

    source: str
    tests: Sequence[str]


ROOMS: Final = {
    "proof": Room("ragami/proof", ["tests/proof", "tests/privacy"]),
    "privacy": Room("ragami/privacy", ["tests/privacy", "tests/proof"]),
    "store": Room("ragami/store", ["tests/store", "tests/privacy"]),
    "server": Room("ragami/server", ["tests/server"]),
    "tournament": Room("ragami/games/tournament", ["tests/games/tournament", "tests/rules"]),
}


class Mutant(NamedTuple):
    """A change of one module."""

    path: str
    mutation: Mutation


def drawn(source: str, seed: int, count: int) -> list[Mutant]:
    """Draw so many changes of the modules of a folder; of the same source always the same ones."""
    paths = sorted(str(path.relative_to(ROOT)) for path in (ROOT / source).rglob("*.py"))
    every = [Mutant(path, one) for path in paths for one in mutations((ROOT / path).read_bytes())]
    print(f"{len(every)} changes can be made in {len(paths)} modules of {source}", flush=True)
    return random.Random(seed).sample(every, min(count, len(every)))


class Copy:
    """A copy of the project in which one module at a time is changed."""

    def __init__(self, folder: Path, room: Room) -> None:
        self._folder = folder
        self._room = room
        self._environment = os.environ | {
            "PYTHONPATH": os.pathsep.join([str(folder), str(folder / "cli")]),
            "COVERAGE_FILE": str(folder / ".coverage"),
        }
        listed = ["git", "-C", str(ROOT), "ls-files", "-coz", "--exclude-standard"]
        names = subprocess.run(listed, capture_output=True, check=True).stdout.decode()
        for name in names.rstrip("\0").split("\0"):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, folder / name)

    def trace(self) -> None:
        """Run the tests as they are; `SystemExit` where they do not pass."""
        settings = self._folder / ".coveragerc"
        settings.write_text(
            f"[run]\nsource = {self._room.source}\ndynamic_context = test_function\n"
        )
        start = monotonic()
        of_coverage = ["-m", "coverage", "run", f"--rcfile={settings}"]
        run = self._run([*of_coverage, "-m", "pytest"], self._room.tests, None)
        if run.returncode:
            raise SystemExit(f"without any change the tests fail:\n{run.stdout[-3000:]}")
        self._limit = GRACE + PATIENCE * (monotonic() - start)
        from coverage import CoverageData  # noqa: PLC0415 (only this trial needs it)

        self._data = CoverageData(str(self._folder / ".coverage"))
        self._data.read()

    def notices(self, mutant: Mutant) -> bool:
        """Say whether a test fails, or hangs, with this change."""
        path = self._folder / mutant.path
        path.write_bytes(mutant.mutation.applied_to(path.read_bytes()))
        try:
            through = self._tests_through(mutant)
            return bool(through and self._fails(through)) or self._fails(self._room.tests)
        finally:
            shutil.copy2(ROOT / mutant.path, path)

    def _tests_through(self, mutant: Mutant) -> list[str]:
        """The tests that pass through the changed line."""
        by_line = self._data.contexts_by_lineno(str((self._folder / mutant.path).resolve()))
        by_module: dict[str, list[str]] = defaultdict(list)
        for context in by_line.get(mutant.mutation.line, ()):
            module, _dot, function = context.rpartition(".")
            by_module[module].append(function)
        return [
            f"{module.replace('.', '/')}.py::{function}"
            for module, functions in sorted(by_module.items())
            if (self._folder / f"{module.replace('.', '/')}.py").is_file()
            for function in sorted(functions)
        ]

    def _fails(self, tests: Sequence[str]) -> bool:
        try:
            run = self._run(["-B", "-m", "pytest", "-x"], tests, self._limit)
        except subprocess.TimeoutExpired:
            return True
        return run.returncode != 0

    def _run(
        self, command: Sequence[str], tests: Sequence[str], limit: float | None
    ) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *command, "-q", "-p", "no:cacheprovider", *tests],
            cwd=self._folder,
            env=self._environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=limit,
        )


def main(options: Sequence[str] = ()) -> int:
    """Try the changes that are drawn. Give 1 where more than MOST_ALIVE of them go unnoticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.trials mutants")
    parser.add_argument("--room", choices=ROOMS, default="proof")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--numbers", help="of the drawn ones only these, as 3,17")
    given = parser.parse_args(options)
    room = ROOMS[given.room]
    mutants = dict(enumerate(drawn(room.source, given.seed, given.count), 1))
    if given.numbers:
        mutants = {number: mutants[number] for number in map(int, given.numbers.split(","))}
    alive = 0
    with TemporaryDirectory() as folder:
        copy = Copy(Path(folder).resolve(), room)
        copy.trace()
        for number, mutant in mutants.items():
            start = monotonic()
            noticed = copy.notices(mutant)
            alive += not noticed
            word = "noticed" if noticed else "ALIVE  "
            seconds = monotonic() - start
            print(f"{number:3} {word} {seconds:5.1f} s  {in_words(mutant)}", flush=True)
    print(f"{alive} of {len(mutants)} are alive (--room {given.room} --seed {given.seed})")
    return 1 if alive > MOST_ALIVE * len(mutants) else 0


def in_words(mutant: Mutant) -> str:
    """Where a change is, what stood there and what stands there now."""
    source = (ROOT / mutant.path).read_bytes()
    line, start, end, text = mutant.mutation
    before = " ".join(source[start:end].decode().split())
    return f"{mutant.path}:{line}: {before[:70]}  =>  {' '.join(text.split())[:70]}"
