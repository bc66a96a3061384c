"""The rule catalogue: every rule and every ruling of the rules file, in our own words.

The texts are data, one JSON object a line in `data/rules.jsonl`, in the order of the rules file.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pkgutil import get_data
from types import MappingProxyType

import msgspec

from ragami.language import Language


class Said(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something said in both languages."""

    en: str
    es: str

    def text(self, language: Language) -> str:
        return self.es if language == "es" else self.en


class Rule(Said, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule (R-id), or a question that custom leaves open and our ruling on it (A-id).

    `sources` say whose custom it is (the tags of the rules file); there is no printed book.
    `option` can turn a ruling round. `unbreakable`: why no record can break this rule.
    """

    id: str
    chapter: str
    pages: tuple[int, ...]
    sources: tuple[str, ...]
    option: str | None
    unbreakable: Said | None


@cache
def rules() -> Mapping[str, Rule]:
    """All rules and rulings by id, in the order of the rules file."""
    data = get_data("ragami.games.tournament", "data/rules.jsonl")
    assert data is not None, "it ships with the program"
    listed = msgspec.json.Decoder(Rule).decode_lines(data)
    return MappingProxyType({rule.id: rule for rule in listed})
