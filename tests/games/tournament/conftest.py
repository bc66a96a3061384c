"""The command line for the tests of tournaments."""

from __future__ import annotations

from tests.cli.conftest import process, ragami

__all__ = ["process", "ragami"]
