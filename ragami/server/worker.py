"""A thread with a store of its own, in which all that waits for a disk is done."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from ragami.store import Store

T = TypeVar("T")


class Worker:
    """A thread with a store of its own: connections to a database are not for two threads."""

    def __init__(self, name: str, open_store: Callable[[], Store]) -> None:
        self._open = open_store
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)
        self._store: Store | None = None

    async def run(self, job: Callable[..., T], *given: Any) -> T:
        """Have a job done there: it is called with the store, and what is given."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, self._run, job, given)

    def _run(self, job: Callable[..., T], given: Sequence[Any]) -> T:
        if self._store is None:
            self._store = self._open()
        return job(self._store, *given)

    def close(self) -> None:
        self._thread.submit(self._close).result(timeout=5)
        self._thread.shutdown()

    def _close(self) -> None:
        if self._store is not None:
            self._store.close()
