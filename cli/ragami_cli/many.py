"""The same work on many logs: on all cores, in the order in which they were named."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar

from ragami.trouble import Trouble

if TYPE_CHECKING:
    from ragami_cli.options import Session
    from ragami_cli.sources import Source

Result = TypeVar("Result")


def each(
    task: Callable[[Source], Result], logs: tuple[str, ...], session: Session
) -> Iterator[Result | int]:
    """What comes of each log; a log that cannot be read is told, and gives its exit code."""
    from ragami.archive.crowd import work
    from ragami_cli.progress import Progress
    from ragami_cli.sources import sources

    found = list(sources(logs, session))
    with Progress(len(found)) as progress:
        for source, result in zip(found, work(Kept(task), found), strict=True):
            progress.hide()
            if isinstance(result, Trouble):
                yield session.output.fail_on(source.name, result)
            else:
                yield result
            progress.step()


class Kept(Generic[Result]):
    """A task that gives the trouble with a log instead of raising it: the next one is good."""

    def __init__(self, task: Callable[[Source], Result]) -> None:
        self.task = task

    def __call__(self, source: Source) -> Result | Trouble:
        try:
            return self.task(source)
        except Trouble as trouble:
            return trouble
