"""Pictures of a moment, from the panels of the game with the standing round them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ragami.draw.panels import Page, pad_of
from ragami.game.capabilities import PANELS
from ragami.game.definition import GameDefinition
from ragami.game.standing import panels, standing
from ragami.language import Language


class DefaultDrawing:
    """See `capabilities.Drawing`."""

    def __init__(self, game: GameDefinition) -> None:
        self._game = game

    def svg(
        self,
        view: Mapping[str, Any],
        state: object,
        names: Mapping[str, str],
        title: str | None,
        language: Language,
    ) -> str | None:
        from ragami.draw.svg import svg  # noqa: PLC0415 (law 10)

        game = self._game
        drawn = panels(game, state, view, names, language)
        if not drawn:
            return None
        head = standing(game, state, view, names, language)
        name = game.called(language)
        subtitle, head = head.title, head._replace(title="")
        symbol = game.need(PANELS).symbol
        return svg([head, *drawn], symbol, title or name, subtitle, name)

    def picture(
        self, state: object, view: Mapping[str, Any], names: Mapping[str, str], page: Page
    ) -> str:
        from ragami.draw.text import text  # noqa: PLC0415 (law 10)

        game = self._game
        head = standing(game, state, view, names, page.language, beside=page.part == "beside")
        if page.part in ("beside", "due"):
            head = head._replace(title="")
        if page.part in ("standing", "beside"):
            return text([head], page)
        drawn = panels(game, state, view, names, page.language)
        if page.part == "due":
            if pad_of(drawn):
                return text(drawn, page)
            due = [panel for panel in drawn if panel.owner and panel.due]
            return text([*(due if len(due) == 1 else ()), head], page)
        return text(drawn if page.part == "board" else [head, *drawn], page)
