"""Whole commands as processes, beside a bare click program and `sqlite-utils --help`."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Final

from ragami.store.sqlite import SqliteStore
from tests.bench.games import lines, simulated
from tests.bench.measuring import Effort, Goal, Result, Side, compared, in_turns, of_children

BARE: Final = "a bare click program"
UTILS: Final = "sqlite-utils --help"
HELP: Final = "ragami --help"
SHOW: Final = "ragami show GAME"
VERIFY: Final = "ragami verify FILE"
GOALS: Final = {BARE: Goal(1.08, 1.03)}
PROGRAM: Final = """
import click
@click.group()
def bare() -> None:
    "A program that does nothing."
@bare.command()
def one() -> None:
    "A command."
bare()
"""


def measure(effort: Effort) -> Iterator[Result]:
    """Our commands and theirs in turns, in a folder of their own."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (log,) = simulated(1)
        (folder / "game.jsonl").write_bytes(log)
        with SqliteStore(folder / "games.db") as store:
            store.append("game", 0, lines(log))
        ragami = tool("ragami")
        ours = [
            process(HELP, [ragami, "--help"], folder),
            process(SHOW, [ragami, "show", "game", "--db", "games.db"], folder),
            process(VERIFY, [ragami, "verify", "game.jsonl"], folder),
        ]
        others = [
            process(BARE, [sys.executable, "-c", PROGRAM, "--help"], folder),
            process(UTILS, [tool("sqlite-utils"), "--help"], folder),
        ]
        rates = in_turns([*ours, *others], 2 * effort.passes, of_children)
        for mine in ours:
            goals = GOALS if mine.name == HELP else {}
            yield from compared(mine.name, mine, others, rates, goals, longer=True)


def tool(name: str) -> str:
    """A program of the environment that this runs in."""
    return str(Path(sys.executable).with_name(name))


def process(name: str, command: list[str], folder: Path) -> Side:
    """One run of a command, in English, with what it says thrown away."""
    run = partial(
        subprocess.run,
        command,
        cwd=folder,
        env=os.environ | {"LC_ALL": "C.UTF-8", "XDG_DATA_HOME": str(folder)},
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )

    def work() -> None:
        run()

    return Side(name, "runs", 1, work)
