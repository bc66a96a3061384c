"""The rule catalogue: every rule and every ruling of the rules file, in our own words.

The texts are data, one JSON object a line in `data/rules.jsonl`, in the order of the rules file.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import msgspec

from ragami.games.ragami.shipped import read
from ragami.language import Language


class Said(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something said in both languages."""

    en: str
    es: str

    def text(self, language: Language) -> str:
        return self.es if language == "es" else self.en


class Rule(Said, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule (R-id), or a question that the rulebook leaves open and our ruling on it (A-id).

    `sources` are lines of the rulebooks (`E233` English, `S223` Spanish, `E52-53` a range) and
    `pages` those of the printed book on which they stand; both are empty where nothing is printed.
    """

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
    listed = msgspec.json.Decoder(Rule).decode_lines(read("rules.jsonl"))
    return MappingProxyType({rule.id: rule for rule in listed})


def rule(rule_id: str) -> Rule:
    """The rule with this id. Raises `KeyError` for one that is not in the catalogue."""
    return rules()[rule_id]


def search(words: str, language: Language) -> list[Rule]:
    """The rules that have all the words in their id, their text or their chapter.

    Parts of words count, capitals and accents do not. Without a word every rule is found.
    """
    wanted = _plain(words).split()
    return [
        rule
        for rule in rules().values()
        if all(word in _plain(f"{rule.id} {rule.chapter} {rule.text(language)}") for word in wanted)
    ]


def nearest(rule_id: str, n: int = 3) -> list[str]:
    """At most `n` ids that a mistyped one may mean, the likeliest first."""
    from difflib import get_close_matches  # noqa: PLC0415 (law 10)

    by_shape = {_without_zeros(known): known for known in rules()}
    return [
        by_shape[shape] for shape in get_close_matches(_without_zeros(rule_id.upper()), by_shape, n)
    ]


def _without_zeros(rule_id: str) -> str:
    """`R-MOVE-04` as `R-MOVE-4`: zeros in front are what is forgotten most easily."""
    return re.sub(r"(?<!\d)0+(?=\d)", "", rule_id)


def _plain(text: str) -> str:
    """The text without capitals and accents: `Ángel` as `angel`."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join(part for part in parts if not unicodedata.combining(part)).casefold()
