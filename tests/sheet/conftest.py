"""Sheets go through the real command too."""

from __future__ import annotations

from tests.cli.conftest import process, ragami

__all__ = ["process", "ragami"]
