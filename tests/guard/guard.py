"""The guard: what the fold and the start may cost, and what they do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Final

RECORDED: Final = Path(__file__).with_name("recorded.json")
ROOT: Final = Path(__file__).parents[2]
MOST: Final = 1.3
YARDSTICK: Final = "yardstick"

Counts = Mapping[str, int]


def counted() -> dict[str, int]:
    """The counts of this code, by a fresh process in which sets have one order."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.guard.counting"],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": "0", "COLUMNS": "80"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    found: dict[str, int] = json.loads(done.stdout)
    return found


def recorded() -> dict[str, int]:
    found: dict[str, int] = json.loads(RECORDED.read_bytes())
    return found


def record(counts: Counts) -> None:
    RECORDED.write_text(json.dumps(counts, indent=2) + "\n", encoding="ascii")


def growth(counts: Counts, before: Counts) -> dict[str, float]:
    """What each costs now by what it cost, both measured by the yardstick."""
    scale = before[YARDSTICK] / counts[YARDSTICK]
    return {what: scale * counts[what] / before[what] for what in before if what != YARDSTICK}


def too_slow(counts: Counts, before: Counts) -> list[str]:
    """What costs more than it may, in words."""
    return [
        f"{what} takes {times:.2f} times the bytecodes recorded (at most {MOST}). If that is"
        " worth it, record it: python -m tests.guard"
        for what, times in growth(counts, before).items()
        if times > MOST
    ]
