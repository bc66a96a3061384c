"""Replies to programs about keys and slips."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from ragami.proof.keys import KnownKey
from ragami.proof.note import TIMED
from ragami.proof.slip import Slip


class KeyMade(Struct, frozen=True):
    """A new key: whose it is, and what others need of it."""

    name: str
    verifier: str


class KeyKnown(Struct, frozen=True):
    """A key whose signatures count; `cosigner` is the same key for signatures that say a time."""

    name: str
    own: bool
    verifier: str
    cosigner: str
    until: str | None


def key_known(entry: KnownKey, *, own: bool) -> KeyKnown:
    """Return a key as programs are told of it."""
    until = str(entry.until) if entry.until else None
    return KeyKnown(entry.key.name, own, entry.key.text(), entry.key.text(TIMED), until)


REPLIES: Final[dict[str, type[Struct]]] = {
    "key-new": KeyMade,
    "key-show": KeyKnown,
    "slip": Slip,
}
