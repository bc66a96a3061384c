"""A proxy of our own between phone and server, that cuts the line, stalls it, or lets it trickle.

What a browser calls "offline" does not cut an open stream; this does. `struck` counts what it did
to bytes that were on their way: a fault that hits nothing tries nothing.
"""

from __future__ import annotations

import contextlib
import socket
import threading
import time
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Self
from urllib.parse import urlsplit

PATIENCE = 5.0


class Proxy:
    """Passes on what comes. `cut` ends all lines; while `stalled` nothing goes either way."""

    def __init__(self, base: str) -> None:
        place = urlsplit(base)
        self._there = (place.hostname or "", place.port or 0)
        self._door = socket.create_server(("127.0.0.1", 0))
        self._lines: set[socket.socket] = set()
        self._lock = threading.Lock()
        self._open = True
        self._rng = Random(8617)
        self.struck: Counter[str] = Counter()
        self.stalled = False
        self.refusing = False
        # Bytes vanish, and nobody is told: what a phone does that has left the Wi-Fi.
        self.deaf = False
        # How many of the pieces that pass break their line instead.
        self.loss = 0.0
        # What is said otherwise on the way to the phone, in as many bytes: a host who lies.
        self.retold: Callable[[bytes], bytes] = bytes
        # Bytes a second, 0: as many as come.
        self.rate = 0
        self.base = f"http://127.0.0.1:{self._door.getsockname()[1]}"
        self._threads: list[threading.Thread] = []
        self._start(self._accept)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._open = False
        _end(self._door)  # wakes who waits at it, which closing alone does not
        self.cut()
        for thread in self._threads:
            thread.join(PATIENCE)

    def down(self) -> None:
        """The line is cut and stays so: whoever comes is refused until it is mended."""
        self.refusing = True
        self.cut()

    def cut(self) -> None:
        """End all lines as a lost Wi-Fi does not: at once, and both ends are told."""
        with self._lock:
            lines, self._lines = self._lines, set()
        self.struck["cut"] += len(lines)
        for line in lines:
            _end(line)

    def mend(self) -> None:
        """All is well again; a line that went deaf stays so, and is ended."""
        was_deaf, self.deaf = self.deaf, False
        self.stalled = self.refusing = False
        self.loss, self.rate = 0.0, 0
        if was_deaf:
            self.cut()

    def redirect(self, base: str) -> None:
        """The server is somewhere else now."""
        place = urlsplit(base)
        self._there = (place.hostname or "", place.port or 0)

    def _start(self, work: Callable[..., None], *lines: socket.socket) -> None:
        thread = threading.Thread(target=work, args=lines, daemon=True)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while self._open:
            try:
                near, _address = self._door.accept()
            except OSError:
                continue
            if self.refusing:
                self.struck["refused"] += 1
                _end(near)
                continue
            try:
                far = socket.create_connection(self._there, timeout=5)
            except OSError:
                _end(near)
                continue
            far.settimeout(None)
            self._take(near, far)

    def _take(self, near: socket.socket, far: socket.socket) -> None:
        with self._lock:
            self._lines |= {near, far}
        self._start(self._pass_on, near, far)
        self._start(self._pass_on, far, near)
        if self.refusing or not self._open:
            self.cut()  # it went down while this one was being taken

    def _pass_on(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while got := one.recv(1024 if self.rate else 65536):
                if self._goes(got):
                    other.sendall(self.retold(got))
        for line in (one, other):
            with self._lock:
                self._lines.discard(line)
            _end(line)

    def _goes(self, got: bytes) -> bool:
        """Wait as the line has it; are the bytes passed on? Raises `OSError` where it breaks."""
        if self.stalled:
            self.struck["stalled"] += 1
        while self.stalled and self._open:
            time.sleep(0.01)
        if self.rate:
            self.struck["slow"] += 1
            time.sleep(len(got) / self.rate)
        if self.loss and self._rng.random() < self.loss:
            self.struck["lost"] += 1
            raise OSError("lost")
        if self.deaf:
            self.struck["deaf"] += 1
        return not self.deaf


def _end(line: socket.socket) -> None:
    with contextlib.suppress(OSError):
        line.shutdown(socket.SHUT_RDWR)
    line.close()
