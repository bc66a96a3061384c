"""Progress of a long command: one line on a terminal's stderr, and nothing anywhere else."""

from __future__ import annotations

import os
import sys
import time
from types import TracebackType
from typing import Final, Self

from ragami_cli.output import is_terminal

PATIENCE: Final = 1.0
"""Seconds that a command may take before anybody wants to know how far it is."""

INTERVAL: Final = 0.1
"""Seconds between two drawings of the line."""

WIDEST_BAR: Final = 40
_START_OF_LINE: Final = "\r\x1b[K"


class ProgressLine:
    """A line `[####------] 41/100  12/s  0:05` while the block runs; `step` after each piece.

    `total` is how much there is in all; with 0 nobody knows, and only what is done is shown.
    `hide` makes room for something that is said meanwhile, which may be on the same terminal.
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self.done = 0
        self.weight = 0.0
        self._terminal = shows_progress()
        self._begun = time.monotonic()
        self._next = self._begun + PATIENCE
        self._shown = False
        self._hidden = False

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.hide()

    def step(self, pieces: int = 1, weight: float | None = None) -> None:
        """Some pieces are done, that are so much of the total."""
        self.done += pieces
        self.weight += pieces if weight is None else weight
        now = time.monotonic()
        if not self._terminal or (now < self._next and not self._hidden):
            return
        self._next = now + INTERVAL
        self._shown, self._hidden = True, False
        sys.stderr.write(_START_OF_LINE + self._line())
        sys.stderr.flush()

    def hide(self) -> None:
        """Take the line away until the next step."""
        if self._shown:
            self._shown, self._hidden = False, True
            sys.stderr.write(_START_OF_LINE)
            sys.stderr.flush()

    def _line(self) -> str:
        from shutil import get_terminal_size

        spent = max(time.monotonic() - self._begun, 1e-3)
        rate = f"{self.done / spent:.3g}/s"
        if not self.total:
            return f"{self.done}  {rate}"
        share = min(1.0, self.weight / self.total)
        # An archive is one thing to read, with many logs: then nobody knows how many there are.
        count = f"{self.done}/{self.total}" if self.weight == self.done else f"{self.done}"
        figures = f"{count}  {rate}  {_clock(spent * (1 - share) / share) if share else '?'}"
        room = min(WIDEST_BAR, get_terminal_size().columns - len(figures) - 4)
        if room < 1:
            return count
        filled = int(room * share)
        return f"[{'#' * filled}{'-' * (room - filled)}] {figures}"


def shows_progress() -> bool:
    """Return True if stderr is a terminal that can show progress."""
    return is_terminal(sys.stderr) and os.environ.get("TERM") != "dumb"


def _clock(seconds: float) -> str:
    """Seconds as `0:05`, `59:59`, `1:00:00`."""
    minutes, seconds_left = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds_left:02}" if hours else f"{minutes}:{seconds_left:02}"
