"""A record as the keeper of a private game has it: the line that is stored, and what it leaves out.

Such a line is made when a game is read, and is never stored itself. It proves as much as the
stored one, for that stands in it to the byte.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from typing import Final

import msgspec
from msgspec import Raw, Struct

from ragami.decoded import Data
from ragami.log.places import put
from ragami.log.strict import may_hold, may_say

JOINED: Final = "joined"
_JOINED: Final = b'"joined"'

OF_PROOFS: Final = ("sealed", "withheld", "committed", "opened", JOINED)
"""The records that are looked at beside the rules; of a log that has none of them nothing is."""


class LeftOutValue(Struct, frozen=True, forbid_unknown_fields=True):
    """A value that a record leaves out, with the salt of its commitment in base 64."""

    place: str
    salt: str
    value: Raw


class UnredactedLine(Struct, frozen=True, forbid_unknown_fields=True):
    """The line of a record, and all that it leaves out."""

    line: str
    openings: tuple[LeftOutValue, ...]


class _RawLine(Struct):
    type: str
    data: Raw


_line: Final = msgspec.json.Decoder(_RawLine)
_joined: Final = msgspec.json.Decoder(UnredactedLine)


def has_commitments(log: bytes) -> bool:
    """Return True if the log may hold commitments or openings: a quick search, no proof."""
    return may_hold(log, JOINED, "committed", "opened")


def join(seq: int, line: bytes, openings: Iterable[LeftOutValue]) -> bytes:
    """Return the line that says all: what is stored as record `seq`, and what is not."""
    data = UnredactedLine(line.decode(), tuple(openings))
    record = {"seq": seq, "type": JOINED, "v": 1, "at": None, "by": None, "data": data}
    return msgspec.json.encode(record)


def split_joined(line: bytes) -> UnredactedLine | None:
    """Return the parts of a joined line; None for any other line."""
    if not may_say(line, _JOINED):
        return None
    try:
        outer = _line.decode(line)
        return _joined.decode(outer.data) if outer.type == JOINED else None
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


def stored_line(line: bytes) -> bytes:
    """Return a line as it is stored; nearly every line is that itself."""
    joined = split_joined(line)
    return joined.line.encode() if joined else line


def stored_lines(log: bytes) -> list[bytes]:
    """Return the records of a log as they may be published; the last one may lack its line feed."""
    return [stored_line(line) for line in log.removesuffix(b"\n").split(b"\n")] if log else []


def log_of(lines: Iterable[bytes]) -> bytes:
    """Return the lines of records as a log: each ends with a line feed."""
    return b"".join(line + b"\n" for line in lines)


def read_out(line: bytes) -> bytes:
    """Return a line with all that is known of it put in.

    One whose parts do not fit stays what it is.
    """
    if split_joined(line):
        with suppress(ValueError):
            return full_record(_line.decode(line).data)
    return line


def line_in(data: Raw) -> bytes:
    """Return the stored line in the data of a joined one.

    Raises `ValueError` where there is none.
    """
    try:
        return _joined.decode(data).line.encode()
    except (msgspec.MsgspecError, RecursionError) as wrong:
        raise ValueError(str(wrong)) from wrong


def full_record(data: Raw) -> bytes:
    """Return the record that the data of a joined line tell.

    Raises `ValueError` where they tell none.
    """
    try:
        joined = _joined.decode(data)
        record: Data = msgspec.json.decode(joined.line)
        if record["type"] == JOINED or "\n" in joined.line:
            raise ValueError("a joined line holds one line, and none of its own kind")
        inside = record["data"]["data"] if record["type"] == "withheld" else record["data"]
        for opening in joined.openings:
            put(inside, opening.place, msgspec.json.decode(opening.value))
    except (msgspec.MsgspecError, LookupError, TypeError, RecursionError) as wrong:
        raise ValueError(str(wrong)) from wrong
    return msgspec.json.encode(record)
