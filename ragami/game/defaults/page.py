"""A game set out on a page, from its panels with the standing beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from ragami.draw.html import Panelled
from ragami.draw.panels import Panel
from ragami.draw.sketch import Region
from ragami.game.capabilities import GAINS, PANELS
from ragami.game.definition import GameDefinition
from ragami.game.page_content import Gain, PageContent
from ragami.game.standing import panels, player, standing
from ragami.language import Language


class DefaultPages:
    """See `capabilities.Pages`."""

    def __init__(self, game: GameDefinition) -> None:
        self._game = game

    def stage(
        self,
        state: object,
        names: Mapping[str, str],
        language: Language,
        keep: Callable[[str], str],
    ) -> PageContent | None:
        """Set the game out; None while nobody sits at the table."""
        return Stage(self._game, state, names, language, keep) if names else None


class Stage:
    """See `ragami.game.page_content.PageContent`: the panels are the board."""

    def __init__(
        self,
        game: GameDefinition,
        state: object,
        names: Mapping[str, str],
        language: Language,
        keep: Callable[[str], str],
    ) -> None:
        self._game, self._language, self._names = game, language, names
        self._gains = game.need(GAINS)
        self.players = {seat: player(game, seat, name, language) for seat, name in names.items()}
        self.sources = self._gains.sources(language)
        self._html = Panelled(game.need(PANELS).symbol, keep)
        view = game.view(state, 0, "public")
        self.board = self._html.frame(panels(game, state, view, names, language))
        self.beside = self._html.frame([standing(game, state, view, names, language)])
        empty = self._html.spots(self._all(state, view))
        self._empty = dict.fromkeys(empty, Region("", ""))

    def _all(self, state: object, view: Mapping[str, Any]) -> list[Panel]:
        game, names, language = self._game, self._names, self._language
        args = game, state, view, names, language
        return [standing(*args), *panels(*args)]

    def spots(self, state: object, view: Mapping[str, Any]) -> dict[str, Region]:
        """Return every row as it is at a moment; of another table (record 1 corrected) nothing."""
        drawn = self._html.spots(self._all(state, view))
        return {name: drawn.get(name, nothing) for name, nothing in self._empty.items()}

    def gains(self, event: Any, before: Any, after: Any) -> Iterable[Gain]:
        return self._gains.gains(event, before, after)
