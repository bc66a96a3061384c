"""Panels for a page: HTML that flows to any width, each row a spot that is drawn anew by itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final

from ragami.draw.panels import Panel, Row, Sign, Symbols, in_tables, spoken
from ragami.draw.sketch import Keep, Region, Spots
from ragami.markup import element
from ragami.templates import fragment

PANELS: Final = "ragami/draw/panels.html"
CUT: Final = "\x1e"
CLOSED: Final = element("rect", x=-24, y=-28, width=48, height=56, rx=7, class_="back")


class Panelled:
    """The panels of one table on a page; `keep` stores a symbol once for the whole page."""

    def __init__(self, symbols: Symbols, keep: Keep) -> None:
        self._keep = keep
        # Most of what stands at a moment has stood at the one before.
        self._symbol = cache(symbols)
        self._spots = Spots(keep)
        # No template of them has words of its own, so that any language will do.
        self._frame, title, self._markup = (
            fragment(PANELS, name, "en") for name in ("frame", "title", "row")
        )
        self._title: Callable[..., Region] = lru_cache(maxsize=1024)(
            lambda *parts: Region("", title(*parts, self._picture, spoken))
        )
        self._row: Callable[[Row], Region] = lru_cache(maxsize=4096)(self._drawn)
        # The heading of a cell stands above the table.
        self._cell: Callable[[Row], Region] = lru_cache(maxsize=4096)(
            lambda row: self._drawn(row._replace(heading=""))
        )

    def frame(self, panels: Sequence[Panel]) -> str:
        """Return the panels with every row empty in its place."""
        return self._frame(in_tables(panels), self._picture, spoken)

    @staticmethod
    def places(panels: Sequence[Panel]) -> Iterator[str]:
        """Yield the ids of the places that `spots` fills, without drawing anything."""
        for panel in panels:
            yield f"{panel.name}-title"
            for row in panel.rows:
                maps = row.maps()
                yield from (spot.name for widget in maps for spot in widget.sketch.spots)
                if not maps:
                    yield f"{panel.name}-{row.name}"

    def spots(self, panels: Sequence[Panel]) -> dict[str, Region]:
        """Return how each row looks now, by the id of its place."""
        regions: dict[str, Region] = {}
        for panel in panels:
            regions[f"{panel.name}-title"] = self._title(
                panel.title, panel.due, panel.sign, panel.marks
            )
            draw = self._cell if panel.size == "line" else self._row
            for row in panel.rows:
                maps = row.maps()
                if not maps:
                    regions[f"{panel.name}-{row.name}"] = draw(row)
                for widget in maps:
                    regions |= self._spots.of(widget.sketch.spots)
        return regions

    def _drawn(self, row: Row) -> Region:
        if not row.widgets:
            return Region("", "")
        parts = tuple(self._markup(row, self._picture, spoken).split(CUT))
        return Region("", "".join(parts), parts)

    def _picture(self, sign: Sign) -> str:
        """Return the symbol of a sign; empty where it has none."""
        picture = CLOSED if sign.mark == "closed" else self._symbol(sign.picture)
        return self._keep(picture) if picture else ""
