"""A game in a code: as a QR code (SVG, PNG)."""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, Literal

from ragami.code import NoCode, digits
from ragami.export.excerpt import Excerpt
from ragami.export.link import code_of
from ragami.extras import needed
from ragami.proof.slip import MODULE, QUIET, qr_of

if TYPE_CHECKING:
    from ragami.proof.note import SecretKey

LARGE: Final = 25
"""From this version of QR codes on paper and phone may not do."""


WHITE: Final = "#fff"
"""The light modules are drawn too: what is around them may be dark."""


class QrPicture(bytes):
    """The picture of a QR code; `version` is how large it is, of 40."""

    version: int = 0


def export(
    excerpt: Excerpt,
    *,
    address: str = "",
    exact: bool = False,
    signer: SecretKey | None = None,
    kind: Literal["svg", "png"] = "svg",
) -> QrPicture:
    """Return the picture. Raises `ragami.code.NoCode`, and as `ragami.export.link.code_of`."""
    drawn = qr_of_code(code_of(excerpt, exact=exact, signer=signer), address)
    with BytesIO() as out:
        drawn.save(out, kind=kind, scale=MODULE, border=QUIET, light=WHITE)
        picture = QrPicture(out.getvalue())
    picture.version = drawn.version
    return picture


def inline(excerpt: Excerpt) -> str:
    """Return the QR code as SVG for a page. Raises as `export`."""
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
