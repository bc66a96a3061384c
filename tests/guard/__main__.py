"""`python -m tests.guard`: record on purpose what the fold and the start cost now."""

from __future__ import annotations

import sys

from tests.guard.guard import counted, growth, record, recorded

now = counted()
for what, times in growth(now, recorded()).items():
    sys.stdout.write(f"{what}: {times:.2f} times what was recorded\n")
record(now)
