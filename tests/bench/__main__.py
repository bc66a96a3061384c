"""`python -m tests.bench [--quick] [NAME…]`: measure, side by side, and write it down.

Every comparison runs in a fresh process, so that none carries what another one has loaded. Only a
whole run writes the page of the documentation; else what is found is printed. The exit code is 1
when a comparison failed, as that with boardgame.io does when the two do not agree.
"""

from __future__ import annotations

import sys
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import Final

from tests.bench.machine import Busy, machine, versions
from tests.bench.measuring import FULL, QUICK, Effort, Missing, Result, measured
from tests.bench.telling import Run, tables, write

COMPARISONS: Final = (
    "folding", "same_rules", "verifying", "folder", "receipts", "reading",
    "appending", "postgres", "serving", "starting", "memory", "growing", "compiled",
)  # fmt: skip
DOCS: Final = Path(__file__).parents[2] / "docs"
QUICKLY: Final = "--quick"
FAILED: Final = "failed: "


def all_of(names: Sequence[str], effort: Effort) -> Iterator[Result]:
    """One comparison after the other, each in a process of its own."""
    begun = monotonic()
    for number, name in enumerate(names, 1):
        spent = (monotonic() - begun) / 60
        told = f"{number} of {len(names)}: {name}, after {spent:.1f} minutes"
        print(told, file=sys.stderr, flush=True)
        try:
            with ProcessPoolExecutor(1, get_context("spawn")) as process:
                yield from process.submit(measured, name, effort).result()
        except Exception as error:  # noqa: BLE001 (the others are measured all the same)
            traceback.print_exception(error)
            yield Missing(name, "all of it", f"{FAILED}{error}")


def main(arguments: list[str]) -> int:
    quick = QUICKLY in arguments
    names = [name for name in arguments if name != QUICKLY]
    unknown = [name for name in names if name not in COMPARISONS]
    if unknown:
        print(f"no such comparison: {', '.join(unknown)}; there are {', '.join(COMPARISONS)}")
        return 2
    effort = QUICK if quick else FULL
    begun, busy = monotonic(), Busy()
    results = list(all_of(names or COMPARISONS, effort))
    minutes, others = (monotonic() - begun) / 60, busy.cores()
    run = Run(machine(), versions(), effort.passes, minutes, others, results)
    if names or quick:
        print(tables(run))
    else:
        write(run, DOCS)
        print(f"written: {DOCS / 'bench.md'}")
    failed = [one for one in results if isinstance(one, Missing) and one.why.startswith(FAILED)]
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
