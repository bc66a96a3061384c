"""The rule catalogue of a game: every rule and every ruling, in our own words, as data.

The texts stand in one JSON object a line, in the order of the game's rules.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Container, Mapping, Sequence
from functools import cached_property
from types import MappingProxyType
from typing import Final

import msgspec

from ragami.catalogue import Both
from ragami.errors import N_, NOTHING_NEAR, RagamiError
from ragami.findings import Finding
from ragami.language import Language

LINE: Final = re.compile(r"[A-Z](\d+)(?:-\d+)?", re.ASCII)
"""A line of a rulebook as a source, or a range of lines."""


class RuleText(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A text in both languages."""

    en: str
    es: str

    def text(self, language: Language) -> str:
        return self.es if language == "es" else self.en


class Rule(RuleText, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A rule (R-id), or a question that the rulebook leaves open and our ruling on it (A-id).

    `sources` are lines of the rulebooks (`E233` English, `S223` Spanish, `E52-53` a range) and
    `pages` those of the printed book on which they stand; both are empty where nothing is printed.
    """

    id: str
    chapter: str = ""
    pages: tuple[int, ...] = ()
    sources: tuple[str, ...] = ()
    # The option of the game that can turn this ruling round.
    option: str | None = None
    # Why no recorded event can break this rule; None if one can, and for every ruling.
    unbreakable: RuleText | None = None


class UnknownRule(RagamiError, KeyError):
    """A rule that is not in the catalogue (exit code 3)."""

    def __init__(self, rule_id: str, near: Sequence[str]) -> None:
        super().__init__("rule-not-found", rule=rule_id, nearest=", ".join(near) or NOTHING_NEAR)


class Rulebook:
    """The rules and rulings of a game. `read` gives the lines of the catalogue.

    `never_waived` says of a rule why no ruling can let a breach of it stand, None where one can.
    `sections` are the headings of the printed rulebook, by the line of its text that they stand
    in; what a source is called that is no line, by its letter.
    """

    def __init__(
        self,
        read: Callable[[], bytes],
        never_waived: Callable[[str], str | None] = lambda _rule_id: None,
        sections: Mapping[str, Both] = MappingProxyType({}),
    ) -> None:
        self._read = read
        self._never_waived = never_waived
        self._sections = sections

    @cached_property
    def _rules(self) -> Mapping[str, Rule]:
        listed = msgspec.json.Decoder(Rule).decode_lines(self._read().strip())
        return MappingProxyType({rule.id: rule for rule in listed})

    def rules(self) -> Mapping[str, Rule]:
        """Return all rules and rulings by id, in the order of the rules file."""
        return self._rules

    def rule(self, rule_id: str) -> Rule:
        """Return the rule with this id. Raise `UnknownRule` if the catalogue has none."""
        if rule_id not in self._rules:
            raise UnknownRule(rule_id, self.nearest(str(rule_id)))
        return self._rules[rule_id]

    def may_be_waived(self, rule_id: str) -> bool:
        """Return True if a ruling may let a breach of this rule stand."""
        is_rule = rule_id.startswith("R-") and rule_id in self._rules
        return is_rule and self._never_waived(rule_id) is None

    def why_never(self, rule_id: str) -> str | None:
        """Return the reason why no ruling can let a breach of this rule stand; None if one can."""
        if rule_id.startswith("A-"):
            return RULING
        why = self._never_waived(rule_id)
        rule = self._rules.get(rule_id)
        if why != OF_THE_LOG and rule and rule.unbreakable:
            return UNBREAKABLE
        return why

    def sources(self, finding: Finding) -> list[str]:
        """Return the lines of the rulebooks for the rule, or else the ruling, of a finding."""
        entry = self._rules.get(finding.rule or finding.ruling or "")
        return list(entry.sources) if entry else []

    def cite(self, rule: Rule, language: Language) -> str:
        """Name where a rule stands in the printed rulebook; empty where its parts have no names."""
        starts = sorted(int(code) for code in self._sections if code.isdecimal())
        titles: dict[str, None] = {}
        for source in rule.sources:
            line = LINE.fullmatch(source)
            code = source
            if line:
                code = str(max((at for at in starts if at <= int(line[1])), default=""))
            if section := self._sections.get(code):
                titles[section.text(language)] = None
        return ", ".join(titles)

    def on_option(self, option: str) -> dict[str, list[str]]:
        """Return what the rulings say, by language, that an option can turn round."""
        rulings = [ruling for ruling in self._rules.values() if ruling.option == option]
        return {"en": [ruling.en for ruling in rulings], "es": [ruling.es for ruling in rulings]}

    def search(self, words: str, language: Language) -> list[Rule]:
        """Return the rules that have all the words in their id, their text or their chapter.

        Parts of words count, capitals and accents do not. Without a word every rule is found.
        """
        words_wanted = _plain(words).split()
        return [
            rule
            for rule in self._rules.values()
            if all(
                word in _plain(f"{rule.id} {rule.chapter} {rule.text(language)}")
                for word in words_wanted
            )
        ]

    def nearest(self, rule_id: str, n: int = 3) -> list[str]:
        """Return at most `n` ids that a mistyped one may mean, the likeliest first."""
        from difflib import get_close_matches  # noqa: PLC0415 (law 10)

        by_shape = {_without_zeros(rule): rule for rule in self._rules}
        shape = _without_zeros(rule_id.upper())
        return [by_shape[shape_] for shape_ in get_close_matches(shape, by_shape, n)]


def _without_zeros(rule_id: str) -> str:
    """Write `R-LOG-01` as `R-LOG-1`: zeros in front are what is forgotten most easily."""
    return re.sub(r"(?<!\d)0+(?=\d)", "", rule_id)


def _plain(text: str) -> str:
    """Return the text without capitals and accents: `Ángel` as `angel`."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join(part for part in parts if not unicodedata.combining(part)).casefold()


def unless(waivable: Container[str], log_rule: str) -> Callable[[str], str | None]:
    """Return what says of a rule why no ruling can let a breach of it stand: of all others."""

    def never_waived(rule_id: str) -> str | None:
        if rule_id == log_rule:
            return OF_THE_LOG
        return None if rule_id in waivable else LEADS_NOWHERE

    return never_waived


RULING: Final = N_("it is a ruling itself, on a question that the rulebook leaves open")
UNBREAKABLE: Final = N_("no event can break it")
OF_THE_LOG: Final = N_("it is the form of the log, and what has not that form says nothing")
NOT_DUE: Final = N_("it says whose turn it is and what comes next, and the game would not go on")
LEADS_NOWHERE: Final = N_("a number would fall below 0, or a piece or card would be nowhere")

EMPTY: Final = Rulebook(lambda: b"")
