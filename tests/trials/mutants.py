"""Does a test notice when the source is changed? `mutants --room proof --seed 7 --count 60`.

Changes (`tests.trials.mutation`) are drawn at random from the modules of a room, each is made in a
copy of the project, and the tests of the room run on it (`tests.trials.noticing`). Of each is
printed which test notices it; whether one that no test notices changes what the program does is for
people to say. `--numbers 3,17` tries those of the drawn ones again. Several rooms share the run
without changes.

It needs coverage.py (`pip install -e '.[mutants]'`), which knows the tests that pass a line.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final, NamedTuple

from tests.trials.mutation import Mutation, mutations
from tests.trials.noticing import ROOT, Copy

MOST_ALIVE: Final = 0.05


class Room(NamedTuple):
    """The source of a room, and the tests that hold it; both from the root of the project."""

    source: str
    tests: Sequence[str]


FROZEN: Final = "tests/golden/test_frozen.py::test_it_is_as_it_was_found_right"
GOLDEN: Final = "tests/golden/test_golden.py::test_a_golden_game_reads_as_ever"
PAGES: Final = ROOT / "tests/golden/pages"
CODES: Final = f"{FROZEN}[texts/codes.en.txt]"
PROVED_AND_SEEN: Final = (
    "tests/proof",
    "tests/privacy",
    "tests/games/deal_with_the_devil/test_viewers.py",
    "tests/games/deal_with_the_devil/test_app.py",
    "tests/export/test_taken.py",
    "tests/server/test_secrecy.py",
    CODES,
)
ROOMS: Final = {
    "proof": Room("ragami/proof", PROVED_AND_SEEN),
    "privacy": Room("ragami/privacy", PROVED_AND_SEEN),
    "store": Room(
        "ragami/store",
        ["tests/store", "tests/cli/test_games.py", "tests/cli/test_import.py", CODES],
    ),
    "server": Room(
        "ragami/server",
        [
            "tests/server",
            "--ignore=tests/server/screens",
            *(f"{FROZEN}[pages/{path.name}]" for path in PAGES.glob("*.served.en.txt")),
            f"{FROZEN}[pages/openapi.json]",
            CODES,
        ],
    ),
    "tournament": Room(
        "ragami/games/tournament",
        [
            "tests/games/tournament",
            "tests/server/test_gathering.py",
            "tests/golden/test_sheets.py::test_every_line_is_written_and_read_as_ever[tournament]",
            f"{GOLDEN}[tournament-23]",
            f"{GOLDEN}[tournament-day]",
            *(f"{FROZEN}[texts/tournament.{kind}.en.txt]" for kind in ("events", "verdicts")),
            *(f"{FROZEN}[pages/tournament.{kind}.en.txt]" for kind in ("exported", "served")),
            *(f"{FROZEN}[sample_sheets/tournament-legal-{n}.en.ragami]" for n in (1, 2, 3)),
            f"{FROZEN}[simulated/tournament.txt]",
            CODES,
        ],
    ),
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


def main(options: Sequence[str] = ()) -> int:
    """Try the changes that are drawn. Give 1 where more than MOST_ALIVE of a room go unnoticed."""
    parser = argparse.ArgumentParser(prog="python -m tests.trials mutants")
    parser.add_argument("--room", choices=ROOMS, nargs="+", default=["proof"])
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--numbers", help="of the drawn ones only these, as 3,17")
    given = parser.parse_args(options)
    rooms = {name: ROOMS[name] for name in given.room}
    tests = dict.fromkeys(test for room in rooms.values() for test in room.tests)
    with TemporaryDirectory() as folder:
        copy = Copy(Path(folder).resolve(), [room.source for room in rooms.values()], [*tests])
        start = monotonic()
        for test in copy.trace():
            print(f"left out, since it fails without a change: {test}")
        print(f"the tests take {monotonic() - start:.0f} s", flush=True)
        too_many = False
        for name, room in rooms.items():
            mutants = dict(enumerate(drawn(room.source, given.seed, given.count), 1))
            if given.numbers:
                mutants = {number: mutants[number] for number in map(int, given.numbers.split(","))}
            alive = sum(not tried(copy, number, mutant) for number, mutant in mutants.items())
            print(f"{alive} of {len(mutants)} are alive (--room {name} --seed {given.seed})")
            too_many |= alive > MOST_ALIVE * len(mutants)
    return int(too_many)


def tried(copy: Copy, number: int, mutant: Mutant) -> bool:
    """Try a change and print what notices it, if anything does."""
    start = monotonic()
    test = copy.noticed_by(mutant.path, mutant.mutation)
    word = "ALIVE  " if test is None else "noticed"
    print(f"{number:3} {word} {monotonic() - start:5.1f} s  {in_words(mutant)}", flush=True)
    if test:
        print(f"    by {test}", flush=True)
    return test is not None


def in_words(mutant: Mutant) -> str:
    """Where a change is, what stood there and what stands there now."""
    source = (ROOT / mutant.path).read_bytes()
    line, start, end, text = mutant.mutation
    before = " ".join(source[start:end].decode().split())
    return f"{mutant.path}:{line}: {before[:70]}  =>  {' '.join(text.split())[:70]}"
