"""The assertions of what the laws share are told as those of the tests are."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.laws.random_game", "tests.laws.pieces", "tests.rules.oracle")

from tests.cli.conftest import process, ragami  # noqa: E402 (after the line that must be first)

__all__ = ["process", "ragami"]
