"""Games kept by the `eventsourcing` library, on its SQLite module.

Its one event is a line of ours, and the function that projects events decodes each with our codec
and calls our `apply`: nothing is judged there.
"""

from __future__ import annotations

import base64
import pickle
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4

from eventsourcing.application import Application
from eventsourcing.domain import DomainEvent, Snapshot

from ragami.game import game_named
from ragami.log.record import Record

EVERY: Final = 50
"""Events from one snapshot to the next."""


@dataclass(frozen=True)
class Recorded(DomainEvent):  # type: ignore[misc] # read without its types
    """A record as its bytes; the library wants text."""

    body: str


class Sourced:
    """An application with the database at `path`; with `snapshots` it keeps our state as well."""

    def __init__(self, path: Path, *, snapshots: bool = False, synchronous: str = "FULL") -> None:
        self.snapshots = snapshots
        settings = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
        if snapshots:
            settings["IS_SNAPSHOTTING_ENABLED"] = "y"
        self.application: Any = Application(settings)
        pool = self.application.recorder.datastore.pool
        connection = pool.get_connection()
        connection._sqlite_conn.execute(f"PRAGMA synchronous = {synchronous}")
        pool.put_connection(connection)

    def keep(self, log: list[bytes]) -> UUID:
        """A whole game, in one transaction; perhaps with its last snapshot."""
        key = uuid4()
        events = [recorded(key, seq, line) for seq, line in enumerate(log, 1)]
        self.application.events.put(events)
        if self.snapshots:
            end = len(events) - len(events) % EVERY
            pickled = base64.b64encode(pickle.dumps(project(None, events[:end])))
            state = {"pickled": pickled.decode()}
            now = Snapshot.create_timestamp()
            self.application.snapshots.put([Snapshot(key, end, now, "", state)])
        return key

    def append(self, key: UUID, seq: int, line: bytes) -> None:
        """One event, in a transaction of its own."""
        self.application.events.put([recorded(key, seq, line)])

    def state(self, key: UUID) -> Any:
        """The state of a game, from its events or from the last snapshot on."""
        return self.application.repository.get(key, projector_func=project)


def recorded(key: UUID, seq: int, line: bytes) -> Recorded:
    """A line of ours as an event of the library."""
    return Recorded(key, seq, Recorded.create_timestamp(), line.decode())


def project(state: Any, events: Iterable[Any]) -> Any:
    game, codec = game_named("ragami"), game_named("ragami").codec
    for event in events:
        if isinstance(event, Snapshot):
            state = pickle.loads(base64.b64decode(event.state["pickled"]))
            continue
        record = codec.read_line(event.body.encode(), event.originator_version)
        assert isinstance(record, Record)
        state = state or game.new_state()
        game.judges[type(record.data)][1](state, record.data, record.seq)
    return state
