"""The command line of the other tests, and a folder of keys for every test of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.conftest import process, ragami

__all__ = ["process", "ragami"]


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this test has its keys."""
    monkeypatch.setenv("RAGAMI_KEYS", str(tmp_path / "keys"))
    monkeypatch.delenv("RAGAMI_SIGNER", raising=False)
    return tmp_path / "keys"
