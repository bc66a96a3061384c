"""The logs at hand that another one may rest on: those named with it, and the database."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ragami.errors import RagamiError
from ragami.sources.files import STDIN
from ragami.sources.places import in_database, sources

if TYPE_CHECKING:
    from ragami.sources.places import Source


class Library(NamedTuple):
    """What a command was asked for, and which database there is; may be sent to a worker."""

    asked: tuple[str, ...]
    database: str | None
    # Which run this is: what was found is remembered for one.
    run: int

    def of(self, origins: Collection[str]) -> Mapping[str, list[bytes]]:
        """The logs of these origins: files before the database, where all are looked through."""
        found: dict[str, list[bytes]] = {}
        for origin, copies in _named(self.asked, self.run).items():
            if origin in origins:
                found[origin] = [copy.read() for copy in copies]
        if len(found) < len(origins):
            for origin, copies in _stored(self.database, self.run).items():
                if origin in origins and origin not in found:
                    found[origin] = [copy.read() for copy in copies]
        return found


@lru_cache(maxsize=1)
def _named(asked: tuple[str, ...], _run: int) -> Mapping[str, list[Source]]:
    return _by_origin(sources([name for name in asked if name != STDIN], games=False))


@lru_cache(maxsize=1)
def _stored(database: str | None, _run: int) -> Mapping[str, list[Source]]:
    return _by_origin(source for place in in_database(database) for source in place.sources())


def _by_origin(found: Iterable[Source]) -> dict[str, list[Source]]:
    from ragami.referee.linked import origin

    by_origin: dict[str, list[Source]] = {}
    for source, log in _read(found):
        by_origin.setdefault(origin(log), []).append(source)
    return by_origin


def _read(found: Iterable[Source]) -> Iterator[tuple[Source, bytes]]:
    """Those that can be read: what is wrong with the others is said where they are judged."""
    for source in found:
        try:
            yield source, source.read()
        except RagamiError:
            continue
