"""Bodies of the events on a stream: their `data`, and the screen that each is for."""

from __future__ import annotations

from typing import Literal, NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType

from ragami.language import Language
from ragami.server.bodies import KEEPER, PUBLIC


class Hello(Struct):
    """The first event: what is watched, up to which record, and the seconds between two beats.

    `log` names the log: another one than you hold means that all you hold is of no use.
    """

    protocol: int
    table: str
    audience: str
    lang: str
    version: str
    seq: int
    log: str
    beat: float


class HallHello(Struct):
    """The first event of the desk's stream."""

    protocol: int
    lang: str
    beat: float


class HeadEvent(Struct):
    """The head of the tree after record `size`.

    Before a moment it has `old` and `path`: the consistency proof from the head before it. At the
    beginning, and when a round has ended, it has `note`, the newest seal: witnesses sign it now.
    """

    size: int
    root: str
    note: str | UnsetType | None = UNSET
    old: int | UnsetType = UNSET
    path: list[str] | UnsetType = UNSET


class Seats(Struct):
    """A seat was taken or given up: the taken seats, and the number of devices."""

    taken: list[str]
    devices: int


class Locked(Struct):
    """Joining was shut or opened."""

    locked: bool


class ClaimEvent(Struct):
    """A claim of somebody to a seat, or to take something back; with `answer` it is decided.

    `what` is the record to which all is taken back. Only for who has joined. Answer it by
    `POST /v1/claims/{claim}`.
    """

    id: str
    kind: Literal["seat", "undo"] | UnsetType = UNSET
    seat: str | UnsetType | None = UNSET
    name: str | UnsetType | None = UNSET
    what: str | UnsetType = UNSET
    answer: str | UnsetType = UNSET


class Calls(Struct):
    """The number of open calls for the referee."""

    calls: int


class Nothing(Struct):
    """The name of the event says it."""


class RefusedScreen(Struct):
    """A screen, of several on one connection, that may not be watched or does not exist."""

    status: int
    code: str


class Gone(Struct):
    """The server ends: connect again after `retry` milliseconds."""

    why: str
    retry: int


class Key(NamedTuple):
    """A screen that may be watched."""

    table: str
    audience: str
    language: Language

    @property
    def viewer(self) -> str:
        return viewer_of(self.audience)


def viewer_of(audience: str) -> str:
    """Return the viewer of an audience: the keeper of the score sees what is public."""
    return PUBLIC if audience == KEEPER else audience


def event(name: str, data: object, seq: int | None = None) -> bytes:
    """Encode an event of a stream. `data` is JSON already, or is encoded."""
    text = data if isinstance(data, bytes) else msgspec.json.encode(data)
    number = b"" if seq is None else b"id: %d\n" % seq
    return b"event: %s\n%sdata: %s\n\n" % (name.encode(), number, text)
