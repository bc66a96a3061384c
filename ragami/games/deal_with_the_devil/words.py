"""The words of the game in English and Spanish (`data/words.jsonl`), its rulebook, and descriptions
of what lies on the table: cards and their effects, goods, roles, achievements.

What a verdict says is the rule's own sentence (`data/rules.jsonl`), followed by the facts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from msgspec import to_builtins

from ragami.catalogue import by_language, shipped, texts
from ragami.decoded import Data, Fields
from ragami.game.rulebook import Rulebook, unless
from ragami.games.deal_with_the_devil import components as c
from ragami.games.deal_with_the_devil.rules.judge import LOG, WAIVABLE
from ragami.language import Language
from ragami.messages import listed

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

MEANINGS: Final = {f"option/{code}": both for code, both in OPTIONS.items()}
TEXTS: Final = by_language(FINDINGS, OPTIONS, MEANINGS, STEPS, VALUES, EVENTS)
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

# --- descriptions of the table -------------------------------------------------------------


class Descriptions:
    """The descriptions of what is played with this set of cards, in one language."""

    def __init__(self, language: Language, table: c.Cards) -> None:
        self.language: Language = language
        self.table = table

    def __call__(self, code: str, table: str = "label", /, **facts: Any) -> str:
        return TABLES[table][code].text(self.language).format(**facts)

    def word(self, code: str | None) -> str:
        return word(code or "unknown", self.language)

    def listed(self, codes: Iterable[str]) -> str:
        return listed([self.word(code) for code in codes], self.language)

    def goods(self, goods: Mapping[Any, int]) -> str:
        """Return goods as `2 marble, 1 wood`."""
        amounts = ((good, n) for good, n in goods.items() if n)
        return ", ".join(f"{n} {thing(good, n, self.language)}" for good, n in amounts) or "–"

    # --- the table ------------------------------------------------------------------------

    def plan(self, plan: Fields) -> str:
        """Return the number of tokens used and the steps that are left."""
        if plan["ended"]:
            return self("through", n=plan["tokens"])
        steps = ", ".join(map(self.step, plan["steps"])) or "–"
        return self("steps", n=plan["tokens"], steps=steps)

    def step(self, code: str) -> str:
        """Return a step of a plan as text: `build:fort` as `build Fort`."""
        match code.partition(":"):
            case ("left" | "right" as side, _, _):
                return f"{self.word('event')} ({self.word(side)})"
            case ("wheat", _, _):
                return self.word("pays-wheat")
            case (_, _, building):
                return step(code, self.language, self.name(building) if building else None)

    def offer(self, offer: Fields | None) -> str:
        """Return an offer, or a closed chest where it is not known."""
        if offer is None:
            return self("closed")
        asks = offer["asks"]
        if not asks:
            return self("empty")
        price = f"{asks['coins']}$" if "coins" in asks else self.goods(asks)
        return self("offered", goods=self.goods(offer["goods"]), asks=price)

    def deal(self, deal: Fields, colour: str) -> Iterator[str]:
        """Yield a player's offer, and for each pass the chest received and the answer to it."""
        if colour in deal["offers"]:
            yield f"{self('offer')}: {self.offer(deal['offers'][colour])}"
        for n, chests in enumerate(deal["chests"]):
            if colour not in chests:
                continue
            notes = [self("chest-of", role=self.word(chests[colour]))]
            if n < len(deal["answers"]) and colour in deal["answers"][n]:
                answer = deal["answers"][n][colour]
                code = (
                    "unknown-answer" if answer is None else "taken" if answer["accept"] else "left"
                )
                notes.append(self(code))
            yield f"{self('pass', n=n + 1)}: {', '.join(notes)}"

    def known(self, view: Fields) -> Iterator[str]:
        """Yield who was found, is questioned or accused, and the guesses that are fixed."""
        board = view["inquisition"]
        for role, colour in board["found"].items():
            if colour != "none":
                yield self("found", who=self.word(colour), role=self.word(role))
        if view["questioned"]:
            yield self("questioned", who=self.listed(view["questioned"]))
        for accusation in board["accusing"]:
            yield self(
                "accused", who=self.word(accusation["player"]), of=self.word(accusation["of"])
            )
        for accusation in board["fixed"]:
            by, colour, of = (self.word(accusation[key]) for key in ("by", "player", "of"))
            yield self("fixed", by=by, who=colour, of=of)

    # --- cards -----------------------------------------------------------------------------

    def name(self, id_: str | None) -> str:
        """Return the name of a building, an event or an inquisitor; an unknown id as it is."""
        if id_ is None:
            return self.word(None)
        card = self.table.card(id_)
        name: str = getattr(card.name, self.language) if card else id_
        return name

    def bare_name(self, id_: str) -> str:
        """Return the name of a card without the brackets that a stand-in has."""
        return self.name(id_).strip("()")

    def request(self, id_: str) -> str:
        return self.word(self.shown_by(id_))

    def shown_by(self, id_: str) -> str:
        """Return the code of what a request card shows; the id of an unknown one."""
        return next(
            (request.shows for request in self.table.file.requests if request.id == id_), id_
        )

    def card(self, id_: str | None) -> str:
        """Return a card with all that it costs, gives and does."""
        if id_ in self.table.events:
            event = self.table.events[id_]
            sides = (self.side(event.left), self.side(event.right))
            return self("event-card", name=self.name(id_), left=sides[0], right=sides[1])
        if id_ not in self.table.buildings:
            return self.word(None)
        building = self.table.buildings[id_]
        does = "; ".join(f"{self.when(e.when)}: {self.side(e)}" for e in building.effects)
        summary = self(
            "building-card.1" if building.points == 1 else "building-card",
            name=self.name(id_),
            symbols=self.listed(building.symbols),
            cost=self.goods(building.cost),
            points=building.points,
        )
        return f"{summary}; {does}" if does else summary

    def when(self, when: str) -> str:
        """Return the moment at which an effect of a building comes."""
        return self.word("when-built" if when == "build" else when)

    def side(self, of: c.Side | c.Effect) -> str:
        """Return an effect and its conditions as text."""
        conditions = [self(condition.is_, "condition", n=condition.n) for condition in of.if_]
        return ": ".join((*conditions, self.doing(of.do)))

    def doing(self, operations: Iterable[c.Operation]) -> str:
        return ", ".join(map(self._operation, operations)) or "–"

    def _operation(self, operation: c.Operation) -> str:
        facts: Data = to_builtins(operation)
        if "goods" in facts:
            facts["goods"] = self.goods(facts["goods"])
        if isinstance(operation, c.GiveCourtier):
            facts["courtier"] = self.word(operation.courtier)
        if isinstance(operation, c.Per):
            facts |= {
                "do": self.doing(operation.do),
                "of": self.word(operation.of.partition(":")[2] or operation.of),
            }
        if isinstance(operation, c.Choose):
            facts["of"] = self("or", "operation").join(map(self.doing, operation.of))
        is_one = isinstance(operation, c.Points) and abs(operation.by) == 1
        return self("points.1" if is_one else facts["op"], "operation", **facts)

    def penalty(self, id_: str) -> str:
        """Return the text of an inquisitor's penalty for players who do not convince him."""
        facts: Data = to_builtins(self.table.file.inquisitors[id_].penalty)
        for name in ("of", "instead"):
            if isinstance(kinds := facts.get(name), tuple | list):
                facts[name] = self.listed(kinds)
            elif kinds:
                facts[name] = thing(kinds, facts["each"], self.language)
        facts["points"] = thing("points", abs(facts.get("by", 0)), self.language)
        code = "per.1" if facts["code"] == "per" and facts["each"] == 1 else facts["code"]
        return self(code, "penalty", **facts)

    def achievement(self, id_: str) -> str:
        """Return the text of an achievement: its needs, and its reward."""
        achievement = self.table.file.achievements[id_]
        needs = self.goods(achievement.needs)
        return f"{needs}: {self.doing(achievement.reward)}" if achievement.reward else needs
