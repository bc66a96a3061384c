"""A game in a code: its records in so few bytes that they go into a link or on a slip of paper.

`docs/codes.md` has the format. What is read out of a code is a log like any other: it is judged by
the rules of today.

`coding` makes symbols of records by a `model`, `range_coder` makes bytes of these, and `text` a
link or digits.
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Final

import msgspec

from ragami.code.coding import LONGEST as LONGEST_LOG
from ragami.code.coding import MOST_RECORDS, CodedRecord, Coding, TooLarge
from ragami.code.model import BY_DIGEST, DIGEST, head_of, model_at
from ragami.code.range_coder import Damaged, RangeReader, RangeWriter
from ragami.code.text import LONGEST, digits, link, read
from ragami.decoded import Data
from ragami.errors import N_, RagamiError, expect
from ragami.judge.moments import Log
from ragami.judge.report import game_of
from ragami.language import Language, translator
from ragami.log.record import PROGRAMS_ONLY, Noted, Record

if TYPE_CHECKING:
    from ragami.proof.note import SecretKey

__all__ = ["CodeLog", "NoCode", "decode", "digits", "encode", "link", "read"]

VERSION: Final = 0x10
TIMES: Final = 1
SIGNED: Final = 2
CHECK: Final = 4
"""Bytes of the SHA-256 of the log."""

SIGNATURE: Final = 4 + 64
"""Bytes of the key's id and its signature."""

SEALED: Final = "sealed"

REASONS: Final = {
    "empty": N_("it has no records"),
    "left-out": N_("record {seq} tells that something was left out, which a code cannot prove"),
    "unknown-record": N_("record {seq} is malformed, or of a type or version not known here"),
    "not-canonical": N_(
        "record {seq} is not written in the usual way, so that it would not come back to the byte"
    ),
    "records": N_("it has more than {limit} records"),
    "bytes": N_("it has more than {limit} bytes"),
    "depth": N_("objects and lists stand in each other more than {limit} deep"),
    "text": N_("a text in it has {limit} bytes or more"),
    "model": N_("the file that codes of this game are made with cannot be read"),
    "work": N_("reading it takes more than {limit} steps"),
    "code": N_("the code would have more than {limit} bytes"),
    "paper": N_("the code of {size} bytes is too long for a QR code"),
}


class NoCode(RagamiError):
    """A log of which no code is made (exit code 2); `reason` is a key of `REASONS`."""

    def __init__(self, reason: str, **facts: int) -> None:
        super().__init__("no-code", why=REASONS[reason].format_map(facts), **facts)
        self.reason = reason

    def say(self, language: Language) -> str:
        why = translator(language)(REASONS[self.reason]).format_map(self.facts)
        return self.kind.says(language).format(why=why)


class LargeCode(RagamiError):
    """A code that is read no further (exit code 1): a log over a `limit`, or damage."""

    def __init__(self, wrong: TooLarge) -> None:
        super().__init__("damaged-code", reason=wrong.problem, limit=wrong.limit)

    def say(self, language: Language) -> str:
        _ = translator(language)
        why = _(REASONS[str(self.facts["reason"])]).format_map(self.facts)
        return _("This code is damaged, or too large: {why}.").format(why=why)


class CodeLog(bytes):
    """A log that was read out of a code; `signature` is that of the code, if it has one."""

    signature: bytes = b""

    def __bytes__(self) -> bytes:
        return self

    def is_view(self) -> bool:
        """Return True if the log lacks what is secret: then others of its name may have more."""
        from ragami.game.capabilities import VISIBILITY  # noqa: PLC0415 (law 10)

        log = Log(bytes(self))
        places = game_of(log.content).need(VISIBILITY).places
        events = [one.data for one in log.records if isinstance(one, Record)]
        left_out = (None in places(event).values() for event in events)
        return any(left_out) or any(isinstance(one, Noted) and not one.text for one in events)

    def leaves(self) -> bytes | None:
        """Return the list of leaves that was signed; None where nothing was."""
        if not self.signature:
            return None
        from ragami.proof.files import Leaves  # noqa: PLC0415 (law 10)
        from ragami.proof.keys import known_ring  # noqa: PLC0415 (law 10)
        from ragami.proof.note import ID, Note, Signature  # noqa: PLC0415 (law 10)
        from ragami.proof.withheld import leaves_of  # noqa: PLC0415 (law 10)

        key_id, body = self.signature[:ID], self.signature[ID:]
        names = [one.key.name for one in known_ring() if one.key.id() == key_id]
        signature = Signature(names[0] if names else UNNAMED, key_id, body)
        lines = self.split(b"\n")[:-1]
        return str(Leaves(tuple(leaves_of(lines)), Note(_checkpoint(lines), (signature,)))).encode()


UNNAMED: Final = "–"
"""What a signer is called whose key nobody here knows: a code has no names."""


