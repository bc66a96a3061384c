"""Salted commitments: a value is bound by its hash, and unknown until salt and value are told.

The digest is SHA-256 over `ragami/commitment@v1`, a line feed, the number of the record, a blank,
the place in its data, a line feed, the 16 bytes of the salt, and the value as JSON. The salt makes
it useless to try the few values that a card can have.
"""

from __future__ import annotations

import secrets
from hashlib import sha256
from typing import Final

from ragami.log.record import Commitment
from ragami.proof.note import decoded, encoded
from ragami.store import Secret

HEAD: Final = b"ragami/commitment@v1\n"
SALT: Final = 16
"""Bytes."""


def secret(seq: int, place: str, value: str) -> Secret:
    """A value (JSON) with a salt of its own."""
    return Secret(seq, place, encoded(secrets.token_bytes(SALT)), value)


def digest(secret: Secret) -> str:
    """The hash that binds to a secret, in base 64. Raises `BadNote` for a salt that is none."""
    where = f"{secret.seq} {secret.place}\n".encode()
    salt = decoded(secret.salt, SALT)
    return encoded(sha256(HEAD + where + salt + secret.value.encode()).digest())


def commitment(secret: Secret) -> Commitment:
    """Return the commitment to a secret, as it stands in the log."""
    return Commitment(secret.seq, secret.place, digest(secret))
