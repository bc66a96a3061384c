"""Signed notes (C2SP signed-note) and the cosignatures on them (C2SP tlog-cosignature).

Only the two kinds of Ed25519 signature are known: the plain one over the text (1), with which a
log is sealed, and the one with a time (4), with which somebody else witnesses it.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, NamedTuple

from ragami.errors import needed
from ragami.proof.tree import HASH

PLAIN: Final = 1
TIMED: Final = 4
KINDS: Final = (PLAIN, TIMED)

ID: Final = 4
KEY: Final = 32
SIGNATURE: Final = 64
TIME: Final = 8
"""Bytes of a key id, a key or its seed, a signature, and the time in a cosignature."""

MOST_SIGNATURES: Final = 100
SECRET: Final = "PRIVATE+KEY+"

_LINE: Final = re.compile("— ([^\\s+]+) ([A-Za-z0-9+/]+={0,2})")
_NAME: Final = re.compile(r"[^\s+\x00-\x1f]+")
_CONTROL: Final = re.compile(r"[\x00-\x09\x0b-\x1f]")


class BadNote(Exception):
    """Text that is no note, key or checkpoint; `problem` is a code, `facts` what it is about."""

    def __init__(self, problem: str, **facts: object) -> None:
        super().__init__(problem)
        self.problem = problem
        self.facts = facts


class Signature(NamedTuple):
    """One signature of a note; `body` is what follows the key's id."""

    name: str
    key_id: bytes
    body: bytes

    def line(self) -> str:
        """Return the line of it at the end of a note."""
        return f"— {self.name} {encoded(self.key_id + self.body)}\n"

    @property
    def time(self) -> int | None:
        """The POSIX time in a cosignature; None in a plain one."""
        if len(self.body) != TIME + SIGNATURE:
            return None
        return int.from_bytes(self.body[:TIME], "big")


class Note(NamedTuple):
    """A text, which ends in a line feed, and who signed it."""

    text: str
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        return self.text + "\n" + "".join(signature.line() for signature in self.signatures)

    def joined(self, more: Iterable[Signature]) -> Note:
        """Return the note with more signatures: of one key each kind stands once, the newest."""
        by_key = {
            (signature.name, signature.key_id): signature for signature in (*self.signatures, *more)
        }
        return Note(self.text, tuple(by_key.values()))


def read_note(note_text: str) -> Note:
    """Return a note from its text. Raises `BadNote`: what is not the form exactly is no note."""
    if _CONTROL.search(note_text):
        raise BadNote("control-character")
    text, blank, tail = note_text.rpartition("\n\n")
    if not blank or not text or not tail.endswith("\n"):
        raise BadNote("no-signatures")
    lines = tail[:-1].split("\n")
    if len(lines) > MOST_SIGNATURES:
        raise BadNote("too-many-signatures", found=len(lines), limit=MOST_SIGNATURES)
    signatures = tuple(_signature(line) for line in lines)
    if len({signature[:2] for signature in signatures}) < len(signatures):
        raise BadNote("repeated-signature")
    return Note(text + "\n", signatures)


def _signature(line: str) -> Signature:
    match = _LINE.fullmatch(line)
    if not match:
        raise BadNote("extra-line", found=line)
    raw = decoded(match[2])
    if len(raw) <= ID:
        raise BadNote("short-signature", found=line)
    return Signature(match[1], raw[:ID], raw[ID:])


class PublicKey(NamedTuple):
    """A public key with its name."""

    name: str
    raw: bytes

    def id(self, kind: int = PLAIN) -> bytes:
        """Return the id of this key in a signature of this kind."""
        return sha256(self.name.encode() + b"\n" + bytes([kind]) + self.raw).digest()[:ID]

    def text(self, kind: int = PLAIN) -> str:
        """Return the verifier key: `NAME+ID+KEY`."""
        return f"{self.name}+{self.id(kind).hex()}+{encoded(bytes([kind]) + self.raw)}"

    def kind_of(self, signature: Signature) -> int | None:
        """Return the kind with which this key is said to have signed; None for another key."""
        if signature.name != self.name:
            return None
        return next((kind for kind in KINDS if self.id(kind) == signature.key_id), None)

    def signed(self, text: str, signature: Signature) -> bool:
        """Return True if this key made this signature on this text."""
        kind = self.kind_of(signature)
        body = signature.body
        if kind == TIMED and signature.time is not None:
            return verifies(self.raw, _timed(text, signature.time), body[TIME:])
        return kind == PLAIN and len(body) == SIGNATURE and verifies(self.raw, text, body)


@lru_cache(maxsize=32)  # a table is looked at again and again, and its checkpoints are the same
def verifies(key: bytes, message: str, signature: bytes) -> bool:
    """Return True if `signature` is that of `message` by an Ed25519 `key`."""
    with needed("proof"):
        from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 (law 10)
        from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415 (law 10)
            Ed25519PublicKey,
        )
    try:
        Ed25519PublicKey.from_public_bytes(key).verify(signature, message.encode())
    except InvalidSignature:
        return False
    return True


