"""The command line, for what it prints."""

from __future__ import annotations

from tests.cli.conftest import ragami

__all__ = ["ragami"]
