"""Games in codes where logs are read: the text, the link, the photo of a QR code."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from ragami.errors import RagamiError
from ragami.sources.logs import LONGEST_LOG, too_long

PICTURES: Final = (b"\x89PNG", b"\xff\xd8\xff", b"RIFF")
"""How pictures begin: PNG, JPEG, WebP."""

# No part is longer than an address: else a long text would be searched from each of its places.
_CODE: Final = re.compile(
    r"(?<!\w)(?:ragami:|[a-z][a-z0-9+.-]{0,30}://[^\s#]{0,2000}#)[0-9]{1,3}n?\.[A-Za-z0-9_-]{0,8}",
    re.IGNORECASE,
)
_BEFORE: Final = re.compile(r"\W*")
_UTF_16: Final = (b"\xff\xfe", b"\xfe\xff")
_LONGEST_ADDRESS: Final = 2000
LONGEST_TEXT: Final = 2**20
"""Bytes of the text of a code, its blanks included: five times what the longest takes."""


def is_code(text: str) -> bool:
    """Return True if a text has a code or the link of one."""
    return bool(_CODE.search(text))


def code_name(text: str) -> str:
    """Return the name of a code in messages: how it begins, which no other one does."""
    match = _CODE.search(text)
    return match[0] if match else text


def begins_a_code(piece: bytes) -> bool:
    """Return True if a code begins here, quoted or not, or a picture that may have one."""
    if piece.startswith(PICTURES):
        return True
    text = _text(piece[:_LONGEST_ADDRESS])
    before = _BEFORE.match(text)
    return _CODE.match(text, before.end() if before else 0) is not None


def _text(content: bytes | bytearray) -> str:
    """Return a text that some editor may have put a mark in front of."""
    encoding = "utf-16" if content.startswith(_UTF_16) else "utf-8-sig"
    return content.decode(encoding, errors="replace")


def log_of_text(text: str) -> bytes:
    """Return the log in the text or link of a code. Raises `unknown-code`, `damaged-code`."""
    from ragami.code import decode, read  # noqa: PLC0415 (law 10)

    return decode(read(text)).content


def log_of_file(name: str, pieces: Iterable[bytes]) -> bytes:
    """Return the log in a file that has the text of a code or its picture.

    Raises `RagamiError`: `photo-without-code`, and as `log_of_text`.
    """
    content = bytearray()
    for piece in pieces:
        content += piece
        is_picture = content.startswith(PICTURES)
        if is_picture and len(content) > LONGEST_LOG:
            raise too_long(name)
        if not is_picture and len(content) > LONGEST_TEXT:
            raise RagamiError("damaged-code")
    if not content.startswith(PICTURES):
        return log_of_text(_text(content))
    from ragami.photo import codes_in  # noqa: PLC0415 (law 10)

    # A slip has the code of its seal beside it, which is no game.
    codes = [code for code in codes_in(bytes(content)) if is_code(code)]
    if len(codes) != 1:
        raise RagamiError("photo-without-code", path=name)
    return log_of_text(codes[0])
