"""A game in a code: as a text to paste, or a link."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ragami.code import encode, link
from ragami.export.excerpt import Excerpt
from ragami.log.unredacted import log_of

if TYPE_CHECKING:
    from ragami.proof.note import SecretKey


def export(
    excerpt: Excerpt, *, address: str = "", exact: bool = False, signer: SecretKey | None = None
) -> bytes:
    """Return the text, or with the `address` of a page the link that has the code behind a hash.

    Raises `ragami.code.NoCode`, and as `code_of`.
    """
    return link(code_of(excerpt, exact=exact, signer=signer), address).encode() + b"\n"


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
