"""The assertions of the kits are told as those of the tests are (said first of all)."""

from __future__ import annotations

import pytest

pytest.register_assert_rewrite("tests.rules.kit", "tests.rules.oracle", "tests.rules.remembered")
