"""The shape of a database on a PostgreSQL server, and how it comes to have it.

The tables are those of SQLite (`schema`). `text`, not `jsonb`: the bytes are what counts. The
primary key of `event` is the lock of a game; nothing counts over the whole database, for then every
commit would wait for the one before it.
"""

from __future__ import annotations

from typing import Final

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg.rows import TupleRow

from ragami.errors import RagamiError
from ragami.store.postgres_fault import PostgresFaults, not_connected
from ragami.store.protocol import without_password

BUSY: Final = "5s"
"""How long another writer is waited for."""

PATIENCE: Final = {"connect_timeout": 5, "tcp_user_timeout": 10_000, "keepalives_idle": 30}
"""Seconds, and milliseconds: a server whose cable was pulled says nothing, and we do not wait."""

LOCK: Final = 0x52474D49
"""Who makes or upgrades the tables holds this advisory lock: "RGMI"."""

TABLES: Final = (
    """
    CREATE TABLE event (
        game text COLLATE "C", seq bigint CHECK (seq > 0), body text NOT NULL,
        PRIMARY KEY (game, seq)
    )
    """,
    # `first` to `last` are the events that the command with this key wrote.
    """
    CREATE TABLE command (
        game text COLLATE "C", key text COLLATE "C", first bigint NOT NULL, last bigint NOT NULL,
        PRIMARY KEY (game, key)
    )
    """,
    # What a record leaves out, until somebody forgets it: the opening of its commitment.
    """
    CREATE TABLE secret (
        game text COLLATE "C", seq bigint, place text COLLATE "C", salt text NOT NULL,
        value text NOT NULL,
        PRIMARY KEY (game, seq, place)
    )
    """,
    # A cache.
    """
    CREATE TABLE result (
        game text COLLATE "C" PRIMARY KEY, seq bigint NOT NULL, body text NOT NULL
    )
    """,
    # One row for a record from which words were taken, by its leaf; one for a game that was given
    # another name. None of them says which words.
    """
    CREATE TABLE withdrawal (
        number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, leaf text, game text COLLATE "C",
        at text NOT NULL,
        CHECK ((leaf IS NULL) <> (game IS NULL))
    )
    """,
    # The list of games is read from here: an entry for every game, and none for its other events.
    "CREATE INDEX opening ON event (game) WHERE seq = 1",
)

# The server collects samples of what is in a column, for planning; a word that is withdrawn must
# not stay there. The primary keys are all that is looked up by, and need no samples.
NO_SAMPLES: Final = tuple(
    f"ALTER TABLE {table} "
    + ", ".join(f"ALTER COLUMN {column} SET STATISTICS 0" for column in columns.split())
    for table, columns in {
        "event": "game body",
        "command": "game key",
        "secret": "game place salt value",
        "result": "game body",
        "withdrawal": "leaf game at",
    }.items()
)

# A withheld line keeps number, time, type and version of the record, and the leaf of the line that
# was there first. A comparison with a field that is not there must not come out as NULL.
WITHHELD: Final = """
CREATE FUNCTION event_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    was json;
    becomes json;
    first json;
BEGIN
    IF NEW.seq IS DISTINCT FROM OLD.seq THEN
        RAISE EXCEPTION 'an event is never changed';
    END IF;
    IF NEW.body = OLD.body THEN
        IF EXISTS (SELECT 1 FROM withdrawal WHERE game = NEW.game) THEN RETURN NEW; END IF;
        RAISE EXCEPTION 'an event is never changed';
    END IF;
    was := OLD.body::json;
    becomes := NEW.body::json;
    first := CASE WHEN was ->> 'type' = 'withheld' THEN was -> 'data' ELSE was END;
    IF NEW.game = OLD.game
        AND becomes ->> 'type' = 'withheld' AND becomes ->> 'v' = '1'
        AND becomes ->> 'seq' IS NOT DISTINCT FROM was ->> 'seq'
        AND becomes ->> 'at' IS NOT DISTINCT FROM was ->> 'at'
        AND becomes #>> '{data,type}' IS NOT DISTINCT FROM first ->> 'type'
        AND becomes #>> '{data,v}' IS NOT DISTINCT FROM first ->> 'v'
        AND (was ->> 'type' IS DISTINCT FROM 'withheld'
             OR becomes #>> '{data,leaf}' IS NOT DISTINCT FROM first ->> 'leaf')
        AND EXISTS (SELECT 1 FROM withdrawal WHERE leaf = becomes #>> '{data,leaf}')
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'an event is never changed';
END $$
"""

