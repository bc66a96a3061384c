"""The shape of a database, and how a file comes to have it.

Tables hold what is stored, one row each (`event`, `command`, `result`; `secret` has values that are
kept apart from the log, `withdrawal` what was taken out of it); views are for reading with any
SQLite tool (`events`, `games`, `players`; `counting_events` and `points` from the cache `reading`).
The database itself refuses to change or remove an event, and to write one anywhere but after the
last one of its game; only words may be withheld, in one form.

Opening a database that is up to date needs nothing but `sqlite3`; only a new or an old one has
sqlite-utils imported to create or upgrade it.
"""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from stat import S_IMODE, S_IRWXG, S_IRWXO, S_ISREG
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, cast

from ragami.errors import RagamiError
from ragami.store.fault import PRIMARY, Faults

if TYPE_CHECKING:
    from sqlite_utils import Database
    from sqlite_utils.db import Table

APPLICATION: Final = 0x52474D49
"""`PRAGMA application_id` of our databases: "RGMI"."""

BUSY_SECONDS: Final = 5.0
"""How long another writer is waited for."""

OTHERS: Final = S_IRWXG | S_IRWXO
"""The mode bits of everybody but the owner."""

PAGE: Final = 2048
"""Bytes. A commit writes whole pages: of these, 1.1 times as many a second as of 4096.

Smaller ones make reading slower, and a long record would not fit.
"""

CHECKPOINT: Final = 4000
"""Pages in the write-ahead log before they are put into the database: of 2 KiB, 8 MB.

Four times SQLite's own number, since the pages are small: a commit waits for it less often.
"""

# `body` is the line as it stands in the file. One INSERT settles everything: the primary key is
# the lock, and `event_is_next` knows the last seq from the same index.
EVENT: Final = """
CREATE TABLE event (
    game TEXT NOT NULL,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body)),
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID
"""

# `first` to `last` are the events that the command with this key wrote.
COMMAND: Final = """
CREATE TABLE command (
    game TEXT NOT NULL,
    key TEXT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    PRIMARY KEY (game, key)
) STRICT, WITHOUT ROWID
"""

# The list of games is read from here: an entry for every game, and none for its other events.
OPENING: Final = "CREATE INDEX opening ON event (game) WHERE seq = 1"

# INSERT OR REPLACE removes a row without asking the DELETE triggers, so the INSERT ones must see
# to it that there is nothing to replace.
APPEND_ONLY: Final = (
    """
    CREATE TRIGGER event_is_next BEFORE INSERT ON event
    WHEN NEW.seq IS NOT 1 + (SELECT coalesce(max(seq), 0) FROM event WHERE game = NEW.game)
    BEGIN SELECT RAISE(ABORT, 'an event comes after the last one of its game'); END
    """,
    """
    CREATE TRIGGER event_is_kept BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'an event is never removed'); END
    """,
    """
    CREATE TRIGGER event_is_final BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END
    """,
    """
    CREATE TRIGGER command_is_new BEFORE INSERT ON command
    WHEN EXISTS (SELECT 1 FROM command WHERE game = NEW.game AND key = NEW.key)
    BEGIN SELECT RAISE(ABORT, 'the key of a command is used once'); END
    """,
    """
    CREATE TRIGGER command_is_kept BEFORE DELETE ON command
    BEGIN SELECT RAISE(ABORT, 'a command is never removed'); END
    """,
    """
    CREATE TRIGGER command_is_final BEFORE UPDATE ON command
    BEGIN SELECT RAISE(ABORT, 'a command is never changed'); END
    """,
)

EVENTS: Final = """
SELECT
    game,
    seq,
    json_extract(body, '$.type') AS type,
    json_extract(body, '$.v') AS v,
    json_extract(body, '$.at') AS at,
    json_extract(body, '$.by') AS by,
    json_extract(body, '$.data.player') AS player,
    json_extract(body, '$.data') AS data
FROM event
"""

# The names are picked by their path in the body: a player that is no object has then none, where
# json_extract(value, …) would fail, and the whole view with it.
GAMES: Final = """
SELECT
    opening.game AS game,
    json_extract({record}, '$.data.game') AS kind,
    json_extract({record}, '$.data.title') AS title,
    (
        SELECT json_group_array(json_extract({record}, fullkey || '.name'))
        FROM json_each({record}, '$.data.players')
        WHERE typeof(key) = 'integer'
    ) AS players,
    latest.seq AS records,
    json_extract(opening.body, '$.at') AS first_at,
    json_extract(latest.body, '$.at') AS last_at,
    result.body AS result,
    opening.body AS first,
    latest.body AS last
FROM event AS opening
JOIN event AS latest ON latest.game = opening.game
    AND latest.seq = (SELECT max(seq) FROM event WHERE game = opening.game)
LEFT JOIN result ON result.game = opening.game AND result.seq = latest.seq
WHERE opening.seq = 1
"""

