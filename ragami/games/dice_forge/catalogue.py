"""The rule catalogue of Dice Forge: `data/rules.jsonl`, in the order of the rules file.

Its sources: `S52-54` are lines of the Spanish turn sheet, `P` public texts of the rules sheet, `B`
and `X` adaptations.
"""

from __future__ import annotations

from typing import Final

from ragami.game.rulebook import Rulebook, unless
from ragami.games.dice_forge.components import CARD_RULE, LOG_RULE, read
from ragami.games.dice_forge.rulings import RULABLE
from ragami.games.dice_forge.words import TABLES
from ragami.language import Language, capital

RULEBOOK: Final = Rulebook(
    lambda: read("rules.jsonl"), unless(RULABLE, LOG_RULE), TABLES["section"]
)


def effect_told(effect: str, language: Language) -> str:
    """Return what a card does, as its rule says it: `A reinforcement, a minor blessing.`"""
    text = RULEBOOK.rule(CARD_RULE[effect]).text(language).partition(": ")[2]
    return capital(text)
