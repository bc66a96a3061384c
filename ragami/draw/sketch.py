"""A table drawn in spots, for a picture and for a page: each has its place, words and a shape.

A game makes a `Sketch` of a moment from a view of it. The picture has every spot in its place; on
a page each is drawn anew when something about it has changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from ragami.markup import FONT, Point, element, labelled, moved, words

Keep = Callable[[str], str]


def as_it_is(markup: str) -> str:
    """Return the markup: a picture of its own has every shape in its place."""
    return markup


class Region(NamedTuple):
    """One place of a page at some moment: in words (if it has any), and as markup.

    `parts` are pieces that make up the markup, where many of them come again at other moments.
    """

    label: str
    markup: str
    parts: tuple[str, ...] = ()


class SketchItem(NamedTuple):
    """A spot of a sketch: it looks the same while `key` is the same; `label` says it in words.

    `shape` draws it round its position; it passes parts that come again through the given `Keep`.
    `place` is the value of an event's field that a tap on the spot chooses; empty if it has none.
    """

    name: str
    at: Point
    label: str
    key: Any
    shape: Callable[[Keep], str]
    place: str = ""


class Sketch(NamedTuple):
    """A table at a moment: `ground` is what never changes, `label` says what it is a picture of.

    `fields` are the fields of events that a tap on a spot can answer.
    """

    title: str
    label: str
    width: float
    height: float
    cloth: str
    ink: str
    ground: str
    spots: Sequence[SketchItem]
    fields: tuple[str, ...] = ()

    def inside(self) -> str:
        """Return the picture without a frame or a title, to be put into another."""
        return self.ground + "".join(
            moved(spot.at, labelled(spot.label, shape) if spot.label else shape)
            for spot in self.spots
            for shape in [spot.shape(as_it_is)]
        )

    def board(self) -> str:
        """Return the board of a page, with each spot empty in its place."""
        title = words(self.title, (20, 32), 26, font_weight="bold") if self.title else ""
        places = {"data_fields": " ".join(self.fields)} if self.fields else {}
        return element(
            "svg",
            element("rect", width=self.width, height=self.height, fill=self.cloth),
            title,
            self.ground,
            *map(_empty, self.spots),
            viewBox=f"0 0 {round(self.width)} {round(self.height)}",
            role="group",
            aria_label=self.label,
            font_family=FONT,
            fill=self.ink,
            **places,
        )


def _empty(spot: SketchItem) -> str:
    place = {"data_place": spot.place} if spot.place else {}
    return moved(spot.at, element("g", id=spot.name, role="img", **place))


class Spots:
    """The spots of one table as regions of a page; most look as they have looked before."""

    def __init__(self, keep: Keep) -> None:
        self._keep = keep
        self._drawn: dict[str, Region] = {}
        # What stood in each place last: a spot that is the same object needs no look at all.
        self._last: dict[str, tuple[SketchItem, Region]] = {}

    def of(self, spots: Iterable[SketchItem]) -> dict[str, Region]:
        """Return the present look of each spot, by name."""
        return {spot.name: self._once(spot) for spot in spots}

    def _once(self, spot: SketchItem) -> Region:
        last = self._last.get(spot.name)
        if last and last[0] is spot:
            return last[1]
        key = f"{spot.name} {spot.label} {spot.key!r}"
        if key not in self._drawn:
            self._drawn[key] = Region(spot.label, spot.shape(self._keep))
        self._last[spot.name] = spot, self._drawn[key]
        return self._drawn[key]
