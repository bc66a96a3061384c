"""Many logs in one stream of bytes, each for itself, with no more than one of them in memory."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import chain, pairwise
from typing import Any, Final

import msgspec

from ragami.trouble import Trouble

LONGEST_LOG: Final = 64 * 2**20
"""Bytes of a log, unpacked; the longest real games have half a million."""

_USUAL: Final = b'{"seq":'
_SEQ: Final = re.compile(rb'"seq"\s*:\s*([0-9]+)')


def logs_in(pieces: Iterable[bytes], name: str) -> Iterator[bytes]:
    """The logs that follow each other in a stream; each begins with a record 1.

    Not every record 1 begins one: one that stands in the middle of a log by mistake is what is
    wrong with that log. So it has to be followed by a record 2, by another beginning or by
    nothing, and not to be the line before once more.

    Raises `Trouble` `log-too-long`.
    """
    log: list[bytes] = []
    size = 0
    for line, following in pairwise(chain(_lines(pieces, name), (None,))):
        assert line is not None
        if log and _seq(line) == 1 == _seq(log[0]) and _begins(line, following, log):
            yield b"".join(log)
            log, size = [], 0
        log.append(line)
        size += len(line)
        if size > LONGEST_LOG:
            raise too_long(name)
    if log:
        yield b"".join(log)


def too_long(name: str) -> Trouble:
    """What is said of a log with more than `LONGEST_LOG` bytes."""
    return Trouble("log-too-long", path=name, limit=LONGEST_LOG)


def _begins(line: bytes, following: bytes | None, log: list[bytes]) -> bool:
    """Does a record 1 begin another log, or has it got into this one by mistake?"""
    after = None if following is None else _seq(following)
    if after == 2:
        return len(log) > 1 or line != log[0]
    return (after == 1 or following is None) and line.rstrip(b"\n") != log[0].rstrip(b"\n")


def _lines(pieces: Iterable[bytes], name: str) -> Iterator[bytes]:
    """The lines with their line feeds, of which the last one may have none."""
    rest: list[bytes] = []
    size = 0
    for piece in pieces:
        first, *lines = piece.split(b"\n")
        rest.append(first)
        size += len(first)
        if lines:
            yield b"".join(rest) + b"\n"
            for line in lines[:-1]:
                yield line + b"\n"
            rest, size = [lines[-1]], len(lines[-1])
        if size > LONGEST_LOG:
            raise too_long(name)
    if last := b"".join(rest):
        yield last


def _seq(line: bytes) -> int | None:
    """The number that a line claims; exact where it matters, for 1 and 2."""
    if line.startswith(_USUAL):
        digits = line[len(_USUAL) : len(_USUAL) + 2]
        if digits[:1] not in b"12" or digits.isdigit():
            return None
        if digits == b"1,":
            return 1
    found = _SEQ.search(line)
    if not found or found[1] not in (b"1", b"2"):
        return None
    try:
        record: Any = msgspec.json.decode(line)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    seq = record.get("seq") if isinstance(record, dict) else None
    return seq if isinstance(seq, int) else None
