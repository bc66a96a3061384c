"""Everything that the score keeper says, as data: `data/words.jsonl`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from ragami.catalogue import by_language, texts
from ragami.game.definition import GameDefinition
from ragami.game.speech import MomentMemory, Narrator
from ragami.game.texts import LABEL
from ragami.game.words import TemplateNarrator, Templates
from ragami.language import Language
from ragami.messages import plain

TABLES: Final = texts("ragami.games.scores")

# The fields of events that hold the id of somebody or something on the pad.
NAMED: Final = {"player", "side", "category"}


def _game() -> GameDefinition:
    from ragami.games.scores.game import GAME  # noqa: PLC0415 (it is told by this module)

    return GAME


class Cells(dict[str, int]):
    """Points as they were written, by name."""


class Teller(TemplateNarrator):
    """Tells what was written on the pad, with the names as they are written there."""

    _names: Mapping[str, str] = {}

    def look(self, state: Any, seq: int, coming: Any = None) -> MomentMemory:
        parts = (*state.sides.items(), *state.categories.items(), *state.players.items())
        self._names = {id_: part.name for id_, part in parts if part}
        return super().look(state, seq, coming)

    def sentence(self, type_: str, data: Mapping[str, Any]) -> str | None:
        named = {
            key: plain(self._names.get(entry, entry)) if key in NAMED and entry else entry
            for key, entry in data.items()
        }
        if isinstance(cells := data.get("points"), Mapping):
            named["points"] = Cells({self._names.get(who, who): n for who, n in cells.items()})
        of = f"{type_}/category" if data.get("category") else type_
        return super().sentence(of, named)

    def gains(self, before: Any, after: Any) -> str:
        """Return nothing: what is written are the points."""
        return ""


class ScoreWords(Templates):
    """The templates, told by `Teller`: `Marta: 5 · Gala: 18`."""

    def spoken(self, value: Any, language: Language) -> str:
        if isinstance(value, Cells) and value:
            return " · ".join(f"{plain(who)}: {n}" for who, n in value.items())
        return super().spoken(value, language)

    def narrator(self, language: Language, viewer: str | None = None) -> Narrator:
        return Teller(_game(), self, language, viewer)


_LABELS: Final = {LABEL + code: both for code, both in TABLES["type"].items()}
_OPTIONS: Final = {f"option/{code}": both for code, both in TABLES["option"].items()}
WORDS: Final = ScoreWords(
    _game, by_language(TABLES["event"], TABLES["problem"], TABLES["value"], _LABELS, _OPTIONS)
)


def word(code: str, language: Language) -> str:
    """Return the word for a code that stands alone."""
    return TABLES["value"][code].text(language)
