"""The default guide: the next step, from the position alone."""

from __future__ import annotations

from typing import Any

from ragami.game.capabilities import CHOICES, Guide
from ragami.game.definition import GameDefinition
from ragami.language import Language, translator
from ragami.messages import listed


class DefaultGuidance:
    """See `capabilities.Guidance`."""

    def __init__(self, game: GameDefinition) -> None:
        self._game = game

    def guide(self, state: Any, language: Language) -> Guide:
        _ = translator(language)
        game = self._game
        at, words = game.position(state), game.words
        step = words.moment(state, language)
        if game.final(state) is not None:
            return Guide(step, _("The game is over."))
        seat = at.due[0] if len(at.due) == 1 else None
        choices = game.get(CHOICES)
        types = dict.fromkeys(choice.type for choice in choices.legal(state)) if choices else {}
        what = listed([words.word(type_, language) for type_ in types], language) if types else ""
        who = listed([words.word(one, language) for one in at.due], language) if at.due else ""
        due = ": ".join(part for part in (who, what) if part) or step
        return Guide(step, due[:1].upper() + due[1:], (), seat)

    def warning(self, _state: Any, _event: Any, _language: Language) -> str | None:
        return None
