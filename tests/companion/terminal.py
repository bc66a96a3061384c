"""The companion on a real terminal: a process, its keys, and what it writes to the screen."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

SECONDS: Final = 30
ENTER: Final = "\r"
UNDO: Final = "\x1a"
EMPTY: Final = "\x15"
REDO: Final = "\x19"
LEAVE: Final = "\x11"
INTERRUPT: Final = "\x03"
CONTROL: Final = re.compile(r"\x1b\[[0-9;?<>=]*[a-zA-Z]|\x1b[=>]|\x1b\][^\x07]*\x07")


class Terminal:
    """A pseudo terminal with a command on it; `shown` is all that it has written."""

    def __init__(self, master: int, process: subprocess.Popen[bytes]) -> None:
        self.master = master
        self.process = process
        self.shown = ""

    def press(self, keys: str) -> None:
        os.write(self.master, keys.encode())

    def read(self, seconds: float) -> str:
        """What is written in so many seconds, or at once if something is."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if not ready:
            return ""
        try:
            fresh = os.read(self.master, 1 << 16).decode(errors="replace")
        except OSError:  # the other end is closed
            return ""
        self.shown += fresh
        return fresh

    def until(self, holds: Callable[[], bool]) -> None:
        """Read on until something holds."""
        end = time.monotonic() + SECONDS
        while not holds():
            assert time.monotonic() < end, CONTROL.sub("", self.shown)[-3000:]
            self.read(0.005)

    def wait_for(self, text: str) -> None:
        """Read on until a text is written that was not there before."""
        before = len(self.shown)
        self.until(lambda: text in CONTROL.sub("", self.shown[before:]))

    def settle(self, still: float) -> float:
        """Read on until nothing is written for so long; the time of the last byte."""
        last = time.perf_counter()
        while self.read(still):
            last = time.perf_counter()
        return last

    def resize(self, columns: int, rows: int) -> None:
        set_size(self.master, columns, rows)
        os.kill(self.process.pid, signal.SIGWINCH)

    def hang_up(self) -> None:
        """Close the terminal, as who closes its window."""
        nothing = os.open(os.devnull, os.O_RDWR)
        os.dup2(nothing, self.master)
        os.close(nothing)

    def end(self) -> int:
        """Read to the end; the exit code."""
        self.until(lambda: self.process.poll() is not None)
        return self.process.returncode


def set_size(terminal: int, columns: int, rows: int) -> None:
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))


def own_terminal() -> None:
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


@contextmanager
def on_terminal(
    *arguments: str, columns: int = 140, rows: int = 44, **environment: str
) -> Iterator[Terminal]:
    """Run `ragami` on a terminal of this size."""
    master, slave = pty.openpty()
    set_size(slave, columns, rows)
    # The copy that is tested, where that is not the one that is installed; and nobody's own keys.
    ours = ("PATH", "PYTHONPATH", "RAGAMI_KEYS")
    found = {name: os.environ[name] for name in ours if name in os.environ}
    around = {**found, "LC_ALL": "C.UTF-8", "TERM": "xterm-256color"}
    process = subprocess.Popen(
        [sys.executable, "-m", "ragami_cli", "--lang", "en", *arguments],
        stdin=slave,
        stdout=slave,
        stderr=slave,
        env={**around, **environment},
        start_new_session=True,
        # Ctrl-C and a hang-up reach only whose terminal it is; the child has no thread yet.
        preexec_fn=own_terminal,  # noqa: PLW1509
    )
    try:
        yield Terminal(master, process)
    finally:
        process.kill()
        process.wait()
        os.close(slave)
        os.close(master)


@contextmanager
def at_the_table(
    database: Path, *arguments: str, columns: int = 140, rows: int = 44, **environment: str
) -> Iterator[Terminal]:
    """`ragami table` on a terminal of this size."""
    around = {"RAGAMI_DB": str(database), "RAGAMI_BY": "ana", **environment}
    table = ("table", "--game", "ragami", *arguments)
    with on_terminal(*table, columns=columns, rows=rows, **around) as terminal:
        yield terminal
