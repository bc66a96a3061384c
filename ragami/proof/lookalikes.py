"""Names of keys: which can be read for what they are, and which can be taken for another one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from functools import cache
from typing import Final

from ragami.extras import needed
from ragami.proof.note import is_name

LONGEST_NAME: Final = 40

# Printable to Python, and seen by nobody: fillers, joiners, variation selectors, blank signs (of
# Braille, music, hieroglyphs) and what stands for an object or a character that is not there.
_UNSEEN: Final = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\ufffc\ufffd"
    "\U00013441\U00013442\U00016fe4\U0001d159\U000e0100-\U000e01ef]"
)
_MARKS: Final = "\u200e"
"""Stands around characters of scripts from right to left in the table of confusables."""


def is_plain_name(name: str) -> bool:
    """Say whether everybody sees all of a name, and it is spelled in one way.

    It is in NFC, of printable characters only (none that steers, joins or turns others round), not
    longer than LONGEST_NAME, and can be the name of a file.
    """
    return (
        is_name(name)
        and len(name) <= LONGEST_NAME
        and not {*"/\\"} & {*name}
        and name[0] not in ".-"
        and name.isprintable()
        and unicodedata.is_normalized("NFC", name)
        and not unicodedata.category(name[0]).startswith("M")
        and not _UNSEEN.search(name)
    )


def lookalike(name: str, known_names: Iterable[str]) -> str | None:
    """Return the first of the other names that this one can be taken for; it itself is none.

    Raises `RagamiError` `extra-needed`.
    """
    looks = _looks(name)
    return next(
        (
            known_name
            for known_name in known_names
            if known_name != name and looks & _looks(known_name)
        ),
        None,
    )


def _looks(name: str) -> set[str]:
    """The skeletons of a name. What a character is composed of may look otherwise than it does."""
    return {
        _skeleton(unicodedata.normalize(form, text))
        for form in ("NFD", "NFKD")
        for text in (name, name.casefold())
    }


def _skeleton(text: str) -> str:
    """Return a text with look-alike characters made the same (UTS 39) and marks taken off."""
    drawn = "".join(map(_prototype, text))
    return "".join(char for char in drawn if not unicodedata.category(char).startswith("M"))


@cache
def _prototype(char: str) -> str:
    """The one of the characters that look alike which stands for all of them; `rn` for `m`.

    What looks like a capital letter alone (0) stands with the small one, so that case is no matter.
    """
    with needed("proof"):
        from confusable_homoglyphs.confusables import (  # noqa: PLC0415 (law 10: a table of 1 MB)
            confusables_data,
        )
    alike = {char}
    marked = f"{_MARKS}{char}{_MARKS}"
    for near in confusables_data.get(char) or confusables_data.get(marked, ()):
        alike.add(near["c"])
        alike.update(far["c"] for far in confusables_data.get(near["c"], ()))
    letters = [like for like in alike if like.isascii() and like.isalpha()]
    if letters and all(map(str.isupper, letters)):
        return _prototype(min(letters).lower())
    prototype = max((like.strip(_MARKS) for like in alike), key=lambda like: (len(like), like))
    return prototype if len(prototype) == 1 else "".join(map(_prototype, prototype))
