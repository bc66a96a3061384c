"""What the tests of the server share: the race is installed, and servers are ended."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from ragami.game import registry
from tests.server import kit

RACE = Path(__file__).parents[1] / "games" / "race"


@pytest.fixture(autouse=True, scope="module")
def installed() -> Iterator[None]:
    """The race is on the path, as a stranger's game is."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(RACE))
        patch.setenv("PYTHONPATH", f"{RACE}:{':'.join(sys.path)}")
        registry.forget()
        yield
    sys.modules.pop("race", None)
    registry.forget()


@pytest.fixture(autouse=True, scope="package")
def apart() -> Iterator[None]:
    """Long jobs of these servers go to one process, which ends before other tests want to fork."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(kit.Club, "apart", kit.Apart())
        yield
        assert kit.Club.apart
        kit.Club.apart.end()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "games.db"


@pytest.fixture
def served(database: Path) -> Iterator[kit.Made]:
    """Makes servers on the database of the test."""
    with ExitStack() as stack:

        def make(**settings: Any) -> kit.Club:
            return stack.enter_context(kit.Club(database, **settings))

        yield make


@pytest.fixture
def club(database: Path, served: kit.Made) -> kit.Club:
    """A server with a race that has been opened."""
    kit.opened(database)
    return served()
