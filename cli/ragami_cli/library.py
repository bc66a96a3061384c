"""The logs at hand that another one may rest on: those named with it, and the database."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ragami.errors import RagamiError
from ragami.sources.files import STDIN
from ragami.sources.places import in_database, read_log, sources

if TYPE_CHECKING:
    from ragami.sources.places import Source


class CommandLibrary(NamedTuple):
    """The logs named to a command, and its database; can be sent to a worker."""

    asked: tuple[str, ...]
    database: str | None
    # Which run this is: what was found is remembered for one.
    run: int

    def of(self, origins: Collection[str]) -> Mapping[str, list[bytes]]:
        """Return the logs of these origins: files before the database, which is then read whole."""
        logs: dict[str, list[bytes]] = {}
        for origin, copies in _named(self.asked, self.run).items():
            if origin in origins:
                logs[origin] = [copy.read() for copy in copies]
        if len(logs) < len(origins):
            for origin, copies in _stored(self.database, self.run).items():
                if origin in origins and origin not in logs:
                    logs[origin] = [copy.read() for copy in copies]
        return logs

    def linking(self) -> Iterator[tuple[str, bytes]]:
        """Yield the logs of games that link others, those of the database included."""
        from ragami.game.capabilities import LINKS
        from ragami.judge.report import game_of

        seen: set[str] = set()
        for copies in _named(self.asked, self.run).values():
            for source, log in _read(copies):
                if source.name not in seen and game_of(log).has(LINKS):
                    seen.add(source.name)
                    yield source.name, log
        for name in _linking(self.database, self.run):
            yield name, read_log(name, self.database)


@lru_cache(maxsize=1)
def _named(names: tuple[str, ...], _run: int) -> Mapping[str, list[Source]]:
    return _by_origin(sources([name for name in names if name != STDIN], games=False))


@lru_cache(maxsize=1)
def _stored(database: str | None, _run: int) -> Mapping[str, list[Source]]:
    return _by_origin(source for place in in_database(database) for source in place.sources())


@lru_cache(maxsize=1)
def _linking(database: str | None, _run: int) -> list[str]:
    """Return the names of the games that link others, told by their first records."""
    from ragami.game.capabilities import LINKS
    from ragami.judge.report import game_of
    from ragami.store import open_store

    try:
        with open_store(database, create=False) as store:
            return [game.name for game in store.games() if game_of(game.first).has(LINKS)]
    except RagamiError:
        return []


def _by_origin(log_sources: Iterable[Source]) -> dict[str, list[Source]]:
    from ragami.referee.linked import origins

    by_origin: dict[str, list[Source]] = {}
    for source, log in _read(log_sources):
        for origin in origins(log):
            by_origin.setdefault(origin, []).append(source)
    return by_origin


def _read(log_sources: Iterable[Source]) -> Iterator[tuple[Source, bytes]]:
    """Yield the readable logs; errors of the others are reported where they are judged."""
    for source in log_sources:
        try:
            yield source, source.read()
        except RagamiError:
            continue
