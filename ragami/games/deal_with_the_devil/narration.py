"""An event as it is told: in whole sentences; of what is hidden, only that it was done."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from ragami.decoded import Data, Fields
from ragami.game.components.entry import told
from ragami.game.texts import Narrator
from ragami.game.words import TemplateNarrator, Templates
from ragami.games.deal_with_the_devil import words
from ragami.games.deal_with_the_devil.components import GOODS
from ragami.games.deal_with_the_devil.rules.ending import final
from ragami.games.deal_with_the_devil.rules.sets import shipped
from ragami.games.deal_with_the_devil.saying import Says
from ragami.games.deal_with_the_devil.state import State
from ragami.games.deal_with_the_devil.table import position
from ragami.games.deal_with_the_devil.words import EVENTS, place
from ragami.language import Language
from ragami.log.strict import explain
from ragami.messages import problem

Facts = Fields
Way = tuple[str, Facts]
"""Which of its sentences tells an event, and the facts that its data do not have in words."""

# What everybody sees of a player, besides the points.
TRACKS: Final = (
    "reputation", "debt", "interest", "angel", "demon", "indulgences", "guests",
)  # fmt: skip


class Moment(NamedTuple):
    """A remembered position: all players' tracks, and the final count if there is one."""

    round: int
    turn: int
    scores: Mapping[str, int]
    phase: str
    tracks: Mapping[str, Mapping[str, int | None]]
    final: Fields | None


def look(s: State) -> Moment:
    """A moment of a game."""
    at = position(s)
    tracks: Data = {
        player.colour: {name: getattr(player, name) for name in TRACKS} for player in s.in_order()
    }
    return Moment(at.round, at.turn, at.scores, s.phase, tracks, final(s))


