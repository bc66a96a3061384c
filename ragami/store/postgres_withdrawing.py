"""Taking words out of a database on a server for good: from its tables and what lies under them."""

from __future__ import annotations

import re
import time
from typing import Final

from psycopg import errors
from psycopg.errors import Diagnostic

from ragami.errors import RagamiError
from ragami.store.postgres_schema import Connection
from ragami.store.protocol import Conflict, Withdrawal
from ragami.store.validation import command_key, game_name, line

NOTE_LINE: Final = """
INSERT INTO withdrawal (leaf, at) SELECT leaf, $2
FROM (SELECT $1::json #>> '{data,leaf}' AS leaf) AS one
WHERE leaf IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM withdrawal WHERE withdrawal.leaf = one.leaf)
"""
NOTE_GAME: Final = "INSERT INTO withdrawal (game, at) VALUES ($1, $2)"
WITHHOLD: Final = "UPDATE event SET body = $1 WHERE game = $2 AND seq = $3 AND body = $4"
FORGET: Final = "DELETE FROM secret WHERE game = $1 AND seq = $2 AND place = $3"
HEAD: Final = "SELECT coalesce(max(seq), 0) FROM event WHERE game = $1"
NAMED: Final = ("event", "command", "secret")
"""The tables that say of which game something is; `result` is a cache, and emptied."""

CLEARED: Final = ("event", "command", "secret", "result")
PATIENCE: Final = 5.0
"""Seconds that somebody is waited for who still looks at what was there before."""


def withdraw(connection: Connection, withdrawal: Withdrawal, at: str) -> None:
    """Take words out of a game, within a transaction. Raises `Conflict`."""
    game = game_name(withdrawal.game)
    for seq, (before, after) in withdrawal.lines.items():
        text = line(game, seq, after)
        connection.execute(NOTE_LINE, (text, at))
        if connection.execute(WITHHOLD, (text, game, seq, before.decode())).rowcount != 1:
            row = connection.execute(HEAD, (game,)).fetchone()
            head = row[0] if row else 0
            assert isinstance(head, int)
            raise Conflict(game, seq, head)
    for secret in withdrawal.forgotten:
        connection.execute(FORGET, (game, secret.seq, secret.place))
    connection.execute("DELETE FROM result WHERE game = $1", (game,))
    if withdrawal.keys or withdrawal.name:
        _rename(connection, withdrawal, game, at)


def _rename(connection: Connection, withdrawal: Withdrawal, game: str, at: str) -> None:
    """Give a game and its commands other names."""
    name = game_name(withdrawal.name or game)
    connection.execute(NOTE_GAME, (name, at))
    if name != game:
        for table in NAMED:
            change = f"UPDATE {table} SET game = $1 WHERE game = $2"  # noqa: S608 (three of our own)
            connection.execute(change.encode(), (name, game))
    for old, new in withdrawal.keys.items():
        row = (command_key(new), name, old)
        connection.execute("UPDATE command SET key = $1 WHERE game = $2 AND key = $3", row)


def leave_nothing(connection: Connection, place: str) -> None:
    """Write the tables anew without what was deleted.

    Raises `RagamiError` `old-bytes-left`, where somebody who is reading keeps the old rows alive.
    """
    rows_left: list[int] = []

    def listen(notice: Diagnostic) -> None:
        # In whatever language: "0 dead row versions cannot be removed yet."
        rows_left.extend(int(number) for number in re.findall(r"^\d+", notice.message_detail or ""))

    connection.add_notice_handler(listen)
    patience = time.monotonic() + PATIENCE
    while True:
        rows_left.clear()
        try:
            for table in CLEARED:
                connection.execute(f"VACUUM (FULL, VERBOSE) {table}".encode())
        except errors.LockNotAvailable as error:
            raise RagamiError("old-bytes-left", path=place) from error
        if not any(rows_left):
            return
        if time.monotonic() > patience:
            raise RagamiError("old-bytes-left", path=place)
        time.sleep(0.05)
