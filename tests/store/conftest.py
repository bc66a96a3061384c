"""What the tests of the stores share."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.register_assert_rewrite("tests.store.contract")

from ragami.store.sqlite import SqliteStore  # noqa: E402 (after the line that must be first)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "logs.db"


@pytest.fixture
def sqlite(path: Path) -> Iterator[SqliteStore]:
    with SqliteStore(path) as store:
        yield store
