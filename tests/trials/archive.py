"""An archive: 1,000 games with one process and with two, as tables, and the memory of very many.

With `--games 100000` another question is asked: what so many games of three kinds cost as a folder,
in one packed file, as Parquet and in a database, judged for the first time and known by receipts.

Other work on the machine spoils the times; `chrt -r 1 python -m tests.trials archive`, as root,
gets in front of it.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from typing import Final

import zstandard

from ragami.game import game_named
from ragami.sources.places import RECORDS
from ragami_cli.commands.simulate import Plan

GAMES: Final = 1000
MANY: Final = 100_000
DISTINCT: Final = 300
PASSES: Final = 5
LEAST_RATIO: Final = 1.7
BUSY: Final = "for _ in range(20_000_000): pass"
MOST_MEMORY: Final = 256
"""MiB of all processes together."""


KINDS: Final = ("ragami", "dice-forge", "deal-with-the-devil")
NOTE: Final = b'{"seq":%d,"type":"noted","v":1,"at":null,"by":null,"data":{"text":"game %d"}}\n'


def main(options: Sequence[str] = ()) -> int:
    """Measure both; 1 where a claim does not hold. With `--games`: what so many cost."""
    parser = argparse.ArgumentParser(prog="python -m tests.trials archive")
    parser.add_argument("--games", type=int, help="of all three kinds together")
    if given := parser.parse_args(options).games:
        return measured_forms(given)
    game = game_named("ragami")
    logs = [Plan(seed, 2 + seed % 3, None, False).log(game) for seed in range(DISTINCT)]
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary, "games")
        folder.mkdir()
        for n in range(GAMES):
            (folder / f"game-{n:04}.jsonl").write_bytes(logs[n % DISTINCT])
        there_are = cores_there_are()
        ratio = measured_ratio([folder])
        measured_ratio([folder] * 3)
        measured_tables(folder, Path(temporary, "tables"))
        memory = measured_memory(archive(Path(temporary, "many.jsonl.zst"), logs))
    return 0 if ratio >= LEAST_RATIO * there_are / 2 and memory <= MOST_MEMORY else 1


def measured_ratio(folders: list[Path]) -> float:
    """How much sooner two processes are done, by the best of some passes, in turn."""
    best = {1: float("inf"), 2: float("inf")}
    for _ in range(PASSES):
        for processes in (1, 2):
            begun = time.perf_counter()
            verify(folders, processes).wait()
            best[processes] = min(best[processes], time.perf_counter() - begun)
    ratio = best[1] / best[2]
    games = GAMES * len(folders)
    print(f"{games} games: 1 process {best[1]:.2f} s, 2 processes {best[2]:.2f} s, {ratio:.2f} x")
    return ratio


def measured_tables(folder: Path, tables: Path) -> None:
    """How long it takes to put all games into tables, and to ask these everything."""
    begun = time.perf_counter()
    ragami("export", "--to", "parquet", "--processes", "2", "-o", str(tables), str(folder)).wait()
    written = time.perf_counter()
    ragami("stats", "--json", str(tables)).wait()
    asked = time.perf_counter() - written
    size = sum(path.stat().st_size for path in tables.iterdir()) / 2**20
    print(f"as tables in {written - begun:.1f} s, {size:.1f} MiB; all questions in {asked:.2f} s")


def cores_there_are() -> float:
    """How many busy loops the machine really runs at once, of two: the most that can be had."""
    best = {1: float("inf"), 2: float("inf")}
    for _ in range(PASSES):
        for number in (1, 2):
            begun = time.perf_counter()
            loops = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(number)]
            for loop in loops:
                loop.wait()
            best[number] = min(best[number], time.perf_counter() - begun)
    there_are = 2 * best[1] / best[2]
    print(f"two busy loops: {there_are:.2f} x one (2 where nobody else is on the machine)")
    return there_are


def measured_memory(path: Path) -> float:
    """The most that all processes together had at once while they judged `MANY` games, in MiB."""
    begun = time.perf_counter()
    running = verify([path], 2)
    most = []
    while running.poll() is None:
        most.append(resident(running.pid))
        time.sleep(0.2)
    half = len(most) // 2
    early, late = max(most[:half], default=0), max(most[half:], default=0)
    spent = time.perf_counter() - begun
    print(
        f"{MANY} games in {spent:.0f} s ({MANY / spent:.0f}/s), at most {max(early, late):.0f} MiB"
        f" (first half {early:.0f}, second half {late:.0f})"
    )
    return max(early, late)


def measured_forms(number: int) -> int:
    """Print what a game costs in each form, judged for the first time and then known by receipts.

    To judge is the same work in all of them: so two processes do it, and one of them alone is asked
    of a folder, without receipts. What a form adds is seen where the games are known. The
    tables come last: they take the most, two fifths of it all.
    """
    with tempfile.TemporaryDirectory() as temporary:
        place = Path(temporary)
        os.environ |= {"RAGAMI_KEYS": f"{place}/keys", "RAGAMI_DB": f"{place}/games.db"}
        folder, packed, tables = place / "games", place / "games.jsonl.zst", place / "tables"
        folder.mkdir()
        with zstandard.open(packed, "wb") as file:
            for n, log in enumerate(games_of_three_kinds(number)):
                (folder / f"{n:06}.jsonl").write_bytes(log)
                file.write(log)
        print(f"{number} games: a third each of {', '.join(KINDS)}; ms a game", flush=True)
        timer = Timer(number)
        judged = ("--receipts", str(place / "judged-games"))
        timer.verify("folder, without receipts", 1, folder)
        timer.first_and_again("folder", place, folder)
        timer.verify("folder, known", 2, folder, *judged)
        timer.first_and_again("one .jsonl.zst", place, packed)
        timer.verify(
            "one .jsonl.zst, known", 2, packed, "--receipts", f"{place}/judged-{packed.name}"
        )
        timer.run("import into the database, known", "import", *judged, str(folder))
        timer.verify("database, known", 1, place / "games.db", *judged)
        export = ("export", "--to", "parquet", "--processes", "2", "-o", str(tables), str(folder))
        timer.run("tables written (Parquet), 2 processes", *export)
        timer.first_and_again("records.parquet", place, tables / RECORDS)
        print(f"{timer.busy:.0f} s of the processors, {timer.spent:.0f} s by the clock")
        for path in (folder, packed, tables, place / "games.db", place / "judged-games"):
            files = path.iterdir() if path.is_dir() else [path]
            size = sum(one.stat().st_size for one in files) / number
            print(f"{path.name}: {size:,.0f} bytes a game")
    return 0


class Timer:
    """The time of commands on so many games, each for itself and added up."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.busy = self.spent = 0.0

    def run(self, name: str, *arguments: str) -> None:
        """Print the milliseconds of a command for each game: of processors, and by the clock."""
        before, begun = getrusage(RUSAGE_CHILDREN), time.perf_counter()
        code = ragami(*arguments).wait()
        after, spent = getrusage(RUSAGE_CHILDREN), time.perf_counter() - begun
        busy = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
        self.busy, self.spent = self.busy + busy, self.spent + spent
        each = 1000 / self.number
        print(f"{busy * each:8.3f} {spent * each:8.3f}  {name} (exit {code})", flush=True)

    def verify(self, name: str, processes: int, path: Path, *more: str) -> None:
        """Time `verify` of what is at a path, by one or two processes."""
        named = f"{name}, {processes} process{'es' if processes > 1 else ''}"
        self.run(named, "verify", "--json", "--processes", str(processes), *more, str(path))

    def first_and_again(self, name: str, place: Path, path: Path) -> None:
        """Time `verify` of what is at a path, judged with receipts written, and then known."""
        by = ("--receipts", f"{place}/judged-{path.name}")
        self.verify(f"{name}, receipts written", 2, path, *by)
        self.verify(f"{name}, known", 1, path, *by)


