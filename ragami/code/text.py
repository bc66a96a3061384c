"""The forms in which a code is passed on: a text, a link, and the digits of a QR code."""

from __future__ import annotations

import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import Final

from ragami.errors import RagamiError, expect

LONGEST: Final = 2**16
"""Bytes of a code."""

SCHEME: Final = "ragami:"
FRAGMENT: Final = "#"
"""What is behind it in a link is sent to no server."""

PLAIN: Final = "1."
DIGITS: Final = "1n."

_NO_PART: Final = re.compile(r"[\s>\u00ad\u200b-\u200f\u2060\ufeff]+")
"""What letters and chats put into a text: blanks, quotes before its lines, signs of no width."""

_CODE: Final = re.compile(
    r"(?:.*?(?i:ragami:)|.*#)(?P<form>[0-9]+n?\.)(?P<rest>[A-Za-z0-9_-]*)"
    r"[)\]}\"'»”’.,;:!?]*"
)
"""A code with what a sentence may have around it."""

_CHUNK: Final = 4000
"""Digits that Python turns into a number without being asked twice."""


def link(code: bytes, address: str = "") -> str:
    """Return the text of a code; with the address of a page, a link that leads there."""
    expect("code", code, bytes)
    encoded = urlsafe_b64encode(code).rstrip(b"=").decode()
    return _before(address) + PLAIN + encoded


def digits(code: bytes, address: str = "") -> str:
    """The text for a QR code, whose end takes less room there: a number, the code behind a 1."""
    expect("code", code, bytes)
    number = int.from_bytes(b"\1" + code, "big")
    chunks = []
    while number:
        number, chunk = divmod(number, 10**_CHUNK)
        chunks.append(str(chunk).zfill(_CHUNK))
    return _before(address) + DIGITS + "".join(reversed(chunks)).lstrip("0")


def _before(address: str) -> str:
    return address + FRAGMENT if address else SCHEME


def read(text: str) -> bytes:
    """Return the code at the end of a text, as link or digits, also quoted or with blanks in it.

    Raises `RagamiError`: `unknown-code` for a form that is not known, else `damaged-code`.
    """
    expect("text", text, str)
    found = _CODE.fullmatch(_NO_PART.sub("", text))
    if not found:
        raise RagamiError("damaged-code")
    form, rest = found["form"], found["rest"]
    if form not in (PLAIN, DIGITS):
        raise RagamiError("unknown-code")
    if len(rest) > 3 * LONGEST:
        raise RagamiError("damaged-code")
    code = _of_digits(rest) if form == DIGITS else _of_base_64(rest)
    if code is None or len(code) > LONGEST:
        raise RagamiError("damaged-code")
    return code


def _of_base_64(rest: str) -> bytes | None:
    if len(rest) % 4 == 1:
        return None
    code = urlsafe_b64decode(rest + "=" * (-len(rest) % 4))
    return code if link(code).endswith("." + rest) else None


def _of_digits(rest: str) -> bytes | None:
    if not rest.isdigit() or rest.startswith("0"):
        return None
    number = 0
    for at in range(0, len(rest), _CHUNK):
        chunk = rest[at : at + _CHUNK]
        number = number * 10 ** len(chunk) + int(chunk)
    code = number.to_bytes((number.bit_length() + 7) // 8, "big")
    return code[1:] if code.startswith(b"\1") else None
