"""The in-memory store keeps the contract."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from threading import Thread

import pytest

from ragami.store import Store
from ragami.store.memory import MemoryStore
from tests.store.contract import StoreContract
from tests.store.elsewhere import Elsewhere


class TestMemory(StoreContract):
    @pytest.fixture
    def store(self) -> Iterator[Store]:
        with MemoryStore() as store:
            yield store

    @pytest.fixture
    def elsewhere(self, store: Store) -> Elsewhere:
        """Another thread: no other process has what is in the memory of this one."""

        def append(game: str, expected: int, bodies: Sequence[bytes]) -> float:
            thread = Thread(target=store.append, args=(game, expected, bodies))
            thread.start()
            thread.join()
            return time.monotonic()

        return append
