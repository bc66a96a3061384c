"""A private game: its log leaves out what is secret, and its keeper joins it again.

Record 1 of such a game is followed by the commitments to the players' names; that is how one knows
it. What is stored is what may be published, byte for byte."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from itertools import groupby
from typing import Final

from msgspec import Raw

from ragami.game import GameDefinition, game_named, is_installed
from ragami.game.capabilities import VISIBILITY
from ragami.game.visibility import Hidden
from ragami.log.naming import game_named_in
from ragami.log.record import Commitment, Corrected, Read, Record
from ragami.log.strict import may_say, type_in
from ragami.log.unredacted import LeftOutValue, join, log_of, split_joined, stored_line
from ragami.proof.note import decoded, encoded
from ragami.proof.withheld import as_it_reads
from ragami.store import Secret, Store

EVERYTHING: Final = (None, "referee")
"""The viewers from whom nothing is kept."""


def is_private(lines: Sequence[bytes]) -> bool:
    """Return True if the log leaves secrets out."""
    return len(lines) > 1 and type_in(as_it_reads(lines[1])) == "committed"


def read_kept(store: Store, name: str) -> list[bytes]:
    """Return the lines of a game as its keeper has them. Raises what `Store.read` does.

    Where an app keeps the secrets of all, whoever holds it is a player too: until they are opened
    no more than the names is joined.
    """
    lines = store.read(name)
    if not is_private(lines):
        return lines
    secrets = store.secrets(name)
    if is_sealed_off(lines):
        secrets = [secret for secret in secrets if secret.seq == 1]
    return join_secrets(lines, secrets)


def is_sealed_off(lines: Sequence[bytes]) -> bool:
    """Return True if a private game has secrets that not even its keeper may know yet."""
    game_name = game_named_in(as_it_reads(lines[0]))
    if game_name is None or not is_installed(game_name):
        return False
    opening = game_named(game_name).need(VISIBILITY).opened_by
    return bool(opening) and not any(type_in(as_it_reads(line)) in opening for line in lines)


def join_secrets(lines: Sequence[bytes], secrets: Iterable[Secret]) -> list[bytes]:
    """Return all lines of a game as they are stored, with the secrets that belong to them."""
    by_seq = {seq: list(some) for seq, some in groupby(sorted(secrets), lambda secret: secret.seq)}
    return [_joined(seq, line, by_seq.get(seq, ())) for seq, line in enumerate(lines, 1)]


def _joined(seq: int, line: bytes, secrets: Sequence[Secret]) -> bytes:
    """Return a line with its secrets; one that is no text was damaged, and stays what it is."""
    try:
        return join(seq, line, map(left_out, secrets)) if secrets else line
    except UnicodeDecodeError:
        return line


def secrets_in(lines: Iterable[bytes], first: int = 1) -> Iterator[Secret]:
    """Yield the secrets that the joined lines hold besides the stored ones."""
    for seq, line in enumerate(lines, first):
        parts = split_joined(line)
        for opening in parts.openings if parts else ():
            yield Secret(seq, opening.place, opening.salt, bytes(opening.value).decode())


def published(log: bytes) -> bytes:
    """Return a log without the secrets of a private game; the same where nothing is joined."""
    if not may_say(log, b'"joined"'):
        return log
    return b"".join(stored_line(line) + b"\n" for line in log.removesuffix(b"\n").split(b"\n"))


def seen_by(log: bytes, viewer: str | None, game: GameDefinition) -> bytes:
    """Return a log with those secrets only that are the viewer's.

    The same where nothing is joined.
    """
    if viewer in EVERYTHING or not may_say(log, b'"joined"'):
        return log
    lines = log.removesuffix(b"\n").split(b"\n")
    seen = (seen_line(seq, line, viewer, game) for seq, line in enumerate(lines, 1))
    return log_of(seen)


def hidden_in(read: Read, game: GameDefinition) -> Iterable[Hidden]:
    """Return the secrets in a record, also in the event of a correction."""
    if not isinstance(read, Record):
        return ()
    data = read.data
    if not isinstance(data, Corrected):
        return game.need(VISIBILITY).secrets(data)
    if data.type is None or data.v is None or data.type not in game.events:
        return ()
    event = game.codec.read_event(data.type, data.v, data.data)
    return [
        hidden._replace(place=f"data.{hidden.place}")
        for hidden in game.need(VISIBILITY).secrets(event)
    ]


def seen_line(seq: int, line: bytes, viewer: str | None, game: GameDefinition) -> bytes:
    """Return a line with those of its secrets that are the viewer's."""
    parts = split_joined(line)
    if parts is None:
        return line
    read = game.codec.read_line(line, seq)
    owned = {hidden.place for hidden in hidden_in(read, game) if viewer in hidden.owners}
    own = [opening for opening in parts.openings if opening.place in owned]
    return join(seq, parts.line.encode(), own) if own else parts.line.encode()


def left_out(secret: Secret) -> LeftOutValue:
    """Return a secret as it stands in a joined line."""
    return LeftOutValue(secret.place, secret.salt, Raw(secret.value.encode()))


# --- salted commitments --------------------------------------------------------------------------


HEAD: Final = b"ragami/commitment@v1\n"
SALT: Final = 16
"""Bytes."""


def secret(seq: int, place: str, value: str) -> Secret:
    """Return a value (JSON) with a salt of its own."""
    return Secret(seq, place, encoded(secrets.token_bytes(SALT)), value)


def digest(secret: Secret) -> str:
    """Return the salted hash that binds to a secret, in base 64.

    It is SHA-256 over `ragami/commitment@v1`, a line feed, the number of the record, a blank, the
    place in its data, a line feed, the 16 bytes of the salt, and the value as JSON. The salt makes
    it useless to try the few values that a card can have. Raises `BadNote` for a salt that is none.
    """
    where = f"{secret.seq} {secret.place}\n".encode()
    salt = decoded(secret.salt, SALT)
    return encoded(sha256(HEAD + where + salt + secret.value.encode()).digest())


def commitment(secret: Secret) -> Commitment:
    """Return the commitment to a secret, as it stands in the log."""
    return Commitment(secret.seq, secret.place, digest(secret))
