"""What people read and programs rely on does not change by accident.

Where a change is wanted: `make golden`, then read the diff.
"""

from __future__ import annotations

import pytest

from tests.golden.frozen import FOLDER, files, written


@pytest.mark.parametrize("name", sorted(files()))
def test_it_is_as_it_was_found_right(name: str) -> None:
    path = FOLDER / name
    assert path.exists(), "it is not frozen yet: make golden"
    assert files()[name]() == path.read_text("utf-8"), "if this is wanted: make golden"


def test_nothing_frozen_is_left_over() -> None:
    assert written() == files().keys()
