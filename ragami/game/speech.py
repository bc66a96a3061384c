"""Interfaces of a game's words, which `words` implements with templates."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from ragami.decoded import AnyEvent, Fields, State
from ragami.findings import Finding
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
        """The moment after record `seq`; `coming` is the event that is about to be judged."""

    def tell(self, event: AnyEvent, before: Any = None, after: Any = None) -> str:
        """An event in words; with what came of it where the moments before and after are given."""

    def player(self, event: AnyEvent) -> str | None:
        """Return the player whose action an event is."""

    def may_see(self, finding: Finding) -> Finding:
        """A finding without what the viewer may not see."""


class Words(Protocol):
    """All that is said of a game."""

    def word(self, code: str, language: Language) -> str:
        """Return the word for a seat, a type of event or another code of this game."""

    def say(self, finding: Finding, language: Language) -> str:
        """A finding in words."""

    def result(self, final: Fields, language: Language) -> str:
        """The result in a line."""

    def moment(self, state: State, language: Language) -> str:
        """Return the position in a few words."""

    def narrator(self, language: Language, viewer: str | None = None) -> Narrator:
        """The words for this game's events, as `viewer` may hear them."""
