"""Damaged lines of every game: is what is offered what was typed?

`python -m tests.trials mending`: at least 200 damaged lines a game, with seeds of the day. The
claim: no offered line has other numbers, ids or colours than were typed, and of the lines whose
facts are all there at least 85 % come out as they were meant.
"""

from __future__ import annotations

import re
import time
from itertools import chain
from random import Random
from typing import Final

from ragami.game.capabilities import NOTATION
from ragami.notation.misread import Misread
from ragami.sheet import read_line
from tests.golden.sheets import GAMES, logs
from tests.sheet.damage import Damage, damages, names, numbers, plain

LINES: Final = 200
# Of some lines nothing comes that is damaged.
EVENTS: Final = 2 * LINES
MENDED: Final = 0.85


def main() -> int:
    """Damage, read, compare."""
    seed = int(time.time() // 86400)
    good = True
    for game in GAMES:
        rng = Random(f"{game} {seed}")
        legal = [log for name, log in logs(game) if "illegal" not in name]
        damaged = whole = meant = changed = 0
        for each in damages(rng.sample(legal, min(10, len(legal))), EVENTS, rng):
            read = read_line(each.replay, each.typed, 1, each.language)
            if not isinstance(read, Misread):
                continue
            if read.nearest and facts(read.nearest, each) != facts(each.typed, each):
                print(f"{game}: {each.typed!r} is offered as {read.nearest!r}")
                changed += 1
            damaged += 1
            whole += each.whole
            if each.whole and read.nearest:
                lines = (read.nearest, each.line)
                meant += len({_said(read_line(each.replay, line)) for line in lines}) == 1
        print(f"{game}: seed {seed}, {damaged} damaged, {whole} with whole facts,"
              f" {meant} mended, {changed} changed")  # fmt: skip
        good = good and damaged >= LINES and not changed and meant >= MENDED * whole
    return 0 if good else 1


def facts(line: str, damage: Damage) -> tuple[list[str], list[str]]:
    """The numbers of a line, and the words of it that are ids, parts of ids, or colours."""
    notation = damage.replay.game.need(NOTATION)
    ids = (*notation.vocabulary(damage.replay.state).ids, *chain.from_iterable(notation.seats))
    known = frozenset(word for id_ in ids for word in re.findall(r"[^\W\d]+", plain(id_)))
    verbs = map(plain, chain.from_iterable(notation.verbs))  # one may be put in
    return numbers(line), names(line, known.difference(verbs))


def _said(read: object) -> object:
    return getattr(read, "type", None), getattr(read, "data", None)
