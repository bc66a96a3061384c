"""How much is tried at random: little in the suite, the same in every run; much in `make trials`.

A trial has a seed of its own, which it prints; RAGAMI_SEED repeats it. What a trial finds comes
back into the suite as an example.
"""

from __future__ import annotations

import os
from typing import Final

SEED: Final = int(os.environ.get("RAGAMI_SEED", "0"))
"""0 in the suite."""


def often(suite: int, trials: int) -> int:
    """Return how many times something is tried."""
    return trials if SEED else suite


def seeds(suite: int, trials: int) -> range:
    """Return the seeds of so many random games; those of the suite are among no trial's."""
    return range(SEED, SEED + often(suite, trials))
