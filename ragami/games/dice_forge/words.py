"""Texts and rules of the game as data: `data/words.jsonl`, `data/rules.jsonl`.

The sources of the rules: `S52-54` are lines of the Spanish turn sheet, `P` public texts of the
rules sheet, `B` and `X` adaptations.
"""

from __future__ import annotations

from typing import Final

from ragami.catalogue import texts
from ragami.game.rulebook import Rulebook, unless
from ragami.games.dice_forge.components import CARD_RULE, LOG_RULE, read
from ragami.games.dice_forge.rules.due import RULABLE
from ragami.language import Language, capital

TABLES: Final = texts("ragami.games.dice_forge")
# What happened, by type of record; what such a record is called; and parts of what happened.
EVENTS: Final = TABLES["event"]
TYPES: Final = TABLES["type"]
PARTS: Final = TABLES["part"]
# So much of something: one of it, and more.
ONE: Final = TABLES["one"]
MANY: Final = TABLES["many"]
# What is said of a whole log, and what is wrong, by the fact `problem` of a breach.
FINDINGS: Final = TABLES["finding"]
PROBLEMS: Final = TABLES["problem"]
# What a code is called, and what a table can agree on.
VALUES: Final = TABLES["value"]
FEATS: Final = TABLES["feat"]
OPTIONS: Final = TABLES["option"]

RULEBOOK: Final = Rulebook(
    lambda: read("rules.jsonl"), unless(RULABLE, LOG_RULE), TABLES["section"]
)


def effect_told(effect: str, language: Language) -> str:
    """Return what a card does, as its rule says it: `A reinforcement, a minor blessing.`"""
    text = RULEBOOK.rule(CARD_RULE[effect]).text(language).partition(": ")[2]
    return capital(text)
