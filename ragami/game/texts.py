"""The rules and texts of a small game, written in Python in one place.

TEXTS = Texts(
    rule("R-KAL-03", "One sows one's own pit.", "Se siembra un hoyo propio.",
         broken=("pit {pit} is empty", "el hoyo {pit} está vacío")),
    text("sown", "{player} sows pit {pit}", "{player} siembra el hoyo {pit}",
         label=("Sow", "Sembrar")),
)
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ragami.catalogue import Both
from ragami.game.rulebook import Rule

LABEL: Final = "label/"
"""Before a code: the key of its label in the tables of `Templates`."""


class CatalogueEntry(NamedTuple):
    """A text of a small game: that of a code, and its label; of a rule also what is in the book.

    The label names a type of event, a field or a value where it stands alone.
    """

    code: str
    told: Both | None
    label: Both | None = None
    rule: Rule | None = None


def text(code: str, en: str, es: str, *, label: tuple[str, str] | None = None) -> CatalogueEntry:
    """Say how an event, a finding or a value with this code is told in both languages."""
    return CatalogueEntry(code, Both(en, es), Both(*label) if label else None)


def rule(
    id: str,  # noqa: A002 (that is what it is)
    en: str,
    es: str,
    *,
    broken: tuple[str, str] | None = None,
    sources: tuple[str, ...] = (),
    pages: tuple[int, ...] = (),
) -> CatalogueEntry:
    """State a rule or a ruling, and what is said where it is broken, with facts in braces."""
    stated = Rule(id=id, en=en, es=es, sources=sources, pages=pages)
    return CatalogueEntry(id, Both(*broken) if broken else None, None, stated)
