"""The narration: each event in a sentence; a hidden one by what everybody sees of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from ragami.decoded import Data, Fields
from ragami.game.components.entry import progress_texts
from ragami.game.definition import GameDefinition
from ragami.game.texts import Narrator
from ragami.game.words import TemplateNarrator, Templates
from ragami.games.deal_with_the_devil import words
from ragami.games.deal_with_the_devil.components import GOODS, SHIPPED
from ragami.games.deal_with_the_devil.rules.bank import bought, sold
from ragami.games.deal_with_the_devil.rules.ending import final, position
from ragami.games.deal_with_the_devil.rules.sets import shipped
from ragami.games.deal_with_the_devil.state import State
from ragami.games.deal_with_the_devil.words import EVENTS, Descriptions, place
from ragami.language import Language
from ragami.log.strict import explain
from ragami.messages import problem

Facts = Fields
Way = tuple[str, Facts]
"""The variant of an event's sentence, and facts in words that replace those of its data."""

# The public tracks of a player, besides the points.
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
    """Remember a moment, to tell later what moved."""
    at = position(s)
    tracks: Data = {
        player.colour: {name: getattr(player, name) for name in TRACKS} for player in s.in_order()
    }
    return Moment(at.round, at.turn, at.scores, s.phase, tracks, final(s))


class EventNarrator(TemplateNarrator):
    """Tells each event, and how it moved the players' tracks."""

    # True in the viewer's own log, which holds nothing that the viewer may not see.
    _is_own = False

    def __init__(
        self, game: GameDefinition, words: Templates, language: Language, viewer: str | None
    ) -> None:
        super().__init__(game, words, language, viewer)
        # By the shipped set, until record 1 names another one.
        self._texts = Descriptions(language, shipped(SHIPPED[0]))

    def look(self, state: Any, _seq: int, _coming: Any = None) -> Moment:
        self._is_own = state.insight is not None and state.insight.is_of(self._viewer)
        if state.cards is not None and self._texts.table is not state.cards:
            self._texts = Descriptions(self.language, state.cards)
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
            f"{self._texts.word(left_word)} {arrow} {self._texts.word(right_word)}"
            for left_word, right_word in pairs.items()
        ]

    def _named(self, cards: Iterable[str]) -> list[str]:
        return list(map(self._texts.name, cards))

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
            "event": self._texts.name(f["event"]),
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
        decision, paid = self._answer(f["answer"])
        return "paid" if paid else "", {"answer": decision, "paid": paid}

    def revealed(self, f: Facts) -> Way:
        value = {}
        if f["place"] == "answer" and isinstance(f["value"], dict):
            decision, paid = self._answer(f["value"])
            in_brackets = f" ({self._words.spoken(paid, self.language)})" if paid else ""
            value = {"value": f"{self._texts.word(decision)}{in_brackets}"}
        return "", {"place": place(f["place"], self.language), **value}

    def _answer(self, answer: Facts | None) -> tuple[str, Mapping[str, int]]:
        """Return the code of an answer, and the souls that are paid."""
        if answer is None:
            return "answers", {}
        return "accepts" if answer["accept"] else "refuses", _souls(answer["souls"])

    def traded(self, f: Facts) -> Way:
        if f["sells"] and f["buys"]:
            return "", {}
        way = "sells" if f["sells"] else "buys"
        coins = sold(f["sells"]) if f["sells"] else bought(f["buys"])
        return way, {"price": {"coins": coins}}

    def asked(self, f: Facts) -> Way:
        if f["card"] == "none":
            return "none", {}
        return "", {"card": self._texts.shown_by(f["card"])}

    # --- actions ---------------------------------------------------------------------------

    def planned(self, f: Facts) -> Way:
        return "", {"steps": list(self._steps(f)) or "nothing"}

    def _steps(self, plan: Facts) -> Iterator[str]:
        for part in plan["event"]:
            yield f"{self._texts.name(part['card'])} ({self._texts.word(part['side'])})"
        yield from (self._texts.step(f"use:{building}") for building in plan["uses"])
        for part in plan["builds"]:
            yield self._texts.step(f"build:{part['building']}")
            if part["act"]:
                yield self._texts.step(f"act:{part['building']}")
        if plan["hire"]:
            yield self._texts.step("hire")

    def resolved(self, f: Facts) -> Way:
        return "" if f["done"] else "skipped", {"step": self._texts.step(f["step"])}

    def claimed(self, f: Facts) -> Way:
        achievement = self._texts.table.file.achievements.get(f["achievement"])
        if achievement is None:
            return "", {}
        return achievement.size, {"needs": self._texts.goods(achievement.needs)}

    # --- the Inquisition, and the end ------------------------------------------------------

    def accused(self, f: Facts) -> Way:
        return "", {"true": "is" if f["true"] else "is_not"}

    def ritual(self, f: Facts) -> Way:
        chests = f["chests"].items()
        return "", {
            "chests": {f"{self._texts.word(role)}:": self._inside(chest) for role, chest in chests}
        }

    def _inside(self, chest: Facts) -> list[Any] | str:
        """Return the content of a chest of the ritual, or `nothing`."""
        pieces = {**chest["goods"], **_souls(chest["souls"])}
        return [part for part in (pieces, *self._guesses(chest)) if part] or "nothing"

    def _guesses(self, chest: Facts) -> Iterator[str]:
        for of, suspect in chest["guesses"].items():
            yield self._texts("guessed", who=self._texts.word(suspect), of=self._texts.word(of))

    def turned(self, f: Facts) -> Way:
        return "", {"inquisitor": self._texts.name(f["inquisitor"])}

    def faced(self, f: Facts) -> Way:
        pieces = {kind: f[kind] for kind in ("souls", "indulgences") if f[kind]}
        convinced = self._named(f["convinced"])
        if not pieces and not convinced:
            return "nobody", {}
        return "", {"given": pieces or "nothing", "convinced": convinced or "none"}

    def emptied(self, f: Facts) -> Way:
        return "", {"there": {**f["goods"], **_souls(f["souls"])} or "nothing"}

    # --- what came of it -------------------------------------------------------------------

    def gains(self, event: object, before: Moment, after: Moment) -> str:
        """Return what moved as `Red debt +1, angel wings +1; Blue points -2`.

        Who acted, and is the only one, is not named again.
        """
        moves = {colour: ", ".join(self._moved(colour, before, after)) for colour in after.tracks}
        moved = {colour: text for colour, text in moves.items() if text}
        acting = self.player(event)
        if acting and moved.keys() == {acting}:
            return moved[acting]
        parts = [f"{self._texts.word(colour)} {text}" for colour, text in moved.items()]
        if after.final and not before.final and parts:
            parts[0] = f"{self._texts.word('final-count')}, {parts[0]}"
        return "; ".join(parts)

    def _moved(self, colour: str, before: Moment, after: Moment) -> Iterator[str]:
        moved = {"points": after.scores[colour] - before.scores.get(colour, 0)}
        was = before.tracks.get(colour, {})
        for name, now in after.tracks[colour].items():
            old = was.get(name)
            moved[name] = 0 if old is None or now is None else now - old
        for name, n in moved.items():
            if n and name != "interest":  # a place, and no amount
                yield f"{self._texts.word(name)} {n:+}"


