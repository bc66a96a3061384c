"""Taking words out of a database for good: from its tables, its free pages and its log ahead."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from typing import Final

from ragami.errors import RagamiError
from ragami.store.protocol import Conflict, Withdrawal
from ragami.store.schema import BUSY_SECONDS
from ragami.store.validation import command_key, game_name, line

NOTE_LINE: Final = (
    "INSERT INTO withdrawal (leaf, at) SELECT json_extract(?1, '$.data.leaf'), ?2"
    " WHERE NOT EXISTS (SELECT 1 FROM withdrawal WHERE leaf = json_extract(?1, '$.data.leaf'))"
)
NOTE_GAME: Final = "INSERT INTO withdrawal (game, at) VALUES (?, ?)"
WITHHOLD: Final = "UPDATE event SET body = ? WHERE game = ? AND seq = ? AND body = ?"
FORGET: Final = "DELETE FROM secret WHERE game = ? AND seq = ? AND place = ?"
HEAD: Final = "SELECT coalesce(max(seq), 0) FROM event WHERE game = ?"
NAMED: Final = ("event", "command", "secret")
"""The tables that say of which game something is; `result` is a cache, and emptied."""


def withdraw(connection: sqlite3.Connection, withdrawal: Withdrawal, at: str) -> None:
    """Take words out of a game, within a transaction. Raises `Conflict`."""
    game = game_name(withdrawal.game)
    for seq, (before, after) in withdrawal.lines.items():
        connection.execute(NOTE_LINE, (after.decode(), at))
        row = (line(game, seq, after), game, seq, before.decode())
        if connection.execute(WITHHOLD, row).rowcount != 1:
            raise Conflict(game, seq, connection.execute(HEAD, (game,)).fetchone()[0])
    forgotten = [(game, secret.seq, secret.place) for secret in withdrawal.forgotten]
    connection.executemany(FORGET, forgotten)
    connection.execute("DELETE FROM result WHERE game = ?", (game,))
    connection.execute("DELETE FROM reading WHERE game = ?", (game,))
    if withdrawal.keys or withdrawal.name:
        _rename(connection, withdrawal, game, at)


def _rename(connection: sqlite3.Connection, withdrawal: Withdrawal, game: str, at: str) -> None:
    """Give a game and its commands other names."""
    name = game_name(withdrawal.name or game)
    connection.execute(NOTE_GAME, (name, at))
    if name != game:
        for table in NAMED:
            connection.execute(f"UPDATE {table} SET game = ? WHERE game = ?", (name, game))  # noqa: S608 (three of our own)
    for old, new in withdrawal.keys.items():
        row = (command_key(new), name, old)
        connection.execute("UPDATE command SET key = ? WHERE game = ? AND key = ?", row)


def leave_nothing(connection: sqlite3.Connection, path: Path) -> None:
    """Write the file anew without what was deleted, and empty the log ahead.

    Raises `RagamiError` `old-bytes-left`, where somebody who is reading keeps the old pages alive.
    """
    connection.execute("PRAGMA temp_store = MEMORY")
    connection.execute("VACUUM")
    patience = time.monotonic() + BUSY_SECONDS
    while connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]:
        if time.monotonic() > patience:
            raise RagamiError("old-bytes-left", path=str(path))
        time.sleep(0.01)
