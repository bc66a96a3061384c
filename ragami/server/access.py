"""Access: codes, devices and their tokens, seats, claims. Operational data, never in a log.

It lies in a database of its own beside the games; whoever deletes it costs everybody one scan. Of a
token only the hash is kept. All of it is used from one thread, that of the event loop.
"""

from __future__ import annotations

import secrets
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import msgspec

from ragami.errors import RagamiError
from ragami.server import gatherings
from ragami.server.bodies import CallEntry, Cosignature, Policy, Role, Seen, Witness
from ragami.server.gatherings import Gatherings
from ragami.server.rows import Rows, open_rows
from ragami.store.protocol import is_address

ALPHABET: Final = "ACDEFGHJKMNPQRTUVWXYZ2345679"
"""Without letters and figures that look alike."""
CODE_LENGTH: Final = 6
TOKEN_BYTES: Final = 16
SEED_BYTES: Final = 32
SEATED: Final = ("seat", "keeper")
KNOWN: Final = "="
HOUSE: Final = "house"
"""Stands for the device of a seat that the house plays."""
DEVICES_WITH_SEATS: Final = "serve_device LEFT JOIN serve_seat USING (device)"
UNKNOWN: Final = "?"
"""Before the name of a witness, as it is kept: whether the server knows whose it is."""

SCHEMA: Final = {
    "serve_table": "game text PRIMARY KEY, code text NOT NULL UNIQUE, locked integer NOT NULL,"
    " enters text NOT NULL, watches text NOT NULL, undoes text NOT NULL",
    "serve_device": "hash text PRIMARY KEY, device text NOT NULL UNIQUE, game text NOT NULL,"
    " role text NOT NULL, name text",
    "serve_seat": "game text NOT NULL, seat text NOT NULL, device text NOT NULL,"
    " PRIMARY KEY (game, seat, device)",
    "serve_witness": "game text NOT NULL, size integer NOT NULL, root text NOT NULL,"
    " name text NOT NULL, key text NOT NULL, time bigint NOT NULL, signature text NOT NULL,"
    " PRIMARY KEY (game, size, key)",
    "serve_call": "game text NOT NULL, seat text, text text, at text NOT NULL",
    "serve_mark": "game text NOT NULL, mark text NOT NULL, seat text NOT NULL,"
    " PRIMARY KEY (game, mark)",
    "serve_seed": "game text PRIMARY KEY, seed text NOT NULL",
    "serve_command": "game text NOT NULL, key text NOT NULL, digest text NOT NULL,"
    " PRIMARY KEY (game, key)",
    "serve_claim": "id text PRIMARY KEY, game text NOT NULL, kind text NOT NULL, seat text,"
    " device text, name text, what text NOT NULL, wants text NOT NULL, answer text,"
    " secret text NOT NULL, used integer NOT NULL, at bigint NOT NULL",
    "serve_yes": "claim text NOT NULL, seat text NOT NULL, PRIMARY KEY (claim, seat)",
    **gatherings.SCHEMA,
}


class Caller(NamedTuple):
    """The sender of a request; public without a token. `table` is None for access to all."""

    role: Role = "public"
    table: str | None = None
    device: str | None = None
    seats: tuple[str, ...] = ()
    name: str | None = None
    token: str | None = None

    @property
    def code(self) -> str:
        """Return the code for `by` in records."""
        return self.seats[0] if self.role == "seat" and self.seats else self.role

    @property
    def place(self) -> str | None:
        """Return the place of this device at the table; None for one that only watches."""
        return "+".join(self.seats) or (self.role if self.role in ("keeper", "referee") else None)


class TableState(NamedTuple):
    """A table beyond its log."""

    code: str
    locked: bool
    policy: Policy


# --- claims ----------------------------------------------------------------------------------

CLAIM_SECONDS: Final = 300
ID_BYTES: Final = 4
SECRET_BYTES: Final = 16
COLUMNS: Final = "id, game, kind, seat, device, name, what, wants, answer, at"

Kind = Literal["seat", "undo"]


class Claim(NamedTuple):
    """A claim that others have to approve; an undo needs a yes of each of the seats `wants`."""

    id: str
    table: str
    kind: Kind
    seat: str | None
    device: str | None
    name: str | None
    what: str
    wants: frozenset[str]
    answer: str | None = None


