"""The in-memory store keeps the contract."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ragami.store import Store
from ragami.store.memory import MemoryStore
from tests.store.contract import StoreContract


class TestMemory(StoreContract):
    @pytest.fixture
    def store(self) -> Iterator[Store]:
        with MemoryStore() as store:
            yield store
