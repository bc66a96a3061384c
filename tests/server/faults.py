"""Phones that tap while everything around them fails, and a disk of one's own that can be full."""

from __future__ import annotations

import json
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import TypeVar

import httpx

from ragami.store import open_store
from tests.missing import left_out
from tests.server.kit import Phone

PATIENCE = 120.0
T = TypeVar("T")
NO_DISK = "no small disk can be mounted here: what a full one does is not tried"


class Finger(threading.Thread):
    """Taps notes at a table, each until it is answered; `met` counts what it met with.

    Every note has its key. Two fingers at one table send after the same record again and again:
    one of them is first, the other looks and taps once more.
    """

    def __init__(self, base: str, token: str, table: str, name: str, taps: int) -> None:
        super().__init__(daemon=True)
        self.phone = Phone(base, token, table)
        self.phone.client.timeout = httpx.Timeout(2.0)
        self.name, self.taps = name, taps
        self.after = 1
        self.done = 0
        self.met: Counter[str] = Counter()
        self._rng = Random(name)

    def run(self) -> None:
        for number in range(self.taps):
            self._tap(number)
            self.done += 1
            if self._rng.random() < 0.1:
                self._tap(number)  # a finger that trembles: the same key once more
        self.phone.close()

    def _tap(self, number: int) -> None:
        until = time.monotonic() + PATIENCE
        while not self._sent(number):
            assert time.monotonic() < until, f"{self.name}: no answer to tap {number}"

    def _sent(self, number: int) -> bool:
        """Is it said to be on the disk?"""
        body = {"type": "noted", "data": {"text": f"{self.name}.{number}"}}
        try:
            answer = self.phone.write("events", body, self.after, f"{self.name}.{number}")
            told = answer.json()
        except (httpx.HTTPError, json.JSONDecodeError):
            self.met["broken"] += 1
            time.sleep(0.02)
            return False
        self.met[str(answer.status_code)] += 1
        if answer.status_code in (200, 201):
            self.after = max(self.after, told["last"])
            return True
        if answer.status_code == 409:
            self.after = told["found"]
            return False
        assert answer.status_code in (429, 503, 507), answer.text
        time.sleep(0.05)
        return False


def written(database: Path, table: str) -> list[str]:
    """The notes of a table, in their order."""
    with open_store(database) as store:
        lines = [json.loads(line) for line in store.read(table)]
    assert [line["seq"] for line in lines] == list(range(1, len(lines) + 1))
    return [line["data"]["text"] for line in lines if line["type"] == "noted"]


def once_each(database: Path, fingers: Sequence[Finger]) -> tuple[int, int]:
    """How many taps are lost, and how many are there more than once."""
    found: Counter[str] = Counter()
    for table in {one.phone.table for one in fingers}:
        found.update(written(database, table))
    wanted = {f"{one.name}.{n}" for one in fingers for n in range(one.taps)}
    return len(wanted - found.keys()), sum(found.values()) - len(found)


def until(found: Callable[[], T | None], seconds: float = 60.0) -> T:
    """Wait for something; gives what is found, as soon as it is."""
    end = time.monotonic() + seconds
    while not (told := found()):
        assert time.monotonic() < end, "it did not come"
        time.sleep(0.01)
    return told


class Disk:
    """A small disk: `fill` leaves no byte free, `free` gives all back."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._filler = path / "filler"

    def fill(self) -> None:
        with self._filler.open("ab", buffering=0) as filler:
            for piece in (2**16, 2**10, 1):
                try:
                    while filler.write(b"x" * piece):
                        pass
                except OSError:
                    continue

    def free(self) -> None:
        self._filler.unlink(missing_ok=True)


@contextmanager
def small_disk(at: Path, size: str = "4m") -> Iterator[Disk]:
    """A real file system of so many bytes. Skips where nobody may mount one."""
    at.mkdir()
    kind = ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(at)]
    done = subprocess.run(kind, capture_output=True, text=True, check=False)
    if done.returncode:
        left_out(NO_DISK)
    try:
        yield Disk(at)
    finally:
        subprocess.run(["umount", "-l", str(at)], check=True)
