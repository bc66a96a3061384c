"""Keys on this machine: one's own, to sign with, and those of others that are known.

All of them lie in a folder `keys` of the user's configuration (RAGAMI_KEYS names another one):
`NAME.key` is a key to sign with, which nobody else may read; `known` lists, a line each, the
verifier keys whose signatures count, one's own among them, with the last day of those that expire.
"""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from stat import S_IRWXG, S_IRWXO, S_ISREG
from typing import Final, NamedTuple

from msgspec import Struct

from ragami.errors import RagamiError, needed
from ragami.proof.folder import SUFFIX, folder, own_names, write_privately
from ragami.proof.note import (
    KEY,
    TIMED,
    BadNote,
    PublicKey,
    SecretKey,
    Signature,
    is_name,
    read_public,
    read_secret,
)

SIGNER_VARIABLE: Final = "RAGAMI_SIGNER"
KNOWN: Final = "known"
UNTIL: Final = "until"


class KnownKey(NamedTuple):
    """A key whose signatures count here; `until` is the last day on which they do."""

    key: PublicKey
    until: date | None = None

    def line(self) -> str:
        """Return the key as a line of its file."""
        return f"{self.key.text()} {UNTIL} {self.until}" if self.until else self.key.text()

    def expired(self, when: datetime | None) -> bool:
        """Return True if the key had expired at this time; without a time, today."""
        moment = when or datetime.now(UTC)
        return self.until is not None and moment.astimezone(UTC).date() > self.until


class Ring:
    """The keys that are known, by the name of the signer."""

    def __init__(self, known_keys: Iterable[KnownKey] = ()) -> None:
        self._by_name: dict[str, list[KnownKey]] = {}
        for known_key in known_keys:
            self._by_name.setdefault(known_key.key.name, []).append(known_key)

    def __iter__(self) -> Iterator[KnownKey]:
        for keys in self._by_name.values():
            yield from keys

    def named(self, name: str) -> list[KnownKey]:
        return self._by_name.get(name, [])

    def of(self, signature: Signature) -> KnownKey | None:
        """Return the key that is said to have made a signature, if it is known."""
        keys = self.named(signature.name)
        return next((known_key for known_key in keys if known_key.key.kind_of(signature)), None)


def known_ring() -> Ring:
    """Return every key whose signatures count. Raises `RagamiError` `bad-known-key`."""
    path = folder() / KNOWN
    try:
        lines = path.read_text("utf-8").splitlines()
    except FileNotFoundError:
        return Ring()
    except UnicodeDecodeError as error:
        raise RagamiError("bad-known-key", path=str(path), line=1) from error
    return Ring(
        _known(line, path, number)
        for number, line in enumerate(lines, 1)
        if line.strip() and not line.startswith("#")
    )


def _known(line: str, path: Path, number: int) -> KnownKey:
    text, *fields = line.split()
    try:
        match fields:
            case []:
                return KnownKey(read_public(text))
            case [word, day] if word == UNTIL:
                return KnownKey(read_public(text), date.fromisoformat(day))
    except (BadNote, ValueError) as wrong:
        raise RagamiError("bad-known-key", path=str(path), line=number) from wrong
    raise RagamiError("bad-known-key", path=str(path), line=number)


def ring_with(texts: Iterable[str]) -> Ring:
    """Return the known keys and these verifier keys. Raises `RagamiError` `bad-verifier-key`."""
    return Ring([*known_ring(), *(KnownKey(_verifier(text)) for text in texts)])


def meant(text: str) -> list[PublicKey]:
    """Return the key that is given, or every known one of that name. Raises `RagamiError`."""
    if "+" not in text and (keys := known_ring().named(text)):
        return [known_key.key for known_key in keys]
    return [_verifier(text)]


def _verifier(text: str) -> PublicKey:
    try:
        return read_public(text)
    except BadNote as wrong:
        raise RagamiError("bad-verifier-key", key=text) from wrong


def trust(text: str, until: date | None = None) -> KnownKey:
    """Count the signatures of a verifier key from now on; a later entry for it replaces this one.

    Raises `RagamiError` `bad-verifier-key`, `bad-key-name`.
    """
    added = KnownKey(_verifier(text), until)
    _expect_plain(added.key.name)
    keys = [known_key for known_key in known_ring() if known_key.key != added.key]
    lines = "".join(f"{known_key.line()}\n" for known_key in (*keys, added))
    write_privately(folder() / KNOWN, lines.encode())
    return added


def make(name: str) -> SecretKey:
    """Return a new key of one's own, kept where only its owner can read it, and known from now on.

    Raises `RagamiError` `bad-key-name`, `key-exists`, or what hindered the writing: then there is
    none.
    """
    _expect_plain(name)
    key = SecretKey(name, os.urandom(KEY))
    text = key.text()
    path = folder() / (name + SUFFIX)
    try:
        write_privately(path, text.encode() + b"\n", anew=True)
    except FileExistsError as error:
        raise RagamiError("key-exists", name=name) from error
    try:
        trust(key.public.text())
    except BaseException:
        path.unlink()  # nobody has it yet, and nobody would trust it
        raise
    return key


