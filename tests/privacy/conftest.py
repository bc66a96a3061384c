"""The command line, for the tests of this room."""

from tests.cli.conftest import process, ragami

__all__ = ["process", "ragami"]
