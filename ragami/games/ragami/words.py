"""All that is said of a game of Ragami."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from ragami.findings import Finding
from ragami.games.ragami.messages import say
from ragami.games.ragami.moment import tell_moment
from ragami.games.ragami.result import tell_result
from ragami.games.ragami.speech import speech
from ragami.games.ragami.state import State
from ragami.language import Language

if TYPE_CHECKING:
    from ragami.games.ragami.narrator import Narrator


class Words:
    """All that is said of the game. See `ragami.game.speech.Words`."""

    def word(self, code: str, language: Language) -> str:
        return speech(language).value(code)

    def say(self, finding: Finding, language: Language) -> str:
        return say(finding, language)

    def result(self, final: Mapping[str, Any], language: Language) -> str:
        return tell_result(final, language)

    def moment(self, state: State, language: Language) -> str:
        return tell_moment(state, language)

    def narrator(self, language: Language, viewer: str | None = None) -> Narrator:
        from ragami.games.ragami.narrator import Narrator  # noqa: PLC0415 (law 10)

        return Narrator(language, viewer)


WORDS: Final = Words()