def games_of_three_kinds(number: int) -> Iterator[bytes]:
    """Yield games, each other bytes: after a hundred of a kind they differ by a note at the end."""
    drawn: dict[tuple[str, int], bytes] = {}
    for n in range(number):
        name, seed = KINDS[n % len(KINDS)], n // len(KINDS) % (DISTINCT // len(KINDS))
        if (name, seed) not in drawn:
            game = game_named(name)
            least, most = game.players[0], min(4, game.players[-1])
            players = least + seed % (most - least + 1)
            drawn[name, seed] = Plan(seed, players, None, False).log(game)
        log = drawn[name, seed]
        yield log + NOTE % (log.count(b"\n") + 1, n)


def verify(paths: list[Path], processes: int) -> subprocess.Popen[bytes]:
    return ragami("verify", "--json", "--processes", str(processes), *map(str, paths))


def ragami(*arguments: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-m", "ragami_cli", *arguments], stdout=subprocess.DEVNULL
    )


def archive(path: Path, logs: list[bytes]) -> Path:
    """One file with very many games, one after the other."""
    with zstandard.open(path, "wb") as file:
        for n in range(MANY):
            file.write(logs[n % len(logs)])
    return path


def resident(pid: int) -> float:
    """Memory of a process and its children in MiB; what they share is shared out (PSS)."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    try:
        family = [pid, *map(int, children.read_text().split())]
        return sum(map(proportional, family)) / 1024
    except (OSError, ProcessLookupError):
        return 0.0


def proportional(pid: int) -> int:
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1])
    return 0


if __name__ == "__main__":
    sys.exit(main() if os.name == "posix" else 0)
