"""Tasks for workers: they must be functions of a module that the workers can import."""

from __future__ import annotations

import os
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from ragami.errors import RagamiError


class Named(NamedTuple):
    name: str
    deadly: bool = False


def square(number: int) -> int:
    return number * number


class Slow:
    """Takes a while to be read by whoever gets it."""

    def __reduce__(self) -> tuple[Any, ...]:
        return time.sleep, (0.6,)


def die_while_writing(mark: Path) -> int:
    """The first time, one keeps the reader busy, and the other dies half-way through its result."""
    with suppress(FileExistsError):
        (mark / "slow").touch(exist_ok=False)
        return Slow()  # type: ignore[return-value]  # None, when it comes out
    with suppress(FileExistsError):
        (mark / "dead").touch(exist_ok=False)
        threading.Timer(0.3, os._exit, (3,)).start()
        return bytes(2**20)  # type: ignore[return-value]
    return os.getpid()


def meet(folder: Path, number: int) -> int:
    """Waits until so many processes do the same."""
    (folder / str(os.getpid())).touch()
    until = time.monotonic() + 60
    while len(list(folder.iterdir())) < number and time.monotonic() < until:
        time.sleep(0.01)
    return os.getpid()


def pid(_item: int) -> int:
    time.sleep(0.02)
    return os.getpid()


def die_of_some(item: Named) -> str:
    if item.deadly:
        os._exit(3)
    return item.name


def die_once(mark: Path) -> int:
    """Ends its process the first time; what is done again then goes well."""
    if not mark.exists():
        mark.touch()
        os._exit(3)
    return os.getpid()


def refuse_seven(number: int) -> int:
    if number == 7:
        raise RagamiError("name-needed")
    return number


def write_pid_and_wait(folder: Path) -> None:
    (folder / str(os.getpid())).touch()
    time.sleep(60)