class Claims:
    """Claims that others at a table have to approve: a taken seat, an undo of what they entered.

    The claimant is given a secret, and sends it when the claim was approved. Any server on the same
    database can ask, answer and accept.
    """

    def __init__(self, rows: Rows) -> None:
        self._rows = rows

    def ask(  # noqa: PLR0913 (what is asked, and by whom)
        self,
        table: str,
        kind: Kind,
        *,
        seat: str | None = None,
        device: str | None = None,
        name: str | None = None,
        what: str = "",
        wants: Iterable[str] = (),
    ) -> str:
        """Ask for something, and return the secret. What has become too old is forgotten."""
        self._forget()
        secret = secrets.token_hex(SECRET_BYTES)
        self._rows.insert(
            "serve_claim", id=secrets.token_hex(ID_BYTES), game=table, kind=kind, seat=seat,
            device=device, name=name, what=what, secret=hashed(secret), used=0,
            wants=msgspec.json.encode(sorted(wants)).decode(), at=round(time.time()),
        )  # fmt: skip
        return secret

    def _forget(self) -> None:
        old = _oldest()
        rows = self._rows.all("SELECT id FROM serve_claim WHERE at < ?", old)
        self._rows.delete("serve_yes", claim=[id_ for (id_,) in rows])
        self._rows.delete("serve_claim", id=[id_ for (id_,) in rows])

    def with_secret(self, secret: str, table: str) -> Claim:
        """Return the claim that has this secret. Raise `RagamiError` `claim-gone`."""
        claims = self._select(secret=hashed(secret), game=table, used=0)
        if not claims:
            raise RagamiError("claim-gone")
        return claims[0]

    def named(self, id_: str) -> Claim:
        """Return an open claim. Raise `RagamiError` `claim-not-found`, `claim-gone`."""
        claims = self._select(id=id_)
        if not claims:
            raise RagamiError("claim-not-found")
        if claims[0].answer is not None:
            raise RagamiError("claim-gone")
        return claims[0]

    def of(self, tables: Iterable[str]) -> list[Claim]:
        """Return the claims at these tables, answered or not, the oldest first."""
        return self._select(game=list(tables))

    def _select(self, **where: object) -> list[Claim]:
        """Return the claims that are not too old."""
        rows = self._rows.select(COLUMNS, "serve_claim", "at, id", **where)
        return [_claim(row) for *row, at in rows if at >= _oldest()]

    def say_yes(self, claim: Claim, seats: Iterable[str]) -> bool:
        """Store a yes of these seats, and return whether all that are needed have agreed."""
        for seat in seats:
            self._rows.insert("serve_yes", claim=claim.id, seat=seat)
        seats_agreed = self._rows.select("seat", "serve_yes", claim=claim.id)
        return claim.wants <= {seat for (seat,) in seats_agreed}

    def answer(self, claim: Claim, answer: str) -> None:
        self._rows.update("serve_claim", {"answer": answer}, id=claim.id)

    def use(self, claim: Claim) -> None:
        """Mark a claim as used: its answer serves once."""
        self._rows.update("serve_claim", {"used": 1}, id=claim.id)


def _oldest() -> int:
    return round(time.time()) - CLAIM_SECONDS


def _claim(row: Any) -> Claim:
    id_, table, kind, seat, device, name, subject, wants, answer = row
    seats_wanted = frozenset(msgspec.json.decode(wants, type=list[str]))
    return Claim(id_, table, kind, seat, device, name, subject, seats_wanted, answer)


def hashed(secret: str) -> str:
    """Return the hash by which a secret is kept."""
    return sha256(secret.encode()).hexdigest()


# --- all of it -------------------------------------------------------------------------------