class Teller(TemplateNarrator):
    """Tells an event with how it moved everybody's tracks."""

    _says: Says | None = None
    # Is what is told the viewer's own log, in which all that stands may be seen (5.8)?
    _is_own = False

    def look(self, state: Any, _seq: int, _coming: Any = None) -> Moment:
        self._is_own = state.insight is not None and state.insight.is_of(self._viewer)
        if state.cards is not None and (self._says is None or self._says.table is not state.cards):
            self._says = Says(self.language, state.cards)
        return look(state)

    def seen(self, event: object) -> Any:
        return event if self._is_own else super().seen(event)

    def sentence(self, type_: str, data: Facts) -> str | None:
        way, facts = WAYS[type_](self, data) if type_ in WAYS else ("", {})
        code = f"{type_}/{way}" if way else type_
        return self._words.filled(
            code if code in EVENTS else type_, {**data, **facts}, self.language
        )

    def _pairs(self, pairs: Mapping[str, str], arrow: str) -> list[str]:
        return [
            f"{self._word(left_word)} {arrow} {self._word(right_word)}"
            for left_word, right_word in pairs.items()
        ]

    def _word(self, code: str) -> str:
        return self._words.word(code, self.language)

    def _name(self, card: str) -> str:
        return self._says.name(card) if self._says else card

    def _named(self, cards: Iterable[str]) -> list[str]:
        return [self._name(card) for card in cards]

    # --- what everybody has a part in ------------------------------------------------------

    def opened(self, f: Facts) -> Way:
        return "", {"players": {seat["colour"]: seat["name"] for seat in f["players"]}}

    def dealt(self, f: Facts) -> Way:
        roles = {colour: role for colour, role in f["roles"].items() if role}
        return "" if roles else "hidden", {"roles": roles}

    def sent(self, f: Facts) -> Way:
        chests = {colour: role for colour, role in f["chests"].items() if role}
        return "" if chests else "hidden", {"chests": self._pairs(chests, "←")}

    def voted(self, f: Facts) -> Way:
        return "", {"votes": self._pairs(f["votes"], "→")}

    # --- cards and deals -------------------------------------------------------------------

    def drawn(self, f: Facts) -> Way:
        if None in (*f["kept"], *f["drawn"], f["event"]):
            return "hidden", {"n": len(f["drawn"])}
        kept_names, drawn = self._named(f["kept"]), self._named(f["drawn"])
        return "kept" if kept_names else "", {
            "kept": kept_names,
            "drawn": drawn,
            "event": self._name(f["event"]),
        }

    def passed(self, f: Facts) -> Way:
        if None in f["cards"]:
            return "hidden", {"n": len(f["cards"])}
        return "", {"cards": self._named(f["cards"])}

    def offered(self, f: Facts) -> Way:
        offer = f["offer"]
        if offer is None:
            return "hidden", {}
        if offer["asks"] and not offer["goods"]:
            return "nothing", offer
        return "" if offer["asks"] else "empty", offer

    def answered(self, f: Facts) -> Way:
        return "", {"answer": self._answer(f["answer"])}

    def revealed(self, f: Facts) -> Way:
        is_answer = f["place"] == "answer" and isinstance(f["value"], dict)
        value = {"value": self._answer(f["value"])} if is_answer else {}
        return "", {"place": place(f["place"], self.language), **value}

    def _answer(self, answer: Facts | None) -> str:
        if answer is None:
            return "answers"
        paid = {kind: n for kind, n in answer["souls"].items() if n}
        decision = self._word("accepts" if answer["accept"] else "refuses")
        return f"{decision} ({self._words.spoken(paid, self.language)})" if paid else decision

    def traded(self, f: Facts) -> Way:
        return ("" if f["sells"] and f["buys"] else "sells" if f["sells"] else "buys"), {}

    def asked(self, f: Facts) -> Way:
        if f["card"] == "none":
            return "none", {}
        return "", {"card": self._says.shown_by(f["card"]) if self._says else f["card"]}

    # --- actions ---------------------------------------------------------------------------

    def planned(self, f: Facts) -> Way:
        return "", {"steps": list(self._steps(f)) or "nothing"}

    def _steps(self, plan: Facts) -> Iterator[str]:
        for part in plan["event"]:
            yield f"{self._name(part['card'])} ({self._word(part['side'])})"
        yield from (self._step(f"use:{building}") for building in plan["uses"])
        for part in plan["builds"]:
            yield self._step(f"build:{part['building']}")
            if part["act"]:
                yield self._step(f"act:{part['building']}")
        if plan["hire"]:
            yield self._step("hire")

    def resolved(self, f: Facts) -> Way:
        return "" if f["done"] else "skipped", {"step": self._step(f["step"])}

    def _step(self, step: str) -> str:
        if step in ("left", "right"):
            return f"{self._word('event')} ({self._word(step)})"
        if step == "wheat":
            return self._word("pays-wheat")
        return self._says.step(step) if self._says else self._word(step)

    def claimed(self, f: Facts) -> Way:
        achievement = self._says and self._says.table.file.achievements.get(f["achievement"])
        return (
            (achievement.size, {"needs": self._says.goods(achievement.needs)})
            if self._says and achievement
            else ("", {})
        )

    # --- the Inquisition, and the end ------------------------------------------------------

    def accused(self, f: Facts) -> Way:
        return "", {"true": "is" if f["true"] else "is_not"}

    def ritual(self, f: Facts) -> Way:
        chests = f["chests"].items()
        return "", {
            "chests": {f"{self._word(role)}:": self._inside(chest) for role, chest in chests}
        }

    def _inside(self, chest: Facts) -> list[Any] | str:
        """Return the content of a chest of the ritual, or `nothing`."""
        pieces = {**chest["goods"], **_souls(chest["souls"])}
        return [part for part in (pieces, *self._pairs(chest["guesses"], "=")) if part] or "nothing"

    def turned(self, f: Facts) -> Way:
        return "", {"inquisitor": self._name(f["inquisitor"])}

    def faced(self, f: Facts) -> Way:
        pieces = {kind: f[kind] for kind in ("souls", "indulgences") if f[kind]}
        convinced = self._named(f["convinced"])
        return "", {"given": pieces or "nothing", "convinced": convinced or "none"}

    def emptied(self, f: Facts) -> Way:
        return "", {"there": {**f["goods"], **_souls(f["souls"])} or "nothing"}

    # --- what came of it -------------------------------------------------------------------

    def gains(self, before: Moment, after: Moment) -> str:
        """`Red: debt +1, angel wings +1; Blue: points -2`."""
        moves = {colour: ", ".join(self._moved(colour, before, after)) for colour in after.tracks}
        return "; ".join(f"{self._word(seat)}: {moved}" for seat, moved in moves.items() if moved)

    def _moved(self, colour: str, before: Moment, after: Moment) -> Iterator[str]:
        moved = {"points": after.scores[colour] - before.scores.get(colour, 0)}
        was = before.tracks.get(colour, {})
        for name, now in after.tracks[colour].items():
            old = was.get(name)
            moved[name] = 0 if old is None or now is None else now - old
        for name, n in moved.items():
            if n and name != "interest":  # a place, and no amount
                yield f"{self._word(name)} {n:+}"


def _souls(souls: Mapping[str, int]) -> dict[str, int]:
    return {f"souls-{kind}": n for kind, n in souls.items() if n}


WAYS: Final[Mapping[str, Callable[[Teller, Facts], Way]]] = {
    "game_opened": Teller.opened,
    "characters_dealt": Teller.dealt,
    "cards_drawn": Teller.drawn,
    "buildings_passed": Teller.passed,
    "offer_made": Teller.offered,
    "offers_sent": Teller.sent,
    "offer_answered": Teller.answered,
    "plan_shown": Teller.planned,
    "step_resolved": Teller.resolved,
    "achievement_claimed": Teller.claimed,
    "votes_cast": Teller.voted,
    "ritual_opened": Teller.ritual,
    "inquisitor_turned": Teller.turned,
    "accusation_answered": Teller.accused,
    "inquisition_faced": Teller.faced,
    "wall_opened": Teller.emptied,
    "bank_traded": Teller.traded,
    "request_shown": Teller.asked,
    "revealed": Teller.revealed,
}


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

    def filled(self, code: str, facts: Fields, language: Language) -> str | None:
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


def _placed(facts: Fields, language: Language) -> Data:
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
