"""Everything that the game says, in English and in Spanish, as data: `data/words.jsonl`."""

from __future__ import annotations

from typing import Final

from ragami.catalogue import texts

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
