"""The rules and texts of a game: of a small one in Python in one place, else as files.

TEXTS = Texts(
    rule("R-KAL-03", "One sows one's own pit.", "Se siembra un hoyo propio.",
         broken=("pit {pit} is empty", "el hoyo {pit} está vacío")),
    text("sown", "{player} sows pit {pit}", "{player} siembra el hoyo {pit}",
         label=("Sow", "Sembrar")),
)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from ragami.catalogue import Both, by_language, shipped, texts
from ragami.game.rulebook import Rule, Rulebook

if TYPE_CHECKING:
    from ragami.game.definition import GameDefinition
    from ragami.game.words import Templates

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


class ShippedTexts:
    """The rules and texts in the folder `data` of a game's package: `GameDefinition.texts`.

    `rules.jsonl`, and `words.jsonl` with the tables `event` (by type; a template `TYPE/FIELD` is
    for events in which that field says something), `problem`, `value`, `type` (the labels of
    types) and `option`. `never_waived` as in `Texts`.
    """

    def __init__(
        self, package: str, never_waived: Callable[[str], str | None] = lambda _rule_id: None
    ) -> None:
        self._package = package
        self._never_waived = never_waived

    def rulebook(self) -> Rulebook:
        """Return the rules, in the order in which they stand."""
        return Rulebook(lambda: shipped(self._package, "rules.jsonl"), self._never_waived)

    def words(self, game: Callable[[], GameDefinition]) -> Templates:
        """Return the words of a game."""
        from ragami.game.words import Templates  # noqa: PLC0415 (law 10)

        tables = texts(self._package)
        labels = {LABEL + code: both for code, both in tables["type"].items()}
        options = {f"option/{code}": both for code, both in tables["option"].items()}
        told = (tables[name] for name in ("event", "problem", "value"))
        return Templates(game, by_language(*told, labels, options))
