"""Where it was measured, with which versions, and how quiet it was. Nothing names the machine."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import monotonic
from typing import Final

import msgspec

from tests.bench.same_rules import BUILD

LIBRARIES: Final = (
    "msgspec", "click", "chess", "pokerkit", "open_spiel", "catanatron", "eventsourcing",
    "sqlite-utils",
)  # fmt: skip
PACKAGES: Final = ("boardgame.io", "immer")
GIB: Final = 1024**3
TOLD_BY_LINUX: Final = Path("/proc/stat")


def machine() -> dict[str, str]:
    """The processor and the system."""
    pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    return {
        "processor": f"{processor()}, {os.cpu_count()} cores",
        "memory": f"{pages * size / GIB:.0f} GiB",
        "system": f"{platform.system()}, {platform.machine()}",
    }


class Busy:
    """How much of the machine somebody else used since this was made."""

    def __init__(self) -> None:
        self.begun = monotonic()
        self.before = all_work(), our_work()

    def cores(self) -> float | None:
        """Cores on the average, by the books of the system; None where it has none to read."""
        everybody, we = all_work(), our_work()
        if everybody is None or self.before[0] is None:
            return None
        theirs = everybody - self.before[0] - (we - self.before[1])
        return max(0.0, theirs / (monotonic() - self.begun))


def all_work() -> float | None:
    """Processor seconds of everything that ever ran here."""
    if not TOLD_BY_LINUX.exists():
        return None
    user, nice, system, _, _, interrupts, soft = map(int, TOLD_BY_LINUX.read_text().split()[1:8])
    return (user + nice + system + interrupts + soft) / os.sysconf("SC_CLK_TCK")


def our_work() -> float:
    """Processor seconds of this process and of those that it has seen to their end."""
    return sum(os.times()[:4])


def processor() -> str:
    """What the processor calls itself."""
    told = Path("/proc/cpuinfo")
    if told.exists():
        for line in told.read_text("utf-8").splitlines():
            if line.startswith("model name"):
                return " ".join(line.partition(":")[2].split())
    return platform.processor() or "unknown"


def versions() -> dict[str, str]:
    """Everything that took part; what is not there is left out."""
    found = {
        platform.python_implementation(): platform.python_version(),
        "SQLite": sqlite3.sqlite_version,
    }
    for library in LIBRARIES:
        try:
            found[library] = version(library)
        except PackageNotFoundError:
            continue
    if shutil.which("node"):
        told = subprocess.run(["node", "--version"], check=True, capture_output=True, text=True)
        found["node"] = told.stdout.strip().removeprefix("v")
    for package in PACKAGES:
        path = BUILD / "node_modules" / package / "package.json"
        if path.exists():
            found[package] = msgspec.json.decode(path.read_bytes())["version"]
    return found
