"""Everything that the score keeper says, as data: `data/words.jsonl`."""

from __future__ import annotations

from typing import Final

from ragami.game.definition import GameDefinition
from ragami.game.texts import LABEL, by_language, texts
from ragami.game.words import Templates
from ragami.language import Language

TABLES: Final = texts("ragami.games.scores")


def _game() -> GameDefinition:
    from ragami.games.scores.game import GAME  # noqa: PLC0415 (it is told by this module)

    return GAME


_LABELS: Final = {LABEL + code: both for code, both in TABLES["type"].items()}
WORDS: Final = Templates(
    _game, by_language(TABLES["event"], TABLES["problem"], TABLES["value"], _LABELS)
)


def word(code: str, language: Language) -> str:
    """Return the word for a code that stands alone."""
    return TABLES["value"][code].text(language)
