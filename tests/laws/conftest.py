"""The laws are tried on the command line, too."""

from __future__ import annotations

from tests.cli.conftest import process, ragami

__all__ = ["process", "ragami"]
