"""Texts as data: `data/words.jsonl` in a package, a text in both languages a line.

{"in":"event","code":"rolled","en":"{player} rolls {face}","es":"…"}

`in` is the table that the text stands in. A template has the names of facts in braces: the same
ones in both languages.
"""

from __future__ import annotations

from collections.abc import Mapping
from pkgutil import get_data
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    from ragami.language import Language


class Both(NamedTuple):
    """A text in both languages."""

    en: str
    es: str

    def text(self, language: Language) -> str:
        return self.es if language == "es" else self.en


Table = Mapping[str, Both]


class _CatalogueLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    table: str = msgspec.field(name="in")
    code: str
    en: str
    es: str


def shipped(package: str, name: str) -> bytes:
    """Return a file of the folder `data` of a package. Raises `FileNotFoundError`."""
    # importlib.resources would take longer to import than a whole game to judge.
    content = get_data(package, f"data/{name}")
    assert content is not None, "it ships with the program"
    return content


def texts(package: str) -> Mapping[str, Table]:
    """Return the tables of a game, by code. Raises `FileNotFoundError` where it has none."""
    tables: dict[str, dict[str, Both]] = {}
    for line in msgspec.json.Decoder(_CatalogueLine).decode_lines(shipped(package, "words.jsonl")):
        tables.setdefault(line.table, {})[line.code] = Both(line.en, line.es)
    return MappingProxyType(tables)


def by_language(*tables: Table) -> dict[Language, dict[str, str]]:
    """Turn tables of texts into one for each language, as `Templates` has them; the last counts."""
    texts = {code: both for table in tables for code, both in table.items()}
    return {
        "en": {code: both.en for code, both in texts.items()},
        "es": {code: both.es for code, both in texts.items()},
    }
