"""Claims that others at a table have to approve: a taken seat, an undo of what they entered.

The claimant is given a secret, and sends it when the claim was approved. Any server on the same
database can ask, answer and accept.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Iterable
from hashlib import sha256
from typing import Any, Final, Literal, NamedTuple

import msgspec

from ragami.errors import RagamiError
from ragami.server.rows import Rows

SCHEMA: Final = {
    "serve_claim": "id text PRIMARY KEY, game text NOT NULL, kind text NOT NULL, seat text,"
    " device text, name text, what text NOT NULL, wants text NOT NULL, answer text,"
    " secret text NOT NULL, used integer NOT NULL, at bigint NOT NULL",
    "serve_yes": "claim text NOT NULL, seat text NOT NULL, PRIMARY KEY (claim, seat)",
}
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
        """The claim of who knows its secret. Raises `RagamiError` `claim-gone`."""
        claims_there = self._select(secret=hashed(secret), game=table, used=0)
        if not claims_there:
            raise RagamiError("claim-gone")
        return claims_there[0]

    def named(self, id_: str) -> Claim:
        """A claim to be answered. Raises `RagamiError` `claim-not-found`, `claim-gone`."""
        claims_there = self._select(id=id_)
        if not claims_there:
            raise RagamiError("claim-not-found")
        if claims_there[0].answer is not None:
            raise RagamiError("claim-gone")
        return claims_there[0]

    def of(self, tables: Iterable[str]) -> list[Claim]:
        """Return the claims at these tables, answered or not, the oldest first."""
        return self._select(game=list(tables))

    def _select(self, **where: object) -> list[Claim]:
        """The claims that are not too old."""
        rows = self._rows.select(COLUMNS, "serve_claim", "at, id", **where)
        return [_claim(row) for *row, at in rows if at >= _oldest()]

    def say_yes(self, claim: Claim, seats: Iterable[str]) -> bool:
        """A yes of these seats; gives whether all that are wanted have said it."""
        for seat in seats:
            self._rows.insert("serve_yes", claim=claim.id, seat=seat)
        seats_agreed = self._rows.select("seat", "serve_yes", claim=claim.id)
        return claim.wants <= {seat for (seat,) in seats_agreed}

    def answer(self, claim: Claim, answer: str) -> None:
        """Store the answer to a claim."""
        self._rows.update("serve_claim", {"answer": answer}, id=claim.id)

    def use(self, claim: Claim) -> None:
        """The answer was taken: it serves once."""
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
