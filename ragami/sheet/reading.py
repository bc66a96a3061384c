"""A line of a sheet as something to write down. What cannot be read raises `Unread`."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from typing import Any, Final

import msgspec
from msgspec import Raw, Struct

from ragami.decoded import Data
from ragami.errors import N_
from ragami.game.capabilities import NOTATION
from ragami.judge.replay import Replay
from ragami.log.codec import Codec, Versioned, encode_record, upgrade
from ragami.log.record import Read, Timestamp
from ragami.notation.line import STAMP, Ends, Line, Token, ends_of, text_in, word_in
from ragami.notation.misread import Unread, fold_word
from ragami.sheet import words as w
from ragami.sheet.check import as_read, check_of
from ragami.sheet.log_lines import READERS, TEXTS, read_log_line

A_MOMENT: Final = N_("a time like 2026-11-20T19:04:31Z, or '-'")
A_VERSION: Final = N_("a version that such a record may have, as in @-/v1")
A_RECORDER: Final = N_("who recorded it, in quotes")
WHAT_FITS: Final = N_("values that such a record may have")
A_WHOLE_RECORD: Final = N_("a record as JSON")
SOME_BYTES: Final = N_("bytes in base64")
AN_EVENT_BEFORE: Final = N_("an event before '@'")


class SheetEntry(Struct, frozen=True):
    """The content of a line: type, version and data (as JSON) of a record, and its stamp.

    `line` is the whole record, where the sheet has it byte for byte; `event` the data as a struct,
    where the sheet has it in words.
    """

    type: str
    version: int
    data: bytes
    at: str | None = None
    by: str | None = None
    line: bytes | None = None
    event: Struct | None = None

    def as_record(self, seq: int) -> bytes:
        """Return the line of the log, without its line feed."""
        if self.line is not None:
            return self.line
        body: Any = Raw(self.data)
        return encode_record(seq, self.type, self.version, self.at, self.by, body)

    def read(self, seq: int, codec: Codec) -> Read:
        """Return the record of the log, to be judged."""
        if self.event is None:
            return codec.read_line(self.as_record(seq), seq)
        return codec.record_class(self.type)(seq, self.version, None, self.by, self.event)


def read_entry(replay: Replay, text: str) -> SheetEntry | None:
    """Return the record of a line, to be written next; None if it is blank or only a comment.

    Before record 1 it may have several lines: the heads of a sheet. Raises `Unread`.
    """
    if "\n" in text:
        return read_opening(replay, list(map(checked_ends, text.split("\n"))))
    ends = checked_ends(text)
    if not ends.proper.strip():
        if ends.stamp:
            raise Unread(ends.stamp[0].column, ends.stamp[0].text, AN_EVENT_BEFORE)
        return None
    line = Line(ends.proper)
    if word_in(line.peek(), {w.GAME: True}, whole=True):
        return read_opening(replay, [ends])
    return _as_it_is(line) or _in_words(line, ends.stamp, replay)


def checked_ends(text: str) -> Ends:
    """Return a line taken apart. Raises `Unread` where its check characters do not fit."""
    ends = ends_of(text)
    if ends.check and as_read(ends.check.text[1:]) != (expected := check_of(ends.checked)):
        raise Unread(ends.check.column, ends.check.text, f"*{expected}")
    return ends


def _in_words(line: Line, stamp: Sequence[Token], replay: Replay) -> SheetEntry:
    if replay.seq == 0:
        raise line.stop(w.GAME)
    read = read_log_line(line, replay)
    if read is None:
        try:
            read = replay.game.need(NOTATION).read(line, replay.state)
        except Unread as wrong:
            if wrong.column == line.tokens[0].column and not wrong.lost:
                wrong.expected += (*READERS, *TEXTS)
            raise
    return entered(*read, stamp, replay, line)


def read_opening(replay: Replay, lines: Sequence[Ends]) -> SheetEntry:
    """Record 1, from the heads of a sheet. Raises `Unread`."""
    notation = replay.game.need(NOTATION)
    first, *further = [Line(ends.proper, row) for row, ends in enumerate(lines)]
    first.expect(w.GAME)
    if replay.seq:
        first.at = 0
        raise first.stop(N_("something that happened in the game"))
    if fold_word(text_in(first.peek()) or "") != replay.game.name:
        raise first.stop(replay.game.name)
    first.take()
    words = dict(notation.heads)
    heads = [(line.one_of(words), line) for line in further if line.tokens]
    data = notation.read_opening(first, heads)
    return entered("game_opened", data, lines[0].stamp, replay, first)


def entered(
    type_: str, data: object, stamp: Sequence[Token], replay: Replay, line: Line
) -> SheetEntry:
    """Return the entry of what was read. Raise `Unread` where it fits no record of its type."""
    kind: Versioned = replay.codec.types[type_]
    try:
        event = msgspec.json.decode(msgspec.json.encode(data), type=kind.struct)
        encoded = msgspec.json.encode(event)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, OverflowError):
        line.at = min(1, len(line.tokens) - 1)
        raise line.stop(WHAT_FITS) from None
    if not stamp:
        return SheetEntry(type_, kind.version, encoded, event=event)
    ((moment, version),) = STAMP.findall(stamp[0].text)
    for said in [version] if version else map(str, range(1, kind.version)):
        data = encoded if said == str(kind.version) else _older_data(kind, said, encoded)
        if data is not None:
            return SheetEntry(type_, int(said), data, *_stamp(moment, stamp), event=event)
    if version:
        raise Unread(stamp[0].column, stamp[0].text, A_VERSION)
    return SheetEntry(type_, kind.version, encoded, *_stamp(moment, stamp), event=event)


def _older_data(kind: Versioned, version: str, encoded: bytes) -> bytes | None:
    """Return the data of an older version that means the same, without the fields it lacked.

    None where there is none: a field says what the older version could not, or has another form.
    """
    if version not in map(str, kind.upcasters):
        return None
    data: Data = msgspec.json.decode(encoded)
    added = {name for name in data if _adds(kind, int(version), data, name)}
    older = msgspec.json.encode({name: data[name] for name in data if name not in added})
    try:
        means_the_same = msgspec.json.encode(upgrade(kind, int(version), older)) == encoded
    except (msgspec.MsgspecError, KeyError, TypeError):
        return None
    return older if means_the_same else None


def _adds(kind: Versioned, version: int, data: Data, name: str) -> bool:
    """Return True if a field that older data lacks is added while they are read."""
    older = {field: value for field, value in data.items() if field != name}
    try:
        for step in range(version, kind.version):
            older = kind.upcasters[step](older)
    except (KeyError, TypeError):
        return False
    return name in older


def _stamp(moment_text: str, stamp: Sequence[Token]) -> tuple[str | None, str | None]:
    """Return the time and the writer. Raise `Unread`."""
    at: str | None = moment_text
    if at == "-":
        at = None
    else:
        try:
            moment = msgspec.convert(at, type=Timestamp)
        except msgspec.MsgspecError:
            moment = None
        if moment is None or moment.utcoffset():
            raise Unread(stamp[0].column, stamp[0].text, A_MOMENT)
    by = text_in(stamp[1].text) if len(stamp) > 1 else None
    if by is None and len(stamp) > 1:
        raise Unread(stamp[1].column, stamp[1].text, A_RECORDER)
    return at, by


# --- records as they are -------------------------------------------------------------------


class _Given(Struct, forbid_unknown_fields=True):
    """A record as it stands in a sheet: whole, or only what it says."""

    type: str
    data: Raw
    v: int = 1
    seq: int = 0
    at: str | None = None
    by: str | None = None


def _as_it_is(line: Line) -> SheetEntry | None:
    """Read a record that stands in the sheet as JSON, or byte for byte; None for no record."""
    if line.accept(w.RECORD):
        misread = line.stop(A_WHOLE_RECORD)
        content = line.rest().encode()
        entry = _from_json(content)
        if entry is None:
            raise misread
        return entry
    if line.accept(w.BYTES):
        misread = line.stop(SOME_BYTES)
        try:
            content = base64.b64decode(line.take().removeprefix("="), validate=True)
        except (binascii.Error, ValueError):
            raise misread from None
        line.end()
        if b"\n" in content:
            raise misread
        return _from_json(content) or SheetEntry("", 0, b"", line=content)
    return None


def _from_json(content: bytes) -> SheetEntry | None:
    try:
        record = msgspec.json.decode(content, type=_Given)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None
    line = content if record.seq else None
    return SheetEntry(record.type, record.v, bytes(record.data), record.at, record.by, line)
