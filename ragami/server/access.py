"""Who may what: codes, devices and their tokens, seats, claims. Operational data, never in a log.

They lie in a database of their own beside the games; whoever deletes it costs everybody one scan.
Of a token only the hash is kept. All of it is used from one thread, that of the event loop.
"""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, NamedTuple

from ragami.address import is_address
from ragami.server import claims, gatherings
from ragami.server.bodies import Policy, Role
from ragami.server.claims import Claims
from ragami.server.gatherings import Gatherings
from ragami.server.rows import among, open_rows

ALPHABET: Final = "ACDEFGHJKMNPQRTUVWXYZ2345679"
"""Without letters and figures that look alike."""
CODE_LENGTH: Final = 6
TOKEN_BYTES: Final = 16
SEED_BYTES: Final = 32
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


class Access:
    """The codes, the devices and what else is kept beside the games. See the module."""

    def __init__(self, database: Path | str) -> None:
        self._rows = open_rows(database, SCHEMA + claims.SCHEMA + gatherings.SCHEMA)
        self.claims = Claims(self._rows)
        self.gatherings = Gatherings(self._rows)
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

    def locked(self, games: Sequence[str]) -> set[str]:
        """Those of the tables that are shut."""
        found = self._rows.all(
            among("SELECT game FROM serve_table WHERE locked = 1 AND game IN (*)", games), *games
        )
        return {game for (game,) in found}

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

    def seated(self, games: Sequence[str]) -> dict[str, frozenset[tuple[str, str]]]:
        """The seats with the devices that hold them, of several tables."""
        found = self._rows.all(
            among("SELECT game, seat, device FROM serve_seat WHERE game IN (*)", games), *games
        )
        return _by_game(games, found)

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

    def seen(self, games: Sequence[str]) -> dict[str, frozenset[tuple[str, int, str]]]:
        """The same of several tables: name, size, key."""
        found = self._rows.all(
            among(
                "SELECT game, name, max(size), key FROM serve_witness WHERE game IN (*)"
                " GROUP BY game, name, key",
                games,
            ),
            *games,
        )
        return _by_game(games, found)

    def call(self, game: str, seat: str, text: str, at: str) -> None:
        self._rows.do("INSERT INTO serve_call VALUES (?, ?, ?, ?)", game, seat, text, at)

    def calls(self, game: str) -> list[dict[str, Any]]:
        found = self._rows.all(
            "SELECT seat, text, at FROM serve_call WHERE game = ? ORDER BY at", game
        )
        return [{"seat": seat, "text": text, "at": at} for seat, text, at in found]

    def called(self) -> dict[str, int]:
        """How many calls are open at each table."""
        return dict(self._rows.all("SELECT game, count(*) FROM serve_call GROUP BY game"))

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


def _by_game(games: Sequence[str], rows: Iterable[Sequence[Any]]) -> dict[str, frozenset[Any]]:
    """Rows by what each begins with."""
    found: dict[str, set[Any]] = {game: set() for game in games}
    for game, *rest in rows:
        found[game].add(tuple(rest))
    return {game: frozenset(some) for game, some in found.items()}


def _hashed(token: str) -> str:
    return sha256(token.encode()).hexdigest()
