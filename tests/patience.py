"""How long things may take that are promised for a machine which does nothing else."""

from __future__ import annotations

import os
import time
from typing import Final

SAMPLE: Final = 0.02


def patience() -> float:
    """How much longer everything takes where others use this machine, too.

    The load is known a minute late; how long a little work takes is known at once.
    """
    clock, cpu = time.monotonic(), time.thread_time()
    while time.thread_time() - cpu < SAMPLE:
        pass
    shared = (time.monotonic() - clock) / SAMPLE
    return max(1.0, shared, os.getloadavg()[0] / (os.cpu_count() or 1))
