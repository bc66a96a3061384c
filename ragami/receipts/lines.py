"""The lines of a file of receipts, and the segments that they stand in.

A segment is some lines closed by one that is signed. Segments stand on their own, so that files are
merged by writing one after the other. What comes after the last signed line counts for nothing.
"""

from __future__ import annotations

import hmac
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from stat import S_ISDIR, S_ISREG
from typing import IO, Final, NamedTuple

import msgspec
from msgspec import Raw, Struct

from ragami.decoded import Data
from ragami.errors import RagamiError
from ragami.findings import Finding, Severity
from ragami.proof.note import encoded
from ragami.proof.tree import leaf_hash, root_of
from ragami.receipts.manifest import Manifest

ORIGIN: Final = "ragami/receipts/1"
"""What a signed segment calls itself. No log may ever be called so."""

FORMAT: Final = 1
LONGEST: Final = 2**16
"""Bytes of a line."""

SEGMENT: Final = 1000
"""Receipts after which a segment is closed."""

MOST_LINES: Final = 2 * SEGMENT
"""Lines of a segment: what would be longer was written by no program of ours."""

_CHUNK: Final = 2**20


class JudgeLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The rules by which receipts were made, by their digests; versions are told only."""

    judge: str
    receipts: int
    game: str
    ragami: str
    python: str
    base: str
    units: dict[str, str]

    def manifest(self) -> Manifest:
        """Return the manifest that was written."""
        return Manifest(self.game, self.base, self.units)


class FoundLine(Struct, frozen=True, forbid_unknown_fields=True):
    """A finding as a receipt has it: no texts, for they are said anew."""

    code: str
    severity: Severity
    rule: str | None
    ruling: str | None
    seq: int | None
    line: int | None
    facts: Data

    @classmethod
    def of(cls, one: Finding) -> FoundLine:
        return cls(one.code, one.severity, one.rule, one.ruling, one.seq, one.line, one.facts)

    def finding(self) -> Finding:
        return Finding(
            self.code, self.severity, self.rule, self.ruling, self.seq, self.line, self.facts
        )


def as_json(verdict: object) -> Raw:
    """Return a part of a verdict as a receipt has it."""
    return Raw(msgspec.json.encode(verdict, enc_hook=str))


class ReceiptLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The verdict on the bytes of `log`; `met` are the units that could have had a say."""

    log: str
    judge: str
    met: str
    proofs: bool
    records: int
    ok: bool
    findings: Raw
    final: Raw

    def bits(self) -> int:
        """Return the units of `met`. Raise `ValueError` where it is written otherwise."""
        bits = int(self.met, 16)
        if bits < 1 or f"{bits:x}" != self.met:
            raise ValueError(self.met)
        return bits


class Signed(Struct, frozen=True, forbid_unknown_fields=True):
    """The line that closes a segment: its number of lines, their root, and the signatures."""

    size: int
    root: str
    mac: str | None
    note: str | None


class SignedLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The last line of a segment."""

    signed: Signed


class ReceiptPlace(NamedTuple):
    """A receipt in its file; `met` are the bits of the units that it rests on.

    `leaf` is the hash of its line, as it was signed.
    """

    log: bytes
    judge: bytes
    met: int
    offset: int
    length: int
    leaf: bytes


class Segment(NamedTuple):
    """A whole segment: its judges, its receipts and its signature; `end` is where it ends.

    `whole` is False where the lines are not those that were signed.
    """

    judges: dict[str, JudgeLine]
    receipts: list[ReceiptPlace]
    signed: Signed
    whole: bool
    end: int


_judge: Final = msgspec.json.Decoder(JudgeLine)
_receipt: Final = msgspec.json.Decoder(ReceiptLine)
_signed: Final = msgspec.json.Decoder(SignedLine)
_KINDS: Final = (b'{"judge":"', b'{"log":"', b'{"signed":{')


class _Wrong(Exception):
    """A line that is none of receipts."""


class _Open:
    """A segment that is being read."""

    def __init__(self) -> None:
        self.judges: dict[str, JudgeLine] = {}
        self.receipts: list[ReceiptPlace] = []
        self.leaves: list[bytes] = []

    def take(self, line: bytes, offset: int) -> Signed | None:
        """Read a line; return the signature if that closes the segment. Raise `_Wrong`."""
        if len(self.leaves) > MOST_LINES:
            raise _Wrong
        leaf = leaf_hash(line)
        try:
            if line.startswith(_KINDS[1]):
                read = _receipt.decode(line)
                if read.judge not in self.judges:
                    raise _Wrong
                digests = bytes.fromhex(read.log), bytes.fromhex(read.judge)
                place = ReceiptPlace(*digests, read.bits(), offset, len(line), leaf)
                self.receipts.append(place)
            elif line.startswith(_KINDS[0]):
                judge = _judge.decode(line)
                if judge.receipts != FORMAT or judge.judge != judge.manifest().judge:
                    raise _Wrong
                self.judges[judge.judge] = judge
            elif line.startswith(_KINDS[2]):
                return _signed.decode(line).signed
            else:
                raise _Wrong
        except (msgspec.MsgspecError, ValueError, RecursionError) as wrong:
            raise _Wrong from wrong
        self.leaves.append(leaf)
        return None

    def closed(self, signed: Signed, end: int) -> Segment:
        """Return the segment that a signature closes."""
        fits = signed.size == len(self.leaves) and signed.root == encoded(root_of(self.leaves))
        return Segment(self.judges, self.receipts, signed, fits, end)


def opened(path: str) -> IO[bytes]:
    """Open a file of receipts. Raises as `expect_file`, and `file-not-found`, `system-refused`."""
    expect_file(path)
    try:
        return Path(path).open("rb")
    except FileNotFoundError:
        raise RagamiError("file-not-found", path=path) from None
    except OSError as error:
        raise RagamiError("system-refused", problem=f"{path}: {error.strerror}") from error


def expect_file(path: str) -> None:
    """Raise `RagamiError` `not-a-file` for a pipe or a device: one would wait for its end."""
    with suppress(OSError):
        if not S_ISREG(mode := Path(path).stat().st_mode) and not S_ISDIR(mode):
            raise RagamiError("not-a-file", path=path)


def segments(file: IO[bytes], path: str) -> Iterator[Segment]:
    """Yield the segments of a file. Raise `RagamiError` `not-receipts`, with the line.

    A line that is none matters only where a signed one follows it, or where none came before.
    """
    begun, wrong, number, any_signed = _Open(), 0, 0, False
    for number, (line, offset, whole) in enumerate(_lines(file), 1):
        if not whole:  # torn off, as by a cut while it was written
            if number == 1 and not any(kind[: len(line)] == line[: len(kind)] for kind in _KINDS):
                raise RagamiError("not-receipts", path=path, line=number)
            return
        try:
            signed = None if wrong else begun.take(line, offset)
        except _Wrong:
            wrong = wrong or number
            if number == 1 or not any_signed:
                raise RagamiError("not-receipts", path=path, line=number) from None
            continue
        if wrong and line.startswith(_KINDS[2]):
            raise RagamiError("not-receipts", path=path, line=wrong)
        if signed:
            any_signed = True
            yield begun.closed(signed, offset + len(line) + 1)
            begun = _Open()


def _lines(file: IO[bytes]) -> Iterator[tuple[bytes, int, bool]]:
    """Yield the lines without their ends, where each begins, and whether it has an end.

    Of a line that is too long there is only the beginning.
    """
    offset = 0
    while line := file.readline(LONGEST + 2):
        length, whole = len(line), line.endswith(b"\n")
        while not whole and (rest := file.readline(_CHUNK)):
            length, whole = length + len(rest), rest.endswith(b"\n")
            line = line[:1]  # so that it is no line of receipts
        yield line.removesuffix(b"\n"), offset, whole
        offset += length


def line_at(file: IO[bytes], offset: int, length: int, leaf: bytes) -> bytes | None:
    """Return a line that was read before, by its place; None where another one stands there now.

    `leaf` is the hash of the line, or the beginning of it.
    """
    line = os.pread(file.fileno(), length, offset)
    return line if leaf_hash(line).startswith(leaf) else None


def checkpoint(size: int, root: str) -> str:
    """Return the text that is signed of a segment."""
    return f"{ORIGIN}\n{size}\n{root}\n"


def mac_of(text: str, secret: bytes) -> str:
    """Return the seal of this machine on a text."""
    return hmac.new(secret, text.encode(), sha256).hexdigest()


def signed_line(lines: Sequence[bytes], secret: bytes, sign: Callable[[str], str | None]) -> bytes:
    """Return the line that closes a segment.

    `sign` gives a note on its text, if a key signs here.
    """
    root = encoded(root_of(map(leaf_hash, lines)))
    text = checkpoint(len(lines), root)
    signed = Signed(len(lines), root, mac_of(text, secret), sign(text))
    return msgspec.json.encode(SignedLine(signed))
