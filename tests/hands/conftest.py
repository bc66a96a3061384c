"""What the tests of the hands share with those of the command line."""

from __future__ import annotations

from tests.cli.conftest import ragami

__all__ = ["ragami"]
