"""Panels for a page: HTML that flows to any width, each row a spot that is drawn anew by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from html import escape

from ragami.draw.panels import (
    Bar,
    Card,
    Die,
    Grid,
    Map,
    Panel,
    Row,
    Sign,
    Space,
    Symbols,
    Text,
    Track,
    Widget,
    spoken,
)
from ragami.draw.sketch import Keep, Region, Spots
from ragami.markup import element, tag

BOX = "-32 -32 64 64"
CLOSED = element("rect", x=-24, y=-28, width=48, height=56, rx=7, class_="back")


class Panelled:
    """The panels of one table on a page; `keep` stores a symbol once for the whole page."""

    def __init__(self, symbols: Symbols, keep: Keep) -> None:
        self._symbols, self._keep = symbols, keep
        self._spots = Spots()
        self._row: Callable[[Row], Region] = lru_cache(maxsize=4096)(self._drawn)

    def frame(self, panels: Sequence[Panel]) -> str:
        """Return the panels with every row empty in its place."""
        return tag("div", *map(self._panel, panels), class_="panels")

    def _panel(self, panel: Panel) -> str:
        rows = "".join(self._places(panel))
        title = tag("h2", id=f"{panel.name}-title")
        owner = {"data_owner": panel.owner} if panel.owner else {}
        return tag("section", title, rows, class_=f"panel {panel.size}", **owner)

    def _places(self, panel: Panel) -> Iterator[str]:
        for row in panel.rows:
            maps = [widget for widget in row.widgets if isinstance(widget, Map)]
            if maps:
                yield from (widget.sketch.board() for widget in maps)
            else:
                yield tag("div", id=f"{panel.name}-{row.name}", class_="widgets")

    def spots(self, panels: Sequence[Panel]) -> dict[str, Region]:
        """Return how each row looks now, by the id of its place."""
        regions: dict[str, Region] = {}
        for panel in panels:
            mark = tag("em", "▶ ") if panel.due else ""
            regions[f"{panel.name}-title"] = Region("", mark + escape(panel.title))
            for row in panel.rows:
                maps = [widget for widget in row.widgets if isinstance(widget, Map)]
                if not maps:
                    regions[f"{panel.name}-{row.name}"] = self._row(row)
                for widget in maps:
                    regions |= self._spots.of(widget.sketch.spots)
        return regions

    def _drawn(self, row: Row) -> Region:
        if not row.widgets:
            return Region("", "")
        heading = tag("h3", escape(row.heading)) if row.heading else ""
        parts = (heading, *(part for widget in row.widgets for part in self._parts(widget)))
        return Region("", "".join(parts), parts)

    def _parts(self, widget: Widget) -> Iterator[str]:
        """Give a large widget piece by piece: most pieces look as they have looked before."""
        match widget:
            case Track(label, spaces):
                yield f'<ol class="track" aria-label="{escape(label)}">'
                yield from map(self._space, spaces)
                yield "</ol>"
            case Die(name, faces):
                yield f'<div class="die"><span class="faint">{escape(name)}</span>'
                yield from map(self._sign, faces)
                yield "</div>"
            case Grid():
                yield from _grid(widget)
            case _:
                yield self._widget(widget)

    def _widget(self, widget: Text | Sign | Bar | Card | Map) -> str:
        match widget:
            case Text(text, weight):
                markup = tag("p", escape(text), class_=weight)
            case Sign():
                markup = self._sign(widget)
            case Bar(sign, value, limit):
                bar = f'<meter min="0" max="{limit}" value="{value}" aria-hidden="true"></meter>'
                count = tag("b", f"{value}/{limit}")
                markup = tag("div", self._sign(sign), bar, count, class_="bar")
            case Card():
                markup = self._card(widget)
            case Map():
                markup = ""  # its spots are drawn one by one
        return markup

    def _sign(self, sign: Sign) -> str:
        markup = CLOSED if sign.mark == "closed" else self._symbols(sign.picture)
        kind = f"piece {sign.mark}".strip()
        if not markup:
            words = f"{sign.short} {sign.amount}".strip()
            return tag("span", escape(words), class_=f"{kind} word", title=sign.label)
        shape = element("svg", self._keep(markup), viewBox=BOX)
        said = spoken(sign)
        named = {"role": "img", "aria_label": said, "title": said}
        return tag("span", shape, escape(sign.amount), class_=kind, **named)

    def _card(self, card: Card) -> str:
        lines = (tag("span", escape(line)) for line in card.lines)
        signs = tag("span", *map(self._sign, card.signs)) if card.signs else ""
        title = tag("b", escape(card.title or "?"))
        return tag("div", title, signs, *lines, class_=f"card {card.mark}".strip())

    def _space(self, space: Space) -> str:
        return tag(
            "li",
            tag("b", escape(space.name)),
            tag("span", *map(self._sign, space.signs)),
            tag("small", escape(space.note)) if space.note else "",
            class_=space.tone or "plain",
        )


def _grid(grid: Grid) -> Iterator[str]:
    total = " total" if grid.total else ""
    yield f'<div class="scrolls" tabindex="0" role="group"><table class="grid{total}">'
    if any(grid.heads):
        heads = (tag("th", escape(head), scope="col") if head else tag("td") for head in grid.heads)
        yield tag("thead", tag("tr", *heads))
    yield "<tbody>"
    for n, (first, *cells) in enumerate(grid.rows):
        marked = {"class_": "marked"} if n in grid.marked else {}
        figures = (tag("td", escape(cell)) for cell in cells)
        yield tag("tr", tag("th", escape(first), scope="row"), *figures, **marked)
    yield "</tbody></table></div>"
