"""A page without a board: how the game stands, everybody's points, and what is due."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from typing import Any, Final

from ragami.errors import N_
from ragami.game.definition import GameDefinition
from ragami.game.page_content import Gain, PageContent, Region
from ragami.language import Language, translator
from ragami.markup import tag
from ragami.messages import plain

POINTS: Final = N_("points")


class Plain:
    """See `capabilities.PageContent`."""

    def __init__(self, game: GameDefinition) -> None:
        self._game = game

    def stage(
        self,
        state: Any,
        names: Mapping[str, str],
        language: Language,
        keep: Callable[[str], str],
    ) -> PageContent | None:
        """The standing as a table; None while nobody sits at the table."""
        return Standing(self._game, names, language, state) if names else None


class Standing:
    """See `staging.PageContent`: a row a seat, and beside it what else the view says."""

    def __init__(
        self, game: GameDefinition, names: Mapping[str, str], language: Language, state: Any
    ) -> None:
        self._game, self._language = game, language
        self._ = translator(language)
        self.players = {
            seat: f"{plain(name)} ({game.words.word(seat, language)})"
            for seat, name in names.items()
        }
        self.sources = {"points": self._(POINTS)}
        self._keys = [key for key in game.view(state, 0, None) if key not in ("seq", "players")]
        self.board = self._table()
        self.beside = tag("dl", *self._facts(), class_="facts")

    def _table(self) -> str:
        rows = (
            tag(
                "tr",
                tag("th", escape(name), scope="row"),
                tag("td", id=f"player-{n}"),
            )
            for n, name in enumerate(self.players.values())
        )
        return tag("table", tag("tbody", *rows), class_="standing")

    def _facts(self) -> Iterator[str]:
        for n, key in enumerate(self._keys):
            yield tag("dt", escape(self._game.words.word(key, self._language)))
            yield tag("dd", id=f"fact-{n}")

    def spots(self, view: Mapping[str, Any]) -> dict[str, Region]:
        """What each player has, and every other part of the view."""
        players = view.get("players", {})
        seats = {
            f"player-{n}": self._said(players.get(seat)) for n, seat in enumerate(self.players)
        }
        return seats | {f"fact-{n}": self._said(view.get(key)) for n, key in enumerate(self._keys)}

    def _said(self, value: Any) -> Region:
        """A value in words: markup of it, and no label beside its own text."""
        return Region("", escape(_told(value, self._game, self._language)))

    def gains(self, _event: Any, before: Any, after: Any) -> Iterable[Gain]:
        """What the scores show."""
        for seat, points in after.scores.items():
            if won := points - before.scores.get(seat, 0):
                yield Gain(seat, "points", won)


def _told(value: Any, game: GameDefinition, language: Language) -> str:
    if isinstance(value, Mapping):
        told = (
            f"{game.words.word(str(key), language)} {_told(inside, game, language)}"
            for key, inside in value.items()
        )
        return ", ".join(told) or "–"
    if isinstance(value, list | tuple):
        return ", ".join(_told(one, game, language) for one in value) or "–"
    if isinstance(value, bool):
        return translator(language)("yes") if value else translator(language)("no")
    if value is None:
        return "–"
    return game.words.word(value, language) if isinstance(value, str) else str(value)
