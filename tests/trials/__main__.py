"""`python -m tests.trials [NAME…]`: the big runs that are too long for the test command.

Every module beside this one that has a `main` is a trial: it prints its figures, and gives 1 where
a claim does not hold. Without a name all of them are run. Options after a single name are given to
that trial: `mutants --room proof`.
"""

from __future__ import annotations

import os
import sys
import time
from importlib import import_module
from inspect import signature
from itertools import takewhile
from pathlib import Path

# As for the tests: games of a trial are not to be sealed with the key of whoever runs it.
os.environ["RAGAMI_KEYS"] = os.path.join(os.devnull, "keys")  # noqa: PTH118 (no folder at all)

TRIALS = sorted(
    path.stem
    for path in Path(__file__).parent.glob("*.py")
    if not path.stem.startswith("_") and "\ndef main(" in path.read_text()
)


def main(arguments: list[str]) -> int:
    names = list(takewhile(lambda one: not one.startswith("-"), arguments))
    unknown = [name for name in names if name not in TRIALS]
    if unknown:
        print(f"no such trial: {', '.join(unknown)}; there are {', '.join(TRIALS)}")
        return 2
    if options := arguments[len(names) :]:
        return of_one(names, options)
    failed: list[str] = []
    began = time.monotonic()
    for name in names or TRIALS:
        print(f"== {name}", flush=True)
        if import_module(f"tests.trials.{name}").main():
            failed.append(name)
    held = f"{len(names or TRIALS) - len(failed)} of {len(names or TRIALS)} trials hold"
    minutes = (time.monotonic() - began) / 60
    print(f"== {held}{''.join(f', not {name}' for name in failed)}: {minutes:.0f} min")
    return 1 if failed else 0


def of_one(names: list[str], options: list[str]) -> int:
    """Give options to the one trial that is named, or say what can be asked for."""
    trial = import_module(f"tests.trials.{names[0]}") if len(names) == 1 else None
    if trial and signature(trial.main).parameters:
        return int(trial.main(options))
    print((trial.__doc__ if trial else f"{__doc__}\nThere are {', '.join(TRIALS)}.") or "")
    if options in (["--help"], ["-h"]):
        return 0
    print(f"{names[0]} has no options" if trial else "options are for one trial that is named")
    return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
