"""Texts and rules of a tournament as data: `data/words.jsonl`, `data/rules.jsonl`.

A text is a template in English and Spanish, with the facts in braces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Final

from ragami.catalogue import by_language, shipped, texts
from ragami.decoded import Fields
from ragami.game.rulebook import Rulebook, unless
from ragami.games.tournament.rules.judging import WAIVABLE
from ragami.language import Language

PACKAGE: Final = "ragami.games.tournament"
RULEBOOK: Final = Rulebook(lambda: shipped(PACKAGE, "rules.jsonl"), unless(WAIVABLE, "R-T-LOG-01"))
"""The catalogue of rules, in the order of the rules file."""

TABLES: Final = texts(PACKAGE)
# What happened, by the type of the record; what such a record is called; what a code is called.
EVENT_SAID: Final = TABLES["event"]
NAMES: Final = TABLES["type"]
VALUES: Final = TABLES["value"]
# By the rule; where it has more than one way to be broken, by the rule and the `problem`.
VERDICTS: Final = TABLES["verdict"]
# What verifying finds, and where that is.
FINDINGS: Final = TABLES["finding"]
AT: Final = TABLES["at"]["log"]
# What is due, what the desk cannot tell, and what follows from a step before it is taken.
GUIDE: Final = TABLES["guide"]
DESK: Final = TABLES["desk"]
FOLLOWS: Final = TABLES["follows"]
# What is printed, what stands on the page of standings, and on the phone of each entrant.
PAPER: Final = TABLES["paper"]
PAGE: Final = TABLES["page"]
CALLED: Final = TABLES["called"]
OPTIONS: Final = TABLES["option"]
# What is said as it stands, and is no code; what stands in brackets, if at all.
FREE: Final = (
    *("reason", "authority", "name", "club", "entrant", "entrants", "seats", "byes", "log"),
    *("tournament", "id", "printed", "expected"),
)
MAY_BE_NULL: Final = ("club", "reason")


def value(code: str, language: Language) -> str:
    """A code (a phase, a penalty, a term of the cost) as a word; itself where there is none."""
    return VALUES[code].text(language) if code in VALUES else code


def codes(language: Language) -> dict[str, str]:
    """Codes that stand alone, by their words: phases, penalties, types of events …"""
    return by_language(VALUES, NAMES)[language]


def template(code: str, facts: Mapping[str, object], language: Language) -> str | None:
    """Return the template of an event, a verdict or a finding; None if there is none."""
    both = (
        EVENT_SAID.get(code)
        or VERDICTS.get(f"{code} {facts.get('problem')}")
        or VERDICTS.get(code)
        or FINDINGS.get(code)
    )
    return both.text(language) if both else None


def facts_said(facts: Mapping[str, object], language: Language) -> dict[str, str]:
    """The facts of an event or a finding in words.

    `at` is where a log belongs. What may be null stands in brackets, as `in_club`, or not at all.
    """
    texts = {name: _said(name, fact, language) for name, fact in facts.items()}
    texts |= {f"in_{name}": f" ({texts[name]})" if facts.get(name) else "" for name in MAY_BE_NULL}
    for name, lead in (("round", ", "), ("byes", "; "), ("cost", "; ")):
        word = f"{lead}{value(name, language)}{': ' if name == 'byes' else ' '}"
        texts[f"in_{name}"] = word + texts[name] if facts.get(name) else ""
    if "most" in texts:
        texts["expected"] = f"{texts['least']}–{texts['most']}"
    if "origin" in texts and "log" in texts:
        texts["at"] = AT.text(language).format(**texts)
    return texts


def _said(name: str, fact: object, language: Language) -> str:
    """A fact in words: lists with commas, tables with their numbers, null as what it means."""
    if fact is None:
        return value({"plays": "any", "pairer": "by-hand"}.get(name, "none"), language)
    if isinstance(fact, str):
        return fact if name in FREE else value(fact, language)
    if isinstance(fact, Mapping):
        return _said_together(fact, language)
    if isinstance(fact, Sequence):
        if not fact:
            return value("none", language)
        if name == "results":
            fact = sorted(fact, key=itemgetter("place"))
        separator = " / " if name == "tables" and isinstance(fact[0], Mapping) else ", "
        return separator.join(_said(name, part, language) for part in fact)
    return str(fact)


def _said_together(facts: Fields, language: Language) -> str:
    """A table with its seats, an entrant with place and score, or each thing by its name."""
    if "seats" in facts and "table" in facts:
        return f"{facts['table']}: {', '.join(facts['seats'])}"
    if "entrant" in facts:
        score = "" if facts["score"] is None else f" {facts['score']}"
        return f"{facts['place']}. {facts['entrant']}{score}"
    return ", ".join(
        f"{value(key, language)} {_said('entrant', fact, language)}" for key, fact in facts.items()
    )
