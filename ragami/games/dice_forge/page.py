"""The game on a page: players, islands and temple are spots with ids of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from html import escape
from typing import Any, Final

from ragami.game.page_content import Gain, Region
from ragami.games.dice_forge import events as ev
from ragami.games.dice_forge.picture import shapes as draw
from ragami.games.dice_forge.picture.labels import Labels
from ragami.games.dice_forge.picture.scene import Scene, fits, scene_of
from ragami.games.dice_forge.picture.svg import (
    GAP,
    HEAD,
    ISLAND_WIDTH,
    MARGIN,
    SEAT_HEIGHT,
    SEAT_WIDTH,
    STACK_HEIGHT,
    WIDTH,
    Drawing,
)
from ragami.games.dice_forge.reserves import BOTH_SIDES, SIDE, SIDE_GLORY
from ragami.games.dice_forge.state import State
from ragami.games.dice_forge.table import Table
from ragami.games.dice_forge.telling import AT, Moment
from ragami.language import Language
from ragami.markup import element, tag
from ragami.messages import plain

SOURCES: Final[Mapping[str, tuple[str, str]]] = {
    "faces": ("faces of dice", "caras de los dados"),
    "cards": ("cards", "cartas"),
    "hammer": ("hammer", "martillo"),
    "feats": ("effects of feats", "efectos de hazañas"),
    "boars": ("boars", "jabalíes"),
}
# What the rest of an event's glory comes from.
OF_EVENT: Final[Mapping[type[Any], str]] = {
    ev.FeatPerformed: "feats",
    ev.Reinforced: "feats",
    ev.BoarPaid: "boars",
}
ISLANDS: Final = 7


def stage(
    state: State, names: Mapping[str, str], language: Language, keep: Callable[[str], str]
) -> PageContent | None:
    """The game set out on a page; None while there is nothing on the table."""
    return PageContent(state.table, names, language, keep) if state.opened else None


class PageContent:
    """See `ragami.game.page_content.PageContent`."""

    def __init__(
        self, table: Table, names: Mapping[str, str], language: Language, keep: Callable[[str], str]
    ) -> None:
        self._table, self._names = table, names
        self._says = Labels(language)
        self._drawing = Drawing(language, keep)
        self.players = {
            seat: f"{plain(name)} ({self._says.word(seat)})" for seat, name in names.items()
        }
        self.sources = {code: said[AT[language]] for code, said in SOURCES.items()}
        self._deepest = max(
            sum(feat.portal == portal for feat in table.in_game.values())
            for portal in range(1, ISLANDS + 1)
        )
        self.board = self._board()
        self.beside = tag("p", id="due", class_="due") + tag("p", escape(self._says.legend()))
        self._drawn: dict[str, Region] = {}

    # --- where everything is ---------------------------------------------------------------

    def _places(self) -> Iterator[tuple[str, tuple[float, float]]]:
        for n in range(len(self._table.seats)):
            row, column = divmod(n, 2)
            yield (
                f"seat-{n}",
                (
                    MARGIN + column * (SEAT_WIDTH + GAP),
                    HEAD + row * (SEAT_HEIGHT + GAP),
                ),
            )
        y = float(HEAD + (len(self._table.seats) + 1) // 2 * (SEAT_HEIGHT + GAP))
        for n in range(ISLANDS):
            yield f"island-{n + 1}", (MARGIN + n * (ISLAND_WIDTH + 8), y)
        yield "temple", (MARGIN, y + self._island_height + GAP)

    @property
    def _island_height(self) -> float:
        return 40 + self._deepest * STACK_HEIGHT

    def _board(self) -> str:
        pools = sum(len(pool.faces) for pool in self._table.temple.sanctuary)
        garden = len(self._table.temple.garden)
        deep = 330 + (pools // 17) * 108 + (garden // 17) * 86
        places = list(self._places())
        bottom = places[-1][1][1] + deep
        spots = (draw.moved(at, element("g", id=name, role="group")) for name, at in places)
        head = element("g", id="round")
        return element(
            "svg",
            element("rect", width=WIDTH, height=bottom, fill="#f7f2e6"),
            head,
            *spots,
            draw.moved((MARGIN, bottom - 44), self._drawing.key()),
            viewBox=f"0 0 {WIDTH} {round(bottom)}",
            role="group",
            aria_label=self._says("board"),
            font_family=draw.FONT,
            fill=draw.INK,
        )

    # --- what is there ---------------------------------------------------------------------

    def spots(self, view: Mapping[str, Any]) -> dict[str, Region]:
        """Players, islands and temple, and what is due."""
        if not fits(view, self._table):
            nothing = Region("", "")
            return dict.fromkeys([name for name, _ in self._places()] + ["round", "due"], nothing)
        scene = scene_of(view, self._table, self._names)
        return dict(self._spots(scene))

    def _spots(self, scene: Scene) -> Iterator[tuple[str, Region]]:
        says, drawing = self._says, self._drawing
        told = says("round", round=scene.view["round"], rounds=scene.rounds)
        yield "round", Region(told, draw.words(told, (MARGIN, 32), 24, font_weight="bold"))
        yield "due", Region("", escape(self._due(scene.view)))
        for n, seat in enumerate(scene.seats):
            label = f"{says.word(seat.colour)}: {says.score(seat.glory, seat.view['glory'])}"
            draw_it = partial(drawing.seat, seat)
            yield f"seat-{n}", self._once(repr((seat.view, seat.due)), label, draw_it)
        for island in scene.islands:
            label = says("island", portal=island.portal)
            draw_it = partial(drawing.island, island, self._island_height)
            yield f"island-{island.portal}", self._once(repr(island), label, draw_it)
        key = repr((scene.pools, scene.garden))
        yield "temple", self._once(key, says("sanctuary"), lambda: drawing.temple(scene)[0])

    def _due(self, view: Mapping[str, Any]) -> str:
        """Whose doing comes next, and what."""
        says = self._says
        due = view["due"]
        if due is None:
            return says.word(view["active"] or view["phase"])
        players = ", ".join(map(says.word, due["players"]))
        told = says.word(due["type"])
        return f"{players}: {told}" if players else told

    def _once(self, key: str, label: str, shape: Callable[[], str]) -> Region:
        """Most places look as they have looked before."""
        if key not in self._drawn:
            self._drawn[key] = Region(label, shape())
        return self._drawn[key]

    def gains(self, event: Any, before: Moment, after: Moment) -> Iterable[Gain]:
        """Where glory comes from; printed glory counts when the card is taken."""
        for colour, points in after.scores.items():
            track = after.reserves[colour][3] - (before.reserves.get(colour) or (0, 0, 0, 0))[3]
            won = points - before.scores.get(colour, 0)
            parts = {"cards": won - track, "hammer": _hammer(colour, before, after)}
            parts["feats"] = _typhon(colour, before, after)
            rest = track - parts["hammer"] - parts["feats"]
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