# What a record leaves out, until somebody forgets it: the opening of its commitment.
SECRET: Final = """
CREATE TABLE secret (
    game TEXT NOT NULL,
    seq INTEGER NOT NULL,
    place TEXT NOT NULL,
    salt TEXT NOT NULL,
    value TEXT NOT NULL CHECK (json_valid(value)),
    PRIMARY KEY (game, seq, place)
) STRICT, WITHOUT ROWID
"""

# One row for a record from which words were taken, by its leaf; one for a game that was given
# another name. None of them says which words.
WITHDRAWAL: Final = """
CREATE TABLE withdrawal (
    number INTEGER PRIMARY KEY,
    leaf TEXT,
    game TEXT,
    at TEXT NOT NULL,
    CHECK ((leaf IS NULL) <> (game IS NULL))
) STRICT
"""

# A withheld line keeps number, time, type and version of the record, and the leaf of the line that
# was there first. A comparison with what is no JSON or lacks a field must not come out as NULL.
WITHHOLDING: Final = (
    "DROP TRIGGER event_is_final",
    """
    CREATE TRIGGER event_is_final BEFORE UPDATE ON event
    WHEN (
        NEW.seq IS OLD.seq AND NEW.game IS OLD.game
        AND json_extract(NEW.body, '$.type') IS 'withheld'
        AND json_extract(NEW.body, '$.v') IS 1
        AND json_extract(NEW.body, '$.seq') IS json_extract(OLD.body, '$.seq')
        AND json_extract(NEW.body, '$.at') IS json_extract(OLD.body, '$.at')
        AND EXISTS (
            SELECT 1 FROM withdrawal WHERE leaf = json_extract(NEW.body, '$.data.leaf')
        )
        AND CASE json_extract(OLD.body, '$.type') WHEN 'withheld' THEN
            json_extract(NEW.body, '$.data.leaf') IS json_extract(OLD.body, '$.data.leaf')
            AND json_extract(NEW.body, '$.data.type') IS json_extract(OLD.body, '$.data.type')
            AND json_extract(NEW.body, '$.data.v') IS json_extract(OLD.body, '$.data.v')
        ELSE
            json_extract(NEW.body, '$.data.type') IS json_extract(OLD.body, '$.type')
            AND json_extract(NEW.body, '$.data.v') IS json_extract(OLD.body, '$.v')
        END
        OR NEW.seq IS OLD.seq AND NEW.body IS OLD.body
        AND EXISTS (SELECT 1 FROM withdrawal WHERE game = NEW.game)
    ) IS NOT TRUE
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END
    """,
    "DROP TRIGGER command_is_final",
    """
    CREATE TRIGGER command_is_final BEFORE UPDATE ON command
    WHEN (
        NEW.first IS OLD.first AND NEW.last IS OLD.last
        AND EXISTS (SELECT 1 FROM withdrawal WHERE game = NEW.game)
    ) IS NOT TRUE
    BEGIN SELECT RAISE(ABORT, 'a command is never changed'); END
    """,
    """
    CREATE TRIGGER withdrawal_is_new BEFORE INSERT ON withdrawal
    WHEN EXISTS (SELECT 1 FROM withdrawal WHERE number = NEW.number)
    BEGIN SELECT RAISE(ABORT, 'a withdrawal is noted once'); END
    """,
    """
    CREATE TRIGGER withdrawal_is_kept BEFORE DELETE ON withdrawal
    BEGIN SELECT RAISE(ABORT, 'a withdrawal is never removed'); END
    """,
    """
    CREATE TRIGGER withdrawal_is_final BEFORE UPDATE ON withdrawal
    BEGIN SELECT RAISE(ABORT, 'a withdrawal is never changed'); END
    """,
)

# What a line says: in one that is withheld, what is left of the record.
READS: Final = """
    CASE json_extract({line}, '$.type') WHEN 'withheld' THEN json_extract({line}, '$.data')
    ELSE {line} END
"""

