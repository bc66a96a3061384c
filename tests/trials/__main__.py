"""`python -m tests.trials [NAME…]`: the big runs that are too long for the test command.

Every module beside this one has a `main` that prints its figures, and gives 1 where a claim does
not hold. Without a name all of them are run.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

TRIALS = sorted(
    path.stem for path in Path(__file__).parent.glob("*.py") if not path.stem.startswith("_")
)


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in TRIALS]
    if unknown:
        print(f"no such trial: {', '.join(unknown)}; there are {', '.join(TRIALS)}")
        return 2
    failed = 0
    for name in names or TRIALS:
        print(f"== {name}", flush=True)
        failed |= import_module(f"tests.trials.{name}").main() or 0
    return failed


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
