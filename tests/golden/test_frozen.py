"""What people read and programs rely on does not change by accident.

Where a change is wanted: `make golden`, then read the diff.
"""

from __future__ import annotations

from fnmatch import fnmatchcase
from functools import partial
from typing import Final

import pytest

from tests.golden import simulated
from tests.golden.frozen import FOLDER, files, written
from tests.golden.transcripts import LOCALES
from tests.scale import often

MADE: Final = files()
APART: Final = [f"transcripts/*.{language}.txt" for language in LOCALES]
"""Files that are made at once."""

ELSEWHERE: Final = ("transcripts/", "simulated/")
ONE_BY_ONE: Final = [name for name in MADE if not name.startswith(ELSEWHERE)]
SIMULATED: Final = sorted(path.stem for path in simulated.FOLDER.glob("*.txt"))
EVERY: Final = often(5, 1)
"""Of the simulated games one in so many is judged in the suite."""


LONG: Final = {"pages/deal-with-the-devil.exported.es.txt"}
"""Whose words the served pages have, and whose rest is that of the English one."""


@pytest.mark.parametrize(
    "names",
    [
        pytest.param(names, marks=pytest.mark.trial if names in LONG else ())
        for names in sorted([*APART, *ONE_BY_ONE])
    ],
)
def test_it_is_as_it_was_found_right(names: str) -> None:
    for name in filter(partial(fnmatchcase, pat=names), MADE):
        path = FOLDER / name
        assert path.exists(), f"not frozen yet: python -m tests.golden {name}"
        assert MADE[name]() == path.read_text("utf-8"), (
            f"if this is wanted: python -m tests.golden {name}"
        )


@pytest.mark.parametrize("game", SIMULATED)
def test_simulated_games_mean_what_they_meant(game: str) -> None:
    frozen = (simulated.FOLDER / f"{game}.txt").read_text("utf-8").splitlines()
    assert [*simulated.lines(game, EVERY)] == frozen[::EVERY]


def test_nothing_frozen_is_left_over() -> None:
    assert written() == MADE.keys()
