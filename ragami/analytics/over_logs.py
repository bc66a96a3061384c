"""One task done with each of many logs: what is wrong with one of them stops none of the others."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

from ragami.analytics.worker_pool import work
from ragami.errors import RagamiError, error_of
from ragami.sources.places import LogPlace, Source, with_bytes

Result = TypeVar("Result")


class PlaceResult(NamedTuple, Generic[Result]):
    """The results of a place: the names of its logs, each with a result or an error."""

    weight: float
    results: list[tuple[str, Result | RagamiError]]


def over_logs(
    task: Callable[[Source], Result],
    places: Iterable[LogPlace],
    processes: int | None = None,
    on: str | None = None,
) -> Iterator[PlaceResult[Result]]:
    """Yield the results of each place, in their order; `processes` and `on` as for `work`."""
    if on is not None:
        places = map(_carried, places)
    return work(partial(kept, task), places, processes, on, _all_lost)


def kept(task: Callable[[Source], Result], place: LogPlace) -> PlaceResult[Result]:
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
    """A place with the bytes of its logs: another machine does not see our files."""
    return place._replace(sources=partial(tuple, list(map(with_bytes, place.sources()))))
