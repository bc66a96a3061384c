"""Every refusal is held to what is remembered of it."""

from __future__ import annotations

from tests.rules.remembered import each_test_anew

__all__ = ["each_test_anew"]
