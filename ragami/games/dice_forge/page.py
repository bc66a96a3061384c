"""The game on a page: players, islands and temple are spots with ids of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from typing import Any, Final

from ragami.game.page_content import Gain, Region
from ragami.game.sketch import Spots
from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge.picture.labels import Labels
from ragami.games.dice_forge.picture.scene import fits, scene_of
from ragami.games.dice_forge.picture.svg import Drawing
from ragami.games.dice_forge.reserves import BOTH_SIDES, SIDE, SIDE_GLORY
from ragami.games.dice_forge.state import State
from ragami.games.dice_forge.telling import Moment
from ragami.games.dice_forge.view import view
from ragami.games.dice_forge.words import TABLES
from ragami.language import Language
from ragami.markup import tag
from ragami.messages import plain

SOURCES: Final = TABLES["source"]
# What the rest of an event's glory comes from.
OF_EVENT: Final[Mapping[type[Any], str]] = {
    ev.FeatPerformed: "feats",
    ev.Reinforced: "feats",
    ev.BoarPaid: "boars",
}


def stage(
    state: State, names: Mapping[str, str], language: Language, keep: Callable[[str], str]
) -> PageContent | None:
    """The game set out on a page; None while there is nothing on the table."""
    return PageContent(state, names, language, keep) if state.opened else None


class PageContent:
    """See `ragami.game.page_content.PageContent`: its spots are those of the picture."""

    def __init__(
        self, state: State, names: Mapping[str, str], language: Language, keep: Callable[[str], str]
    ) -> None:
        self._table, self._names = state.table, names
        self._says = Labels(language)
        self._drawing = Drawing(language, keep)
        self.players = {
            seat: f"{plain(name)} ({self._says.word(seat)})" for seat, name in names.items()
        }
        self.sources = {code: said.text(language) for code, said in SOURCES.items()}
        scene = scene_of(view(state, 0), state.table, names)
        sketch = self._drawing.sketch(scene, None)
        self._names_of_spots = ["due", *(one.name for one in sketch.spots)]
        self.board = sketch.board()
        self.beside = tag("p", id="due") + tag("p", escape(self._says.legend()))
        self._spots = Spots()

    def spots(self, view: Mapping[str, Any]) -> dict[str, Region]:
        """Every spot as it looks at a moment, and what is due."""
        if not fits(view, self._table):
            return dict.fromkeys(self._names_of_spots, Region("", ""))
        scene = scene_of(view, self._table, self._names)
        shown = self._spots.of(self._drawing.spots(scene))
        return {"due": Region("", escape(self._due(view)))} | shown

    def _due(self, view: Mapping[str, Any]) -> str:
        """Whose doing comes next, and what."""
        says = self._says
        due = view["due"]
        if due is None:
            return says.word(view["active"] or view["phase"])
        players = ", ".join(map(says.word, due["players"]))
        told = says.word(due["type"])
        return f"{players}: {told}" if players else told

    def gains(self, event: Any, before: Moment, after: Moment) -> Iterable[Gain]:
        """Where the glory of an event comes from."""
        return gains(event, before, after)


def gains(event: Any, before: Moment, after: Moment) -> Iterator[Gain]:
    """Where glory comes from; printed glory counts when the card is taken."""
    for colour, points in after.scores.items():
        track = after.reserves[colour][3] - (before.reserves.get(colour) or (0, 0, 0, 0))[3]
        won = points - before.scores.get(colour, 0)
        parts = {"cards": won - track, "hammers": _hammer(colour, before, after)}
        parts["feats"] = _typhon(colour, before, after)
        rest = track - parts["hammers"] - parts["feats"]
        source = OF_EVENT.get(type(event), "faces")
        parts[source] = parts.get(source, 0) + rest
        yield from (Gain(colour, code, n) for code, n in parts.items() if n)


def _hammer(colour: str, before: Moment, after: Moment) -> int:
    """The glory of the sides that were completed."""
    return _struck(after.struck[colour]) - _struck(before.struck.get(colour, 0))


def _struck(steps: int) -> int:
    whole, begun = divmod(steps, BOTH_SIDES)
    return whole * sum(SIDE_GLORY) + (SIDE_GLORY[0] if begun >= SIDE else 0)


def _typhon(colour: str, before: Moment, after: Moment) -> int:
    """1 glory for each face removed, for each card that was taken."""
    cards, _ = before.typhon.get(colour, (0, 0))
    taken, removed = after.typhon[colour]
    return (taken - cards) * removed
