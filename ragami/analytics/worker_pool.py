"""Much work of one kind, shared out among processes: of this machine, or of a cluster.

Everything is handed over with one function, `submit`, in batches that a worker is busy with for a
few hundredths of a second, and no more of them are under way than the workers need: a million items
take no more memory than a thousand. Results come in the order of the items, as soon as they and
those before them are there.
"""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from itertools import chain, islice
from typing import Any, Final, Generic, NamedTuple, NoReturn, TypeVar

from ragami.errors import RagamiError, error_of
from ragami.sources.places import LogPlace, Source, with_bytes

Item = TypeVar("Item")
Result = TypeVar("Result")

PATIENCE: Final = 0.1
"""Seconds of work that are done here before others are called: they take a while to come."""


def raise_trouble(_item: object, trouble: RagamiError) -> NoReturn:
    """Raise the error: nothing can replace a lost item."""
    raise trouble


def work(
    task: Callable[[Item], Result],
    items: Iterable[Item],
    processes: int | None = None,
    on: str | None = None,
    lost: Callable[[Item, RagamiError], Result] = raise_trouble,
) -> Iterator[Result]:
    """Yield `task(item)` of every item, in order; what a task raises is raised in its place.

    `processes` 1 works in this process, None begins here and calls all cores when it takes long.
    `on` is the address of a cluster that does it instead. `task` must be a function of a module
    (or a `partial` of one); items and results travel pickled. When the iterator is closed or
    interrupted, no process is left.

    When a process ends in the middle of an item, twice, `lost` gives what stands for its result;
    it is told the `RagamiError` `worker-died`. Raises what `cluster.joined` raises.
    """
    queue = iter(items)
    if on is not None:
        from ragami.analytics.cluster import join_cluster  # noqa: PLC0415 (law 10)
        from ragami.analytics.processes import shared_out  # noqa: PLC0415

        with join_cluster(on) as cluster:
            yield from shared_out(task, queue, cluster.submit, cluster.hands, deque())
        return
    if processes is None:
        queue_left = yield from _begun_alone(task, queue)
        if queue_left is None:
            return
        queue, processes = queue_left, cores()
    if processes == 1:
        yield from map(task, queue)
    else:
        # Only now: what a process of one's own takes to import is more than one log takes.
        from ragami.analytics.processes import together  # noqa: PLC0415

        yield from together(task, queue, processes, lost)


def cores() -> int:
    """Return the cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _begun_alone(
    task: Callable[[Item], Result], queue: Iterator[Item]
) -> Generator[Result, None, Iterator[Item] | None]:
    """Yield the first items, and whatever is loaded for them, so that a fork of this process has
    it.

    Returns the others when it takes too long to go on alone, unless it is one; None: all are done.
    """
    begun = time.monotonic()
    for item in queue:
        if time.monotonic() - begun > PATIENCE and (following := [*islice(queue, 1)]):
            return chain((item, *following), queue)
        yield task(item)
    return None


class PlaceResult(NamedTuple, Generic[Result]):
    """The results of a place: the names of its logs, each with a result or an error."""

    weight: float
    results: list[tuple[str, Result | RagamiError]]


def over_logs(
    task: Callable[[Source], Result],
    places: Iterable[LogPlace],
    processes: int | None,
    on: str | None,
) -> Iterator[PlaceResult[Result]]:
    """Yield the results of each place, in their order; `processes` and `on` as for `work`."""
    if on is not None:
        places = map(_carried, places)
    return work(partial(results_at, task), places, processes, on, _all_lost)


def results_at(task: Callable[[Source], Result], place: LogPlace) -> PlaceResult[Result]:
    """Run the task on each log of a place. An error in one log stops none of the others.

    A defect of our own is reported in place of the log's result too, as what it is.
    """
    results: list[tuple[str, Result | RagamiError]] = []
    for source in place.sources():
        try:
            results.append((source.name, task(source)))
        except Exception as problem:  # noqa: BLE001 (the others are still to be judged)
            results.append((source.name, error_of(problem)))
    return PlaceResult(place.weight, results)


def _all_lost(place: LogPlace, trouble: RagamiError) -> PlaceResult[Any]:
    """Return the error for each log of a place whose logs killed a process."""
    return PlaceResult(place.weight, [(name, trouble) for name in place.names])


def _carried(place: LogPlace) -> LogPlace:
    """Return a place with the bytes of its logs: another machine does not see our files."""
    return place._replace(sources=partial(tuple, list(map(with_bytes, place.sources()))))