class Access:
    """The codes, the devices and what else is kept beside the games."""

    def __init__(self, database: Path | str) -> None:
        self._rows = open_rows(database, SCHEMA)
        self.claims = Claims(self._rows)
        self.gatherings = Gatherings(self._rows)
        self._hall = secrets.token_hex(TOKEN_BYTES)

    def close(self) -> None:
        self._rows.close()

    @property
    def hall_key(self) -> str:
        """Return the key that makes its sender a referee; it changes with every start."""
        return self._hall

    def is_hall_key(self, typed: str) -> bool:
        return secrets.compare_digest(typed.strip().lower().encode(), self._hall.encode())

    # --- tables ----------------------------------------------------------------------------

    def table(self, game: str) -> TableState:
        """Return the policy of a table; it is made on first use."""
        columns = "code, locked, enters, watches, undoes"
        while not (rows := self._rows.select(columns, "serve_table", game=game)):
            usual = Policy()
            self._rows.insert(
                "serve_table", game=game, code=new_code(), locked=0, **msgspec.structs.asdict(usual)
            )
        code, locked, *agreed = rows[0]
        return TableState(code, bool(locked), Policy(*agreed))

    def table_of(self, code: str) -> str | None:
        rows = self._rows.select("game", "serve_table", code=code.strip().upper())
        return rows[0][0] if rows else None

    def agree(self, game: str, policy: Policy) -> None:
        """Say who enters, watches and takes back at a table."""
        self._change(game, **msgspec.structs.asdict(policy))

    def lock(self, game: str, *, locked: bool) -> None:
        """Shut or open joining."""
        self._change(game, locked=int(locked))

    def renew_code(self, game: str) -> None:
        self._change(game, code=new_code())

    def _change(self, game: str, **changes: object) -> None:
        self.table(game)
        self._rows.update("serve_table", changes, game=game)

    def locked(self, games: Sequence[str]) -> set[str]:
        rows = self._rows.select("game", "serve_table", locked=1, game=list(games))
        return {game for (game,) in rows}

    # --- devices ---------------------------------------------------------------------------

    def add_device(
        self, game: str | None, role: Role, name: str | None, seats: Sequence[str] = ()
    ) -> Caller:
        """Make a token for a new device: the only time that it can be read."""
        token, device = secrets.token_hex(TOKEN_BYTES), secrets.token_hex(4)
        row = {"device": device, "game": game or "", "role": role, "name": name}
        self._rows.insert("serve_device", hash=hashed(token), **row)
        for seat in seats:
            self.add_seat(game or "", seat, device)
        return Caller(role, game, device, tuple(seats), name, token)

    def add_seat(self, game: str, seat: str, device: str) -> None:
        """Give a seat to a device; the house no longer plays it."""
        self._rows.delete("serve_seat", game=game, seat=seat, device=HOUSE)
        self._rows.insert("serve_seat", game=game, seat=seat, device=device)
        self._rows.update("serve_device", {"role": "seat"}, device=device, role="public")

    def caller(self, token: str) -> Caller | None:
        token_hash = hashed(token)
        for kept_hash, caller in self._callers(hash=token_hash):
            if secrets.compare_digest(kept_hash, token_hash):
                return caller._replace(token=token)
        return None

    def device(self, device: str) -> Caller | None:
        """Return the holder of a device's token; None if there is none."""
        return next((caller for _hash, caller in self._callers(device=device)), None)

    def devices(self, game: str) -> list[Caller]:
        """Return the holders of a table's tokens."""
        return [caller for _hash, caller in self._callers(**{"serve_device.game": game})]

    def _callers(self, **where: object) -> list[tuple[str, Caller]]:
        """Return the holders of some tokens by device, each with the hash of its token."""
        columns = "hash, device, serve_device.game, role, name, seat"
        rows = self._rows.select(columns, DEVICES_WITH_SEATS, "device, seat", **where)
        callers = []
        for (hash_, device, game, role, name), own in groupby(rows, itemgetter(slice(5))):
            seats = tuple(seat for *_, seat in own if seat is not None and seat not in SEATED)
            callers.append((hash_, Caller(role, game or None, device, seats, name)))
        return callers

    def remove(self, device: str) -> None:
        """Take a token away, and the seats of its device."""
        for table in ("serve_seat", "serve_device"):
            self._rows.delete(table, device=device)

    def taken(self, game: str) -> list[str]:
        """Return the seats that a device holds; `keeper` where somebody keeps the score."""
        rows = self._rows.select("seat, device", "serve_seat", "seat", game=game)
        return list(dict.fromkeys(seat for seat, device in rows if device != HOUSE))

    def house(self, game: str) -> list[str]:
        """Return the seats that the house plays."""
        rows = self._rows.select("seat", "serve_seat", "seat", game=game, device=HOUSE)
        return [seat for (seat,) in rows]

    def give_to_house(self, game: str, seats: Sequence[str]) -> None:
        """Let the house play these seats, and no others."""
        self._rows.delete("serve_seat", game=game, device=HOUSE)
        for seat in seats:
            self._rows.insert("serve_seat", game=game, seat=seat, device=HOUSE)

    def with_house(self) -> list[str]:
        rows = self._rows.select("DISTINCT game", "serve_seat", "game", device=HOUSE)
        return [game for (game,) in rows]

    def seated(self, games: Sequence[str]) -> dict[str, frozenset[tuple[str, str]]]:
        """Return the seats of several tables, with the devices that hold them."""
        rows = self._rows.select("game, seat, device", "serve_seat", game=list(games))
        return _by_game(games, rows)

    # --- what else is kept -----------------------------------------------------------------

    def witness(self, game: str, seen: Cosignature, caller: Caller) -> Witness:
        """Keep a cosignature with who has made it, whatever name it claims."""
        row = msgspec.structs.asdict(seen)
        place = caller.place
        row["name"] = f"{KNOWN}{place}" if place else f"{UNKNOWN}{seen.name}"
        self._rows.insert("serve_witness", game=game, **row)
        return Witness(place or seen.name, bool(place), seen.size, seen.key)

    def witnesses(self, game: str) -> list[Seen]:
        """Return the newest head that each key has signed."""
        rows = self._rows.all(
            "SELECT name, max(size), key, max(time) FROM serve_witness WHERE game = ?"
            " GROUP BY name, key ORDER BY name, key",
            game,
        )
        return [Seen(*_named(stored), size, key, time) for stored, size, key, time in rows]

    def seen(self, games: Sequence[str]) -> dict[str, frozenset[Witness]]:
        """Return the newest witnesses of several tables, by table."""
        newest: dict[tuple[str, str, str], int] = {}
        rows = self._rows.select("game, name, key, size", "serve_witness", game=list(games))
        for *witness_key, size in rows:
            newest[tuple(witness_key)] = max(size, newest.get(tuple(witness_key), 0))
        newest_rows = (
            (game, *_named(name), size, key) for (game, name, key), size in newest.items()
        )
        seen = _by_game(games, newest_rows)
        return {
            game: frozenset(Witness(*witness_row) for witness_row in newest_of_game)
            for game, newest_of_game in seen.items()
        }

    def call(self, game: str, seat: str, text: str, at: str) -> None:
        """Keep a call for the referee."""
        self._rows.insert("serve_call", game=game, seat=seat, text=text, at=at)

    def calls(self, game: str) -> list[CallEntry]:
        """Return the open calls of a table, the oldest first."""
        rows = self._rows.select("seat, text, at", "serve_call", "at", game=game)
        return [CallEntry(*row) for row in rows]

    def called(self) -> dict[str, int]:
        """Return the number of open calls at each table."""
        return Counter(game for (game,) in self._rows.select("game", "serve_call"))

    def answer_calls(self, game: str) -> None:
        self._rows.delete("serve_call", game=game)

    def set_mark(self, game: str, mark: str, seat: str) -> None:
        """Say whose a mark is."""
        self._rows.insert("serve_mark", game=game, mark=mark, seat=seat)
        self._rows.update("serve_mark", {"seat": seat}, game=game, mark=mark)

    def owner_of_mark(self, game: str, mark: str) -> str | None:
        rows = self._rows.select("seat", "serve_mark", game=game, mark=mark)
        return rows[0][0] if rows else None

    def seed(self, game: str) -> str:
        """Return the seed of a table's app; it is made on first use."""
        while not (rows := self._rows.select("seed", "serve_seed", game=game)):
            self._rows.insert("serve_seed", game=game, seed=secrets.token_hex(SEED_BYTES))
        seed: str = rows[0][0]
        return seed

    def command(self, game: str, key: str) -> str | None:
        """Return the hash of what was first sent with a key."""
        rows = self._rows.select("digest", "serve_command", game=game, key=key)
        return rows[0][0] if rows else None

    def keep_command(self, game: str, key: str, digest: str) -> None:
        """Keep the hash of what was sent with a key."""
        self._rows.insert("serve_command", game=game, key=key, digest=digest)


def beside(database: Path | str) -> Path | str:
    """Return the database of the operational data: a file beside it, or the server's own."""
    if isinstance(database, str) and is_address(database):
        return database
    path = Path(database)
    return path.with_name(f"{path.stem}.serve.db")


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def _named(stored: str) -> tuple[str, bool]:
    """Split the stored name of a witness: the name, and whether the server knows whose it is.

    Before 0.3 nothing stood before a name: it was whatever a device called itself.
    """
    return stored.removeprefix(KNOWN).removeprefix(UNKNOWN), stored.startswith(KNOWN)


def _by_game(games: Sequence[str], rows: Iterable[Sequence[Any]]) -> dict[str, frozenset[Any]]:
    """Group rows by their first column."""
    by_game: dict[str, set[Any]] = {game: set() for game in games}
    for game, *fields in rows:
        by_game[game].add(tuple(fields))
    return {game: frozenset(pairs) for game, pairs in by_game.items()}
