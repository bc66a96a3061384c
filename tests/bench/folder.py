"""`ragami verify FOLDER` beside the fold of the logs that are in it, in the same process.

The fold (`replay_log`, bytes to state) is what cannot be left out; everything else is what the
command does besides: find and read the files, look for seals, say what was found.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from unittest.mock import patch

from ragami.judge.report import replay_log
from ragami_cli.__main__ import run
from tests.bench.games import simulated
from tests.bench.measuring import PROCESSOR, Effort, Goal, Result, Side, race

WHAT: Final = "ragami verify FOLDER"
FOLD: Final = "replay_log of what is in it"
FILES: Final = 240
"""Logs of the folder, at most: of so many, what the command does once counts for little."""

GOALS: Final = {FOLD: Goal(0.6, 0.85)}


def measure(effort: Effort) -> Iterator[Result]:
    """The command, with and without a log ever sealed on this machine."""
    logs = simulated(effort.games) * (FILES // effort.games)
    with TemporaryDirectory() as temporary:
        games = Path(temporary, "games")
        games.mkdir()
        for number, log in enumerate(logs):
            (games / f"{number:04}.jsonl").write_bytes(log)
        fold = Side(FOLD, "games", len(logs), lambda: fold_all(logs))
        for keys in ("no-seals", "seals"):
            Path(temporary, keys, "seen" if keys == "seals" else "").mkdir(parents=True)
            with patch.dict(os.environ, RAGAMI_KEYS=str(Path(temporary, keys))):
                named = WHAT if keys == "no-seals" else f"{WHAT}, others sealed here"
                ours = Side(named, "games", len(logs), lambda: verify(games))
                yield from race(named, ours, [fold], effort.passes, GOALS, PROCESSOR)


def fold_all(logs: list[bytes]) -> None:
    """Fold each log, and keep nothing."""
    for log in logs:
        replay_log(log)


def verify(folder: Path) -> None:
    """Run the command in this process, so that nothing is measured but its work."""
    with redirect_stdout(io.StringIO()):
        assert run(["verify", "--processes", "1", str(folder)]) == 0
