"""Who may what: codes, devices and their tokens, seats, claims. Operational data, never in a log.

They lie in a database of their own beside the games; whoever deletes it costs everybody one scan.
Of a token only the hash is kept. All of it is used from one thread, that of the event loop.
"""

from __future__ import annotations

import secrets
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from ragami.address import is_address
from ragami.errors import RagamiError
from ragami.server import gatherings
from ragami.server.bodies import Policy, Role
from ragami.server.gatherings import Gatherings
from ragami.store.fault import trouble_of

ALPHABET: Final = "ACDEFGHJKMNPQRTUVWXYZ2345679"
"""Without letters and figures that look alike."""
CODE_LENGTH: Final = 6
TOKEN_BYTES: Final = 16
SEED_BYTES: Final = 32
CLAIM_SECONDS: Final = 300
SEATED: Final = ("seat", "keeper")

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS serve_table (
  game text PRIMARY KEY, code text NOT NULL UNIQUE, locked integer NOT NULL,
  enters text NOT NULL, watches text NOT NULL, undoes text NOT NULL);
CREATE TABLE IF NOT EXISTS serve_device (
  hash text PRIMARY KEY, device text NOT NULL UNIQUE, game text NOT NULL, role text NOT NULL,
  name text);
CREATE TABLE IF NOT EXISTS serve_seat (
  game text NOT NULL, seat text NOT NULL, device text NOT NULL, PRIMARY KEY (game, seat, device));
CREATE TABLE IF NOT EXISTS serve_witness (
  game text NOT NULL, size integer NOT NULL, root text NOT NULL, name text NOT NULL,
  key text NOT NULL, time bigint NOT NULL, signature text NOT NULL, PRIMARY KEY (game, size, key));
CREATE TABLE IF NOT EXISTS serve_call (game text NOT NULL, seat text, text text, at text NOT NULL);
CREATE TABLE IF NOT EXISTS serve_mark (
  game text NOT NULL, mark text NOT NULL, seat text NOT NULL, PRIMARY KEY (game, mark));
CREATE TABLE IF NOT EXISTS serve_seed (game text PRIMARY KEY, seed text NOT NULL);
CREATE TABLE IF NOT EXISTS serve_command (
  game text NOT NULL, key text NOT NULL, digest text NOT NULL, PRIMARY KEY (game, key));
