"""The kit's assertions are told as those of the tests are."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.rules.kit", "tests.rules.oracle")

from tests.rules.remembered import each_test_anew  # noqa: E402

__all__ = ["each_test_anew"]
