"""A walk through a log: where one stands, and where the next round, turn or score change is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ragami.narration import Line


class Walk:
    """A place in a log of at least one record. `at` is the number of the line, from 1 on."""

    def __init__(self, lines: Sequence[Line], at: int = 1) -> None:
        self.lines = lines
        self.at = at

    @property
    def line(self) -> Line:
        """The record that has just happened."""
        return self.lines[self.at - 1]

    @property
    def ended(self) -> bool:
        """True at the last record."""
        return self.at == len(self.lines)

    def step(self, by: int) -> None:
        """Go on by so many records, or back."""
        self.go(self.at + by)

    def go(self, to: int) -> None:
        """Go to a record; to the first or the last where there is none such."""
        self.at = max(1, min(to, len(self.lines)))

    def to_round(self, by: int) -> None:
        """Go to where the next round begins; back to where this or the last one began."""
        self._to_change(lambda line: line.round, by)

    def to_turn(self, by: int) -> None:
        """Go to where the next turn begins; back to where this or the last one began."""
        self._to_change(lambda line: (line.round, line.turn), by)

    def to_score(self, by: int) -> None:
        """Go to the next record that changed the score; back to the last one."""
        place = self.at + by
        while 1 < place <= len(self.lines):
            if self.lines[place - 1].scores != self.lines[place - 2].scores:
                break
            place += by
        self.go(place)

    def _to_change(self, key: Callable[[Line], Any], by: int) -> None:
        """Go to the first line of the next stretch with another key; back to the first of one."""
        place = self.at - 1 if by < 0 else self.at + 1
        while 1 < place <= len(self.lines):
            if key(self.lines[place - 1]) != key(self.lines[place - 2]):
                break
            place += by
        self.go(place)
