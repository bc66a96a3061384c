"""A game from the database to its state, beside the `eventsourcing` library with the same game.

Theirs is an application on its SQLite module. Its events are our own bytes, and the function that
projects them decodes each with our codec and calls our `apply`: nothing is judged there, while we
judge every event on the way. With snapshots it keeps our whole state, pickled, every 50 events.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from ragami.judge.report import replay_log
from ragami.store.sqlite import SqliteStore
from tests.bench.games import lines, simulated
from tests.bench.measuring import PROCESSOR, Effort, Goal, Result, Side, present, race

WHAT: Final = "database to state"
PLAIN: Final = "eventsourcing, SQLite"
SNAPSHOTS: Final = "eventsourcing, SQLite, a snapshot every 50 events"
GOALS: Final = {PLAIN: Goal(12, 20)}


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
        ours = our_side(store, games)
        yield from race(WHAT, ours, others, effort.passes, GOALS, PROCESSOR)
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
    """The same games, each got from the library's repository."""
    from tests.bench.sourced import Sourced  # noqa: PLC0415 (may be missing)

    sourced = Sourced(path, snapshots=name == SNAPSHOTS)
    keys = [sourced.keep(game) for game in games]

    def work() -> None:
        for key in keys:
            assert sourced.state(key).phase == "over"

    return Side(name, "events", sum(map(len, games)), work)
