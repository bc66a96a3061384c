"""The laws that the suite tries with few examples, with many and with another seed each time.

`laws [PATH…]` takes some of these tests alone. RAGAMI_SEED repeats a trial.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

TESTS: Final = Path(__file__).parents[1]
DRAWING: Final = ("from tests.scale", "from hypothesis", "pytest.mark.trial")
FIRST: Final = 1_000
"""Below are the seeds of the suite."""


def main(options: Sequence[str] = ()) -> int:
    """Run the tests that draw at random, and the long ones; the exit code of pytest."""
    seed = os.environ.get("RAGAMI_SEED") or str(random.randrange(FIRST, 10**9))
    paths = options or sorted(
        str(path)
        for path in TESTS.rglob("test_*.py")
        if any(word in path.read_text() for word in DRAWING)
    )
    print(f"RAGAMI_SEED={seed} repeats this", flush=True)
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-n", "auto", f"--hypothesis-seed={seed}", *paths],
        env=os.environ | {"RAGAMI_SEED": seed},
        check=False,
    ).returncode