COMMAND_IS_FINAL: Final = """
CREATE FUNCTION command_is_final() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.first = OLD.first AND NEW.last = OLD.last
        AND EXISTS (SELECT 1 FROM withdrawal WHERE game = NEW.game)
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'a command is never changed';
END $$
"""

IS_KEPT: Final = """
CREATE FUNCTION is_kept() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'what is in % is never removed or changed', TG_TABLE_NAME;
END $$
"""

# Also where somebody restores or replicates into it with triggers switched off for others.
APPEND_ONLY: Final = tuple(
    statement
    for table, changes in {
        "event": ("UPDATE", "event_is_final()"),
        "command": ("UPDATE", "command_is_final()"),
        "withdrawal": ("UPDATE", "is_kept()"),
    }.items()
    for statement in (
        f"CREATE TRIGGER {table}_is_final BEFORE {changes[0]} ON {table}"
        f" FOR EACH ROW EXECUTE FUNCTION {changes[1]}",
        f"CREATE TRIGGER {table}_is_kept BEFORE DELETE ON {table}"
        " FOR EACH ROW EXECUTE FUNCTION is_kept()",
        f"CREATE TRIGGER {table}_is_not_emptied BEFORE TRUNCATE ON {table}"
        " FOR EACH STATEMENT EXECUTE FUNCTION is_kept()",
        f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_is_final",
        f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_is_kept",
        f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_is_not_emptied",
    )
)

CREATE: Final = (*TABLES, *NO_SAMPLES, IS_KEPT, WITHHELD, COMMAND_IS_FINAL, *APPEND_ONLY)

STEPS: Final[tuple[tuple[str, ...], ...]] = (CREATE,)
"""What makes version n out of version n - 1, from 1 on. A step is never changed, only followed."""

Connection = psycopg.Connection[TupleRow]


def connect(address: str) -> Connection:
    """Return a connection in autocommit mode, each commit of which waits for the disk.

    Raises `RagamiError` `server-not-reached`, `server-shut` or `database-not-found`.
    """
    try:
        settings = conninfo_to_dict(address)
        options = f"{settings.get('options') or ''} -c synchronous_commit=on"
        options += f" -c default_transaction_isolation=read\\ committed -c lock_timeout={BUSY}"
        ours = {"application_name": "ragami", **PATIENCE, **settings}
        ours |= {"options": options.strip(), "client_encoding": "utf8"}
        return psycopg.connect(
            make_conninfo("", **ours), autocommit=True, cursor_factory=psycopg.RawCursor
        )
    except psycopg.Error as error:
        raise not_connected(error, without_password(address)) from error


def prepare(connection: Connection, address: str, *, create: bool) -> None:
    """Create our tables, or bring them up to date.

    Raises `RagamiError`: `database-not-found` if they are not there and not to be made,
    `database-newer`, `unfit-database`.
    """
    place = without_password(address)
    with PostgresFaults(place):
        version = _version(connection, place)
        if version == len(STEPS):
            return
        if not (version or create):
            raise RagamiError("database-not-found", path=place)
        encoding = connection.info.parameter_status("server_encoding")
        if encoding != "UTF8":
            raise RagamiError("unfit-database", path=place, found=f"encoding {encoding}")
        _upgrade(connection, place)


def _version(connection: Connection, place: str) -> int:
    """Return the version of the schema; 0 if there is none.

    Raises `RagamiError` `database-newer`.
    """
    try:
        row = connection.execute("SELECT max(version) FROM schema_version").fetchone()
    except psycopg.errors.UndefinedTable:
        return 0
    version = row[0] if row else None
    if not isinstance(version, int):
        raise RagamiError("unfit-database", path=place, found="schema_version")
    if version > len(STEPS):
        raise RagamiError("database-newer", path=place, found=version, known=len(STEPS))
    return version


def _upgrade(connection: Connection, place: str) -> None:
    """Take the steps that the database lacks, all of them or none."""
    # Before the transaction, and not in it: another process may be upgrading at the same moment.
    connection.execute("SELECT pg_advisory_lock($1)", (LOCK,))
    try:
        version = _version(connection, place)
        with connection.transaction():
            for step in STEPS[version:]:
                for statement in step:
                    connection.execute(statement.encode())
            if version == 0:
                connection.execute("CREATE TABLE schema_version (version bigint PRIMARY KEY)")
            for number in range(version + 1, len(STEPS) + 1):
                connection.execute("INSERT INTO schema_version VALUES ($1)", (number,))
    finally:
        if not connection.closed:
            connection.execute("SELECT pg_advisory_unlock($1)", (LOCK,))
