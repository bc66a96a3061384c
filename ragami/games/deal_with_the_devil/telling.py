"""How the game is told, from the tables of `words`."""

from __future__ import annotations

from typing import Any, Final

from ragami.game.words import Templates
from ragami.games.deal_with_the_devil import words
from ragami.language import Language


def _tables() -> dict[Language, dict[str, str]]:
    tables = (words.FINDINGS, words.OPTIONS, words.STEPS, words.VALUES, words.EVENTS)
    said = {code: both for table in tables for code, both in table.items()}
    return {
        "en": {code: both.en for code, both in said.items()},
        "es": {code: both.es for code, both in said.items()},
    }


def _game() -> Any:
    from ragami.games.deal_with_the_devil.game import GAME  # noqa: PLC0415 (it is told by this)

    return GAME


WORDS: Final = Templates(_game, _tables())
