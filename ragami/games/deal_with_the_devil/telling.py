"""How the game is told, from the tables of `words`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ragami.game.words import Templates
from ragami.games.deal_with_the_devil import words
from ragami.language import Language


class Telling(Templates):
    """The templates, with offers, plans and steps as people say them."""

    def word(self, code: str, language: Language) -> str:
        named = words.TYPES.get(code)
        return getattr(named, language) if named else super().word(code, language)

    def filled(self, code: str, facts: Mapping[str, Any], language: Language) -> str | None:
        return super().filled(code, {**facts, **self._told(code, facts, language)}, language)

    def _told(self, code: str, f: Mapping[str, Any], language: Language) -> Mapping[str, Any]:
        """The facts of an event that are not in its data as they are said."""
        match code:
            case "game_opened":
                return {"players": {one["colour"]: one["name"] for one in f["players"]}}
            case "offer_made":
                return f["offer"] or {"goods": "unknown", "asks": "unknown"}
            case "offer_answered" if f["answer"]:
                paid = {kind: n for kind, n in f["answer"]["souls"].items() if n}
                taken = self.spoken("accepts" if f["answer"]["accept"] else "refuses", language)
                return {"answer": f"{taken} ({self.spoken(paid, language)})" if paid else taken}
            case "plan_shown":
                return {"steps": list(self._steps(f, language)) or "nothing"}
            case "step_resolved":
                done = "done" if f["done"] else "skipped"
                return {"done": done, "step": self.step(f["step"], language)}
        return {"true": "is" if f["true"] else "is_not"} if code == "accusation_answered" else {}

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

    def step(self, step: str, language: Language) -> str:
        """A step of a plan: `build:fort` as `build fort`."""
        kind, _, building = step.partition(":")
        said = words.VALUES.get(kind)
        return getattr(said, language).format(building=building) if said else step


def _tables() -> dict[Language, dict[str, str]]:
    tables = (words.FINDINGS, words.OPTIONS, words.STEPS, words.VALUES, words.EVENTS)
    said = {code: both for table in tables for code, both in table.items()}
    return {
        "en": {code: both.en for code, both in said.items()},
        "es": {code: both.es for code, both in said.items()},
    }


def _game() -> Any:
    from ragami.games.deal_with_the_devil.game import GAME  # noqa: PLC0415 (it is told by this)

    return GAME


WORDS: Final = Telling(_game, _tables())