def _souls(souls: Mapping[str, int]) -> dict[str, int]:
    return {f"souls-{kind}": n for kind, n in souls.items() if n}


WAYS: Final[Mapping[str, Callable[[EventNarrator, Facts], Way]]] = {
    "game_opened": EventNarrator.opened,
    "characters_dealt": EventNarrator.dealt,
    "cards_drawn": EventNarrator.drawn,
    "buildings_passed": EventNarrator.passed,
    "offer_made": EventNarrator.offered,
    "offers_sent": EventNarrator.sent,
    "offer_answered": EventNarrator.answered,
    "plan_shown": EventNarrator.planned,
    "step_resolved": EventNarrator.resolved,
    "achievement_claimed": EventNarrator.claimed,
    "votes_cast": EventNarrator.voted,
    "ritual_opened": EventNarrator.ritual,
    "inquisitor_turned": EventNarrator.turned,
    "accusation_answered": EventNarrator.accused,
    "inquisition_faced": EventNarrator.faced,
    "wall_opened": EventNarrator.emptied,
    "bank_traded": EventNarrator.traded,
    "request_shown": EventNarrator.asked,
    "revealed": EventNarrator.revealed,
}


# The codes that are counted: `2 wood`.
COUNTED: Final = frozenset({*GOODS, "indulgences", "souls", "souls-mortal", "souls-cultist"})

# The facts of a breach by an event that is not due.
NOT_DUE: Final = {"found", "step"}
# The rules on the price of a chest: their breaches have the least and the most.
PRICES: Final = {"R-D-DEAL-02", "R-D-DEAL-03", "R-D-DEAL-04"}
# The facts that name places of an event.
PLACED: Final = {"place", "places"}


class GameWords(Templates):
    """The words of the game: templates, with cards, plans and places by their names."""

    def word(self, code: str, language: Language) -> str:
        return words.word(code, language)

    def spoken(self, value: object, language: Language) -> str:
        match value:
            case str() if words.names_building(value):
                return words.step(value, language, _card(value.partition(":")[2], language))
            case dict() if value and value.keys() <= COUNTED:
                counts = (f"{n} {words.thing(piece, n, language)}" for piece, n in value.items())
                return ", ".join(counts)
        return super().spoken(value, language)

    def filled(self, code: str, facts: Fields, language: Language) -> str | None:
        if code == "shape":
            return problem(explain(ValueError(facts["found"])).facts, language)
        if facts.keys() == NOT_DUE and not code.startswith("facts/"):
            return None  # that it is not due is said alike of all
        if code.partition(".")[0] in PRICES and facts.get("needs"):
            facts = {**facts, "needs": "–".join(map(str, sorted({*facts["needs"]})))}
        # Facts that are unknown are left out: there are sentences without them.
        absent = {name for name in ("role", "needs") if facts.get(name, "") is None}
        facts = {name: value for name, value in facts.items() if name not in absent}
        if facts.keys() & PLACED:
            facts = {**facts, **_placed(facts, language)}
        if not code.startswith("set-"):  # of a set that is wrong the ids are what is looked for
            facts = {name: _named(value, language) for name, value in facts.items()}
        if code == "incomplete-components":
            facts = {**facts, "entered": progress_texts(facts["entered"], _game(), language)}
        return super().filled(code, facts, language)

    def narrator(self, language: Language, viewer: str | None = None) -> Narrator:
        return EventNarrator(self._game(), self, language, viewer)


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
    texts = Descriptions(language, shipped(SHIPPED[0]))
    return texts.bare_name(id_) if texts.table.card(id_) else None


def _game() -> Any:
    from ragami.games.deal_with_the_devil.game import GAME  # noqa: PLC0415 (it is told by this)

    return GAME


WORDS: Final = GameWords(_game, words.TEXTS)