class SecretKey(NamedTuple):
    """A key to sign with."""

    name: str
    seed: bytes

    @property
    def public(self) -> PublicKey:
        """The key as others know it."""
        return PublicKey(self.name, _private(self.seed).public_key().public_bytes_raw())

    def text(self) -> str:
        """Return the form in which it is kept: `PRIVATE+KEY+NAME+ID+SEED`."""
        encoded_seed = encoded(bytes([PLAIN]) + self.seed)
        return f"{SECRET}{self.name}+{self.public.id().hex()}+{encoded_seed}"

    def sign(self, text: str) -> Signature:
        """Return a plain signature on a text."""
        return Signature(self.name, self.public.id(), self._signed(text))

    def cosign(self, text: str, time: int) -> Signature:
        """Return a signature that says when it was made."""
        body = time.to_bytes(TIME, "big") + self._signed(_timed(text, time))
        return Signature(self.name, self.public.id(TIMED), body)

    def _signed(self, message: str) -> bytes:
        signature: bytes = _private(self.seed).sign(message.encode())
        return signature


def _timed(text: str, time: int) -> str:
    return f"cosignature/v1\ntime {time}\n{text}"


def _private(seed: bytes) -> Any:
    with needed("proof"):
        from cryptography.hazmat.primitives.asymmetric.ed25519 import (  # noqa: PLC0415 (law 10)
            Ed25519PrivateKey,
        )
    return Ed25519PrivateKey.from_private_bytes(seed)


def read_public(text: str) -> PublicKey:
    """Return a verifier key of either kind. Raises `BadNote`."""
    name, key_id, kind, raw = _read_key(text)
    key = PublicKey(name, raw)
    if key.id(kind) != key_id:
        raise BadNote("wrong-key-id", found=key_id.hex())
    return key


def read_secret(text: str) -> SecretKey:
    """Return a key to sign with. Raises `BadNote`."""
    if not text.startswith(SECRET):
        raise BadNote("no-key")
    name, key_id, kind, raw = _read_key(text.removeprefix(SECRET))
    key = SecretKey(name, raw)
    if kind != PLAIN or key.public.id() != key_id:
        raise BadNote("wrong-key-id", found=key_id.hex())
    return key


def _read_key(text: str) -> tuple[str, bytes, int, bytes]:
    """Return name, id, kind and bytes of a key."""
    name, _plus, tail = text.partition("+")
    key_id, _plus, key = tail.partition("+")
    if not is_name(name) or not re.fullmatch("[0-9a-f]{8}", key_id):
        raise BadNote("no-key")
    raw = decoded(key)
    if len(raw) != 1 + KEY or raw[0] not in KINDS:
        raise BadNote("no-key")
    return name, bytes.fromhex(key_id), raw[0], raw[1:]


def is_name(text: str) -> bool:
    return bool(_NAME.fullmatch(text))


def encoded(raw: bytes) -> str:
    """Return bytes in base 64."""
    return b64encode(raw).decode()


def decoded(text: str, length: int | None = None) -> bytes:
    """Return the bytes that are meant, `length` of them. Raises `BadNote` for any other way to
    write them.

    The last character of base 64 may have bits that count for nothing; here they must be 0.
    """
    try:
        raw = b64decode(text, validate=True)
    except (NotBase64, ValueError):
        raise BadNote("not-base64", found=text) from None
    if encoded(raw) != text or length not in (None, len(raw)):
        raise BadNote("not-base64", found=text)
    return raw


LONGEST_SIZE: Final = 16
_OWN_FORM: Final = re.compile("ragami/[0-9a-f]{32}")
_SIZE: Final = re.compile("0|[1-9][0-9]*")


class Checkpoint(NamedTuple):
    """The text of a signed checkpoint. `extensions` are lines that others may have added."""

    origin: str
    size: int
    root: bytes
    extensions: tuple[str, ...] = ()

    def text(self) -> str:
        lines = (self.origin, str(self.size), encoded(self.root), *self.extensions)
        return "\n".join(lines) + "\n"


def origin_of(first_leaf: bytes) -> str:
    """Return the name of a log that nobody gave it: it comes from the hash of its first record."""
    return f"ragami/{first_leaf[: HASH // 2].hex()}"


def is_own_form(origin: str) -> bool:
    """Say whether a name is of the form that `origin_of` gives."""
    return bool(_OWN_FORM.fullmatch(origin))


def read_checkpoint(text: str) -> Checkpoint:
    """Return a checkpoint from the text of a note. Raises `BadNote`."""
    lines = text.removesuffix("\n").split("\n")
    if len(lines) < len(Checkpoint._fields) - 1 or not all(lines):
        raise BadNote("no-checkpoint")
    origin, size, root, *extensions = lines
    if not _SIZE.fullmatch(size) or len(size) > LONGEST_SIZE:
        raise BadNote("no-checkpoint")
    return Checkpoint(origin, int(size), decoded(root, HASH), tuple(extensions))
