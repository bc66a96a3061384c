"""Several processes write at once: for every seq there is one winner, and the others know it."""

from __future__ import annotations

import json
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest

from ragami.store.sqlite import SqliteStore
from tests.scale import seeds
from tests.store import racer

WINS = 40


def race(path: Path | str, names: list[str], wins: int) -> dict[str, list[int]]:
    """What each of `names` won, when all of them opened the database at the same moment."""
    run = [sys.executable, racer.__file__, str(path), str(wins), *names]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    won: dict[str, list[int]] = {name: [] for name in names}
    for line in done.stdout.splitlines():
        name, seq = line.split()
        won[name].append(int(seq))
    return won


def test_one_winner_for_every_seq(path: Path) -> None:
    won = race(path, ["ana", "eva", "lola"], WINS)
    seqs = sorted(seq for mine in won.values() for seq in mine)
    assert seqs == list(range(1, 3 * WINS + 1))
    with SqliteStore(path) as store:
        bodies = store.read("g")
    for name, mine in won.items():
        assert mine == sorted(mine)
        assert {json.loads(bodies[seq - 1])["by"] for seq in mine} == {name}
    turns = sum(json.loads(one) != json.loads(two) for one, two in pairwise(bodies))
    assert turns > 10, "they did write in between each other"


@pytest.mark.parametrize("attempt", seeds(1, 9))
def test_several_may_make_the_same_database(path: Path, attempt: int) -> None:
    won = race(path, ["ana", "eva", "lola", "luis"], 1)
    assert sorted(seq for mine in won.values() for seq in mine) == [1, 2, 3, 4]
