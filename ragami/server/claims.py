"""What others at a table have to say yes to: a taken seat, an undo of what they have entered.

Who asks is given a secret, and says it when there has been a yes. Any server on the same database
asks, answers and takes.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final, Literal, NamedTuple

import msgspec

from ragami.errors import RagamiError
from ragami.server.rows import Rows, among

SCHEMA: Final = """
CREATE TABLE IF NOT EXISTS serve_claim (
  id text PRIMARY KEY, game text NOT NULL, kind text NOT NULL, seat text, device text, name text,
  what text NOT NULL, wants text NOT NULL, answer text, secret text NOT NULL,
  used integer NOT NULL, at bigint NOT NULL);
CREATE TABLE IF NOT EXISTS serve_yes (
  claim text NOT NULL, seat text NOT NULL, PRIMARY KEY (claim, seat));
"""
CLAIM_SECONDS: Final = 300
ID_BYTES: Final = 4
SECRET_BYTES: Final = 16
_CLAIM: Final = "SELECT id, game, kind, seat, device, name, what, wants, answer FROM serve_claim"

Kind = Literal["seat", "undo"]


class Claim(NamedTuple):
    """Something that is asked. An undo wants a yes of each of the seats `wants`."""

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
    """See the module."""

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
        """Ask for something; gives the secret. What has become too old is forgotten."""
        old = _oldest()
        self._rows.do(
            "DELETE FROM serve_yes WHERE claim IN (SELECT id FROM serve_claim WHERE at < ?)", old
        )
        self._rows.do("DELETE FROM serve_claim WHERE at < ?", old)
        id_, secret = secrets.token_hex(ID_BYTES), secrets.token_hex(SECRET_BYTES)
        wanted = msgspec.json.encode(sorted(wants)).decode()
        asked = (id_, table, kind, seat, device, name, what, wanted)
        self._rows.do(
            "INSERT INTO serve_claim VALUES (?, ?, ?, ?, ?, ?, ?, ?, NULL, ?, 0, ?)",
            *asked,
            _hashed(secret),
            round(time.time()),
        )
        return secret

    def with_secret(self, secret: str, table: str) -> Claim:
        """The claim of who knows its secret. Raises `RagamiError` `claim-gone`."""
        found = self._rows.all(
            _CLAIM + " WHERE secret = ? AND game = ? AND used = 0 AND at >= ?",
            _hashed(secret),
            table,
            _oldest(),
        )
        if not found:
            raise RagamiError("claim-gone")
        return _claim(found[0])

    def named(self, id_: str) -> Claim:
        """A claim to be answered. Raises `RagamiError` `claim-not-found`, `claim-gone`."""
        found = self._rows.all(_CLAIM + " WHERE id = ? AND at >= ?", id_, _oldest())
        if not found:
            raise RagamiError("claim-not-found")
        claim = _claim(found[0])
        if claim.answer is not None:
            raise RagamiError("claim-gone")
        return claim

    def of(self, tables: Iterable[str]) -> list[Claim]:
        """What is asked at these tables, answered or not, the oldest first."""
        names = list(tables)
        found = self._rows.all(
            among(_CLAIM + " WHERE at >= ? AND game IN (*) ORDER BY at, id", names),
            _oldest(),
            *names,
        )
        return [_claim(one) for one in found]

    def say_yes(self, claim: Claim, seats: Iterable[str]) -> bool:
        """A yes of these seats; gives whether all that are wanted have said it."""
        for seat in seats:
            self._rows.do(
                "INSERT INTO serve_yes VALUES (?, ?) ON CONFLICT DO NOTHING", claim.id, seat
            )
        found = self._rows.all("SELECT seat FROM serve_yes WHERE claim = ?", claim.id)
        return claim.wants <= {seat for (seat,) in found}

    def answer(self, claim: Claim, answer: str) -> None:
        """It is decided."""
        self._rows.do("UPDATE serve_claim SET answer = ? WHERE id = ?", answer, claim.id)

    def use(self, claim: Claim) -> None:
        """The answer was taken: it serves once."""
        self._rows.do("UPDATE serve_claim SET used = 1 WHERE id = ?", claim.id)


def _oldest() -> int:
    return round(time.time()) - CLAIM_SECONDS


def _claim(row: Any) -> Claim:
    id_, table, kind, seat, device, name, what, wants, answer = row
    wanted = frozenset(msgspec.json.decode(wants, type=list[str]))
    return Claim(id_, table, kind, seat, device, name, what, wanted, answer)


def _hashed(secret: str) -> str:
    return sha256(secret.encode()).hexdigest()
