"""Trust in receipts: those of this machine, and of keys that are named for one command.

To know a signature is not to believe a verdict: a known key that is not named counts for nothing.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from stat import S_IRWXG, S_IRWXO
from typing import Final

from ragami.errors import RagamiError
from ragami.proof.folder import folder, own_names, write_privately
from ragami.proof.keys import known_ring, meant, signer
from ragami.proof.note import PLAIN, BadNote, Note, PublicKey, read_note
from ragami.receipts.lines import Segment, checkpoint, mac_of

SECRET: Final = "receipts.secret"
SECRET_BYTES: Final = 32
OURS: Final = ""
"""The signer of what was judged on this machine."""


class Trust:
    """The signers that are believed: this machine, unless `only`, and the known keys `named`.

    A key that is named and not known, or has expired, counts for nothing. Raises `RagamiError`
    `bad-verifier-key` for a key that is none.
    """

    def __init__(self, named: Sequence[str] = (), *, only: bool = False) -> None:
        self.only = only
        valid = {one.key for one in known_ring() if not one.expired(None)} if named else set()
        self.named = [key for text in named for key in meant(text) if key in valid]

    def signer(self, segment: Segment) -> str | None:
        """Return the believed signer of a segment (`OURS`, or a name); None where there is none."""
        signed = segment.signed
        text = checkpoint(signed.size, signed.root)
        if not self.only and signed.mac and self._secret:
            ours = mac_of(text, self._secret)
            if hmac.compare_digest(signed.mac.encode(), ours.encode()):
                return OURS
        if signed.note is None:
            return None
        named = _signer_among(self.named, signed.note, text)
        if named is None and not self.only and _signer_among(self._own, signed.note, text):
            return OURS
        return named

    @cached_property
    def _secret(self) -> bytes | None:
        return _read_secret(folder() / SECRET)

    @cached_property
    def _own(self) -> list[PublicKey]:
        own = []
        for name in own_names():
            with suppress(RagamiError):
                own.append(signer(name).public)
        return own


def claimed(segment: Segment) -> str:
    """Return the name under which a segment is said to be signed; a dash where it has none."""
    with suppress(BadNote):
        return ", ".join(one.name for one in read_note(segment.signed.note or "").signatures)
    return "–"


def secret() -> bytes:
    """Return the secret of this machine's receipts, made when it is first needed.

    Raises `RagamiError`.
    """
    path = folder() / SECRET
    if (there := _read_secret(path)) is None:
        with suppress(FileExistsError):
            write_privately(path, os.urandom(SECRET_BYTES), anew=True)
        there = _read_secret(path)
    assert there is not None
    return there


def signature(text: str) -> str | None:
    """Return a note on a text by the key of this machine; None where none signs."""
    try:
        key = signer()
        return str(Note(text, (key.sign(text),)))
    except RagamiError:
        return None


def _signer_among(keys: Sequence[PublicKey], note: str, text: str) -> str | None:
    """Return the one of these keys that has signed this very text."""
    try:
        read = read_note(note) if keys else None
    except BadNote:
        return None
    if read is None or read.text != text:
        return None
    for signed in read.signatures:
        for key in keys:
            if key.kind_of(signed) == PLAIN and key.signed(text, signed):
                return key.name
    return None


def _read_secret(path: Path) -> bytes | None:
    try:
        mode = path.stat().st_mode
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    if mode & (S_IRWXG | S_IRWXO):
        raise RagamiError("key-open-to-others", path=str(path))
    if len(content) != SECRET_BYTES:
        raise RagamiError("bad-key-file", path=str(path))
    return content
