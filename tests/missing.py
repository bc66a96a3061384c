"""What a machine lacks that a test needs: said loudly, and never in CI taken for granted."""

from __future__ import annotations

import os
from typing import NoReturn

import pytest


def left_out(why: str) -> NoReturn:
    """The test is left out where a developer is told so; in CI what is missing is a failure."""
    if os.environ.get("CI"):
        pytest.fail(why)
    pytest.skip(why)
