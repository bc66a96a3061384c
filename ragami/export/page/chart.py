"""The points by round as a chart for each player, and by source as a table (`CHART`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Final

from ragami.export.page.points import END, Points
from ragami.game.page_content import PageContent
from ragami.language import Language, translator
from ragami.markup import element, number

CHART: Final = "ragami/export/page/chart.html"
WIDTH: Final = 320
HEIGHT: Final = 150
TOP: Final = 18
GROUND: Final = 126
WIDEST: Final = 44
# Room for a figure below the deepest bar.
FIGURE: Final = 12


class PointsChart:
    """All players to the same scale; a bar a round, its parts by where the points came from.

    What was lost hangs below the ground.
    """

    def __init__(self, points: Points, stage: PageContent, language: Language) -> None:
        self._ = translator(language)
        self.points = points
        self.stage = stage
        stacks = [self._stacks(who, when) for who in stage.players for when in points.columns]
        up, down = max([1, *(up for up, _ in stacks)]), max([0, *(down for _, down in stacks)])
        self.unit = (GROUND - TOP - (FIGURE if down else 0)) / (up + down)
        self.ground = TOP + up * self.unit

    @property
    def players(self) -> Mapping[str, str]:
        """The names of the players, by seat."""
        return self.stage.players

    @property
    def sources(self) -> Mapping[str, str]:
        """The sources of points, by code."""
        return self.stage.sources

    def bars(self, player: str) -> str:
        """Return a player's bars as SVG."""
        line = element("path", d=f"M0,{number(self.ground)}H{WIDTH}", class_="ground")
        return element("svg", line, *self._bars(player), viewBox=f"0 0 {WIDTH} {HEIGHT}",
                       role="group", aria_label=self.stage.players[player])  # fmt: skip

    def _bars(self, player: str) -> Iterator[str]:
        columns = self.points.columns
        step = WIDTH / max(1, len(columns))
        for n, column in enumerate(columns):
            middle = step * (n + 0.5)
            total = self.points.in_column(player, column)
            said = self._said(player, column, total)
            yield element(
                "g",
                element("title", escape(said)),
                *self._parts(player, column, middle, min(WIDEST, step * 0.7)),
                _words(str(total), middle, self._beside(player, column)) if total else "",
                _words(self._heading(column), middle, HEIGHT - 7, class_="round"),
                role="img",
                aria_label=said,
                data_from=str(self.points.begins[column]),
            )

    def _stacks(self, player: str, column: int) -> tuple[int, int]:
        """Return the points won in a round, and those lost."""
        of_source = [self.points.won[player, column, source] for source in self.stage.sources]
        return sum(n for n in of_source if n > 0), -sum(n for n in of_source if n < 0)

    def _beside(self, player: str, column: int) -> float:
        """Return the height of a bar's figure: above the bar, and below one of losses."""
        up, down = self._stacks(player, column)
        lost = down > up
        return self.ground + (down * self.unit + FIGURE if lost else -up * self.unit - 5)

    def _parts(self, player: str, column: int, middle: float, width: float) -> Iterator[str]:
        up = down = self.ground
        for n, source in enumerate(self.stage.sources):
            if won := self.points.won[player, column, source]:
                height = abs(won) * self.unit
                if won > 0:
                    up -= height
                y = up if won > 0 else down
                down += height if won < 0 else 0
                yield element("rect", x=middle - width / 2, y=y, width=width, height=height,
                              class_=f"source-{n}")  # fmt: skip

    def _heading(self, column: int) -> str:
        _ = self._
        return _("End") if column == END else str(column)

    def _said(self, player: str, column: int, total: int) -> str:
        _ = self._
        when = _("End") if column == END else _("Round {round}").format(round=column)
        parts = ", ".join(
            f"{word} {won}"
            for source, word in self.stage.sources.items()
            if (won := self.points.won[player, column, source])
        )
        return f"{when}: {total} ({parts})" if total else f"{when}: 0"


def _words(text: str, x: float, y: float, **attributes: str) -> str:
    return element("text", escape(text), x=x, y=y, text_anchor="middle", **attributes)