EVENTS_AS_THEY_READ: Final = """
SELECT
    game,
    seq,
    json_extract(reads, '$.type') AS type,
    json_extract(reads, '$.v') AS v,
    json_extract(body, '$.at') AS at,
    json_extract(body, '$.by') AS by,
    json_extract(reads, '$.data.player') AS player,
    json_extract(reads, '$.data') AS data
FROM (SELECT game, seq, body, {record} AS reads FROM event)
"""


# How the first `seq` records of a game read, as the rules have it: a cache, for the views below.
# `events` are [seq, round, turn, type, data] of what counts, the last two only where a correction
# changed them; `points` are by seat. It may be deleted; a view shows none that is out of date.
READING: Final = """
CREATE TABLE reading (
    game TEXT PRIMARY KEY,
    seq INTEGER NOT NULL,
    body TEXT NOT NULL CHECK (json_valid(body))
) STRICT
"""

PLAYERS: Final = """
SELECT
    opening.game AS game,
    key + 1 AS number,
    coalesce(
        json_extract({record}, fullkey || '.colour'), json_extract({record}, fullkey || '.seat')
    ) AS seat,
    json_extract({record}, fullkey || '.name') AS name
FROM event AS opening, json_each({record}, '$.data.players')
WHERE opening.seq = 1 AND typeof(key) = 'integer'
"""

COUNTING_EVENTS: Final = """
SELECT
    events.game AS game,
    events.seq AS seq,
    json_extract(value, '$[1]') AS round,
    json_extract(value, '$[2]') AS turn,
    coalesce(json_extract(value, '$[3]'), events.type) AS type,
    events.at AS at,
    events.by AS by,
    json_extract(coalesce(json_extract(value, '$[4]'), events.data), '$.player') AS player,
    coalesce(json_extract(value, '$[4]'), events.data) AS data
FROM reading, json_each(reading.body, '$.events')
JOIN events ON events.game = reading.game AND events.seq = json_extract(value, '$[0]')
WHERE reading.seq = (SELECT max(seq) FROM event WHERE game = reading.game)
"""

POINTS: Final = """
SELECT reading.game AS game, key AS seat, value AS points
FROM reading, json_each(reading.body, '$.points')
WHERE reading.seq = (SELECT max(seq) FROM event WHERE game = reading.game)
"""


def connect(path: Path, *, create: bool) -> sqlite3.Connection:
    """Return the database at `path`, up to date, in autocommit mode, committing to the disk.

    Where nothing may be written it can be read. Raises `RagamiError`: `database-not-found` if it is
    not there and not to be made, `not-a-database`, `foreign-database`, `database-newer`, or what
    `Faults` makes of SQLite's errors. A file that is refused is left as it was.
    """
    _look(path, create=create)
    with Faults(path):
        try:
            return _connected(path)
        except sqlite3.OperationalError as error:
            codes = {error.sqlite_errorcode, error.sqlite_errorcode & PRIMARY}
            if not codes & NOT_TO_BE_WRITTEN or not path.exists():
                raise
        connection = read_only(path)
        if version_of(connection, path) == len(STEPS):
            return connection
        connection.close()
        raise RagamiError("database-read-only", path=str(path), found="old schema")


def _connected(path: Path) -> sqlite3.Connection:
    # Absolute, because some builds of SQLite read a name that begins with "file:" as an address.
    connection = sqlite3.connect(path.absolute(), timeout=BUSY_SECONDS, isolation_level=None)
    try:
        if version_of(connection, path) < len(STEPS):
            _upgrade(connection, path)
        _log_ahead(connection)
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
    except BaseException:
        connection.close()
        raise
    return connection


def for_the_owner_only(path: Path) -> None:
    """Take from all others what they may do with a database: done once, before its first secret.

    Whoever then opens it to others means it. Raises `RagamiError` `database-open-to-others`.
    """
    for suffix in ("", "-wal", "-shm"):
        file = path.with_name(path.name + suffix)
        with suppress(FileNotFoundError):
            mode = S_IMODE(file.stat().st_mode)
            if mode & OTHERS:
                try:
                    file.chmod(mode & ~OTHERS)
                except OSError as error:
                    raise RagamiError("database-open-to-others", path=str(path)) from error


def _look(path: Path, *, create: bool) -> None:
    """Refuse what SQLite must not be pointed at: it would wait for a pipe, and write to a device.

    Raises `RagamiError`.
    """
    try:
        mode = path.stat().st_mode
    except FileNotFoundError as error:
        if not create:
            raise RagamiError("database-not-found", path=str(path)) from error
    except OSError as error:
        raise RagamiError("database-not-opened", path=str(path), found=error.strerror) from error
    else:
        if not S_ISREG(mode):
            raise RagamiError("not-a-database", path=str(path), found="not a regular file")


