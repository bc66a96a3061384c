"""The words of the game in English and Spanish (`data/words.jsonl`).

What a verdict says is the rule's own sentence (`data/rules.jsonl`), followed by the facts.
"""

from __future__ import annotations

from typing import Final

from ragami.game.texts import texts

TABLES: Final = texts("ragami.games.deal_with_the_devil")
# What happened, by type of record, and what such a record is called.
EVENTS: Final = TABLES["event"]
TYPES: Final = TABLES["type"]
# What a code is called; a phase and its step; a finding.
VALUES: Final = TABLES["value"]
STEPS: Final = TABLES["step"]
FINDINGS: Final = TABLES["finding"]
# What is said where a chest is scanned.
APP: Final = TABLES["app"]
# The meaning of each option, and of those of its values that do not speak for themselves.
OPTIONS: Final = TABLES["option"]
