"""Stores of logs: the interface of every store, and the choice of the one to open.

A store keeps the lines of logs, each under its game and `seq`, and gives the same bytes back. It
knows the form of a line (one line of JSON) and nothing of what it says: no game, no legality.

- `protocol` is the interface, `validation` what no store takes.
- The stores are `memory`, `sqlite` and `postgres`; `schema` and `postgres_schema` make their
  tables, `fault` and `postgres_fault` tell their errors, `watching` and `postgres_waking` that
  games have grown.
- `copying` takes a database elsewhere.
"""

from __future__ import annotations

import os
from pathlib import Path

from ragami.errors import RagamiError, needed
from ragami.store.protocol import (
    MEMORY,
    Appended,
    Conflict,
    GameEntry,
    Secret,
    Store,
    Withdrawal,
    is_address,
)

__all__ = [
    "MEMORY",
    "Appended",
    "Conflict",
    "GameEntry",
    "Secret",
    "Store",
    "Withdrawal",
    "database_path",
    "open_store",
]


def database_path(path: Path | str | None = None) -> Path | str:
    """Return the database that is meant: `path`, else RAGAMI_DB, else one in the user's data
    folder.

    A path, or the address of a database on a server.
    """
    if place := path or os.environ.get("RAGAMI_DB"):
        return place if is_address(place) else Path(place)
    return _data_folder() / "ragami.db"


def open_store(path: Path | str | None = None, *, create: bool = True) -> Store:
    """Return the store at `path` (as `database_path` reads it); `:memory:` is one that is not kept.

    A database that is not there is made, unless `create` is false (`database-not-found`). The
    user's data folder is made as well; a folder that somebody named is not (`database-not-opened`),
    nor a database on a server, but our tables in it.
    """
    place = database_path(path)
    if isinstance(place, str):
        with needed("pg"):
            from ragami.store.postgres import PostgresStore  # noqa: PLC0415 (law 10)
        return PostgresStore(place, create=create)
    if str(place) == MEMORY:
        from ragami.store.memory import MemoryStore  # noqa: PLC0415 (law 10)

        return MemoryStore()
    from ragami.store.sqlite import SqliteStore  # noqa: PLC0415 (law 10)

    if create and not (path or os.environ.get("RAGAMI_DB")):
        _make_folder(place.parent)
    return SqliteStore(place, create=create)


def _data_folder() -> Path:
    from platformdirs import user_data_path  # noqa: PLC0415 (law 10)

    return user_data_path("ragami", appauthor=False)


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise RagamiError("database-not-opened", path=str(folder), found=error.strerror) from error
