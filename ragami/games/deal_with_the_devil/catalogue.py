"""The rule catalogue: every rule and every ruling of the rules file, in our own words."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pkgutil import get_data
from types import MappingProxyType

import msgspec

from ragami.games.deal_with_the_devil.components import Said


class Rule(Said, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule (R-D-…) or a ruling (A-D-…); `sources` are lines of the rulebook (`S233`)."""

    id: str
    chapter: str
    pages: tuple[int, ...]
    sources: tuple[str, ...]
    # The option of the game that can turn this ruling round.
    option: str | None
    # Why no recorded event can break this rule; None if one can, and for every ruling.
    unbreakable: Said | None


@cache
def rules() -> Mapping[str, Rule]:
    """All rules and rulings by id, in the order of the rules file."""
    text = get_data("ragami.games.deal_with_the_devil", "data/rules.jsonl")
    assert text is not None, "it ships with the program"
    listed = msgspec.json.Decoder(Rule).decode_lines(text)
    return MappingProxyType({rule.id: rule for rule in listed})
