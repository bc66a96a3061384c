"""Texts and rules of a tournament as data: `data/words.jsonl`, `data/rules.jsonl`.

A text is a template in English and Spanish, with the facts in braces.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import itemgetter
from typing import Final, cast

from ragami.catalogue import by_language, shipped, texts
from ragami.decoded import Fields
from ragami.game.rulebook import Rulebook, unless
from ragami.games.tournament.rules.judge import WAIVABLE
from ragami.language import Language, capital

PACKAGE: Final = "ragami.games.tournament"
RULEBOOK: Final = Rulebook(lambda: shipped(PACKAGE, "rules.jsonl"), unless(WAIVABLE, "R-T-LOG-01"))
"""The catalogue of rules, in the order of the rules file."""

TABLES: Final = texts(PACKAGE)
# What happened, by the type of the record; what such a record is called; what a code is called.
EVENT_TEXTS: Final = TABLES["event"]
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
# What is said as it stands, and is no code; what stands in brackets, if at all.
FREE: Final = (
    *("reason", "authority", "name", "club", "entrant", "entrants", "seats", "byes", "log"),
    *("tournament", "id", "printed", "expected"),
)
PEOPLE: Final = ("entrant", "entrants", "seats", "byes", "players", "found", "expected")
MAY_BE_NULL: Final = ("club", "reason")


def value(code: str, language: Language) -> str:
    """Return the word for a code (a phase, a penalty, a term of the cost), else the code."""
    return VALUES[code].text(language) if code in VALUES else code


def codes(language: Language) -> dict[str, str]:
    """Return the words for the codes that stand alone: phases, penalties, types of events."""
    return by_language(VALUES, NAMES)[language]


def template(code: str, facts: Mapping[str, object], language: Language) -> str | None:
    """Return the template of an event, a verdict or a finding; None if there is none."""
    both = (
        EVENT_TEXTS.get(code)
        or VERDICTS.get(f"{code} {facts.get('problem')}")
        or VERDICTS.get(code)
        or FINDINGS.get(code)
    )
    return both.text(language) if both else None


def facts_in_words(facts: Mapping[str, object], language: Language) -> dict[str, str]:
    """Return the facts of an event or a finding in words; people as `names` calls them, if it does.

    `at` is where a log belongs. What may be null stands in brackets, as `in_club`, or not at all.
    """
    called = cast("Mapping[str, str]", facts.get("names", {}))
    texts = {
        name: _in_words(name, fact, language, called)
        for name, fact in facts.items()
        if name != "names"
    }
    texts |= {f"in_{name}": f" ({texts[name]})" if facts.get(name) else "" for name in MAY_BE_NULL}
    for name, lead in (("round", ", "), ("byes", "; "), ("cost", "; ")):
        word = f"{lead}{value(name, language)}{': ' if name == 'byes' else ' '}"
        texts[f"in_{name}"] = word + texts[name] if facts.get(name) else ""
    if "most" in texts:
        texts["expected"] = f"{texts['least']}–{texts['most']}"
    if "round" in facts and "table" in facts:
        texts["where"] = table_in_words(facts, language)
    if "round" in facts:
        texts["stage"] = stage(facts["round"], language, final=bool(facts.get("final")))
    if "origin" in texts and "log" in texts:
        texts["at"] = AT.text(language).format(**texts)
    return texts


def table_in_words(facts: Mapping[str, object], language: Language) -> str:
    """Return what the table of some facts is called: `table 1.2`; `table 2` without its round.

    `final` says that it is the final table.
    """
    code = "table-of-round" if "round" in facts else "table-n"
    return value("the-final" if facts.get("final") else code, language).format_map(facts)


def stage(round_: object, language: Language, *, final: bool) -> str:
    """Return the name of a round, or of the final, as a heading has it: `Round 2`."""
    if final:
        return capital(value("final", language))
    return PAPER["round"].text(language).format(round=round_)


def _in_words(name: str, fact: object, language: Language, called: Mapping[str, str]) -> str:
    """Return a fact in words: lists with commas, tables with numbers, null as what it means."""
    if fact is None:
        return value({"plays": "any", "pairer": "by-hand"}.get(name, "none"), language)
    if isinstance(fact, str):
        label = called.get(fact) if name in PEOPLE else None
        return label or (fact if name in FREE else value(fact, language))
    if isinstance(fact, Mapping):
        return _record_in_words(fact, language, called)
    if isinstance(fact, Sequence):
        if not fact:
            return value("none", language)
        if name == "results":
            fact = sorted(fact, key=itemgetter("place"))
        separator = " / " if name == "tables" and isinstance(fact[0], Mapping) else ", "
        return separator.join(_in_words(name, part, language, called) for part in fact)
    return str(fact)


def _record_in_words(facts: Fields, language: Language, called: Mapping[str, str]) -> str:
    """Return a table with its seats, an entrant with place and score, or key and value of each."""
    if "seats" in facts and "table" in facts:
        return f"{facts['table']}: {_in_words('seats', facts['seats'], language, called)}"
    if "entrant" in facts:
        return row_in_words(called, facts)
    return ", ".join(
        f"{called.get(key) or value(key, language)} {_in_words('entrant', fact, language, called)}"
        for key, fact in facts.items()
    )


def row_in_words(called: Mapping[str, str], row: Fields) -> str:
    """Return the place, name and score of a row of a result, as far as it has them."""
    place = "" if row.get("place") is None else f"{row['place']}. "
    score = "" if row.get("score") is None else f" {row['score']}"
    return place + called.get(row["entrant"], row["entrant"]) + score
