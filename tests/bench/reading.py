"""A game from the database to its state, beside the `eventsourcing` library with the same game.

Theirs is an application on its SQLite module. Its events are our own bytes, and the function that
projects them decodes each with our codec and calls our `apply`: nothing is judged there, while we
judge every event on the way. With snapshots it keeps our whole state, pickled, every 50 events.
"""

from __future__ import annotations

import base64
import pickle
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from ragami.game import codec_of, game_named
from ragami.record import Record
from ragami.report import replay_log
from ragami.store.sqlite import SqliteStore
from tests.bench.games import lines, simulated
from tests.bench.measuring import Effort, Goal, Result, Side, present, race

WHAT: Final = "database to state"
PLAIN: Final = "eventsourcing, SQLite"
SNAPSHOTS: Final = "eventsourcing, SQLite, a snapshot every 50 events"
GOALS: Final = {PLAIN: Goal(12, 20)}
EVERY: Final = 50
ENCODING: Final = "ascii"


def measure(effort: Effort) -> Iterator[Result]:
    """The same games read from three databases."""
    games = [lines(log) for log in simulated(effort.games)]
    with (
        tempfile.TemporaryDirectory() as folder,
        SqliteStore(Path(folder) / "ours.db") as store,
    ):
        makers = {
            PLAIN: lambda: their_side(PLAIN, Path(folder) / "plain.db", games),
            SNAPSHOTS: lambda: their_side(SNAPSHOTS, Path(folder) / "kept.db", games),
        }
        others, missing = present(WHAT, makers)
        yield from race(WHAT, our_side(store, games), others, effort.passes, GOALS)
        yield from missing


def our_side(store: SqliteStore, games: Sequence[list[bytes]]) -> Side:
    """The lines of a game, read and judged as `show` does it."""
    for number, game in enumerate(games):
        store.append(f"game-{number}", 0, game)

    def work() -> None:
        for number in range(len(games)):
            log = b"\n".join((*store.read(f"game-{number}"), b""))
            assert replay_log(log).state.phase == "over"

    return Side(WHAT, "events", sum(map(len, games)), work)


def their_side(name: str, path: Path, games: Sequence[list[bytes]]) -> Side:
    """An application that holds the games, and gets each from its repository."""
    application, project, keep = an_application(path, snapshots=name == SNAPSHOTS)
    keys = [keep(game) for game in games]

    def work() -> None:
        for key in keys:
            assert application.repository.get(key, projector_func=project).phase == "over"

    return Side(name, "events", sum(map(len, games)), work)


def an_application(path: Path, *, snapshots: bool = False) -> tuple[Any, Callable[..., Any], Any]:
    """An application with its projector, and a function that keeps a game in it."""
    from eventsourcing.application import Application  # noqa: PLC0415 (may be missing)
    from eventsourcing.domain import Snapshot  # noqa: PLC0415

    from tests.bench.sourced import Recorded  # noqa: PLC0415

    game, codec = game_named("ragami"), codec_of("ragami")
    settings = {"PERSISTENCE_MODULE": "eventsourcing.sqlite", "SQLITE_DBNAME": str(path)}
    if snapshots:
        settings["IS_SNAPSHOTTING_ENABLED"] = "y"
    application = Application(settings)

    def project(state: Any, events: Iterable[Any]) -> Any:
        for event in events:
            if isinstance(event, Snapshot):
                state = pickle.loads(base64.b64decode(event.state["pickled"]))
                continue
            record = codec.read_line(event.body.encode(), event.originator_version)
            assert isinstance(record, Record)
            state = state or game.new_state()
            game.judges[type(record.data)][1](state, record.data, record.seq)
        return state

    def keep(log: list[bytes]) -> Any:
        key, now = uuid4(), Recorded.create_timestamp()
        events = [Recorded(key, seq, now, line.decode()) for seq, line in enumerate(log, 1)]
        application.events.put(events)
        if snapshots:
            end = len(events) - len(events) % EVERY
            pickled = base64.b64encode(pickle.dumps(project(None, events[:end])))
            state = {"pickled": pickled.decode(ENCODING)}
            application.snapshots.put([Snapshot(key, end, now, "", state)])
        return key

    return application, project, keep
