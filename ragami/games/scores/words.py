"""The rules and texts of the score keeper: `data/rules.jsonl`, `data/words.jsonl`."""

from __future__ import annotations

from typing import Final

from ragami.catalogue import texts
from ragami.game.rulebook import unless
from ragami.game.words import ShippedTexts
from ragami.games.scores.game import LOG_RULE, WAIVABLE
from ragami.language import Language

TABLES: Final = texts("ragami.games.scores")
TEXTS: Final = ShippedTexts("ragami.games.scores", unless(WAIVABLE, LOG_RULE))


def word(code: str, language: Language) -> str:
    return TABLES["value"][code].text(language)
