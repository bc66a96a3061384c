"""The points of all seats over time as one chart, and by source as a table (`CHART`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from html import escape
from math import ceil, floor
from typing import Any, Final

from ragami.export.excerpt import Excerpt
from ragami.game.capabilities import GAINS, PAGE
from ragami.game.visibility import PUBLIC
from ragami.judge.moments import legal_moments
from ragami.language import Language, translator
from ragami.log.unredacted import log_of
from ragami.markup import element, number

CHART: Final = "ragami/export/page/chart.html"
WIDTH: Final = 400
HEIGHT: Final = 200
TOP: Final = 20  # above the highest line there is room for its figure
GROUND: Final = 178
# The lines that can be told apart.
MOST: Final = 12
# The rounds that are named below the chart, and the figures beside it, at most.
NAMED: Final = 10
FIGURES: Final = 5
# Seats that are called by a colour have it; the others have the rest of the list in turn.
COLOURS: Final = {
    "blue": "#0072b2",
    "orange": "#d55e00",
    "green": "#009e73",
    "purple": "#a3458b",
    "yellow": "#c79500",
    "red": "#a3324f",
    "black": "currentColor",
}


class PointsChart:
    """A line for each seat; from left to right go the records, from below to above the points."""

    def __init__(self, points: Points, names: Mapping[str, str], language: Language) -> None:
        self._ = translator(language)
        self.points = points
        self.names = names
        self.sources = points.gains.sources(language)
        totals = [0, *(total for line in points.course.values() for _seq, total in line)]
        self._low, self._high = floor(min(totals)), ceil(max(1, *totals))

    @cached_property
    def players(self) -> Mapping[str, str]:
        """The names of the players, by seat; of very many, those with the most points, in order."""
        if len(self.names) <= MOST:
            return self.names
        best = sorted(self.names, key=self.points.total, reverse=True)[:MOST]
        return {seat: self.names[seat] for seat in best}

    def colour(self, player: str) -> str:
        free = [colour for seat, colour in COLOURS.items() if seat not in self.players]
        if player in COLOURS or not free:
            return COLOURS.get(player, "currentColor")
        without_colour = [seat for seat in self.players if seat not in COLOURS]
        return free[without_colour.index(player) % len(free)]

    def dashes(self, player: str) -> str:
        """Return the dashes of a player's line: no two neighbours are told by colour alone."""
        return ("none", "7 2", "2 2", "9 2 2 2")[list(self.players).index(player) % 4]

    def total(self, player: str) -> str:
        return figures(self.points.total(player))

    def of_source(self, player: str, source: str) -> str:
        """Return a player's points from a source in figures; a dash for none."""
        points = self.points.of_source(player, source)
        return figures(points) if points else "–"

    def lines(self) -> str:
        _ = self._
        label = ", ".join(f"{name} {self.total(seat)}" for seat, name in self.players.items())
        return element(
            "svg",
            *self._ground(),
            *(self._line(player, name) for player, name in self.players.items()),
            # The script of the page lays this over what is still to come.
            element("rect", id="course-later", x=WIDTH, y=0, width=0, height=GROUND),
            viewBox=f"0 0 {WIDTH} {HEIGHT}",
            role="img",
            aria_label=_("Points over time") + f": {label}",
            id="course",
        )

    def _x(self, seq: int) -> float:
        return WIDTH * seq / max(1, self.points.last)

    def _y(self, total: float) -> float:
        return GROUND - (GROUND - TOP) * (total - self._low) / (self._high - self._low)

    def _line(self, player: str, name: str) -> str:
        start, *steps = self.points.course[player]
        course = "".join(
            f"H{number(self._x(seq))}V{number(self._y(total))}" for seq, total in steps
        )
        return element(
            "path",
            element("title", escape(f"{name}: {self._by_round(player)}")),
            d=f"M{number(self._x(start[0]))},{number(self._y(start[1]))}{course}H{WIDTH}",
            stroke=self.colour(player),
            stroke_dasharray=self.dashes(player),
            class_="line",
        )

    def _by_round(self, player: str) -> str:
        """Return the totals at the end of each round."""
        ends = [self.points.begins[column] for column in self.points.columns[1:]]
        course = self.points.course[player]
        totals = [[total for seq, total in course if seq < end][-1] for end in ends]
        return " → ".join(map(figures, [*totals, course[-1][1]]))

    def _ground(self) -> Iterator[str]:
        """Yield the lines that points and rounds are read by."""
        step = _step(self._high - self._low)
        for total in range(-(-self._low // step) * step, self._high + 1, step):
            y = self._y(total)
            yield element("path", d=f"M0,{number(y)}H{WIDTH}", class_="rule" if total else "ground")
            yield element("text", str(total), x=2, y=y - 3)
        rounds = self.points.columns
        every = -(-len(rounds) // NAMED)
        for n, column in enumerate(rounds):
            x = self._x(self.points.begins[column])
            yield element("path", d=f"M{number(x)},{TOP}V{GROUND}", class_="rule")
            if n % every == 0 and column != END:
                yield element("text", str(column), x=x + 2, y=HEIGHT - 6, class_="round")


def figures(points: float) -> str:
    """Write points in figures: halves and other parts with two decimals at most."""
    return f"{round(points, 2) + 0:.2f}".rstrip("0").rstrip(".")


def _step(span: int) -> int:
    """Return a round number that goes into a span a few times."""
    size = 1
    while span > FIGURES * size:
        size = size * 5 // 2 if str(size)[0] == "2" else size * 2
    return size


# The column after the rounds, for what the end of the game brings.
END: Final = 10**6


class Points:
    """The points of the events that count, as they read now.

    `won` is by player, column and source; a column is a round, or `END`. `begins` has the record
    with which a column begins. `course` has for each player the records at which the total
    changed, each with the total from there on; `last` is the last record.
    """

    def __init__(self, excerpt: Excerpt, seats: Iterable[str]) -> None:
        self.won: dict[tuple[str, int, str], float] = defaultdict(int)
        self.begins: dict[int, int] = {}
        self.course: dict[str, list[tuple[int, float]]] = {seat: [(0, 0)] for seat in seats}
        self.last = excerpt.replay.seq
        game = excerpt.replay.game
        self.gains = game.need(GAINS)
        teller = game.words.narrator(excerpt.language, excerpt.viewer)
        before: Any = None
        over = False
        for now in legal_moments(excerpt.replay):
            look = teller.look(now.state, now.seq, now.coming_event)
            if now.record:
                ended, over = not over and now.final is not None, now.final is not None
                column = END if ended else before.round
                self.begins.setdefault(column, now.seq)
                for gain in self.gains.gains(now.event, before, look):
                    self.won[gain.player, column, gain.source] += gain.points
                    line = self.course[gain.player]
                    line.append((now.seq, line[-1][1] + gain.points))
            before = look

    @property
    def columns(self) -> list[int]:
        """The rounds, and `END` if the game is over."""
        return sorted(column for column in self.begins if column)

    def of_source(self, player: str, source: str) -> float:
        return sum(
            n
            for (seat, _, gain_source), n in self.won.items()
            if (seat, gain_source) == (player, source)
        )

    def total(self, player: str) -> float:
        return self.course[player][-1][1]


def public_chart(lines: Sequence[bytes], language: Language) -> PointsChart | None:
    """Return the chart of a log as everybody may see it; None before there is a board."""
    excerpt = Excerpt("", log_of(lines), PUBLIC, language)
    game, state = excerpt.game, excerpt.replay.state
    stage = game.need(PAGE).stage(state, game.seating(state).names, language, str)
    if stage is None:
        return None
    return PointsChart(Points(excerpt, stage.players), stage.players, language)


def points_by_source(
    log: Sequence[bytes], language: Language, winners: Collection[str] = ()
) -> tuple[str, ...]:
    """Return for each player what the points came from, as far as everybody may know.

    The winners come first: a small screen has room for them alone.
    """
    chart = public_chart(log, language)
    if chart is None or len(chart.sources) < 2:
        return ()
    lines = []
    for seat in sorted(chart.players, key=lambda seat: seat not in winners):
        parts = (
            f"{word} {points}"
            for source, word in chart.sources.items()
            if (points := chart.of_source(seat, source)) != "–"
        )
        lines.append(f"{chart.players[seat]}: {chart.total(seat)} = {'; '.join(parts)}")
    return tuple(lines)
