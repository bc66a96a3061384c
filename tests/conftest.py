"""The assertions of the kits are told as those of the tests are (said first of all)."""

from __future__ import annotations

import os

import pytest

# Whoever runs the tests may have a key, and games of the tests are not to be sealed with it.
os.environ["RAGAMI_KEYS"] = os.path.join(os.devnull, "keys")  # noqa: PTH118 (no folder at all)

pytest.register_assert_rewrite(
    "tests.laws.pieces",
    "tests.laws.random_game",
    "tests.rules.kit",
    "tests.rules.oracle",
    "tests.rules.remembered",
)
