"""How long `ragami --help` takes as a process, beside a bare click program.

python -m tests.speed.start
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

PASSES: Final = 21
BARE: Final = """
import click
@click.group()
def bare() -> None:
    "A program that does nothing."
@bare.command()
def one() -> None:
    "A command."
bare()
"""


def seconds(command: list[str]) -> float:
    """One run of a command, output thrown away."""
    begun = perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return perf_counter() - begun


def ratio() -> tuple[float, float]:
    """Our time by that of the bare program, and our milliseconds: medians, in turns."""
    ours = [str(Path(sys.executable).with_name("ragami")), "--help"]
    theirs = [sys.executable, "-c", BARE, "--help"]
    runs = [(seconds(ours), seconds(theirs)) for _ in range(PASSES)]
    return median(mine / other for mine, other in runs), 1000 * median(mine for mine, _ in runs)


def main() -> None:
    """Print the ratio."""
    times, milliseconds = ratio()
    print(f"ragami --help: {times:.2f} times a bare click program ({milliseconds:.0f} ms)")


if __name__ == "__main__":
    main()
