"""The words of the game in English and Spanish (`data/words.jsonl`), and its rulebook.

What a verdict says is the rule's own sentence (`data/rules.jsonl`), followed by the facts.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from ragami.catalogue import by_language, shipped, texts
from ragami.game.rulebook import Rulebook, unless
from ragami.games.deal_with_the_devil.rules.judge import LOG, WAIVABLE
from ragami.language import Language

TABLES: Final = texts("ragami.games.deal_with_the_devil")
# The sentences of events by type of record, and the names of these types.
EVENTS: Final = TABLES["event"]
TYPES: Final = TABLES["type"]
# The words for codes, for phases with their steps, and for findings.
VALUES: Final = TABLES["value"]
STEPS: Final = TABLES["step"]
FINDINGS: Final = TABLES["finding"]
# The words of the app.
APP: Final = TABLES["app"]
# The meaning of each option, and of its values where they need one.
OPTIONS: Final = TABLES["option"]

TEXTS: Final = by_language(FINDINGS, OPTIONS, STEPS, VALUES, EVENTS)
# The steps of a plan that name a building.
OF_A_BUILDING: Final = frozenset({"use", "build", "act"})


@lru_cache(maxsize=1024)
def word(code: str, language: Language) -> str:
    """Return the word for a code; for a step with its building's id too, as `act:fort`."""
    if code in TYPES:
        return TYPES[code].text(language)
    if names_building(code):
        return step(code, language)
    text = TEXTS[language].get(code, "")
    return text if text and "{" not in text else code.replace("_", " ")


def names_building(code: str) -> bool:
    """Return True if a code names a step with its building."""
    kind, colon, _building = code.partition(":")
    return bool(colon) and kind in OF_A_BUILDING


def step(code: str, language: Language, name: str | None = None) -> str:
    """Return a step of a plan: `build:fort` as `build fort`, or with the building's name."""
    kind, _, building = code.partition(":")
    phrase = VALUES.get(kind)
    return phrase.text(language).format(building=name or building) if phrase else code


def place(path: str, language: Language) -> str:
    """Return a place of an event in words: `drawn[0]` as `building 1 of those drawn`."""
    name, inside, *_ = (*re.split(r"[.\[\]]+", path), "")
    text = TABLES["place"].get(name)
    if text is None:
        return path
    number = str(int(inside) + 1) if inside.isdecimal() else ""
    return text.text(language).format(n=number, who=word(inside, language))


def thing(code: str, n: int, language: Language) -> str:
    counted = f"{code}-one" if n == 1 else f"{code}-many"
    return word(counted if counted in VALUES else code, language)


RULEBOOK: Final = Rulebook(
    lambda: shipped("ragami.games.deal_with_the_devil", "rules.jsonl"),
    unless(WAIVABLE, LOG),
    TABLES["section"],
)
