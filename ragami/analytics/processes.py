"""Work that is handed to other processes in batches, and what becomes of it."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
import traceback
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from contextlib import contextmanager, suppress
from itertools import chain, islice
from multiprocessing import Pipe, active_children, get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from ragami.errors import RagamiError

Item = TypeVar("Item")
Result = TypeVar("Result")

BATCH: Final = 0.03
"""Seconds that a batch should take: much longer than handing it over, and soon done."""

MOST: Final = 256
"""Items of a batch, however quick they are."""

AHEAD: Final = 3
"""Batches for each worker: one under way, and two so that nobody waits for the slowest."""


class BatchResult(NamedTuple, Generic[Result]):
    """The results of a batch up to the first error, and the seconds it took."""

    results: list[Result]
    error: Exception | None
    seconds: float


class PendingBatch(Protocol):
    """A batch that was handed over: waits for what comes of it."""

    def result(self) -> BatchResult[Any]: ...


class Submit(Protocol):
    """Workers a call over: that of an executor, or of a cluster."""

    def __call__(self, task: Callable[..., BatchResult[Any]], /, *args: Any) -> PendingBatch: ...


class Batch(Generic[Item, Result]):
    """Some items that have been taken, and where their results will be."""

    def __init__(self, items: list[Item]) -> None:
        self.items = items
        self.promise: PendingBatch | None = None


def together(
    task: Callable[[Item], Result],
    queue: Iterator[Item],
    workers: int,
    lost: Callable[[Item, RagamiError], Result],
) -> Iterator[Result]:
    """Yield the work of several processes; where one died, what was under way is done one by one.

    That says which item it was. If it goes well the second time (memory was short, somebody ended
    the process), nothing is lost.
    """
    while True:
        waiting: deque[Batch[Item, Result]] = deque()
        try:
            with processes(workers) as executor:
                yield from shared_out(task, queue, executor.submit, workers, waiting)
        except BrokenExecutor:
            again = deque(chain.from_iterable(batch.items for batch in waiting))
            yield from _one_by_one(task, again, lost)
        else:
            return


def shared_out(
    task: Callable[[Item], Result],
    queue: Iterator[Item],
    submit: Submit,
    workers: int,
    waiting: deque[Batch[Item, Result]],
) -> Iterator[Result]:
    """Yield the results of the batches in their order.

    `waiting` has those that are not done yet.
    """
    size = 1
    while True:
        while len(waiting) < workers * AHEAD and (items := list(islice(queue, size))):
            waiting.append(Batch(items))
            waiting[-1].promise = submit(_do, task, items)
        if not waiting:
            return
        assert waiting[0].promise
        result: BatchResult[Result] = waiting[0].promise.result()
        size = _next_size(len(waiting.popleft().items), result.seconds)
        yield from result.results
        if result.error:
            raise result.error


def _next_size(size: int, seconds: float) -> int:
    """Return the items of a batch that takes as long as it should, by one that took `seconds`."""
    return max(1, min(MOST, int(size * BATCH / max(seconds, 1e-6))))


def _one_by_one(
    task: Callable[[Item], Result], items: deque[Item], lost: Callable[[Item, RagamiError], Result]
) -> Iterator[Result]:
    while items:
        with suppress(BrokenExecutor), processes(1) as executor:
            while items:
                result: BatchResult[Result] = executor.submit(_do, task, [items[0]]).result()
                items.popleft()
                yield from result.results
                if result.error:
                    raise result.error
            return
        item = items.popleft()
        yield lost(item, RagamiError("worker-died", item=name_of(item)))


def _do(task: Callable[[Item], Result], items: list[Item]) -> BatchResult[Result]:
    """Run the task on each item of a batch, in a worker, until one raises."""
    begun = time.monotonic()
    results: list[Result] = []
    try:
        results.extend(map(task, items))
    except Exception as error:  # noqa: BLE001 (it is raised where the results are awaited)
        error.add_note(traceback.format_exc())  # the way it went does not travel
        return BatchResult(results, error, time.monotonic() - begun)
    return BatchResult(results, None, time.monotonic() - begun)


@contextmanager
def processes(workers: int) -> Iterator[Executor]:
    """Start processes of this machine. They end with the block, and when this process is killed.

    They hold one end of a pipe and wait for it to close, which the system does in any case.
    """
    # A fork comes at once and has everything loaded; where threads run, it may hang for ever.
    forks = sys.platform == "linux" and threading.active_count() == 1
    lifeline, ours = Pipe(duplex=False)
    executor = ProcessPoolExecutor(
        workers, get_context("fork" if forks else "spawn"), _live_on, (lifeline, ours)
    )
    running = active_children()
    try:
        with _uninterrupted():
            executor.submit(_nothing)  # forks them all
            if forks:
                _let_go_of_results(executor)
        started = [process for process in active_children() if process not in running]
        with _one_for_all(started, ours):
            yield executor
    except BaseException:
        ours.close()
        raise
    finally:
        executor.shutdown(cancel_futures=True)
        ours.close()
        lifeline.close()


def _let_go_of_results(executor: Any) -> None:
    """Close our own writing end of the pipe with the results, which only workers write.

    Else the thread that reads it waits for ever for the rest of what a worker did not get to write
    before it was killed: it would be told that nobody writes any more only if nobody could.
    """
    executor._result_queue._writer.close()


@contextmanager
def _one_for_all(workers: Sequence[BaseProcess], lifeline: Connection) -> Iterator[None]:
    """Cut the lifeline of all when one worker dies: it may have left them waiting for its lock."""
    stopped, ours = Pipe(duplex=False)

    def watch() -> None:
        if stopped not in wait([stopped, *(worker.sentinel for worker in workers)]):
            lifeline.close()

    watching = threading.Thread(target=watch, daemon=True)
    watching.start()
    try:
        yield
    finally:
        ours.close()
        watching.join()
        stopped.close()


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Shield the processes that are started in the block from Ctrl-C: they end when we do."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _nothing() -> None:
    """Do nothing: the first task of every process, which makes it start."""


def _live_on(lifeline: Connection, parents: Connection) -> None:
    """Begin to live, in a worker: until it is told to end, or the lifeline is cut."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parents.close()
    threading.Thread(target=_end_with, args=(lifeline,), daemon=True).start()


def _end_with(lifeline: Connection) -> None:
    lifeline.poll(None)
    os._exit(1)


def name_of(item: object) -> str:
    """Return the name of an item for messages: its `name` if it has one."""
    return str(getattr(item, "name", item))[:200]
