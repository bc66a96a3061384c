"""`ragami verify --json --receipts FILE FOLDER` beside the same without: known games, and new."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from unittest.mock import patch

from ragami.game import game_named
from ragami_cli.__main__ import run
from ragami_cli.commands.simulate import Plan
from tests.bench.measuring import PROCESSOR, Effort, Goal, Result, Side, race

WITHOUT: Final = "the same without receipts"
GOALS: Final = {
    "ragami": Goal(None, 12),
    "dice-forge": Goal(None, 20),
    "deal-with-the-devil": Goal(None, 100),
}
FILES: Final = 120
"""Logs of a folder."""


def measure(effort: Effort) -> Iterator[Result]:
    """Each game, known by its receipts, and judged with receipts written."""
    for name, goal in GOALS.items():
        game = game_named(name)
        with TemporaryDirectory() as temporary, patch.dict(os.environ, RAGAMI_KEYS=temporary):
            folder = Path(temporary, "games")
            folder.mkdir()
            number = min(FILES, 10 * effort.games)
            for seed in range(number):
                log = Plan(seed, min(4, game.players[1]), None, False).log(game)
                (folder / f"{seed:04}.jsonl").write_bytes(log)
            known, new = Path(temporary, "known"), Path(temporary, "new")
            verify(folder, known)

            def first(folder: Path = folder, new: Path = new) -> None:
                new.unlink(missing_ok=True)
                verify(folder, new)

            other = Side(WITHOUT, "games", number, lambda folder=folder: verify(folder))  # type: ignore[misc]
            again = Side(f"{name}, known", "games", number, lambda f=folder, k=known: verify(f, k))  # type: ignore[misc]
            made = Side(f"{name}, receipts written", "games", number, first)
            yield from race(again.name, again, [other], effort.passes, {WITHOUT: goal}, PROCESSOR)
            written = {WITHOUT: Goal(None, 1 / 1.06)}
            yield from race(made.name, made, [other], effort.passes, written, PROCESSOR)


def verify(folder: Path, receipts: Path | None = None) -> None:
    """Run the command in this process."""
    more = ["--receipts", str(receipts)] if receipts else []
    with redirect_stdout(io.TextIOWrapper(io.BytesIO(), "utf-8")):
        assert run(["verify", "--json", "--processes", "1", *more, str(folder)]) == 0
