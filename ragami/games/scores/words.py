"""The texts of the score keeper: `data/words.jsonl`."""

from __future__ import annotations

from typing import Final

from ragami.catalogue import texts
from ragami.language import Language

TABLES: Final = texts("ragami.games.scores")


def word(code: str, language: Language) -> str:
    """Return the word for a code that stands alone."""
    return TABLES["value"][code].text(language)