def version_of(connection: sqlite3.Connection, path: Path) -> int:
    """Return the version of the schema; 0 if the database is empty. Raises `RagamiError`."""
    ((application, version, objects),) = connection.execute(
        "SELECT application_id, user_version, (SELECT count(*) FROM sqlite_schema)"
        " FROM pragma_application_id, pragma_user_version"
    )
    if application == objects == 0:
        return 0
    if application != APPLICATION or version < 1:
        raise RagamiError("foreign-database", path=str(path), found=application)
    if version > len(STEPS):
        raise RagamiError("database-newer", path=str(path), found=version, known=len(STEPS))
    return int(version)


def _upgrade(connection: sqlite3.Connection, path: Path) -> None:
    """Take the steps that the database lacks, all of them or none."""
    from sqlite_utils import Database  # noqa: PLC0415 (law 10)

    connection.execute(f"PRAGMA page_size = {PAGE}")
    database = Database(connection, execute_plugins=False, recursive_triggers=False)
    connection.execute("BEGIN IMMEDIATE")
    try:
        # Asked again under the lock: another process may have been upgrading at the same moment.
        for step in STEPS[version_of(connection, path) :]:
            step(database)
        connection.execute(f"PRAGMA application_id = {APPLICATION}")
        connection.execute(f"PRAGMA user_version = {len(STEPS)}")
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise


def _log_ahead(connection: sqlite3.Connection) -> None:
    """Use the write-ahead log from now on; the file remembers it.

    SQLite does not wait when another process looks into the new file at this moment. We do.
    """
    patience = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or time.monotonic() > patience:
                raise
            time.sleep(0.002)
        else:
            return


def _create(database: Database) -> None:
    for statement in (EVENT, COMMAND, OPENING, *APPEND_ONLY):
        database.execute(statement)
    result = cast("Table", database["result"])
    result.create({"game": str, "seq": int, "body": str}, pk="game", strict=True)
    database.create_view("events", EVENTS)
    database.create_view("games", GAMES.format(record="opening.body"))


def _withhold(database: Database) -> None:
    for statement in (SECRET, WITHDRAWAL, *WITHHOLDING):
        database.execute(statement)
    events = EVENTS_AS_THEY_READ.format(record=READS.format(line="body"))
    games = GAMES.format(record=READS.format(line="opening.body"))
    database.create_view("events", events, replace=True)
    database.create_view("games", games, replace=True)


def _read(database: Database) -> None:
    record = READS.format(line="opening.body")
    database.execute(READING)
    database.create_view("players", PLAYERS.format(record=record))
    database.create_view("counting_events", COUNTING_EVENTS)
    database.create_view("points", POINTS)


STEPS: Final[tuple[Callable[[Database], None], ...]] = (_create, _withhold, _read)
"""What makes version n out of version n - 1, from 1 on. A step is never changed, only followed."""


NOT_TO_BE_WRITTEN: Final = frozenset(
    {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR_SHMSIZE}
)
"""What SQLite says where it cannot make the files beside a database that it keeps its log in.

The last one is of a full disk; who has the database open has made them before.
"""

LOG_AHEAD: Final = "-wal"


def read_only(path: Path) -> sqlite3.Connection:
    """Return the database at `path`, which nobody can write, and without any file beside it.

    What is still in its log ahead counts: then a copy of both is read. Raises `sqlite3.Error`.
    """
    ahead = path.with_name(path.name + LOG_AHEAD)
    if not ahead.exists() or not ahead.stat().st_size:
        return _opened(path)
    with TemporaryDirectory(prefix="ragami-") as folder:
        for file in (path, ahead):
            shutil.copyfile(file, Path(folder, file.name))
        copy = sqlite3.connect(Path(folder, path.name), isolation_level=None)
        try:
            # All of it goes into one file, which is open here and has no name any more.
            copy.execute("PRAGMA journal_mode = DELETE")
        finally:
            copy.close()
        return _opened(Path(folder, path.name))


def _opened(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True, isolation_level=None
    )
    try:
        connection.execute("SELECT 1 FROM sqlite_schema").fetchall()  # opened, and is a database
    except BaseException:
        connection.close()
        raise
    return connection
