"""Many logs in one stream of bytes, each for itself, with no more than one of them in memory."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

import msgspec

from ragami.errors import RagamiError

LONGEST_LOG: Final = 64 * 2**20
"""Bytes of a log, unpacked; the longest real games have half a million."""

LONGEST_LINE: Final = 2**20
"""Bytes of a line; a record with a board, a deck and dice of one's own has a hundredth of that."""

MOST_LINES: Final = 2**20
"""Lines of a log; the longest real games have some hundreds."""

_USUAL: Final = b'{"seq":'
_SEQ: Final = re.compile(rb'"seq"[ \t\r]*:[ \t\r]*([0-9]+)')
# Without the quotation mark in front, which is everywhere: so it is searched for a third faster.
_FIRST_SEQ: Final = re.compile(rb'seq"[ \t\r]*:[ \t\r]*1(?![0-9])')


class _Opening(NamedTuple):
    """A record 1: where it begins, its line, and the one after it (None: there is none)."""

    begin: int
    line: bytes
    after: bytes | None


def logs_in(pieces: Iterable[bytes], name: str) -> Iterator[bytes]:
    """Yield the logs that follow each other in a stream; each begins with a record 1.

    Not every record 1 begins one: one that stands in the middle of a log by mistake is what is
    wrong with that log. So it has to be followed by a record 2, by another beginning or by
    nothing, and not to be the line before once more.

    Raises `RagamiError` `log-too-long`, `line-too-long`, `too-many-lines`.
    """
    log: list[bytes] = []
    size = lines = 0
    first: bytes | None = None
    for block, following in _blocks(pieces, name):
        start = 0
        for opening in _openings(block, following):
            before = size + opening.begin - start
            if not before:
                first = opening.line
            elif first is not None and _begins(opening, first, alone=before == len(first)):
                yield b"".join((*log, block[start : opening.begin]))
                log, size, lines, start, first = [], 0, 0, opening.begin, opening.line
        log.append(block[start:])
        size += len(block) - start
        lines += block.count(b"\n", start)
        if size > LONGEST_LOG:
            raise too_long(name)
        expect_short_lines(log[-1], name, lines)
    if log:
        yield b"".join(log)


def is_one_log(content: bytes) -> bool:
    """Return True if a small file is one log; False if only `logs_in` can tell."""
    second = content.find(b"\n") + 1 or len(content)
    return content.startswith(b"{") and not _FIRST_SEQ.search(content, second)


def too_long(name: str) -> RagamiError:
    """Return the error for a log with more than `LONGEST_LOG` bytes."""
    return RagamiError("log-too-long", path=name, limit=LONGEST_LOG)


def joined(pieces: Iterable[bytes], name: str) -> bytes:
    """Return a stream as a whole. Raises `RagamiError` `log-too-long`."""
    read = []
    size = 0
    for piece in pieces:
        read.append(piece)
        size += len(piece)
        if size > LONGEST_LOG:
            raise too_long(name)
    return b"".join(read)


def expect_short_lines(text: bytes, name: str, lines: int) -> None:
    """Raise `RagamiError` `line-too-long` or `too-many-lines`.

    `lines` is how many lines the log has up to the end of this text.
    """
    if lines > MOST_LINES:
        raise RagamiError("too-many-lines", path=name, limit=MOST_LINES)
    at = 0
    while len(text) - at > LONGEST_LINE:
        at = text.rfind(b"\n", at, at + LONGEST_LINE + 1) + 1
        if not at:
            raise RagamiError("line-too-long", path=name, limit=LONGEST_LINE)


def _begins(opening: _Opening, first: bytes, *, alone: bool) -> bool:
    """Return True if a record 1 begins another log, False if it is a slip in this one.

    `first` is the record 1 of this log; `alone`: that log has no other record yet.
    """
    after = None if opening.after is None else _seq(opening.after)
    if after == 2:
        return not alone or opening.line != first
    differs = opening.line.rstrip(b"\n") != first.rstrip(b"\n")
    return differs and (after == 1 or opening.after is None)


def _blocks(pieces: Iterable[bytes], name: str) -> Iterator[tuple[bytes, bytes | None]]:
    """Yield whole lines, many at once, each time with the line that follows them.

    They are not taken apart one by one: that would take longer than to unpack them.
    """
    buffer: list[bytes] = []
    size = 0
    for piece in pieces:
        buffer.append(piece)
        size += len(piece)
        if b"\n" in piece:
            read = b"".join(buffer)
            end = read.rindex(b"\n")
            last = read.rfind(b"\n", 0, end) + 1
            if last:
                yield read[:last], read[last : end + 1]
            buffer, size = [read[last:]], len(read) - last
        if size > LONGEST_LOG:
            raise too_long(name)
        if size > 2 * LONGEST_LINE:  # of two lines at most
            raise RagamiError("line-too-long", path=name, limit=LONGEST_LINE)
    if remainder := b"".join(buffer):
        yield remainder, None


def _openings(block: bytes, following: bytes | None) -> Iterator[_Opening]:
    """Yield the records 1 among some lines."""
    at = 0
    while match := _FIRST_SEQ.search(block, at):
        begin = block.rfind(b"\n", 0, match.start()) + 1
        at = block.find(b"\n", match.end()) + 1 or len(block)
        line = block[begin:at]
        if _seq(line) == 1:
            after = block[at : block.find(b"\n", at) + 1 or len(block)]
            yield _Opening(begin, line, after or following)


def _seq(line: bytes) -> int | None:
    """Return the number that a line claims; exact where it matters, for 1 and 2."""
    if line.startswith(_USUAL):
        digits = line[len(_USUAL) : len(_USUAL) + 2]
        if digits[:1] not in b"12" or digits.isdigit():
            return None
        if digits == b"1,":
            return 1
    match = _SEQ.search(line)
    if not match or match[1] not in (b"1", b"2"):
        return None
    try:
        record: object = msgspec.json.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    seq = record.get("seq") if isinstance(record, dict) else None
    return seq if isinstance(seq, int) else None