"""


class Caller(NamedTuple):
    """Who asks: without a token, somebody. `table` is None for who may see all of them."""

    role: Role = "public"
    table: str | None = None
    device: str | None = None
    seats: tuple[str, ...] = ()
    name: str | None = None
    token: str | None = None

    @property
    def code(self) -> str:
        """What stands in a record as `by`."""
        return self.seats[0] if self.role == "seat" and self.seats else self.role


class TableState(NamedTuple):
    """A table beyond its log."""

    code: str
    locked: bool
    policy: Policy


@dataclass
class Claim:
    """Something that others at the table have to say yes to: a taken seat, an undo of theirs.

    `asks` are the seats or the device of whom a yes is wanted; an undo wants one of each.
    """

    id: str
    secret: str
    table: str
    kind: str
    seat: str | None
    device: str | None
    name: str | None
    what: str = ""
    wants: frozenset[str] = frozenset()
    given: set[str] = field(default_factory=set)
    answer: str | None = None
    since: float = field(default_factory=time.monotonic)

    @property
    def expired(self) -> bool:
        return time.monotonic() - self.since > CLAIM_SECONDS


class Access:
    """The codes, the devices and what else is kept beside the games. See the module."""

    def __init__(self, database: Path | str) -> None:
        self._rows = _Postgres(database) if isinstance(database, str) else _Sqlite(database)
        self.gatherings = Gatherings(self._rows)
        self._claims: dict[str, Claim] = {}
        self._hall = secrets.token_hex(TOKEN_BYTES)

    def close(self) -> None:
        self._rows.close()

    @property
    def hall_key(self) -> str:
        """Makes who types it a referee; another one at every start."""
        return self._hall

    def is_hall_key(self, given: str) -> bool:
        return secrets.compare_digest(given.strip().lower().encode(), self._hall.encode())

    # --- tables ----------------------------------------------------------------------------

    def table(self, game: str) -> TableState:
        """What is agreed at a table; made when it is first asked for."""
        found = self._rows.all(
            "SELECT code, locked, enters, watches, undoes FROM serve_table WHERE game = ?", game
        )
        if not found:
            self._rows.do(
                "INSERT INTO serve_table VALUES (?, ?, 0, 'anybody', 'anybody', 'own')"
                " ON CONFLICT DO NOTHING",
                game,
                new_code(),
            )
            return self.table(game)
        code, locked, enters, watches, undoes = found[0]
        return TableState(code, bool(locked), Policy(enters, watches, undoes))

    def table_of(self, code: str) -> str | None:
        """The table with a code."""
        found = self._rows.all("SELECT game FROM serve_table WHERE code = ?", code.strip().upper())
        return found[0][0] if found else None

    def agree(self, game: str, policy: Policy) -> None:
        self.table(game)
        self._rows.do(
            "UPDATE serve_table SET enters = ?, watches = ?, undoes = ? WHERE game = ?",
            policy.enters,
            policy.watches,
            policy.undoes,
            game,
        )

    def lock(self, game: str, *, locked: bool) -> None:
        self.table(game)
        self._rows.do("UPDATE serve_table SET locked = ? WHERE game = ?", int(locked), game)

    def renew_code(self, game: str) -> None:
        self.table(game)
        self._rows.do("UPDATE serve_table SET code = ? WHERE game = ?", new_code(), game)

    # --- devices ---------------------------------------------------------------------------

    def add_device(
        self, game: str | None, role: Role, name: str | None, seats: Sequence[str] = ()
    ) -> Caller:
        """A token for somebody new: the only time that it can be read."""
        token, device = secrets.token_hex(TOKEN_BYTES), secrets.token_hex(4)
        self._rows.do(
            "INSERT INTO serve_device VALUES (?, ?, ?, ?, ?)",
            _hashed(token),
            device,
            game or "",
            role,
            name,
        )
        for seat in seats:
            self.add_seat(game or "", seat, device)
        return Caller(role, game, device, tuple(seats), name, token)

    def add_seat(self, game: str, seat: str, device: str) -> None:
        self._rows.do(
            "INSERT INTO serve_seat VALUES (?, ?, ?) ON CONFLICT DO NOTHING", game, seat, device
        )
        self._rows.do(
            "UPDATE serve_device SET role = 'seat' WHERE device = ? AND role = 'public'", device
        )

    def caller(self, token: str) -> Caller | None:
        """Who has this token; None where nobody has."""
        wanted = _hashed(token)
        found = self._rows.all(
            "SELECT hash, device, game, role, name FROM serve_device WHERE hash = ?", wanted
        )
        if not found or not secrets.compare_digest(found[0][0], wanted):
            return None
        _hash, device, game, role, name = found[0]
        return Caller(role, game or None, device, self._seats(device), name, token)

    def _seats(self, device: str) -> tuple[str, ...]:
        found = self._rows.all("SELECT seat FROM serve_seat WHERE device = ? ORDER BY seat", device)
        return tuple(seat for (seat,) in found if seat not in SEATED)

    def devices(self, game: str) -> list[Caller]:
        """Who has a token of a table."""
        found = self._rows.all(
            "SELECT device, role, name FROM serve_device WHERE game = ? ORDER BY device", game
        )
        return [
            Caller(role, game, device, self._seats(device), name) for device, role, name in found
        ]

    def device(self, device: str) -> Caller | None:
        found = self._rows.all("SELECT game, role, name FROM serve_device WHERE device = ?", device)
        if not found:
            return None
        game, role, name = found[0]
        return Caller(role, game or None, device, self._seats(device), name)

    def remove(self, device: str) -> None:
        self._rows.do("DELETE FROM serve_seat WHERE device = ?", device)
        self._rows.do("DELETE FROM serve_device WHERE device = ?", device)

    def taken(self, game: str) -> list[str]:
        """The seats that some device holds; `keeper` where somebody keeps the score."""
        found = self._rows.all(
            "SELECT DISTINCT seat FROM serve_seat WHERE game = ? ORDER BY seat", game
        )
        return [seat for (seat,) in found]

    # --- claims ----------------------------------------------------------------------------

    def claim(self, claim: Claim) -> Claim:
        """Ask for something; what has become too old is forgotten."""
        self._claims = {key: one for key, one in self._claims.items() if not one.expired}
        self._claims[claim.id] = claim
        return claim

    def claim_with(self, secret: str, table: str) -> Claim:
        """The claim of who knows its secret. Raises `RagamiError` `claim-gone`."""
        for one in self._claims.values():
            known = secrets.compare_digest(one.secret.encode(), secret.encode())
            if known and one.table == table and not one.expired:
                return one
        raise RagamiError("claim-gone")

    def claim_named(self, id_: str) -> Claim:
        """A claim to be answered. Raises `RagamiError` `claim-not-found`, `claim-gone`."""
        found = self._claims.get(id_)
        if found is None:
            raise RagamiError("claim-not-found")
        if found.expired or found.answer is not None:
            raise RagamiError("claim-gone")
        return found

    def close_claim(self, claim: Claim) -> None:
        self._claims.pop(claim.id, None)

    # --- what else is kept -----------------------------------------------------------------

    def witness(self, game: str, *seen: Any) -> None:
        """Keep a cosignature: size, root, name, key, time, signature."""
        self._rows.do(
            "INSERT INTO serve_witness VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
            game,
            *seen,
        )

    def witnesses(self, game: str) -> list[dict[str, Any]]:
        """The newest head that each key has seen."""
        found = self._rows.all(
            "SELECT name, max(size), key, max(time) FROM serve_witness WHERE game = ?"
            " GROUP BY name, key ORDER BY name, key",
            game,
        )
        return [
            {"name": name, "size": size, "key": key, "time": when}
            for name, size, key, when in found
        ]

    def call(self, game: str, seat: str, text: str, at: str) -> None:
        self._rows.do("INSERT INTO serve_call VALUES (?, ?, ?, ?)", game, seat, text, at)

    def calls(self, game: str) -> list[dict[str, Any]]:
        found = self._rows.all(
            "SELECT seat, text, at FROM serve_call WHERE game = ? ORDER BY at", game
        )
        return [{"seat": seat, "text": text, "at": at} for seat, text, at in found]

    def answer_calls(self, game: str) -> None:
        self._rows.do("DELETE FROM serve_call WHERE game = ?", game)

    def set_mark(self, game: str, mark: str, seat: str) -> None:
        self._rows.do(
            "INSERT INTO serve_mark VALUES (?, ?, ?)"
            " ON CONFLICT (game, mark) DO UPDATE SET seat = excluded.seat",
            game,
            mark,
            seat,
        )

    def owner_of_mark(self, game: str, mark: str) -> str | None:
        found = self._rows.all(
            "SELECT seat FROM serve_mark WHERE game = ? AND mark = ?", game, mark
        )
        return found[0][0] if found else None

    def seed(self, game: str) -> str:
        """What the app of a table draws from; made when it is first asked for."""
        found = self._rows.all("SELECT seed FROM serve_seed WHERE game = ?", game)
        if not found:
            made = secrets.token_hex(SEED_BYTES)
            self._rows.do("INSERT INTO serve_seed VALUES (?, ?) ON CONFLICT DO NOTHING", game, made)
            return self.seed(game)
        seed: str = found[0][0]
        return seed

    def command(self, game: str, key: str) -> str | None:
        """The hash of what was sent with a key."""
        found = self._rows.all(
            "SELECT digest FROM serve_command WHERE game = ? AND key = ?", game, key
        )
        return found[0][0] if found else None

    def keep_command(self, game: str, key: str, digest: str) -> None:
        self._rows.do(
            "INSERT INTO serve_command VALUES (?, ?, ?) ON CONFLICT DO NOTHING", game, key, digest
        )


def beside(database: Path | str) -> Path | str:
    """Where the operational data of a database of games lie: a file beside it, or in itself."""
    if isinstance(database, str) and is_address(database):
        return database
    path = Path(database)
    return path.with_name(f"{path.stem}.serve.db")


def new_code() -> str:
    """A code of a table."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def new_claim(table: str, kind: str, caller: Caller, seat: str | None, **more: Any) -> Claim:
    """Something to be asked of the others at a table."""
    names = secrets.token_hex(4), secrets.token_hex(TOKEN_BYTES)
    return Claim(*names, table, kind, seat, caller.device, caller.name, **more)


