"""`python -m tests.games.scores.examples`: write the logs of the evenings."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from ragami.sheet import Misread, logs_in

EXAMPLES: Final = Path(__file__).parents[3] / "examples" / "scores"
SHEETS: Final = sorted(EXAMPLES.glob("*.ragami"))


def log_of(sheet: Path) -> bytes:
    """Read the log that a sheet writes down."""
    (game,) = logs_in(sheet.read_bytes())
    assert not isinstance(game, Misread), game
    return game.log


if __name__ == "__main__":
    for sheet in SHEETS:
        sheet.with_suffix(".jsonl").write_bytes(log_of(sheet))
