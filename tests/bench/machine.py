"""Where it was measured, and with which versions. Nothing that names the machine."""

from __future__ import annotations

import os
import platform
import shutil
import sqlite3
import subprocess
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Final

import msgspec

from tests.bench.same_rules import BUILD

LIBRARIES: Final = (
    "msgspec", "click", "chess", "pokerkit", "open_spiel", "catanatron", "eventsourcing",
    "sqlite-utils",
)  # fmt: skip
PACKAGES: Final = ("boardgame.io", "immer")
GIB: Final = 1024**3


def machine() -> dict[str, str]:
    """The processor, the system, and how busy it was at the beginning."""
    pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    return {
        "processor": f"{processor()}, {os.cpu_count()} cores",
        "memory": f"{pages * size / GIB:.0f} GiB",
        "system": f"{platform.system()}, {platform.machine()}",
        "load at the start": f"{os.getloadavg()[0]:.1f}",
    }


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
