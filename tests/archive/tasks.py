"""Tasks for workers: they must be functions of a module that the workers can import."""

from __future__ import annotations

import os
import time
from pathlib import Path
from typing import NamedTuple

from ragami.trouble import Trouble


class Named(NamedTuple):
    name: str
    deadly: bool = False


def square(number: int) -> int:
    return number * number


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
        raise Trouble("name-needed")
    return number


def write_pid_and_wait(folder: Path) -> None:
    (folder / str(os.getpid())).touch()
    time.sleep(60)
