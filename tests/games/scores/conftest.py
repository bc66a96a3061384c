"""The commands, as a person at a shell has them."""

from tests.cli.conftest import process, ragami

__all__ = ["process", "ragami"]
