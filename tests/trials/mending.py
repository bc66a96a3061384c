"""Damaged lines of every game: is what is offered what was typed?

`python -m tests.trials mending`: 200 damaged lines a game, with seeds of the day. The claim: no
offered line has other numbers or ids than were typed, and of the lines whose facts are all there at
least 85 % come out as they were meant.
"""

from __future__ import annotations

import time
from random import Random
from typing import Final

from ragami.notation.misread import Misread
from ragami.sheet import read_line
from tests.golden.sheets import GAMES, logs
from tests.sheet.damage import damages, numbers

LINES: Final = 200
MENDED: Final = 0.85


def main() -> int:
    """Damage, read, compare."""
    seed = int(time.time() // 86400)
    good = True
    for game in GAMES:
        rng = Random(f"{game} {seed}")
        legal = [log for name, log in logs(game) if "illegal" not in name]
        whole = meant = changed = 0
        for each in damages(rng.sample(legal, min(10, len(legal))), LINES, rng):
            read = read_line(each.replay, each.typed, 1, each.language)
            if not isinstance(read, Misread):
                continue
            changed += bool(read.nearest) and numbers(read.nearest) != numbers(each.typed)
            whole += each.whole
            if each.whole and read.nearest:
                lines = (read.nearest, each.line)
                meant += len({_said(read_line(each.replay, line)) for line in lines}) == 1
        print(f"{game}: seed {seed}, {whole} with whole facts, {meant} mended, {changed} changed")
        good = good and not changed and meant >= MENDED * whole
    return 0 if good else 1


def _said(read: object) -> object:
    return getattr(read, "type", None), getattr(read, "data", None)
