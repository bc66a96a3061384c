"""Rounds, categories and cells: what is written on the pad, put right, and added to it."""

# Without `from __future__ import annotations`, as `events`.

from collections.abc import Mapping
from typing import ClassVar

from ragami.findings import Breaches, breach
from ragami.games.scores.events import Cells, Id, Points, Reason, Round
from ragami.games.scores.rules.opening import PadEvent, unknown
from ragami.games.scores.state import State


class OfARow(PadEvent):
    """Cells of one row."""

    when_decided: ClassVar[bool] = True

    round: Round
    category: Id | None
    points: Cells

    def no_such_row(self, s: State) -> Breaches:
        if self.round > s.open_round:
            return [breach("R-S-ROUND-01", round=self.round, open=s.open_round)]
        return []

    def no_such_cell(self, s: State) -> Breaches:
        """Return a breach for an unknown category or side (R-S-CAT-01, R-S-SIDE-01)."""
        if self.category in s.categories:
            return unknown(self.points, s.sides)
        categories = list(s.categories)
        if self.category is None:
            return [breach("R-S-CAT-01", problem="without-category", categories=categories)]
        return [breach("R-S-CAT-01", category=self.category, categories=categories)]

    def beyond(self, s: State) -> Breaches:
        """Return a breach for numbers outside the limits of their category (R-S-CELL-02)."""
        category = s.categories[self.category]
        points = {n: p for n, p in self.points.items() if category and p not in category.numbers}
        if category is None or not points:
            return []
        facts = {"category": category.id, "least": category.min, "most": category.max}
        return [breach("R-S-CELL-02", None, points=points, **facts)]

    def wrong_sum(self, s: State) -> Breaches:
        """Return a breach for a row of an ended round that does not add up (R-S-ROUND-03)."""
        if self.round > s.ended:
            return []
        return _wrong_sum(s, self.category, {**s.row(self.round, self.category), **self.points})


class Scored(OfARow):
    """Cells of one row are written."""

    def judge(self, s: State) -> Breaches:
        breaches = self.no_such_row(s)
        if breaches:
            return breaches
        if s.phase == "decided" and self.round == s.open_round:
            breaches = [breach("R-S-ROUND-04", round=self.round)]
        if firm := self.no_such_cell(s):
            return breaches + firm
        if gone := [side for side in self.points if not s.in_play(side)]:
            breaches.append(breach("R-S-SIDE-02", sides=gone))
        row = s.row(self.round, self.category)
        if twice := {side: row[side] for side in self.points if side in row}:
            return [*breaches, breach("R-S-CELL-01", written=twice)]
        return [*breaches, *self.beyond(s), *self._out_of_turn(s), *self.wrong_sum(s)]

    def _out_of_turn(self, s: State) -> Breaches:
        """Return a breach if a side in play before another has no cell of the row (R-S-TURN-01)."""
        if s.options.turns == "any" or self.round != s.open_round:
            return []
        row = s.row(self.round, self.category)
        order = s.order_of_sides()
        last = max((order.index(side) for side in self.points if side in order), default=0)
        before = [side for side in order[:last] if side not in row and side not in self.points]
        return [breach("R-S-TURN-01", "A-S-TURN-01", due=before)] if before else []

    def change(self, s: State) -> None:
        if self.round == s.open_round and s.phase == "decided":
            s.phase = "play"  # a ruling let the cell in
        s.write(self.round, self.category, self.points)
        s.turn += 1


class ScoreCorrected(OfARow):
    """Cells of one row get other numbers, from now on."""

    reason: Reason

    def judge(self, s: State) -> Breaches:
        if firm := self.no_such_row(s) or self.no_such_cell(s):
            return firm
        row = s.row(self.round, self.category)
        same = [side for side, points in self.points.items() if row.get(side, points) == points]
        if same:
            return [breach("R-S-CELL-03", sides=same, round=self.round)]
        return [*self.beyond(s), *self.wrong_sum(s)]

    def change(self, s: State) -> None:
        s.write(self.round, self.category, self.points)


class Adjusted(PadEvent):
    """A bonus or a penalty outside rounds and categories."""

    when_decided: ClassVar[bool] = True

    side: Id
    points: Points
    reason: Reason

    def judge(self, s: State) -> Breaches:
        return unknown([self.side], s.sides)

    def change(self, s: State) -> None:
        s.sides[self.side].adjusted += self.points


class RoundEnded(PadEvent):
    """The open round is over."""

    ends_a_round: ClassVar[bool] = True

    round: Round

    def judge(self, s: State) -> Breaches:
        if self.round != s.open_round:
            return [breach("R-S-ROUND-01", round=self.round, open=s.open_round)]
        return [*incomplete(s), *wrong_sums(s)]

    def change(self, s: State) -> None:
        s.ended = self.round
        s.dealer = s.next_dealer()  # R-S-DEAL-02


def incomplete(s: State) -> Breaches:
    """Return a breach if the open round is not complete (R-S-ROUND-02)."""
    lacking = s.lacking(s.open_round)
    if not lacking:
        return []
    return [breach("R-S-ROUND-02", "A-S-ROUND-01", round=s.open_round, sides=lacking)]


def wrong_sums(s: State) -> Breaches:
    """Return a breach for the first row of the open round that does not add up (R-S-ROUND-03)."""
    rows = (_wrong_sum(s, name, s.row(s.open_round, name)) for name in s.categories)
    return next(filter(None, rows), [])


def _wrong_sum(s: State, name: str | None, row: Mapping[str, int]) -> Breaches:
    category = s.categories[name]
    if category is None or category.sum is None or not row or sum(row.values()) == category.sum:
        return []
    facts = {"category": name, "sum": sum(row.values()), "wanted": category.sum}
    return [breach("R-S-ROUND-03", **facts)]
