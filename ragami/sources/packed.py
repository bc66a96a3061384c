"""The bytes of a file, unpacked while they are read: plain, gzip or zstd, known by how they begin.

Nothing is taken for whole that is not: a packed file that breaks off is a trouble, after the bytes
that could still be read.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import IO, Final

from ragami.errors import RagamiError
from ragami.extras import needed

GZIP: Final = b"\x1f\x8b"
ZSTD: Final = b"\x28\xb5\x2f\xfd"

CHUNK: Final = 2**18
"""Bytes that are read at once."""

ZSTD_CHUNK: Final = 2**11
"""The same of a zstd file, of which a byte may stand for 32,768."""


def unpacked(file: IO[bytes], name: str) -> Iterator[bytes]:
    """Yield the unpacked bytes of a file. Raise `RagamiError` `bad-gzip`, `bad-zstd`."""
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