def encode(log: Log | bytes, *, exact: bool = False, signer: SecretKey | None = None) -> bytes:
    """Make the code of a log, without its times and authors; with `exact` all comes back.

    `signer` signs the log as it is read out of the code. Raises `NoCode`.
    """
    expect("log", log, Log, bytes)
    log = log if isinstance(log, Log) else Log(log)
    coded = _coded(log, exact=exact)
    writer = RangeWriter()
    try:
        head = head_of(log.game)
        model = model_at(head)
    except OSError:
        model = None
    if model is None:
        raise NoCode("model")
    coding = Coding(model, writer, times=exact)
    try:
        for record in coded:
            coding.write(record)
        coding.write_end()
    except TooLarge as wrong:
        raise NoCode(wrong.problem, limit=wrong.limit) from None
    content = b"".join(_line(seq, record) for seq, record in enumerate(coded, 1))
    if len(content) > LONGEST_LOG:
        raise NoCode("bytes", limit=LONGEST_LOG)
    first = VERSION | TIMES * exact | SIGNED * (signer is not None)
    check = sha256(content).digest()[:CHECK]
    code = bytes([first]) + head + check + writer.finish()
    if signer:
        signature = signer.sign(_checkpoint(content.split(b"\n")[:-1]))
        code += signature.key_id + signature.body
    if len(code) > LONGEST:
        raise NoCode("code", limit=LONGEST)
    return code


def decode(code: bytes) -> Log:
    """Read the log in a code. Raises `RagamiError` `unknown-code`, `damaged-code`."""
    expect("code", code, bytes)
    try:
        return Log(_decoded(code))
    except TooLarge as wrong:
        raise LargeCode(wrong) from None
    except (Damaged, IndexError):
        raise RagamiError("damaged-code") from None


def _decoded(code: bytes) -> CodeLog:
    first, number = code[0], code[1]
    if first & ~(TIMES | SIGNED) != VERSION:
        raise RagamiError("unknown-code")
    start = 2 + DIGEST * (number == BY_DIGEST)
    end = len(code) - SIGNATURE * bool(first & SIGNED)
    if len(code) > LONGEST or end < start + CHECK:
        raise Damaged
    model = model_at(code[1:start])
    if model is None:
        raise RagamiError("unknown-code")
    reader = RangeReader(code[start + CHECK : end])
    coding = Coding(model, reader, times=bool(first & TIMES))
    lines: list[bytes] = []
    size = 0
    while (line := coding.read(len(lines) + 1)) is not None:
        lines.append(line.encode())
        size += len(lines[-1])
        if size > LONGEST_LOG:
            raise TooLarge("bytes", LONGEST_LOG)
        if len(lines) > MOST_RECORDS:
            raise TooLarge("records", MOST_RECORDS)
    reader.expect_end()
    log = CodeLog(b"".join(lines))
    if sha256(log).digest()[:CHECK] != code[start : start + CHECK]:
        raise Damaged
    log.signature = code[end:]
    return log


def _coded(log: Log, *, exact: bool) -> list[CodedRecord]:
    """Return the records as they are coded. Raises `NoCode`."""
    if not log.content:
        raise NoCode("empty")
    if len(log) > MOST_RECORDS:
        raise NoCode("records", limit=MOST_RECORDS)
    coded = []
    for seq, (read_, line) in enumerate(zip(log.records, _lines(log.content), strict=True), 1):
        if not isinstance(read_, Record):
            raise NoCode("unknown-record", seq=seq)
        record = msgspec.json.decode(line, type=CodedRecord)
        if record.type in PROGRAMS_ONLY:
            raise NoCode("left-out", seq=seq)
        if exact and _line(seq, record) != line + b"\n":
            raise NoCode("not-canonical", seq=seq)
        if not exact:
            record.at = record.by = None
            if record.type == SEALED:
                record.type, record.v, record.data = "noted", 1, {"text": SEALED}
        coded.append(record)
    if exact and not log.content.endswith(b"\n"):
        raise NoCode("not-canonical", seq=len(coded))
    return coded


def _lines(content: bytes) -> Sequence[bytes]:
    return content.removesuffix(b"\n").split(b"\n")


def _line(seq: int, record: CodedRecord) -> bytes:
    """Return a record in its canonical form."""
    written: Data = {"seq": seq, "type": record.type, "v": record.v}
    written |= {"at": record.at, "by": record.by, "data": record.data}
    return msgspec.json.encode(written) + b"\n"


def _checkpoint(lines: Sequence[bytes]) -> str:
    """Return the text that is signed, as for a seal of all records."""
    from ragami.proof.note import Checkpoint, origin_of  # noqa: PLC0415 (law 10)
    from ragami.proof.tree import root_of  # noqa: PLC0415 (law 10)
    from ragami.proof.withheld import leaves_of  # noqa: PLC0415 (law 10)

    leaves = leaves_of(lines)
    return Checkpoint(origin_of(leaves[0]), len(leaves), root_of(leaves)).text()
