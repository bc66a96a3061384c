"""How fast one event is appended, beside a raw `sqlite3` INSERT into a table of the same key.

    python -m tests.speed.append

Both write the same lines, one commit each, in write-ahead log mode at the same `synchronous`
setting: the store with all that it promises (one log without gaps or changes, valid JSON), the raw
one with a primary key and nothing else. They take turns; the ratio is the median of the passes.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final, Literal

from ragami.store.sqlite import SqliteStore

Synchronous = Literal["NORMAL", "FULL"]

PASSES: Final = 15
APPENDS: Final[dict[Synchronous, int]] = {"NORMAL": 4000, "FULL": 800}
GAME_LENGTH: Final = 280
LINE: Final = (
    b'{"seq":%d,"type":"something_tried","v":1,"at":"2026-11-20T19:04:31Z","by":"ana","data":'
    b'{"player":"yellow","via":"first","white":2,"red":1,"cards":[6,13],"rolls":[1,2],"to":null}}'
)
PLAIN: Final = (
    "CREATE TABLE event (game TEXT NOT NULL, seq INTEGER NOT NULL, body TEXT NOT NULL,"
    " PRIMARY KEY (game, seq)) WITHOUT ROWID"
)

Append = Callable[[str, int, bytes], object]


def ratio(synchronous: Synchronous) -> tuple[float, float]:
    """Appends a second of the store by those of the raw INSERT, and appends a second."""
    with (
        tempfile.TemporaryDirectory() as folder,
        closing(raw(Path(folder) / "raw.db", synchronous)) as connection,
        SqliteStore(Path(folder) / "store.db") as store,
    ):
        store._execute(f"PRAGMA synchronous = {synchronous}")
        return compare(by_store(store), by_hand(connection), APPENDS[synchronous])


def compare(ours: Append, theirs: Append, appends: int) -> tuple[float, float]:
    """The two in turns, each beginning every other pass; the first pass is for warming up."""
    ratios, rates = [], []
    for number in range(PASSES + 1):
        turns = (ours, theirs) if number % 2 else (theirs, ours)
        seconds = {append: timed(append, number, appends) for append in turns}
        ratios.append(seconds[theirs] / seconds[ours])
        rates.append(appends / seconds[ours])
    return median(ratios[1:]), median(rates[1:])


def timed(append: Append, number: int, appends: int) -> float:
    """Seconds for `appends` events, in games of the usual length."""
    events = [
        (f"{number}-{count // GAME_LENGTH}", seq, LINE % (seq + 1))
        for count in range(appends)
        for seq in (count % GAME_LENGTH,)
    ]
    begun = perf_counter()
    for game, head, line in events:
        append(game, head, line)
    return perf_counter() - begun


def raw(path: Path, synchronous: Synchronous) -> sqlite3.Connection:
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    connection.execute(PLAIN)
    return connection


def by_hand(connection: sqlite3.Connection) -> Append:
    insert = "INSERT INTO event (game, seq, body) VALUES (?, ?, ?)"
    execute = connection.execute
    return lambda game, head, line: execute(insert, (game, head + 1, line.decode()))


def by_store(store: SqliteStore) -> Append:
    return lambda game, head, line: store.append(game, head, [line])


def main() -> None:
    for synchronous in APPENDS:
        found, rate = ratio(synchronous)
        print(f"append, {synchronous}: {found:.2f} of a raw INSERT ({rate:,.0f} a second)")


if __name__ == "__main__":
    main()
