"""How far a long command has come: one line on a terminal's stderr, and nothing anywhere else."""

from __future__ import annotations

import os
import sys
import time
from shutil import get_terminal_size
from types import TracebackType
from typing import Final, Self

from ragami_cli.output import is_terminal

PATIENCE: Final = 1.0
"""Seconds that a command may take before anybody wants to know how far it is."""

INTERVAL: Final = 0.1
"""Seconds between two drawings of the line."""

WIDEST_BAR: Final = 40
_START_OF_LINE: Final = "\r\x1b[K"


class Progress:
    """A line `[####------] 41/100` while the block runs; `step` after each piece of work.

    `hide` makes room for something that is said meanwhile, which may be on the same terminal.
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self._terminal = is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"
        self._next = time.monotonic() + PATIENCE
        self._shown = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.hide()

    def step(self) -> None:
        """One piece is done."""
        self.done += 1
        if not self._terminal or time.monotonic() < self._next:
            return
        self._next = time.monotonic() + INTERVAL
        self._shown = True
        sys.stderr.write(_START_OF_LINE + self._line())
        sys.stderr.flush()

    def hide(self) -> None:
        """Take the line away until the next step that shows it."""
        if self._shown:
            self._shown = False
            sys.stderr.write(_START_OF_LINE)
            sys.stderr.flush()

    def _line(self) -> str:
        count = f"{self.done}/{self.total}"
        room = min(WIDEST_BAR, get_terminal_size().columns - len(count) - 4)
        if room < 1:
            return count
        filled = room * self.done // self.total
        return f"[{'#' * filled}{'-' * (room - filled)}] {count}"
