"""The rule catalogue: every rule and every ruling of the rules file, in our own words.

The texts are data, one JSON object a line in `data/rules.jsonl`, in the order of the rules file.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import msgspec

from ragami.games.dice_forge.components import read


class Said(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something said in both languages."""

    en: str
    es: str


class Rule(Said, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule (R-F-id), or a question that no text answers and our ruling on it (A-F-id).

    `sources`: `S52-54` are lines of the Spanish turn sheet, `P` public texts of the rules sheet,
    `B` and `X` adaptations. `option`: what turns a ruling round. `unbreakable`: why no record can
    break a rule; None if one can, and for every ruling.
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
    listed = msgspec.json.Decoder(Rule).decode_lines(read("rules.jsonl"))
    return MappingProxyType({rule.id: rule for rule in listed})
