"""The commands, for the tests of this game."""

from tests.cli.conftest import process, ragami

__all__ = ["process", "ragami"]
