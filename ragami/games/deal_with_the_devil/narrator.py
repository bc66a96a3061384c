"""The words of the game, from the tables of `words`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ragami.game.rows import told
from ragami.game.speech import Narrator
from ragami.game.words import Templates
from ragami.games.deal_with_the_devil import words
from ragami.games.deal_with_the_devil.components import GOODS
from ragami.games.deal_with_the_devil.narration import Teller
from ragami.games.deal_with_the_devil.saying import Says
from ragami.games.deal_with_the_devil.sets import shipped
from ragami.language import Language
from ragami.log.strict import explain
from ragami.messages import problem

# What there are so many of.
COUNTED: Final = frozenset({*GOODS, "indulgences", "souls", "souls-mortal", "souls-cultist"})

# The facts of a breach by an event that is not due.
NOT_DUE: Final = {"found", "step"}
# What a chest may cost, by whose it is: its breaches have the least and the most.
PRICES: Final = {"R-D-DEAL-02", "R-D-DEAL-03", "R-D-DEAL-04"}
# The facts that name places of an event.
PLACED: Final = {"place", "places"}


class Telling(Templates):
    """The templates, with offers, plans and steps as people say them."""

    def word(self, code: str, language: Language) -> str:
        return words.word(code, language)

    def spoken(self, value: object, language: Language) -> str:
        match value:
            case str() if words.names_building(value):
                return words.step(value, language, _card(value.partition(":")[2], language))
            case dict() if value and value.keys() <= COUNTED:
                return ", ".join(
                    f"{n} {words.thing(piece, n, language)}" for piece, n in value.items()
                )
        return super().spoken(value, language)

    def filled(self, code: str, facts: Mapping[str, Any], language: Language) -> str | None:
        if code == "shape":
            return problem(explain(ValueError(facts["found"])).facts, language)
        if facts.keys() == NOT_DUE and not code.startswith("facts/"):
            return None  # that it is not due is said alike of all
        if code.partition(".")[0] in PRICES and facts.get("needs"):
            facts = {**facts, "needs": "–".join(map(str, sorted({*facts["needs"]})))}
        # What nobody told, or does not exist: there are sentences without it.
        absent = {name for name in ("role", "needs") if facts.get(name, "") is None}
        facts = {name: value for name, value in facts.items() if name not in absent}
        if facts.keys() & PLACED:
            facts = {**facts, **_placed(facts, language)}
        if not code.startswith("set-"):  # of a set that is wrong the ids are what is looked for
            facts = {name: _named(value, language) for name, value in facts.items()}
        if code == "incomplete-components":
            facts = {**facts, "entered": told(facts["entered"], _game(), language)}
        return super().filled(code, facts, language)

    def narrator(self, language: Language, viewer: str | None = None) -> Narrator:
        return Teller(self._game(), self, language, viewer)


def _placed(facts: Mapping[str, Any], language: Language) -> dict[str, Any]:
    """Return the facts that name places, in words."""
    placed: dict[str, object] = {}
    if isinstance(facts.get("place"), str):
        placed["place"] = words.place(facts["place"], language)
    if isinstance(facts.get("places"), list | tuple):
        placed["places"] = [words.place(path, language) for path in facts["places"]]
    return placed


def _named(value: object, language: Language) -> Any:
    """Return what was found with the names of cards instead of their ids."""
    if isinstance(value, list | tuple):
        return [_named(element, language) for element in value]
    return (_card(value, language) or value) if isinstance(value, str) else value


def _card(id_: str, language: Language) -> str | None:
    """Return the name of a card that ships; a finding does not tell which set it is about."""
    table = shipped("devil-cards-1")
    in_the_set = id_ in table.buildings or id_ in table.events or id_ in table.file.inquisitors
    return Says(language, table).name(id_).strip("()") if in_the_set else None


def _game() -> Any:
    from ragami.games.deal_with_the_devil.game import GAME  # noqa: PLC0415 (it is told by this)

    return GAME


WORDS: Final = Telling(_game, words.TEXTS)
