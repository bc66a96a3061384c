"""The rules and texts of the score keeper: `data/rules.jsonl`, `data/words.jsonl`."""

from __future__ import annotations

from typing import Final

from ragami.catalogue import texts
from ragami.game.rulebook import LEADS_NOWHERE, OF_THE_LOG
from ragami.game.words import ShippedTexts
from ragami.games.scores.game import LOG_RULE, WAIVABLE
from ragami.language import Language


def _never_waived(rule_id: str) -> str | None:
    """Return why no ruling can let a breach stand (section 7); None where one can."""
    if rule_id == LOG_RULE:
        return OF_THE_LOG
    return None if rule_id in WAIVABLE else LEADS_NOWHERE


TABLES: Final = texts("ragami.games.scores")
TEXTS: Final = ShippedTexts("ragami.games.scores", _never_waived)


def word(code: str, language: Language) -> str:
    """Return the word for a code that stands alone."""
    return TABLES["value"][code].text(language)
