"""Changes at a table that stand in no log: seats, locks, claims, calls, witnesses.

Any server on the same database may have made them, so they are found by comparing what the database
says with what the watchers here were told last.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from ragami.server import stream_bodies as s
from ragami.server.access import HOUSE, Access, Claim
from ragami.server.bodies import Witness
from ragami.server.stream import Client, Hub
from ragami.server.stream_bodies import event


class Beside(NamedTuple):
    """The state of a table beside its log, as a database has it."""

    locked: bool
    seats: frozenset[tuple[str, str]]
    claims: dict[str, Claim]
    witnesses: frozenset[Witness]


class Announcer:
    """Sends to the watchers of each table what changed beside its log. Runs in the event loop."""

    def __init__(self, access: Access, hub: Hub) -> None:
        self._access, self._hub = access, hub
        self._published: dict[str, Beside] = {}
        self._calls = access.called()

    def begin(self, table: str, client: Client) -> bytes:
        """Add a watcher of a table; return the open claims for one who has joined."""
        if table not in self._published:
            self._published |= self._read([table])
        waiting = [
            claim for claim in self._published[table].claims.values() if claim.answer is None
        ]
        return (
            b""
            if client.public
            else b"".join(event("claim", _open_claim(claim)) for claim in waiting)
        )

    def publish_changes(self) -> None:
        """Send what changed since the last call to the clients that watch each table."""
        tables = self._hub.watched()
        self._published = {
            table: beside for table, beside in self._published.items() if table in tables
        }
        for table, now in self._read(self._published).items():
            before, self._published[table] = self._published[table], now
            if now != before:
                self._publish(table, before, now)
        before_calls, self._calls = self._calls, self._access.called()
        for table in {**before_calls, **self._calls}:
            calls = self._calls.get(table, 0)
            if calls != before_calls.get(table, 0):
                self._hub.tell(table, "call", s.Calls(calls))
                self._hub.heard(table)

    def _read(self, tables: Iterable[str]) -> dict[str, Beside]:
        access, names = self._access, list(tables)
        if not names:
            return {}
        claims: dict[str, dict[str, Claim]] = {name: {} for name in names}
        for claim in access.claims.of(names):
            claims[claim.table][claim.id] = claim
        locked, seats, seen = access.locked(names), access.seated(names), access.seen(names)
        return {
            name: Beside(name in locked, seats[name], claims[name], seen[name]) for name in names
        }

    def _publish(self, table: str, before: Beside, now: Beside) -> None:
        hub = self._hub
        if now.locked != before.locked:
            hub.tell(table, "locked", s.Locked(now.locked))
        if now.seats != before.seats:
            devices = len({client for _key, client in hub.watching(table)})
            seats_taken = sorted({seat for seat, device in now.seats if device != HOUSE})
            hub.tell(table, "seat", s.Seats(seats_taken, devices))
        for claim in now.claims.values():
            if claim.id not in before.claims:
                hub.tell(table, "claim", _open_claim(claim), public=False)
            if claim.answer is not None and claim != before.claims.get(claim.id):
                answered = s.ClaimEvent(claim.id, answer=claim.answer)
                hub.tell(table, "claim", answered, public=False)
        for witness in sorted(now.witnesses - before.witnesses):
            hub.tell(table, "witness", witness)


def _open_claim(claim: Claim) -> s.ClaimEvent:
    return s.ClaimEvent(claim.id, claim.kind, claim.seat, claim.name, claim.what)
