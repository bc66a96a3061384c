"""100,000 single-byte and single-record tamperings of sealed logs: all found, all located?

With the list of leaves beside the log every one must be found, and the first bad record named.
For bare logs, with no more than their own seals, the figures are only told.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

from ragami.findings import Finding
from ragami.judge.report import replay_log
from ragami.proof.checking import check_log, lines_of
from tests.proof.kit import RING, TAMPERINGS, Tampered, leaves_of, played

TIMES: Final = 100_000
GAMES: Final = 50
BARE: Final = 5_000


def first_named(findings: list[Finding]) -> int | None:
    """The first record that an error names."""
    named = [one.line for one in findings if one.severity == "error" and one.line]
    return min(named, default=None)


def run(times: int) -> tuple[Counter[str], Counter[str]]:
    """How many of each kind were tried, and how many were located."""
    chance = random.Random(6962)
    logs = [(list(played(seed)), leaves_of(list(played(seed)))) for seed in range(GAMES)]
    tried: Counter[str] = Counter()
    located: Counter[str] = Counter()
    for _each in range(times):
        lines, leaves = chance.choice(logs)
        done = chance.choice(TAMPERINGS)(lines, chance)
        found = check_log(lines_of(done.log), RING, leaves).findings
        # What stands after the last record that was sealed, the rules of the log have to find.
        found = found or replay_log(done.log).findings()
        tried[done.kind] += 1
        located[done.kind] += first_named(found) == done.first
    return tried, located


def bare(times: int) -> str:
    """What a log's own seals say, without any list of leaves."""
    chance = random.Random(9162)
    found = exact = 0
    for _each in range(times):
        lines = list(played(chance.randrange(GAMES)))
        done: Tampered = chance.choice(TAMPERINGS)(lines, chance)
        errors = [
            one for one in check_log(lines_of(done.log), RING).findings if one.severity == "error"
        ]
        found += bool(errors)
        exact += first_named(errors) == done.first
    return f"bare logs: {found:,} of {times:,} found, {exact:,} of them at the very record"


def main() -> int:
    tried, located = run(TIMES)
    kinds = ", ".join(f"{kind} {located[kind]:,}/{tried[kind]:,}" for kind in sorted(tried))
    print(f"{sum(located.values()):,} of {sum(tried.values()):,} tamperings located ({kinds})")
    print(bare(BARE))
    return int(tried != located)
