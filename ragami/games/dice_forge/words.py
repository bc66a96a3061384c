"""Everything that the game says, in English and in Spanish, as data: `data/words.jsonl`.

A line of it is a text: the table that it stands `in`, its code, and the text in both languages.
Templates name the fields of an event, or the facts of a breach, in braces.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

import msgspec

from ragami.games.dice_forge.components import read

Said = tuple[str, str]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text in both languages."""

    table: str = msgspec.field(name="in")
    code: str
    en: str
    es: str


def _tables() -> Mapping[str, Mapping[str, Said]]:
    tables: dict[str, dict[str, Said]] = {}
    for line in msgspec.json.Decoder(Line).decode_lines(read("words.jsonl")):
        tables.setdefault(line.table, {})[line.code] = line.en, line.es
    return MappingProxyType(tables)


TABLES: Final = _tables()
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
