"""The commands, for the tests of this game."""

from tests.cli.conftest import process, ragami
from tests.rules.remembered import each_test_anew

__all__ = ["each_test_anew", "process", "ragami"]
