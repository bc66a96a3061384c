"""The bytes of one file, or of stdin: unpacked, not longer than a log may be, never waited for."""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from stat import S_ISFIFO, S_ISREG
from typing import IO, Final

from ragami.errors import NOTHING_NEAR, RagamiError, needed
from ragami.sources.logs import expect_short_lines, joined

STDIN: Final = "-"

LONGEST_COMPONENT: Final = 2**17
"""Bytes of a board, a deck or dice; those that ship have two thousand."""

BEGINNING: Final = 16
"""Bytes that tell what a file is."""

# Where a shell puts the end of a pipe that somebody is writing: `ragami verify <(command)`.
_OPEN_PIPES: Final = ("/dev/fd/", "/proc/self/fd/", "/dev/stdin")

Opened = Callable[[], AbstractContextManager[IO[bytes]]]


def error_of(error: OSError) -> RagamiError:
    """Return an error of the system as a `RagamiError`."""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return RagamiError("file-not-found", path=error.filename)
    return RagamiError("system-refused", problem=f"{error.filename}: {error.strerror}")


def read_whole(pieces: Iterable[bytes], name: str) -> bytes:
    """Return all of it, if neither it nor a line is too long. Raises `RagamiError`."""
    text = joined(pieces, name)
    expect_short_lines(text, name, text.count(b"\n"))
    return text


def read_file(path: str) -> bytes:
    """Return the bytes of a file, packed or not. Raises `RagamiError`; never waits."""
    return _read(path, partial(open_file, path))


def read_component(path: str) -> bytes:
    """Return the bytes of a board, a deck or dice, or of a log ('-': stdin).

    Raises `RagamiError`.
    """
    content = read_stdin() if path == STDIN else read_file(path)
    if len(content) > LONGEST_COMPONENT and not content.startswith(b'{"seq":'):
        raise RagamiError("component-too-long", path=path, limit=LONGEST_COMPONENT)
    return content


def read_stdin() -> bytes:
    """Return the bytes of stdin, unpacked. Raise `RagamiError`."""
    return _read(STDIN, stdin)


def _read(name: str, begun: Opened) -> bytes:
    try:
        with begun() as file:
            return read_whole(unpacked(file, name), name)
    except OSError as error:
        raise error_of(error) from error


def stdin() -> AbstractContextManager[IO[bytes]]:
    """Open stdin. Raises `RagamiError` `log-not-found` where there is none."""
    if sys.stdin is None:
        raise RagamiError("log-not-found", name=STDIN, nearest=NOTHING_NEAR)
    return nullcontext(sys.stdin.buffer)  # is not ours to close


def open_file(path: str) -> IO[bytes]:
    """Return a file, open. Raises `RagamiError` `not-a-file`, and `OSError`."""
    # Asked before it is opened: a pipe that nobody writes would keep us waiting for ever, and
    # some devices do something when they are opened.
    mode = os.stat(path).st_mode  # noqa: PTH116 (ten thousand of them, and only as text)
    if not S_ISREG(mode) and not (S_ISFIFO(mode) and path.startswith(_OPEN_PIPES)):
        raise RagamiError("not-a-file", path=path)
    return open(path, "rb")  # noqa: PTH123 (the same)


# Without waiting: what was a file when its size was asked may be a pipe by now.
_AT_ONCE: Final = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


def read_at_once(path: str, size: int) -> bytes:
    """Return the bytes of a file of this size, by one reading; none if it is another by now."""
    try:
        file = os.open(path, _AT_ONCE)
    except OSError:
        return b""
    try:
        content = os.read(file, size + 1)
    except OSError:
        return b""
    finally:
        os.close(file)
    return content if len(content) == size else b""


def cut(path: str, begin: int, size: int) -> bytes:
    """Return a part of a file. Raises `RagamiError`."""
    try:
        with open(path, "rb") as file:  # noqa: PTH123 (the same)
            file.seek(begin)
            return file.read(size)
    except OSError as error:
        raise error_of(error) from error


def beginning(path: str) -> bytes:
    """Return the bytes that tell what a file is. Raises `OSError`."""
    with open(path, "rb") as file:  # noqa: PTH123 (the same)
        return file.read(BEGINNING)


# --- packed files --------------------------------------------------------------------------------


GZIP: Final = b"\x1f\x8b"
ZSTD: Final = b"\x28\xb5\x2f\xfd"

CHUNK: Final = 2**18
"""Bytes that are read at once."""

ZSTD_CHUNK: Final = 2**11
"""The same of a zstd file, of which a byte may stand for 32,768."""


def unpacked(file: IO[bytes], name: str) -> Iterator[bytes]:
    """Yield the unpacked bytes of a file: plain, gzip or zstd, known by how they begin.

    Nothing is taken for whole that is not: one that breaks off raises `RagamiError` `bad-gzip` or
    `bad-zstd`, after the bytes that could still be read.
    """
    beginning = file.read(CHUNK)
    if beginning.startswith(GZIP):
        yield from _gunzipped(_Again(beginning, file), name)
    elif beginning.startswith(ZSTD):
        yield from _unzstd(_Again(beginning, file), name)
    else:
        while beginning:
            yield beginning
            beginning = file.read(CHUNK)


class _Again:
    """A file of which the beginning has been read already."""

    def __init__(self, beginning: bytes, file: IO[bytes]) -> None:
        self._beginning = beginning
        self._file = file

    def read(self, size: int = -1) -> bytes:
        if not self._beginning:
            return self._file.read(size)
        beginning = self._beginning[:size]
        self._beginning = self._beginning[size:]
        return beginning


def _gunzipped(packed: _Again, name: str) -> Iterator[bytes]:
    import gzip  # noqa: PLC0415 (law 10)

    try:
        with gzip.GzipFile(fileobj=packed, mode="rb") as file:  # type: ignore[call-overload]
            while piece := file.read(CHUNK):
                yield piece
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise RagamiError("bad-gzip", path=name, found=str(error)) from error


def _unzstd(packed: _Again, name: str) -> Iterator[bytes]:
    with needed("archive"):
        import zstandard  # noqa: PLC0415 (law 10)

    # Frame by frame: the reader of zstandard takes a frame that breaks off for a whole one.
    unpacker = zstandard.ZstdDecompressor()
    frame = None
    try:
        while piece := packed.read(ZSTD_CHUNK):
            while piece:
                frame = frame or unpacker.decompressobj()
                yield frame.decompress(piece)
                piece = frame.unused_data
                if frame.eof:
                    frame = None
    except zstandard.ZstdError as error:
        raise RagamiError("bad-zstd", path=name, found=str(error)) from error
    if frame:
        raise RagamiError("bad-zstd", path=name, found="incomplete frame")
