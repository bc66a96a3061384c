"""What one game takes in memory, and what 10,000 do."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import tracemalloc
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from ragami.judge.replay import Replay
from ragami.judge.report import replay_log
from tests.bench.games import simulated
from tests.bench.measuring import Effort, Figure, Result
from tests.bench.starting import tool

MANY: Final = 10_000
HELD: Final = 100
KIB: Final = 1024

# In a small process of its own: a child begins with the memory of whoever called it.
WATCH: Final = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL)
print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""


def measure(effort: Effort) -> Iterator[Result]:
    """The peak of whole commands, and what a game holds that stays open."""
    many = min(MANY, effort.largest)
    yield Figure("a finished game held open, with its records", held(), "KiB")
    with tempfile.TemporaryDirectory() as name:
        one, all_ = Path(name) / "one.jsonl", Path(name) / "many.jsonl"
        logs = simulated(effort.games)
        one.write_bytes(logs[0])
        with all_.open("wb") as file:
            for number in range(many):
                file.write(logs[number % len(logs)])
        ragami = tool("ragami")
        yield Figure("peak of `ragami --help`", peak([ragami, "--help"]), "MiB")
        yield Figure("peak of `ragami verify`, one game", peak([ragami, "verify", str(one)]), "MiB")
        command = [ragami, "verify", "--processes", "1", str(all_)]
        what = f"peak of `ragami verify --processes 1`, {many:,} games in a file"
        yield Figure(what, peak(command), "MiB")


def held() -> float:
    """KiB of a replay, on the average over some games."""
    logs = simulated(HELD)
    replay_log(logs[0])
    tracemalloc.start()
    before, _ = tracemalloc.get_traced_memory()
    replays: list[Replay] = [replay_log(log) for log in logs]
    after, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    return (after - before) / len(replays) / KIB


def peak(command: list[str]) -> float:
    """The most that a command had in memory, in MiB, as the system says at its end."""
    wrapped = [sys.executable, "-S", "-c", WATCH, *command]
    most = int(subprocess.run(wrapped, check=True, capture_output=True, text=True).stdout)
    return most / (KIB * KIB if sys.platform == "darwin" else KIB)
