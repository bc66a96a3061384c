"""Logs in a PostgreSQL database: one server, many processes that write, many games.

An acknowledged append is on the server's disk. The primary key is the lock of a game: who sees the
record that was expected to be the last one inserts the next one, or collides with who did. Other
processes are told of it after the commit, from another connection (`postgres_waking`).
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from threading import Lock
from typing import Any, Final

import psycopg
from psycopg import errors
from psycopg.errors import Diagnostic
from psycopg.types.numeric import Int8

from ragami.errors import NOTHING_NEAR, RagamiError
from ragami.store.postgres_fault import PostgresFaults, trouble_of
from ragami.store.postgres_schema import Connection, connect, prepare
from ragami.store.postgres_waking import Waker, watch
from ragami.store.protocol import (
    Appended,
    Conflict,
    GameEntry,
    Secret,
    Store,
    Withdrawal,
    without_password,
)
from ragami.store.validation import command_key, game_name, line, lines, repeated
from ragami.store.watching import GameWatch, bell_of

LONGEST: Final = 2**62
"""No game is so long: who expects such a record expects too much, and the server cannot add."""

OK: Final = """
WITH ok AS (SELECT 1 WHERE $2::bigint = (SELECT coalesce(max(seq), 0) FROM event WHERE game = $1))
"""
WITH_KEY: Final = """
, keyed AS (
    INSERT INTO command (game, key, first, last) SELECT $1, $4, $2 + 1, $2 + {count}
    FROM ok ON CONFLICT DO NOTHING RETURNING 1
)
"""
WITH_SECRETS: Final = """
, left_out AS (
    INSERT INTO secret (game, seq, place, salt, value) SELECT $1, one.*
    FROM {ok}, unnest($5::bigint[], $6::text[], $7::text[], $8::text[]) AS one
)
"""
INSERT: Final = """
INSERT INTO event (game, seq, body) SELECT $1, $2 + number, body FROM {ok}, {rows}
"""
ONE_ROW: Final = "(SELECT $3::text AS body, 1 AS number) AS one"
MANY_ROWS: Final = "unnest($3::text[]) WITH ORDINALITY AS one (body, number)"
READ: Final = "SELECT body FROM event WHERE game = $1 AND seq > $2 ORDER BY seq"
READ_SOME: Final = "SELECT body FROM event WHERE game = $1 AND seq BETWEEN $2 AND $3 ORDER BY seq"
HEADS: Final = """
SELECT game, (SELECT coalesce(max(seq), 0) FROM event WHERE event.game = asked.game)
FROM unnest($1::text[]) AS asked (game)
"""
EARLIER: Final = "SELECT first, last FROM command WHERE game = $1 AND key = $2"
GAMES: Final = """
SELECT opening.game, latest.seq, opening.body, latest.body, result.body
FROM event AS opening
CROSS JOIN LATERAL (
    SELECT seq, body FROM event WHERE game = opening.game ORDER BY seq DESC LIMIT 1
) AS latest
LEFT JOIN result ON result.game = opening.game AND result.seq = latest.seq
WHERE opening.seq = 1 ORDER BY opening.game
"""
NAMES: Final = "SELECT game FROM event WHERE seq = 1 AND game > $1 ORDER BY game LIMIT 256"
SECRETS: Final = (
    "SELECT seq, place, salt, value FROM secret WHERE game = $1 ORDER BY seq, place, salt, value"
)
REWRITTEN: Final = """
SELECT (SELECT coalesce(max(number), 0) FROM withdrawal), pg_relation_filenode('event')::bigint
"""
KEYS: Final = "SELECT key FROM command WHERE game = $1 ORDER BY key"
PUT_RESULT: Final = """
INSERT INTO result (game, seq, body) VALUES ($1, $2, $3)
ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, body = excluded.body
WHERE excluded.seq >= result.seq
"""


def appending(*, many: bool, keyed: bool, secrets: bool) -> bytes:
    """Return the one statement that appends, with those parts that it needs."""
    ok = "keyed" if keyed else "ok"
    count, rows = ("cardinality($3::text[])", MANY_ROWS) if many else ("1", ONE_ROW)
    parts = (
        OK,
        WITH_KEY.format(count=count) * keyed,
        WITH_SECRETS.format(ok=ok) * secrets,
        INSERT.format(ok=ok, rows=rows),
    )
    # Without a key or secrets, the places of their parameters are not in it, nor are they given.
    numbers = sorted({int(place) for place in re.findall(r"\$(\d)", "".join(parts))})
    new = {str(old): str(number) for number, old in enumerate(numbers, 1)}
    return re.sub(r"\$(\d)", lambda place: f"${new[place[1]]}", "".join(parts)).encode()


APPEND: Final = {
    (many, keyed, secrets): appending(many=many, keyed=keyed, secrets=secrets)
    for many in (False, True)
    for keyed in (False, True)
    for secrets in (False, True)
}


class PostgresStore(Store):
    """The logs in the database at `address`; our tables are made there if `create` is true.

    Several threads may use one. Raises `RagamiError` as `postgres_schema` does. A connection that
    was lost is the trouble of who was using it; the next one gets another.
    """

    def __init__(self, address: str, *, create: bool = True) -> None:
        self._address = address
        self._place = without_password(address)
        self._faults = PostgresFaults(self._place)
        self._reconnecting = Lock()
        self._connection = connect(address)
        try:
            prepare(self._connection, address, create=create)
        except BaseException:
            self._connection.close()
            raise
        self._bell = bell_of(address)
        self._waker = Waker.of(address)

    def _execute(self, query: str | bytes, *parameters: object) -> psycopg.Cursor[Any]:
        with self._faults:
            return self._connected().execute(_bytes(query), parameters)

    def _connected(self) -> psycopg.Connection[Any]:
        if self._connection.closed:
            with self._reconnecting:
                if self._connection.closed:
                    self._connection = connect(self._address)
        return self._connection

    def append(
        self,
        game: str,
        expected: int,
        bodies: Sequence[bytes],
        *,
        key: str | None = None,
        secrets: Sequence[Secret] = (),
    ) -> Appended:
        texts = [text for _, _, text in lines(game_name(game), expected, bodies)]
        # One row is by far the most frequent, and quicker by itself than as an array of one.
        args: list[object] = [game, Int8(expected), texts if len(texts) > 1 else texts[0]]
        if key is not None:
            args.append(command_key(key))
        args += map(list, zip(*secrets, strict=True))
        statement = APPEND[len(texts) > 1, key is not None, bool(secrets)]
        if 0 <= expected < LONGEST and self._append(statement, args) == len(texts):
            self._bell.ring(game)
            self._waker.tell(game, expected + len(texts))
            return Appended(expected + 1, expected + len(texts))
        return self._refused(game, expected, bodies, key)

    def _append(self, statement: bytes, args: Sequence[object]) -> int:
        """Insert records, all or none, and return their number."""
        try:
            return self._connected().execute(statement, args).rowcount
        except errors.UniqueViolation:
            return 0
        except psycopg.Error as error:
            raise trouble_of(error, self._place) from error

    def _refused(
        self, game: str, expected: int, bodies: Sequence[bytes], key: str | None
    ) -> Appended:
        """Return the earlier append with this key, or raise why nothing was written.

        It is only asked after a failure, so that an append itself asks nothing.
        """
        if key is not None and (earlier := self.earlier(game, key)):
            before = self._bodies(READ_SOME, game, earlier.first, earlier.last)
            return repeated(game, key, earlier, same=before == list(bodies))
        raise Conflict(game, expected, self.head(game))

    def _bodies(self, query: str, *parameters: object) -> list[bytes]:
        return [body.encode() for (body,) in self._execute(query, *parameters)]

    def read(self, game: str) -> list[bytes]:
        if bodies := self.read_after(game, 0):
            return bodies
        raise RagamiError("game-not-found", game=game, place=self._place, nearest=NOTHING_NEAR)

    def read_after(self, game: str, seq: int) -> list[bytes]:
        return self._bodies(READ, game_name(game), seq)

    def head(self, game: str) -> int:
        return self.heads([game])[game]

    def heads(self, games: Sequence[str]) -> Mapping[str, int]:
        return dict(self._execute(HEADS, [game_name(game) for game in games]).fetchall())

    def watch(self) -> GameWatch:
        return watch(self._address, self._bell, self._waker)

    def earlier(self, game: str, key: str) -> Appended | None:
        row = self._execute(EARLIER, game_name(game), command_key(key)).fetchone()
        return Appended(row[0], row[1], repeated=True) if row else None

    def games(self) -> list[GameEntry]:
        return [
            GameEntry(name, records, *(body and body.encode() for body in bodies))
            for name, records, *bodies in self._execute(GAMES)
        ]

    def names(self) -> Iterator[str]:
        last = ""
        while page := self._execute(NAMES, last).fetchall():
            for (last,) in page:
                yield last

    def put_result(self, game: str, seq: int, result: bytes) -> None:
        self._execute(PUT_RESULT, game_name(game), seq, line(game, seq, result))

    def secrets(self, game: str) -> list[Secret]:
        return [Secret(*row) for row in self._execute(SECRETS, game_name(game))]

    def keys(self, game: str) -> list[str]:
        return [key for (key,) in self._execute(KEYS, game_name(game))]

    def withdraw(self, withdrawals: Sequence[Withdrawal], at: str) -> None:
        # On a connection of its own: another thread's append must not come into the transaction.
        with self._faults, connect(self._address) as connection:
            with connection.transaction():
                for withdrawal in withdrawals:
                    withdraw(connection, withdrawal, at)
            leave_nothing(connection, self._place)

    def rewritten(self) -> tuple[int, int]:
        # The table is written anew at the end of it, into another file of the server's.
        ((noted, file),) = self._execute(REWRITTEN).fetchall()
        return noted, file

    def close(self) -> None:
        self._waker.leave()
        with self._faults:
            self._connection.close()


def _bytes(query: str | bytes) -> bytes:
    return query if isinstance(query, bytes) else query.encode()


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
