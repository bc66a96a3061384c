"""A record as a line of a sheet: in words where that says all of it, else as it is."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from typing import Final

import msgspec

from ragami.game.capabilities import NOTATION
from ragami.judge.moments import in_runs, told_moments
from ragami.judge.replay import Replay
from ragami.judge.report import game_of
from ragami.language import Language
from ragami.log.codec import encode_record
from ragami.log.record import Read, Record, Unknown, WrittenRecord
from ragami.log.strict import type_in
from ragami.notation.line import bare_or_quoted
from ragami.notation.misread import Unread
from ragami.sheet import words as w
from ragami.sheet.check import check_of
from ragami.sheet.log_lines import write_log_line
from ragami.sheet.reading import SheetEntry, read_entry

OPENED: Final = "game_opened"


def write_line(replay: Replay, read: Read, language: Language, line: bytes = b"") -> str:
    """Return a record as a line of the sheet, to be read where `replay` stands: before it.

    Record 1 has several. `line` are the record's bytes, which are written as they are where they
    are no record of a known type.
    """
    text = _in_words(replay, read, language) if _reads_as_it_stands(read, line) else None
    if text is not None and isinstance(read, Record):
        again = _read(replay, text)
        if again and again.type == read.type and again.data == msgspec.json.encode(read.data):
            return text
    return _as_it_is(replay, read, line, language)


def write_sheet(
    log: bytes, language: Language, *, stamps: bool = False, check: bool = False
) -> Iterator[str]:
    """Yield a whole log as the lines of a sheet. With stamps it can be read back byte for byte."""
    game = game_of(log)
    codec = game.codec
    replay = Replay(game, codec)
    lines = log.removesuffix(b"\n").split(b"\n")
    reads = (codec.read_line(line, seq) for seq, line in enumerate(lines, 1))
    for now, line in zip(told_moments(replay, in_runs(replay, reads)), lines, strict=False):
        if now.coming is None:
            return
        if stamps:
            text = _with_stamp(replay, now.coming, language, line)
        else:
            text = write_line(replay, now.coming, language, line)
        for row in text.split("\n"):
            yield f"{row} *{check_of(row)}" if check else row


def _in_words(replay: Replay, record: Read, language: Language) -> str | None:
    if not isinstance(record, Record):
        return None
    notation = replay.game.need(NOTATION)
    if record.type == OPENED:
        rules, *heads = notation.write_opening(record.data, language)
        head = f"{w.GAME.say(language)} {bare_or_quoted(replay.game.name)} {rules}"
        return "\n".join([head, *heads])
    text = write_log_line(record.data, replay, language)
    return text or notation.write(record.type, record.data, replay.state, language)


def _reads_as_it_stands(read: Read, line: bytes) -> bool:
    """Return True if the record has the same type in the log; else words lack a part."""
    if not line or not isinstance(read, Record):
        return True
    return type_in(line) == read.type


def _read(replay: Replay, text: str) -> SheetEntry | None:
    try:
        return read_entry(replay, text)
    except Unread:
        return None


def _with_stamp(replay: Replay, read: Read, language: Language, line: bytes) -> str:
    """Return a line with when and by whom; as it is where that does not say all of its bytes.

    A line gives the first version of a record that can mean it; of another one the version stands
    behind the time. So a line of old means what it meant before its type came to a newer version.
    """
    text = _in_words(replay, read, language)
    if text is None or read.seq is None:
        return _verbatim(replay, line, language)
    first, feed, below = text.partition("\n")
    record = msgspec.json.decode(line, type=WrittenRecord)
    for version in ("", f"/v{record.v}") if record.v > 1 else ("",):
        stamped = f"{first}{_stamp(record, version)}{feed}{below}"
        again = _read(replay, stamped)
        if again and again.as_record(read.seq) == line:
            return stamped
    return _verbatim(replay, line, language)


def _stamp(record: WrittenRecord, version: str) -> str:
    by = f" {bare_or_quoted(record.by)}" if record.by is not None else ""
    return f" @{record.at or '-'}{version}{by}"


def _as_it_is(replay: Replay, read: Read, line: bytes, language: Language) -> str:
    if isinstance(read, Record) and not line:
        at = read.at.isoformat().replace("+00:00", "Z") if read.at else None
        line = encode_record(read.seq, read.type, read.v, at, read.by, read.data)
    elif not line and isinstance(read, Unknown):
        line = read.line
    return _verbatim(replay, line, language)


def _verbatim(replay: Replay, line: bytes, language: Language) -> str:
    """Return a record byte for byte: as the JSON that it is, or else in base64."""
    encoded = base64.b64encode(line).decode() or "="
    if not line.startswith(b"{"):
        return f"{w.BYTES.say(language)} {encoded}"
    text = f"{w.RECORD.say(language)} {line.decode(errors='replace')}"
    entry = _read(replay, text) if text.isprintable() else None
    return text if entry and entry.line == line else f"{w.BYTES.say(language)} {encoded}"
