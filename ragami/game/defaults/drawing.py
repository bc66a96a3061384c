"""A moment without a board: the standing in characters, and no picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragami.game.capabilities import Page
from ragami.game.definition import GameDefinition
from ragami.language import Language


class Drawing:
    """See `capabilities.Drawing`."""

    def __init__(self, game: GameDefinition) -> None:
        self._game = game

    def svg(
        self,
        _view: Mapping[str, Any],
        _state: Any,
        _names: Mapping[str, str],
        _title: str | None,
        _language: Language,
    ) -> str | None:
        return None

    def picture(
        self, state: Any, view: Mapping[str, Any], names: Mapping[str, str], page: Page
    ) -> str:
        """How the game stands, and everybody's score with what else the view has of them."""
        game, language = self._game, page.language
        moment = game.words.moment(state, language)
        lines = [moment[:1].upper() + moment[1:]]
        due, scores = game.position(state).due, game.position(state).scores
        wide = max((len(game.words.word(seat, language)) for seat in names), default=0)
        for seat, name in names.items():
            mark = "▶" if page.unicode else ">"
            told = game.words.word(seat, language).ljust(wide)
            score = f"{scores.get(seat, 0):4}" if seat in scores else ""
            lines.append(f"{mark if seat in due else ' '} {told} {score}  {name}".rstrip())
        if page.part != "standing":
            lines += [f"  {line}" for line in _told(view, game, language)]
        return "\n".join(lines) + "\n"


def _told(view: Mapping[str, Any], game: GameDefinition, language: Language) -> list[str]:
    """What else there is to see, a line each."""
    shown = {"seq", "phase", "round", "active"}
    return [
        f"{game.words.word(key, language)}: {_short(value)}"
        for key, value in view.items()
        if key not in shown and value not in (None, {}, [])
    ]


def _short(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_short(inside)}" for key, inside in value.items())
    if isinstance(value, list | tuple):
        return " ".join(map(_short, value))
    return "–" if value is None else str(value)
