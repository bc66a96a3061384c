"""Keys as they are pressed, and a screen to draw on: what a terminal program needs, and no more."""

from __future__ import annotations

import os
import select
import sys
from types import TracebackType
from typing import Any, Final, Self

# What terminals send for the keys that are no characters.
NAMES: Final[dict[bytes, str]] = {
    b"\x1b[A": "up",
    b"\x1b[B": "down",
    b"\x1b[C": "right",
    b"\x1b[D": "left",
    b"\x1bOA": "up",
    b"\x1bOB": "down",
    b"\x1bOC": "right",
    b"\x1bOD": "left",
    b"\x1b[H": "home",
    b"\x1b[F": "end",
    b"\x1b[1~": "home",
    b"\x1b[4~": "end",
    b"\x1bOH": "home",
    b"\x1bOF": "end",
    b"\x1b[5~": "page-up",
    b"\x1b[6~": "page-down",
    b"\r": "enter",
    b"\n": "enter",
    b"\x7f": "backspace",
    b"\x08": "backspace",
}
LONGEST: Final = 4
ESCAPE: Final = b"\x1b"

ENTER: Final = "\x1b[?1049h\x1b[?25l\x1b[?7l"
"""Another screen, without a cursor, and long lines are cut instead of wrapped."""

LEAVE: Final = "\x1b[?7h\x1b[?25h\x1b[?1049l"


class TerminalScreen:
    """The whole terminal for the time of a `with` block; it comes back as it was."""

    def __init__(self) -> None:
        self._keyboard = sys.stdin.fileno()
        self._pressed = b""

    def __enter__(self) -> Self:
        import termios
        import tty

        self._before: list[Any] = termios.tcgetattr(self._keyboard)
        tty.setcbreak(self._keyboard)
        self._write(ENTER)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        import termios

        self._write(LEAVE)
        termios.tcsetattr(self._keyboard, termios.TCSADRAIN, self._before)

    @property
    def size(self) -> os.terminal_size:
        """Columns and lines, as they are now."""
        try:
            return os.get_terminal_size(sys.stdout.fileno())
        except OSError:
            return os.terminal_size((80, 24))

    def draw(self, lines: list[str]) -> None:
        """Show these lines and nothing else; none more than there is room for."""
        picture = "\r\n".join(f"{line}\x1b[K" for line in lines[: self.size.lines])
        self._write(f"\x1b[H{picture}\x1b[J")

    def key(self, seconds: float) -> str | None:
        """The next key: a character, or one of `NAMES`; None if there is none in so many seconds.

        The end of the input is the key `q`.
        """
        if not self._pressed:
            ready, _, _ = select.select([self._keyboard], [], [], seconds)
            if not ready:
                return None
            self._pressed = os.read(self._keyboard, 1024)
            if not self._pressed:
                return "q"
        return self._take()

    def _take(self) -> str:
        for length in range(LONGEST, 0, -1):
            name = NAMES.get(self._pressed[:length])
            if name:
                self._pressed = self._pressed[length:]
                return name
        if self._pressed.startswith(ESCAPE):  # a key that we have no name for
            self._pressed = b""
            return "escape"
        text = self._pressed.decode(errors="replace")
        self._pressed = text[1:].encode()
        return text[0]

    def _write(self, text: str) -> None:
        sys.stdout.write(text)
        sys.stdout.flush()
