"""The race, brought in as a stranger's game is: a package with an entry point."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from ragami.game import registry
from tests.cli.conftest import process, ragami

__all__ = ["process", "ragami"]
HERE = Path(__file__).parent


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The race is on the path, with what an installer would have written beside it."""
    monkeypatch.syspath_prepend(str(HERE))
    monkeypatch.setenv("PYTHONPATH", str(HERE))
    _forget()
    yield
    sys.modules.pop("race", None)
    _forget()


def _forget() -> None:
    for known in (registry.installed, registry.brought_in, registry.game_named):
        known.cache_clear()
