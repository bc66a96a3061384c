"""One validated event a commit, beside a raw `sqlite3` INSERT and two libraries.

All write the events of the same games, in write-ahead log mode at the same `synchronous` setting;
each event is committed before the next is begun.

- ours: the next event judged by the rules, its line appended to the store, the state carried on
- by a command: `Recording.write`, which also reads the event's JSON and makes the line of it
- the store alone: `Store.append` of a line that is there, with all that the store promises
- raw: the line into a table with the same primary key, and nothing else
- eventsourcing: `events.put` of one event, on its SQLite module
- sqlite-utils: `table.insert` of the same row, committed
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, closing
from itertools import count
from pathlib import Path
from typing import Final, Literal
from uuid import uuid4

import msgspec

from ragami.game import game_named
from ragami.judge.replay import Replay
from ragami.store.sqlite import SqliteStore
from ragami.table.recording import Draft, Recording
from tests.bench.games import lines, simulated
from tests.bench.measuring import Effort, Goal, Result, Side, compared, in_turns, present

Synchronous = Literal["NORMAL", "FULL"]
Write = Callable[[str, list[bytes]], None]
"""Writes one game under a name of its own, event by event."""

GAMES: Final[dict[Synchronous, int]] = {"NORMAL": 6, "FULL": 1}
STORED: Final = "one line a commit"
JUDGED: Final = "one validated event a commit"
BY_COMMAND: Final = "one command a commit"
RAW: Final = "raw sqlite3 INSERT"
SOURCING: Final = "eventsourcing, SQLite"
UTILS: Final = "sqlite-utils, table.insert"
GOALS: Final[dict[Synchronous, Goal]] = {"NORMAL": Goal(0.85, 0.95), "FULL": Goal(0.9, 1.0)}
PLAIN: Final = (
    "CREATE TABLE event (game TEXT NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL,"
    " PRIMARY KEY (game, seq)) WITHOUT ROWID"
)


def measure(effort: Effort) -> Iterator[Result]:
    """All of them in turns, at both settings."""
    for synchronous, number in GAMES.items():
        games = [lines(log) for log in simulated(number)]
        yield from measure_at(synchronous, games, 2 * effort.passes)


def measure_at(
    synchronous: Synchronous, games: Sequence[list[bytes]], passes: int
) -> Iterator[Result]:
    what = f"append, {synchronous}"
    with ExitStack() as stack, tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder), synchronous, stack)
        ours = [
            side(JUDGED, games, bench.judging(games)),
            side(BY_COMMAND, games, bench.recording()),
            side(STORED, games, bench.storing()),
        ]
        makers = {
            RAW: lambda: side(RAW, games, bench.raw()),
            SOURCING: lambda: side(SOURCING, games, bench.sourcing()),
            UTILS: lambda: side(UTILS, games, bench.utils()),
        }
        others, missing = present(what, makers)
        rates = in_turns([*ours, *others], passes)
        goals = {RAW: GOALS[synchronous]}
        for mine in ours:
            peers = others if mine.name == JUDGED else others[:1]
            asked = goals if mine.name == JUDGED else {}
            yield from compared(f"{what}, {mine.name}", mine, peers, rates, asked)
        yield from missing


def side(name: str, games: Sequence[list[bytes]], write: Write) -> Side:
    """Writes all the games at every pass, each time under names that are new."""
    numbers = count()

    def work() -> None:
        for game in games:
            write(f"game-{next(numbers)}", game)

    return Side(name, "commits", sum(map(len, games)), work)


class Bench:
    """Databases in one folder, at one setting, open as long as the stack."""

    def __init__(self, folder: Path, synchronous: Synchronous, stack: ExitStack) -> None:
        self.folder = folder
        self.synchronous = synchronous
        self.stack = stack

    def judging(self, games: Sequence[list[bytes]]) -> Write:
        store = self._store("judged.db")
        game, codec = game_named("ragami"), game_named("ragami").codec
        read = {id(log): codec.read_log(b"\n".join((*log, b""))) for log in games}

        def write(name: str, log: list[bytes]) -> None:
            replay = Replay(game, codec)
            for seq, (record, line) in enumerate(zip(read[id(log)], log, strict=True)):
                assert replay.take(record).error is None
                store.append(name, seq, [line])

        return write

    def storing(self) -> Write:
        store = self._store("stored.db")

        def write(name: str, log: list[bytes]) -> None:
            for seq, line in enumerate(log):
                store.append(name, seq, [line])

        return write

    def recording(self) -> Write:
        store = self._store("recorded.db")

        def write(name: str, log: list[bytes]) -> None:
            recording = Recording(store, name, new="ragami")
            for draft in drafts(log):
                recording.write([draft], seals=False)

        return write

    def raw(self) -> Write:
        connection = sqlite3.connect(self.folder / "raw.db", isolation_level=None)
        self.stack.enter_context(closing(connection))
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute(f"PRAGMA synchronous = {self.synchronous}")
        connection.execute(PLAIN)
        insert = "INSERT INTO event (game, seq, body) VALUES (?, ?, ?)"

        def write(name: str, log: list[bytes]) -> None:
            for seq, line in enumerate(log, 1):
                connection.execute(insert, (name, seq, line.decode()))

        return write

    def utils(self) -> Write:
        import sqlite_utils  # noqa: PLC0415 (slow to import)

        database = sqlite_utils.Database(self.folder / "utils.db")
        self.stack.enter_context(closing(database))
        database.enable_wal()
        database.execute(f"PRAGMA synchronous = {self.synchronous}")
        database.execute(PLAIN)
        table = database.table("event")

        def write(name: str, log: list[bytes]) -> None:
            for seq, line in enumerate(log, 1):
                table.insert({"game": name, "seq": seq, "body": line.decode()})
                assert not database.conn.in_transaction

        return write

    def sourcing(self) -> Write:
        from tests.bench.sourced import Sourced  # noqa: PLC0415 (may be missing)

        sourced = Sourced(self.folder / "sourced.db", synchronous=self.synchronous)

        def write(_: str, log: list[bytes]) -> None:
            key = uuid4()
            for seq, line in enumerate(log, 1):
                sourced.append(key, seq, line)

        return write

    def _store(self, name: str) -> SqliteStore:
        store = self.stack.enter_context(SqliteStore(self.folder / name))
        store._execute(f"PRAGMA synchronous = {self.synchronous}")
        return store


def drafts(log: list[bytes]) -> list[Draft]:
    """The events as somebody gives them who writes them down."""
    parts = (msgspec.json.decode(line, type=dict[str, msgspec.Raw]) for line in log)
    return [
        Draft(
            msgspec.json.decode(part["type"], type=str),
            bytes(part["data"]),
            msgspec.json.decode(part["at"], type=str | None),
            msgspec.json.decode(part["by"], type=str | None),
        )
        for part in parts
    ]
