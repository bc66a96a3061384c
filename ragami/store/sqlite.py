"""Logs in an SQLite database: one file, many games.

An acknowledged append is on the disk: write-ahead log, synchronous FULL, one INSERT a command."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Final

import msgspec

from ragami.errors import NOTHING_NEAR, RagamiError
from ragami.store.fault import Faults, trouble_of
from ragami.store.protocol import Appended, Conflict, GameEntry, Secret, Store, Withdrawal
from ragami.store.schema import BUSY_SECONDS, connect, for_the_owner_only, version_of
from ragami.store.validation import bad_line, command_key, game_name, line, lines, repeated
from ragami.store.watching import Bell, Ear, GameWatch, Heard, bell_of

Row = tuple[str, int, str]

INSERT: Final = "INSERT INTO event (game, seq, body) VALUES (?, ?, ?)"
INSERT_COMMAND: Final = "INSERT INTO command (game, key, first, last) VALUES (?, ?, ?, ?)"
READ: Final = "SELECT body FROM event WHERE game = ? ORDER BY seq"
READ_AFTER: Final = "SELECT body FROM event WHERE game = ? AND seq > ? ORDER BY seq"
READ_SOME: Final = "SELECT body FROM event WHERE game = ? AND seq BETWEEN ? AND ? ORDER BY seq"
HEAD: Final = "SELECT coalesce(max(seq), 0) FROM event WHERE game = ?"
HEADS: Final = """
SELECT value, (SELECT coalesce(max(seq), 0) FROM event WHERE game = value) FROM json_each(?)
"""
EARLIER: Final = "SELECT first, last FROM command WHERE game = ? AND key = ?"
GAMES: Final = "SELECT game, records, first, last, result FROM games ORDER BY game"
NAMES: Final = "SELECT game FROM event WHERE seq = 1 AND game > ? ORDER BY game LIMIT ?"
NAMES_AT_ONCE: Final = 256
LOOK_SECONDS: Final = 0.25
KNOWN_SECONDS: Final = 0.01
"""How often the database is asked whether another process has changed it; it does not say what."""
INSERT_SECRET: Final = "INSERT INTO secret (game, seq, place, salt, value) VALUES (?, ?, ?, ?, ?)"
SECRETS: Final = "SELECT seq, place, salt, value FROM secret WHERE game = ? ORDER BY seq, place"
ANY_SECRET: Final = "SELECT 1 FROM secret LIMIT 1"
CHANGES: Final = "PRAGMA data_version"
REWRITTEN: Final = "SELECT coalesce(max(number), 0) FROM withdrawal"
KEYS: Final = "SELECT key FROM command WHERE game = ? ORDER BY key"
PUT_READING: Final = "INSERT OR REPLACE INTO reading (game, seq, body) VALUES (?, ?, ?)"

PUT_RESULT: Final = """
INSERT INTO result (game, seq, body) VALUES (?, ?, ?)
ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, body = excluded.body
WHERE excluded.seq >= result.seq
"""


def identity_of(path: str) -> tuple[int, int] | None:
    """Return which file a name stands for now; None if there is none."""
    try:
        stat = os.stat(path)  # noqa: PTH116 (after every append: of a `Path` it takes twice as long)
    except OSError:
        return None
    return stat.st_dev, stat.st_ino


class _InPlace(Faults):
    """Faults, and at the end whether it was the file of that name, in a form that is known."""

    def __init__(self, path: Path, *expectations: Callable[[], None]) -> None:
        super().__init__(path)
        self._expectations = expectations

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        super().__exit__(kind, error, trace)
        if error is None:
            for expect in self._expectations:
                expect()


class SqliteStore(Store):
    """The logs in the database at `path`, which is made if it is not there and `create` is true.

    Raises `RagamiError` as `schema.connect` does.
    """

    def __init__(self, path: Path, *, create: bool = True) -> None:
        self._path = path
        self._faults = _InPlace(path, self._expect_in_place, self._expect_known)
        self._connection = connect(path, create=create)
        self._name = str(path)
        self._opened = identity_of(self._name)
        self._bell = bell_of(str(path.absolute()))
        # What comes back are the bytes of the file; nothing is decoded on the way.
        self._connection.text_factory = bytes
        self._execute = self._connection.execute
        ((self._changes,),) = self._execute(CHANGES)
        self._known_until = 0.0
        # One that is kept: a new one for every append would take longer than to check the line.
        self._insert = self._connection.cursor().execute

    def append(
        self,
        game: str,
        expected: int,
        bodies: Sequence[bytes],
        *,
        key: str | None = None,
        secrets: Sequence[Secret] = (),
    ) -> Appended:
        rows = lines(game_name(game), expected, bodies)
        self._expect_known()
        try:
            if key is None and not secrets and len(rows) == 1:
                self._insert(INSERT, rows[0])
            else:
                self._write(rows, key, secrets)
        # No game is so long that SQLite cannot hold its seq: who expects one expects too much.
        except (sqlite3.IntegrityError, OverflowError) as error:
            return self._refused(error, rows, key)
        except sqlite3.Error as error:
            raise trouble_of(error, self._path) from error
        self._expect_in_place()
        self._bell.ring(game)
        return Appended(expected + 1, expected + len(rows))

    def _expect_in_place(self) -> None:
        """Raise `RagamiError` `database-gone` if the file is no longer the one that was opened.

        Without its name the file, and what was written to it, is gone as soon as it is closed; a
        command that is repeated must not be told that it was written. What was acknowledged before
        is brought from the log ahead into the file: moved away, that is whole by itself.
        """
        if identity_of(self._name) != self._opened:
            with suppress(sqlite3.Error):
                self._execute("PRAGMA wal_checkpoint(TRUNCATE)")
            raise RagamiError("database-gone", path=str(self._path))

    def _expect_known(self) -> None:
        """Raise `RagamiError` `database-newer` if a newer ragami has given the file another form.

        That is looked at only when another process has written, which is asked again after
        `KNOWN_SECONDS`: asking takes a sixth of an append.
        """
        if monotonic() < self._known_until:
            return
        try:
            ((changes,),) = self._execute(CHANGES)
            if changes != self._changes:
                version_of(self._connection, self._path)
                self._changes = changes
            self._known_until = monotonic() + KNOWN_SECONDS
        except sqlite3.Error as error:
            raise trouble_of(error, self._path) from error

    def _write(self, rows: list[Row], key: str | None, secrets: Sequence[Secret]) -> None:
        if secrets and not self._execute(ANY_SECRET).fetchone():
            for_the_owner_only(self._path)
        with self._transaction():
            if key is not None:
                game, first, _ = rows[0]
                span = (first, first + len(rows) - 1)
                self._execute(INSERT_COMMAND, (game, command_key(key), *span))
            self._connection.executemany(INSERT, rows)
            if secrets:
                game = rows[0][0]
                self._connection.executemany(INSERT_SECRET, [(game, *secret) for secret in secrets])

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        self._expect_known()
        # IMMEDIATE, so that two writers wait for each other instead of failing at their commits.
        self._execute("BEGIN IMMEDIATE")
        try:
            yield
            self._execute("COMMIT")
        except BaseException:
            # After some errors (a full disk) SQLite has rolled back by itself.
            if self._connection.in_transaction:
                self._execute("ROLLBACK")
            raise

    def _refused(self, error: Exception, rows: list[Row], key: str | None) -> Appended:
        """Return the earlier append with this key, or raise why the database did not take `rows`.

        It is only asked after a failure, so that an append itself asks nothing.
        """
        game, first, _ = rows[0]
        if getattr(error, "sqlite_errorcode", 0) == sqlite3.SQLITE_CONSTRAINT_CHECK:
            raise bad_line(game, first, str(error)) from error
        if key is not None and (earlier := self.earlier(game, key)):
            before = self._bodies(READ_SOME, game, earlier.first, earlier.last)
            bodies = [text.encode() for _, _, text in rows]
            return repeated(game, key, earlier, same=before == bodies)
        raise Conflict(game, first - 1, self.head(game)) from error

    def _bodies(self, query: str, *parameters: str | int) -> list[bytes]:
        with self._faults:
            bodies = [body for (body,) in self._execute(query, parameters)]
        if None in bodies:
            raise self._damaged()
        return bodies

    def _damaged(self) -> RagamiError:
        """Return the error of a table with NULL where none can be: its pages were written over."""
        return RagamiError("database-damaged", path=str(self._path), found="NULL")

    def read(self, game: str) -> list[bytes]:
        if bodies := self._bodies(READ, game_name(game)):
            return bodies
        raise RagamiError("game-not-found", game=game, place=str(self._path), nearest=NOTHING_NEAR)

    def read_after(self, game: str, seq: int) -> list[bytes]:
        return self._bodies(READ_AFTER, game_name(game), seq)

    def head(self, game: str) -> int:
        with self._faults:
            ((seq,),) = self._execute(HEAD, (game_name(game),))
        return int(seq)

    def heads(self, games: Sequence[str]) -> Mapping[str, int]:
        wanted = msgspec.json.encode([game_name(game) for game in games]).decode()
        with self._faults:
            return {name.decode(): head for name, head in self._execute(HEADS, (wanted,))}

    def watch(self) -> GameWatch:
        return _watch(self._path, self._bell, self._opened)

    def earlier(self, game: str, key: str) -> Appended | None:
        with self._faults:
            row = self._execute(EARLIER, (game_name(game), command_key(key))).fetchone()
        return Appended(row[0], row[1], repeated=True) if row else None

    def games(self) -> list[GameEntry]:
        with self._faults:
            games = [GameEntry(name.decode(), *columns) for name, *columns in self._execute(GAMES)]
        if any(None in (game.first, game.last) for game in games):
            raise self._damaged()
        return games

    def names(self) -> Iterator[str]:
        # Page by page: a reading that goes on for hours would keep SQLite from tidying its log.
        last = ""
        while True:
            with self._faults:
                page = self._execute(NAMES, (last, NAMES_AT_ONCE)).fetchall()
                names = [name.decode() for (name,) in page]
            if not names:
                return
            yield from names
            last = names[-1]

    def put_result(self, game: str, seq: int, result: bytes) -> None:
        with self._faults:
            self._execute(PUT_RESULT, (game_name(game), seq, line(game, seq, result)))

    def put_reading(self, game: str, seq: int, reading: bytes) -> None:
        """Store how the first `seq` records of a game read, for the views of the database."""
        with self._faults:
            self._execute(PUT_READING, (game_name(game), seq, reading.decode()))

    def secrets(self, game: str) -> list[Secret]:
        with self._faults:
            rows = self._execute(SECRETS, (game_name(game),)).fetchall()
            return [Secret(seq, *(text.decode() for text in texts)) for seq, *texts in rows]

    def keys(self, game: str) -> list[str]:
        with self._faults:
            return [key.decode() for key in self._bodies(KEYS, game_name(game))]

    def withdraw(self, withdrawals: Sequence[Withdrawal], at: str) -> None:
        with self._faults:
            self._execute("PRAGMA secure_delete = ON")
            with self._transaction():
                for withdrawal in withdrawals:
                    withdraw(self._connection, withdrawal, at)
            leave_nothing(self._connection, self._path)
        self._expect_in_place()

    def rewritten(self) -> tuple[int, int]:
        # The file is written anew at the end of it, which counts as another version of its tables.
        with self._faults:
            ((noted,),) = self._execute(REWRITTEN)
            ((version,),) = self._execute("PRAGMA schema_version")
        return noted, version

    def close(self) -> None:
        with Faults(self._path):
            self._connection.close()


def _watch(path: Path, bell: Bell, opened: tuple[int, int] | None) -> GameWatch:
    """Return a watch on the database at `path`, which is there; on a connection of its own.

    It raises `RagamiError` `database-gone` once the file is no longer the one that was `opened`.
    """
    faults = Faults(path)
    with faults:
        # Who waits is seldom who opened; only one of them uses it at a time.
        connection = sqlite3.connect(path.absolute(), check_same_thread=False)
    ear, seen = Ear(), 0

    def changed() -> bool:
        nonlocal seen
        before = seen
        with faults:
            seen = connection.execute("PRAGMA data_version").fetchone()[0]
        if identity_of(str(path)) != opened:
            raise RagamiError("database-gone", path=str(path))
        return bool(seen != before)

    def hear(seconds: float) -> Heard:
        until = monotonic() + seconds
        while not (games := ear.hear(max(0.0, min(LOOK_SECONDS, until - monotonic())))):
            if changed():
                return None
            if monotonic() >= until:
                break
        return games

    def close() -> None:
        bell.remove(ear)
        connection.close()

    try:
        changed()
    except BaseException:
        connection.close()
        raise
    bell.add(ear)
    return GameWatch(hear, close)


# --- taking words out for good: from tables, free pages and the log ahead ------------------------


NOTE_LINE: Final = (
    "INSERT INTO withdrawal (leaf, at) SELECT json_extract(?1, '$.data.leaf'), ?2"
    " WHERE NOT EXISTS (SELECT 1 FROM withdrawal WHERE leaf = json_extract(?1, '$.data.leaf'))"
)
NOTE_GAME: Final = "INSERT INTO withdrawal (game, at) VALUES (?, ?)"
WITHHOLD: Final = "UPDATE event SET body = ? WHERE game = ? AND seq = ? AND body = ?"
FORGET: Final = "DELETE FROM secret WHERE game = ? AND seq = ? AND place = ?"
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
