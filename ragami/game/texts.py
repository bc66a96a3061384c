"""Texts of a game as data: `data/words.jsonl` in its package, a text in both languages a line.

{"in":"event","code":"rolled","en":"{player} rolls {face}","es":"…"}

`in` is the table that the text stands in. A template names the fields of an event, or the facts of
a breach, in braces: the same ones in both languages.

A small game writes them in Python, rules and texts in one place:

    TEXTS = Texts(
        rule("R-KAL-03", "One sows one's own pit.", "Se siembra un hoyo propio.",
             broken=("pit {pit} is empty", "el hoyo {pit} está vacío")),
        text("sown", "{player} sows pit {pit}", "{player} siembra el hoyo {pit}",
             label=("Sow", "Sembrar")),
    )
"""

from __future__ import annotations

from collections.abc import Mapping
from pkgutil import get_data
from types import MappingProxyType
from typing import Final, NamedTuple

import msgspec

from ragami.game.rulebook import Rule
from ragami.language import Language

LABEL: Final = "label/"
"""Before a code: the key of its label in the tables of `Templates`."""


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


class CatalogueEntry(NamedTuple):
    """A text of a small game: that of a code, and its label; of a rule also what is in the book.

    The label names a type of event, a field or a value where it stands alone.
    """

    code: str
    told: Both | None
    label: Both | None = None
    rule: Rule | None = None


def text(code: str, en: str, es: str, *, label: tuple[str, str] | None = None) -> CatalogueEntry:
    """Say how an event, a finding or a value with this code is told in both languages."""
    return CatalogueEntry(code, Both(en, es), Both(*label) if label else None)


def rule(
    id: str,  # noqa: A002 (that is what it is)
    en: str,
    es: str,
    *,
    broken: tuple[str, str] | None = None,
    sources: tuple[str, ...] = (),
    pages: tuple[int, ...] = (),
) -> CatalogueEntry:
    """State a rule or a ruling, and what is said where it is broken, with facts in braces."""
    stated = Rule(id=id, en=en, es=es, sources=sources, pages=pages)
    return CatalogueEntry(id, Both(*broken) if broken else None, None, stated)


def texts(package: str) -> Mapping[str, Table]:
    """The tables of a game, by code. Raises `FileNotFoundError` where it has none."""
    read = get_data(package, "data/words.jsonl")
    assert read is not None, "it ships with the program"
    tables: dict[str, dict[str, Both]] = {}
    for line in msgspec.json.Decoder(_CatalogueLine).decode_lines(read):
        tables.setdefault(line.table, {})[line.code] = Both(line.en, line.es)
    return MappingProxyType(tables)


def by_language(*tables: Table) -> dict[Language, dict[str, str]]:
    """Tables made one for each language, as `Templates` has them; the last one counts."""
    texts = {code: both for table in tables for code, both in table.items()}
    return {
        "en": {code: both.en for code, both in texts.items()},
        "es": {code: both.es for code, both in texts.items()},
    }