def _hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()


class _Sqlite:
    """Rows in a file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._connection = sqlite3.connect(path, isolation_level=None)
            self._connection.execute("PRAGMA journal_mode = WAL")
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._connection.executescript(SCHEMA + gatherings.SCHEMA)
            path.chmod(0o600)
        except (sqlite3.Error, OSError) as error:
            raise RagamiError("database-not-opened", path=str(path), found=str(error)) from error

    def all(self, sql: str, *values: Any) -> list[Any]:
        return self._run(sql, values).fetchall()

    def do(self, sql: str, *values: Any) -> None:
        self._run(sql, values)

    def _run(self, sql: str, values: Any) -> sqlite3.Cursor:
        try:
            return self._connection.execute(sql, values)
        except sqlite3.Error as error:
            raise trouble_of(error, self._path) from error

    def close(self) -> None:
        self._connection.close()


class _Postgres:
    """Rows in the database of the games, on a server."""

    def __init__(self, address: str) -> None:
        import psycopg  # noqa: PLC0415 (law 10)

        self._trouble = psycopg.OperationalError
        self._address = address
        try:
            self._connection = psycopg.connect(address, autocommit=True, connect_timeout=5)
            self._connection.execute(SCHEMA + gatherings.SCHEMA)
        except psycopg.Error as error:
            raise RagamiError("server-not-reached", path="…", found=type(error).__name__) from error

    def all(self, sql: str, *values: Any) -> list[Any]:
        rows: list[Any] = self._run(sql, values).fetchall()
        return rows

    def do(self, sql: str, *values: Any) -> None:
        self._run(sql, values)

    def _run(self, sql: str, values: Any) -> Any:
        statement: Any = sql.replace("?", "%s")
        try:
            return self._connection.execute(statement, values)
        except self._trouble as error:
            import psycopg  # noqa: PLC0415 (law 10)

            try:  # it may be back
                self._connection = psycopg.connect(self._address, autocommit=True)
                return self._connection.execute(statement, values)
            except psycopg.Error:
                raise RagamiError("server-lost", path="…", found=type(error).__name__) from error

    def close(self) -> None:
        self._connection.close()
