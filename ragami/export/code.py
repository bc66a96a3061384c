"""A game in a code: as a text to paste, a link, or a QR code (SVG, PNG)."""

from __future__ import annotations

from io import BytesIO
from typing import Any, Final, Literal

from ragami.code import NoCode, digits, encode
from ragami.code import link as link_of
from ragami.errors import needed
from ragami.export.excerpt import Excerpt
from ragami.log.unredacted import log_of
from ragami.proof.note import SecretKey
from ragami.proof.slip import MODULE, QUIET, qr_of

LARGE: Final = 25
"""The version of QR codes from which a phone may fail to read one off paper."""

WHITE: Final = "#fff"
"""The light modules are drawn too: what is around them may be dark."""


def link(
    excerpt: Excerpt, *, address: str = "", exact: bool = False, signer: SecretKey | None = None
) -> bytes:
    """Return the text, or with the `address` of a page the link that has the code behind its `#`.

    Raises `ragami.code.NoCode`, and as `code_of`.
    """
    return link_of(code_of(excerpt, exact=exact, signer=signer), address).encode() + b"\n"


def code_of(excerpt: Excerpt, *, exact: bool = False, signer: SecretKey | None = None) -> bytes:
    """Return the code of what is taken out, signed only if the seals of the log hold.

    Raises `ragami.code.NoCode`, and `RagamiError` `seals-broken`.
    """
    if signer:
        from ragami.proof.checking import lines_of  # noqa: PLC0415 (law 10)
        from ragami.proof.sealing import sound  # noqa: PLC0415 (law 10)

        sound(lines_of(excerpt.log), excerpt.name)
    content = log_of(excerpt.lines)
    return encode(content, exact=exact, signer=signer)


class QrPicture(bytes):
    """The picture of a QR code; `version` is how large it is, of 40."""

    version: int = 0


def qr(
    excerpt: Excerpt,
    *,
    address: str = "",
    exact: bool = False,
    signer: SecretKey | None = None,
    kind: Literal["svg", "png"] = "svg",
) -> QrPicture:
    """Return the picture. Raises `ragami.code.NoCode`, and as `code_of`."""
    drawn = qr_of_code(code_of(excerpt, exact=exact, signer=signer), address)
    with BytesIO() as out:
        drawn.save(out, kind=kind, scale=MODULE, border=QUIET, light=WHITE)
        picture = QrPicture(out.getvalue())
    picture.version = drawn.version
    return picture


def inline(excerpt: Excerpt) -> str:
    """Return the QR code as SVG for a page. Raises as `qr`."""
    drawn = qr_of_code(code_of(excerpt))
    return str(drawn.svg_inline(border=QUIET, omitsize=True, light=WHITE))


def qr_of_code(code: bytes, address: str = "") -> Any:
    """Return the QR code of a code. Raises `ragami.code.NoCode` where it is too long for one."""
    with needed("proof"):
        from segno import DataOverflowError  # noqa: PLC0415 (law 10)
    try:
        return qr_of(digits(code, address))
    except DataOverflowError:
        raise NoCode("paper", size=len(code)) from None
