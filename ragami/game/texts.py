"""The words of a game: their interfaces, and the rules and texts of a small game in one place.

TEXTS = Texts(
    rule("R-KAL-03", "One sows one's own pit.", "Se siembra un hoyo propio.",
         broken=("pit {pit} is empty", "el hoyo {pit} está vacío")),
    text("sown", "{player} sows pit {pit}", "{player} siembra el hoyo {pit}",
         label=("Sow", "Sembrar")),
)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, Protocol

from ragami.catalogue import Both
from ragami.decoded import AnyEvent, Fields, State
from ragami.findings import Finding
from ragami.game.rulebook import Rule
from ragami.language import Language


class MomentMemory(Protocol):
    """A remembered moment, to tell what changes. `turn` counts through the whole game."""

    @property
    def round(self) -> int: ...
    @property
    def turn(self) -> int: ...
    @property
    def scores(self) -> Mapping[str, int]: ...


class Narrator(Protocol):
    """The words of a game for its own events, in one language and for one viewer."""

    language: Language

    def look(self, state: State, seq: int, coming: AnyEvent = None) -> MomentMemory:
        """Return the moment after record `seq`; `coming` is the event about to be judged."""

    def tell(self, event: AnyEvent, before: Any = None, after: Any = None) -> str:
        """Tell an event; with what came of it where the moments before and after are given."""

    def player(self, event: AnyEvent) -> str | None:
        """Return the player whose action an event is."""

    def may_see(self, finding: Finding) -> Finding:
        """Return a finding without what the viewer may not see."""


class Words(Protocol):
    """All that is said of a game."""

    def word(self, code: str, language: Language) -> str:
        """Return the word for a seat, a type of event or another code of this game."""

    def say(self, finding: Finding, language: Language) -> str:
        """Return a finding in words."""

    def result(self, final: Fields, language: Language) -> str:
        """Return the result in a line."""

    def moment(self, state: State, language: Language) -> str:
        """Return the position in a few words."""

    def narrator(self, language: Language, viewer: str | None = None) -> Narrator:
        """Return the words for this game's events, as `viewer` may hear them."""


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
