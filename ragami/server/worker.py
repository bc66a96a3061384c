"""Workers for what would keep others waiting: threads of their own, another process."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing import parent_process
from typing import Concatenate, Generic, ParamSpec, Protocol, TypeVar

T = TypeVar("T")
Given = ParamSpec("Given")


class Bench(Protocol):
    """The material that a worker works on."""

    def close(self) -> None: ...


B = TypeVar("B", bound=Bench)


class Thread:
    """One job after the other, none of them in the event loop."""

    def __init__(self, name: str) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix=name)

    async def think(self, job: Callable[Given, T], *given: Given.args, **named: Given.kwargs) -> T:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._thread, partial(job, *given, **named))

    def close(self) -> None:
        """Wait for what it does now."""
        self._thread.shutdown(cancel_futures=True)


class Worker(Thread, Generic[B]):
    """A thread with something to work on, which is made there when it is first needed.

    A connection to a database is not for two threads.
    """

    def __init__(self, name: str, make: Callable[[], B]) -> None:
        super().__init__(name)
        self._make = make
        self._bench: B | None = None

    @property
    def begun(self) -> bool:
        """Return True if there is something to work on already."""
        return self._bench is not None

    async def run(
        self, job: Callable[Concatenate[B, Given], T], *given: Given.args, **named: Given.kwargs
    ) -> T:
        """Run a job in the thread: called with what the thread works on, and what is given."""
        return await self.think(lambda: job(self._made(), *given, **named))

    def _made(self) -> B:
        if self._bench is None:
            self._bench = self._make()
        return self._bench

    def close(self) -> None:
        """Wait for what it does now, and close what it worked on."""
        self._thread.submit(lambda: self._bench and self._bench.close())
        self._thread.shutdown()


def end_with_parent() -> None:
    """End this process as soon as its parent has ended, in whatever way."""

    def wait() -> None:
        parent = parent_process()
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, name="ragami-parent", daemon=True).start()