def _expect_plain(name: str) -> None:
    if not is_plain_name(name):
        raise RagamiError("bad-key-name", name=name, limit=LONGEST_NAME)


def taken_for(text: str) -> str | None:
    """Return the name of a known key that a name, or that of a verifier key, can be taken for.

    Raises `RagamiError` `bad-verifier-key`, `extra-needed`.
    """
    name = _verifier(text).name if "+" in text else text
    return lookalike(name, [known_key.key.name for known_key in known_ring()])


def signer(name: str | None = None) -> SecretKey:
    """Return the key to sign with: the one that is named, else by RAGAMI_SIGNER, else the only one.

    Raises `RagamiError`: `no-keys`, `no-key`, `which-key`, `key-open-to-others` or `bad-key-file`.
    """
    names = own_names()
    key_name = name or os.environ.get(SIGNER_VARIABLE)
    if not names and not key_name:
        raise RagamiError("no-keys")
    if not names or (key_name and key_name not in names):
        raise RagamiError("no-key", name=key_name or "–", known=", ".join(names) or "–")
    if not key_name and len(names) > 1:
        raise RagamiError("which-key", known=", ".join(names))
    return _read(key_name or names[0])


def _read(name: str) -> SecretKey:
    path = folder() / (name + SUFFIX)
    status = path.stat()
    if not S_ISREG(status.st_mode):
        raise RagamiError("bad-key-file", path=str(path))
    if status.st_mode & (S_IRWXG | S_IRWXO):
        raise RagamiError("key-open-to-others", path=str(path))
    try:
        key = read_secret(path.read_text("utf-8").removesuffix("\n"))
    except (BadNote, UnicodeDecodeError) as wrong:
        raise RagamiError("bad-key-file", path=str(path)) from wrong
    if key.name != name:
        raise RagamiError("bad-key-file", path=str(path))
    return key


LONGEST_NAME: Final = 40

# Printable to Python, and seen by nobody: fillers, joiners, variation selectors, blank signs (of
# Braille, music, hieroglyphs) and what stands for an object or a character that is not there.
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc\ufffd"
    "\U00013441\U00013442\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
_MARKS: Final = "\u200e"
"""Stands around characters of scripts from right to left in the table of confusables."""


def is_plain_name(name: str) -> bool:
    """Say whether everybody sees all of a name, and it is spelled in one way.

    It is in NFC, of printable characters only (none that steers, joins or turns others round), not
    longer than LONGEST_NAME, and can be the name of a file.
    """
    return (
        is_name(name)
        and len(name) <= LONGEST_NAME
        and not {*"/\\"} & {*name}
        and name[0] not in ".-"
        and name.isprintable()
        and unicodedata.is_normalized("NFC", name)
        and not unicodedata.category(name[0]).startswith("M")
        and not _UNSEEN.search(name)
    )


def lookalike(name: str, known_names: Iterable[str]) -> str | None:
    """Return the first of the other names that this one can be taken for; it itself is none.

    Raises `RagamiError` `extra-needed`.
    """
    looks = _looks(name)
    return next(
        (
            known_name
            for known_name in known_names
            if known_name != name and looks & _looks(known_name)
        ),
        None,
    )


def _looks(name: str) -> set[str]:
    """Return the skeletons of a name.

    What a character is composed of may look otherwise than it does.
    """
    return {
        _skeleton(unicodedata.normalize(form, text))
        for form in ("NFD", "NFKD")
        for text in (name, name.casefold())
    }


def _skeleton(text: str) -> str:
    """Return a text with look-alike characters made the same (UTS 39) and marks taken off."""
    drawn = "".join(map(_prototype, text))
    return "".join(char for char in drawn if not unicodedata.category(char).startswith("M"))


@cache
def _prototype(char: str) -> str:
    """Return the one of the characters that look alike which stands for all of them; `rn` for `m`.

    What looks like a capital letter alone (0) stands with the small one, so that case is no matter.
    """
    with needed("proof"):
        from confusable_homoglyphs.confusables import (  # noqa: PLC0415 (law 10: a table of 1 MB)
            confusables_data,
        )
    alike = {char}
    marked = f"{_MARKS}{char}{_MARKS}"
    for near in confusables_data.get(char) or confusables_data.get(marked, ()):
        alike.add(near["c"])
        alike.update(far["c"] for far in confusables_data.get(near["c"], ()))
    letters = [like for like in alike if like.isascii() and like.isalpha()]
    if letters and all(map(str.isupper, letters)):
        return _prototype(min(letters).lower())
    prototype = max((like.strip(_MARKS) for like in alike), key=lambda like: (len(like), like))
    return prototype if len(prototype) == 1 else "".join(map(_prototype, prototype))


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
