"""How the game is told, from the tables of `words`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from ragami.game.rows import told
from ragami.game.speech import Narrator
from ragami.game.texts import by_language
from ragami.game.words import TemplateNarrator, Templates
from ragami.games.deal_with_the_devil import words
from ragami.games.deal_with_the_devil.components import GOODS
from ragami.games.deal_with_the_devil.ending import final
from ragami.games.deal_with_the_devil.state import State
from ragami.games.deal_with_the_devil.table import position
from ragami.language import Language
from ragami.log.strict import explain
from ragami.messages import problem

# What everybody sees of a player, besides the points.
TRACKS: Final = (
    "reputation", "debt", "interest", "angel", "demon", "indulgences", "guests",
)  # fmt: skip


# What there are so many of.
COUNTED: Final = frozenset({*GOODS, "indulgences", "souls", "souls-mortal", "souls-cultist"})
# Steps of a plan that say of which building they are.
STEPS: Final = frozenset({"use", "build", "act"})


class Moment(NamedTuple):
    """What is remembered of a moment: everybody's tracks, and the final count if there is one."""

    round: int
    turn: int
    scores: Mapping[str, int]
    phase: str
    tracks: Mapping[str, Mapping[str, int | None]]
    final: Mapping[str, Any] | None


def look(s: State) -> Moment:
    """A moment of a game."""
    at = position(s)
    tracks: dict[str, Any] = {
        one.colour: {name: getattr(one, name) for name in TRACKS} for one in s.in_order()
    }
    return Moment(at.round, at.turn, at.scores, s.phase, tracks, final(s))


class Telling(Templates):
    """The templates, with offers, plans and steps as people say them."""

    def word(self, code: str, language: Language) -> str:
        if code in words.TYPES:
            return words.TYPES[code].text(language)
        return self.step(code, language) if _is_step(code) else super().word(code, language)

    def spoken(self, value: Any, language: Language) -> str:
        match value:
            case str() if _is_step(value):
                return self.step(value, language)
            case dict() if value and value.keys() <= COUNTED:
                return ", ".join(f"{n} {self.word(thing, language)}" for thing, n in value.items())
        return super().spoken(value, language)

    def filled(self, code: str, facts: Mapping[str, Any], language: Language) -> str | None:
        if code == "shape":
            return problem(explain(ValueError(facts["found"])).facts, language)
        if code == "incomplete-components":
            facts = {**facts, "entered": told(facts["entered"], _game(), language)}
        return super().filled(code, {**facts, **self._told(code, facts, language)}, language)

    def _told(self, code: str, f: Mapping[str, Any], language: Language) -> Mapping[str, Any]:
        """The facts of an event that are not in its data as they are said."""
        told: Mapping[str, Any] = {}
        match code:
            case "game_opened":
                told = {"players": {one["colour"]: one["name"] for one in f["players"]}}
            case "offer_made":
                told = f["offer"] or {"goods": "unknown", "asks": "unknown"}
            case "revealed" if f["place"] == "answer" and isinstance(f["value"], dict):
                told = {"value": self._answer(f["value"], language)}
            case "offer_answered":
                told = {"answer": self._answer(f["answer"], language)}
            case "plan_shown":
                told = {"steps": list(self._steps(f, language)) or "nothing"}
            case "ritual_opened":
                told = {"chests": {role: _inside(chest) for role, chest in f["chests"].items()}}
            case "step_resolved":
                done = "done" if f["done"] else "skipped"
                told = {"done": done, "step": self.step(f["step"], language)}
            case "accusation_answered":
                told = {"true": "is" if f["true"] else "is_not"}
        return told

    def _answer(self, answer: Mapping[str, Any] | None, language: Language) -> str:
        if answer is None:
            return "answers"
        paid = {kind: n for kind, n in answer["souls"].items() if n}
        taken = self.spoken("accepts" if answer["accept"] else "refuses", language)
        return f"{taken} ({self.spoken(paid, language)})" if paid else taken

    def _steps(self, plan: Mapping[str, Any], language: Language) -> Iterator[str]:
        for one in plan["event"]:
            yield f"{one['card']} ({self.word(one['side'], language)})"
        yield from (self.step(f"use:{building}", language) for building in plan["uses"])
        for one in plan["builds"]:
            yield self.step(f"build:{one['building']}", language)
            if one["act"]:
                yield self.step(f"act:{one['building']}", language)
        if plan["hire"]:
            yield self.step("hire", language)

    def narrator(self, language: Language, viewer: str | None = None) -> Narrator:
        return Teller(self._game(), self, language, viewer)

    def step(self, step: str, language: Language) -> str:
        """A step of a plan: `build:fort` as `build fort`."""
        kind, _, building = step.partition(":")
        said = words.VALUES.get(kind)
        return said.text(language).format(building=building) if said else step


def _is_step(code: str) -> bool:
    """Does a code name a step with its building, as `act:fort`?"""
    kind, colon, _building = code.partition(":")
    return bool(colon) and kind in STEPS


def _inside(chest: Mapping[str, Any]) -> list[Any] | str:
    """What is in a chest of the ritual."""
    souls = {f"souls-{kind}": n for kind, n in chest["souls"].items() if n}
    return [one for one in (chest["goods"], souls, chest["guesses"]) if one] or "nothing"


class Teller(TemplateNarrator):
    """Tells an event with how it moved everybody's tracks."""

    def look(self, state: Any, _seq: int, _coming: Any = None) -> Moment:
        return look(state)

    def gains(self, before: Moment, after: Moment) -> str:
        """`Red: debt +1, angel wings +1; Blue: points -2`."""
        told = {colour: ", ".join(self._moved(colour, before, after)) for colour in after.tracks}
        return "; ".join(
            f"{WORDS.word(colour, self.language)}: {moved}"
            for colour, moved in told.items()
            if moved
        )

    def _moved(self, colour: str, before: Moment, after: Moment) -> Iterator[str]:
        moved = {"points": after.scores[colour] - before.scores.get(colour, 0)}
        was = before.tracks.get(colour, {})
        for name, now in after.tracks[colour].items():
            old = was.get(name)
            moved[name] = 0 if old is None or now is None else now - old
        for name, n in moved.items():
            if n and name != "interest":  # a place, and no amount
                yield f"{WORDS.word(name, self.language)} {n:+}"


def _game() -> Any:
    from ragami.games.deal_with_the_devil.game import GAME  # noqa: PLC0415 (it is told by this)

    return GAME


TABLES: Final = (words.FINDINGS, words.OPTIONS, words.STEPS, words.VALUES, words.EVENTS)
WORDS: Final = Telling(_game, by_language(*TABLES))
