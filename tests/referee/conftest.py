"""What the tests of the referee's desk are given: the command, as the tests of the commands are."""

from __future__ import annotations

from tests.cli.conftest import process, ragami

__all__ = ["process", "ragami"]
