"""Sealed logs for tests, made as the program makes them, and ways to tamper with them."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from typing import Final, NamedTuple

from ragami.game import game_named
from ragami.game.capabilities import BOT
from ragami.log.codec import encode_record
from ragami.log.record import Sealed
from ragami.proof.files import Leaves
from ragami.proof.keys import KnownKey, Ring
from ragami.proof.note import KEY, Checkpoint, Note, SecretKey, origin_of
from ragami.proof.tree import leaf_hash, root_of

ANA: Final = SecretKey("ana", bytes(KEY))
BEA: Final = SecretKey("bea", bytes([1]) * KEY)
RING: Final = Ring([KnownKey(ANA.public)])
AT: Final = "2026-11-20T19:04:31Z"


def note_of(lines: list[bytes], key: SecretKey = ANA, origin: str | None = None) -> Note:
    """A checkpoint of all of these records, signed."""
    leaves = [leaf_hash(line) for line in lines]
    text = Checkpoint(origin or origin_of(leaves[0]), len(leaves), root_of(leaves)).text()
    return Note(text, (key.sign(text),))


def seal_line(lines: list[bytes], note: Note, at: str | None = AT) -> bytes:
    """The record that a note becomes at the end of a log."""
    _origin, size, root, *_ = note.text.split("\n")
    return encode_record(len(lines) + 1, "sealed", 1, at, "ana", Sealed(int(size), root, str(note)))


def sealed(lines: list[bytes], key: SecretKey = ANA) -> list[bytes]:
    """The log with a seal at its end."""
    return [*lines, seal_line(lines, note_of(lines, key))]


@cache
def played(seed: int, every: int = 40) -> tuple[bytes, ...]:
    """A game of bots, sealed after every so many records and at its end."""
    lines: list[bytes] = []
    codec = game_named("ragami").codec
    for type_, data in game_named("ragami").need(BOT).play(3, seed):
        version = codec.types[type_].version
        lines.append(encode_record(len(lines) + 1, type_, version, AT, "bo", data))
        if len(lines) % every == 0:
            lines = sealed(lines)
    return tuple(sealed(lines))


def leaves_of(lines: list[bytes], size: int | None = None) -> Leaves:
    """The list of leaves of a log, its first `size` records signed."""
    return Leaves(tuple(map(leaf_hash, lines)), note_of(lines[: size or len(lines)]))


class Tampered(NamedTuple):
    """A log after somebody had his hands on it, and the first record that is not as it was."""

    kind: str
    log: bytes
    first: int


def flipped(lines: list[bytes], chance: random.Random) -> Tampered:
    """One bit of one byte is another; a line feed is a byte too, but for the last one."""
    log = bytearray(b"\n".join(lines))
    at = chance.randrange(len(log))
    log[at] ^= 1 << chance.randrange(8)
    return Tampered("flipped", bytes(log) + b"\n", b"\n".join(lines)[:at].count(b"\n") + 1)


def dropped(lines: list[bytes], chance: random.Random) -> Tampered:
    at = chance.randrange(len(lines))
    return Tampered("dropped", joined([*lines[:at], *lines[at + 1 :]]), at + 1)


def swapped(lines: list[bytes], chance: random.Random) -> Tampered:
    one, other = sorted(chance.sample(range(len(lines)), 2))
    changed = list(lines)
    changed[one], changed[other] = changed[other], changed[one]
    return Tampered("swapped", joined(changed), one + 1)


def doubled(lines: list[bytes], chance: random.Random) -> Tampered:
    """A record stands twice, the second time anywhere after the first."""
    at = chance.randrange(len(lines))
    to = chance.randrange(at + 1, len(lines) + 1)
    if to == len(lines):  # after the last record is no other place than growth
        to = at + 1
    return Tampered("doubled", joined([*lines[:to], lines[at], *lines[to:]]), to + 1)


def inserted(lines: list[bytes], chance: random.Random) -> Tampered:
    to = chance.randrange(len(lines))
    new = b'{"seq":%d,"type":"noted","v":1,"at":null,"by":null,"data":{"text":"x"}}' % (to + 1)
    return Tampered("inserted", joined([*lines[:to], new, *lines[to:]]), to + 1)


def cut_off(lines: list[bytes], chance: random.Random) -> Tampered:
    keep = chance.randrange(1, len(lines))
    return Tampered("cut-off", joined(lines[:keep]), keep + 1)


def joined(lines: list[bytes]) -> bytes:
    return b"".join(line + b"\n" for line in lines)


Tampering = Callable[[list[bytes], random.Random], Tampered]
TAMPERINGS: Final[tuple[Tampering, ...]] = (
    flipped,
    dropped,
    swapped,
    doubled,
    inserted,
    cut_off,
)
