"""A folder of keys for every test of its own."""

from tests.proof.conftest import keys

__all__ = ["keys"]
