"""The game on a page: the spots of the picture, and beside it everybody's tracks as figures."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from html import escape
from typing import Any, Final

from ragami.game.page_content import Gain, Region
from ragami.game.sketch import Spots
from ragami.games.deal_with_the_devil.narrating import TRACKS, Moment
from ragami.games.deal_with_the_devil.picture.svg import Drawing
from ragami.games.deal_with_the_devil.state import State
from ragami.games.deal_with_the_devil.view import view
from ragami.games.deal_with_the_devil.words import TABLES
from ragami.language import Language
from ragami.markup import tag
from ragami.messages import plain

COLUMNS: Final = ("points", *TRACKS)
SOURCES: Final = TABLES["source"]
# The lines of the final count by what points come from; the first is the track, told before.
OF_THE_COUNT: Final = {
    "buildings": ("buildings",),
    "honours": ("majors", "angel", "demon", "indulgences", "courtiers"),
    "burdens": ("debt", "souls"),
    "goods": ("valuables", "route", "fives"),
}


def stage(
    state: State, names: Mapping[str, str], language: Language, keep: Callable[[str], str]
) -> PageContent | None:
    """The game set out on a page; None while nobody sits at the table."""
    return PageContent(state, names, language, keep) if state.opened else None


class PageContent:
    """See `ragami.game.page_content.PageContent`: its spots are those of the picture."""

    def __init__(
        self, state: State, names: Mapping[str, str], language: Language, keep: Callable[[str], str]
    ) -> None:
        self._drawing = Drawing(state.table, names, language, keep)
        self._says = says = self._drawing.says
        self._spots = Spots()
        self.players = {seat: f"{plain(name)} ({says.word(seat)})" for seat, name in names.items()}
        self.sources = {code: said.text(language) for code, said in SOURCES.items()}
        sketch = self._drawing.sketch(view(state, 0, "public"), None)
        self._empty = dict.fromkeys((one.name for one in sketch.spots), Region("", ""))
        self.board = sketch.board()
        self.beside = tag("p", id="due") + self._table() + tag("p", escape(says("legend")))

    def _table(self) -> str:
        """A row a player, a column a track; the figures are spots."""
        heads = [
            tag("th", tag("abbr", escape(self._says(one, "short")), title=self._says.word(one)),
                scope="col")
            for one in COLUMNS
        ]  # fmt: skip
        rows = [
            tag(
                "tr",
                tag(
                    "th",
                    tag("span", id=f"turn-{n}"),
                    tag("span", escape(name), class_="name"),
                    scope="row",
                ),
                *(tag("td", id=f"{track}-of-{n}") for track in COLUMNS),
            )
            for n, name in enumerate(self.players.values())
        ]
        head = tag("thead", tag("tr", tag("td"), *heads))
        return tag("table", head, tag("tbody", *rows), class_="scores")

    def spots(self, view: Mapping[str, Any]) -> dict[str, Region]:
        """Every spot as it looks at a moment, the figures, and what is due."""
        drawn = self._fits(view)
        shown = self._spots.of(self._drawing.spots(view)) if drawn else self._empty
        return {**shown, **dict(self._figures(view if drawn else {"players": {}, "due": ()}))}

    def _fits(self, view: Mapping[str, Any]) -> bool:
        """Is it this table? A correction of record 1 may have changed it since."""
        cards, up = self._says.table, set(view["inquisition"]["up"].values()) - {None}
        minor = {id_ for one in view["players"].values() for id_ in one["minor"]}
        known = minor <= cards.file.achievements.keys() and up <= cards.file.inquisitors.keys()
        return known and list(view["players"]) == list(self.players)

    def _figures(self, view: Mapping[str, Any]) -> Iterator[tuple[str, Region]]:
        due = self._says.at(view) if view["players"] else ""
        if view["due"]:
            due = f"{self._says.listed(view['due'])}: {due}"
        yield "due", Region("", escape(due))
        for n, seat in enumerate(self.players):
            one = view["players"].get(seat, {})
            yield f"turn-{n}", Region("", tag("em", "▶ ") if seat in view["due"] else "")
            for track in COLUMNS:
                yield f"{track}-of-{n}", Region("", _figure(one.get(track)))

    def gains(self, _event: Any, before: Moment, after: Moment) -> Iterator[Gain]:
        """Where the points of an event come from."""
        return gains(before, after)


def _figure(n: int | None) -> str:
    return "–" if n is None else str(n)


def gains(before: Moment, after: Moment) -> Iterator[Gain]:
    """Where points come from: the track while it is played, the rest at the end."""
    for colour, points in after.scores.items():
        rest = points - before.scores.get(colour, 0)
        if after.final and not before.final:
            lines = after.final["players"][colour]
            for source, names in OF_THE_COUNT.items():
                won = sum(lines[name] for name in names)
                rest -= won
                if won:
                    yield Gain(colour, source, won)
        if rest:
            yield Gain(colour, "inquisition" if before.phase == "inquisition" else "play", rest)
