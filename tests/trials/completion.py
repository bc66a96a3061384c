"""Real lines typed token by token: is the next one offered, and what does a key cost?

The claims: of the tokens of the logs of the tests and of simulated games, those aside that somebody
writes freely, 99 in 100 are offered; 95 keys in 100 take at most 50 ms of the processor, and none
over 250. With `legal` in it, which is asked once a state.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random
from time import process_time
from typing import Final

from ragami.sheet.completing import ways_on
from tests.golden import simulated
from tests.golden.sheets import GAMES, logs
from tests.narrowing.walking import quantiles
from tests.sheet.typing_on import places

EVERY: Final = int(os.environ.get("COMPLETION_EVERY", "20"))
SIMULATED: Final = 12
OFFERED, OFTEN, LONGEST = 0.99, 50, 250


def main(names: list[str] | None = None) -> int:
    """Type them all; gives 1 where a claim does not hold."""
    failed = [game for game in names or (*GAMES, "scores") if _fails(game)]
    return int(bool(failed))


def _logs(game: str) -> Iterator[bytes]:
    yield from (log for name, log in logs(game) if "illegal" not in name)
    if (simulated.FOLDER / f"{game}.jsonl.xz").exists():
        played = simulated.logs(game)
        yield from played[:: max(1, len(played) // SIMULATED)]


def _fails(game: str) -> bool:
    seconds: list[float] = []
    known, free, lost = 0, 0, Counter[str]()
    for place in places(_logs(game), Random(20), every=EVERY):
        start = process_time()
        ways = {token for token, _meaning in ways_on(place.replay, place.before, place.language)}
        seconds.append(process_time() - start)
        known, free = known + (not place.free), free + place.free
        if not place.free and not place.following & {*ways, *(f"{way};" for way in ways)}:
            lost[place.type] += 1
            if "TELL" in os.environ:
                print(
                    f"  {place.type}: {place.before}→ {sorted(place.following)}, {list(ways)[:9]}"
                )
    offered = 1 - lost.total() / max(1, known)
    _, often, rarely = quantiles(seconds)
    longest = max(seconds) * 1000
    print(
        f"{game}: {known} tokens, {offered:.2%} offered, {free} written freely;"
        f" p95 {often:.1f}, p99 {rarely:.1f}, most {longest:.0f} ms; not offered: {dict(lost)}"
    )
    return offered < OFFERED or often > OFTEN or longest > LONGEST


if __name__ == "__main__":
    raise SystemExit(main())
