"""A folder of keys for every test of its own."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RAGAMI_KEYS", str(tmp_path / "keys"))
    monkeypatch.delenv("RAGAMI_SIGNER", raising=False)
    return tmp_path / "keys"
