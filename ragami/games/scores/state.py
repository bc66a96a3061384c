"""The pad between two events, and what follows from its cells: totals, ranking, who is due."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct, to_builtins

from ragami.decoded import Data
from ragami.games.scores.events import Category, Options

Phase = Literal["setup", "play", "decided", "over"]
Line = tuple[int, str | None]
"""A round, and a category of it."""


class Player(Struct):
    """A player at the table."""

    name: str
    team: str | None
    status: Literal["in", "out"] = "in"


class Side(Struct):
    """A column of the pad: a player, or a team. `sums` are its numbers by category, as written."""

    name: str
    start: int
    adjusted: int = 0
    sums: dict[str | None, int] = {}


class State(Struct):
    """The pad. `players` stand in seat order, `sides` in theirs; `rows` are those with a cell."""

    options: Options = Options()
    plays: str | None = None
    title: str | None = None  # what is played for, or else what is played
    teams: bool = False  # the columns are those of teams
    categories: dict[str | None, Category | None] = {}
    players: dict[str, Player] = {}
    sides: dict[str, Side] = {}
    rows: dict[Line, dict[str, int]] = {}
    phase: Phase = "setup"
    ended: int = 0
    turn: int = 0  # `scored` that count
    dealer: str | None = None
    # From `game_ended`: the places that were declared, and why the game was over.
    declared: Mapping[str, int | None] | None = None
    reason: str = ""

    def seat(
        self, player: str, name: str, team: str | None, after: str | None, start: int | None
    ) -> None:
        """Seat a late comer, with a column unless there are teams (A-S-JOIN-01)."""
        seats = list(self.players.items())
        at = len(seats) if after is None else list(self.players).index(after) + 1
        self.players = dict([*seats[:at], (player, Player(name, team)), *seats[at:]])
        if not self.teams:
            self.sides[player] = Side(name, self.options.start if start is None else start)
            self.sides = {seat: self.sides[seat] for seat in self.players}

    @property
    def playing(self) -> list[str]:
        """The players who are in, in seat order."""
        return [name for name, player in self.players.items() if player.status == "in"]

    @property
    def names(self) -> dict[str, str]:
        """The players' names in seat order, late comers from their record on."""
        return {name: player.name for name, player in self.players.items()}

    @property
    def due(self) -> list[str]:
        """The players who are in of the sides that are due."""
        sides = self.sides_due()
        return [name for name in self.playing if self.side_of(name) in sides]

    @property
    def scores(self) -> dict[str, int]:
        return {name: self.total(self.side_of(name)) for name in self.players}

    @property
    def round(self) -> int:
        return self.open_round if self.phase == "play" else self.rounds_begun

    @property
    def open_round(self) -> int:
        return self.ended + 1

    @property
    def rounds_begun(self) -> int:
        """Count the rounds ended, and the open one if it has a cell."""
        return self.ended + any(number == self.open_round for number, _ in self.rows)

    # --- sides -----------------------------------------------------------------------------

    def side_of(self, player: str) -> str:
        return self.players[player].team or player

    def in_play(self, side: str) -> bool:
        """Tell whether one of its players is in."""
        return side in map(self.side_of, self.playing)

    def total(self, side: str) -> int:
        """Return the total of a side (R-S-TOTAL-01)."""
        column = self.sides[side]
        return column.start + column.adjusted + sum(self.by_category(side).values())

    def by_category(self, side: str) -> dict[str | None, int]:
        """Return what each category gave a side: its numbers, times what they count."""
        sums = self.sides[side].sums
        return {
            name: sums.get(name, 0) * (category.times if category else 1)
            for name, category in self.categories.items()
        }

    def named_categories(self, side: str) -> dict[str, int]:
        """Return what each category gave a side; empty in a game without categories."""
        return {name: points for name, points in self.by_category(side).items() if name is not None}

    @property
    def sides_in_play(self) -> list[str]:
        return [side for side in self.sides if self.in_play(side)]

    # --- rows ------------------------------------------------------------------------------

    def lines(self, more: Iterable[Line] = ()) -> list[Line]:
        """Return the rows with a cell, and `more`, by round and in the order of categories."""
        columns = list(self.categories)
        return sorted({*self.rows, *more}, key=lambda line: (line[0], columns.index(line[1])))

    def row(self, number: int, category: str | None) -> Mapping[str, int]:
        """Return the numbers of a row, in the order of the sides."""
        cells = self.rows.get((number, category), {})
        return {side: cells[side] for side in self.sides if side in cells}

    def write(self, number: int, category: str | None, points: Mapping[str, int]) -> None:
        """Put numbers into cells, also into those that have one."""
        cells = self.rows.setdefault((number, category), {})
        for side, value in points.items():
            sums = self.sides[side].sums
            sums[category] = sums.get(category, 0) + value - cells.get(side, 0)
            cells[side] = value

    def lacking(self, number: int) -> list[str]:
        """Return the sides in play that keep a round from being complete (R-S-ROUND-02)."""
        if self.options.complete == "any":
            return []
        rows = [self.row(number, category) for category in self.categories]
        enough = all if self.options.complete == "all" else any
        return [side for side in self.sides_in_play if not enough(side in row for row in rows)]

    # --- order and dealer ------------------------------------------------------------------

    def order(self) -> list[str]:
        """Return the players who are in, in the order of the open round."""
        return self._playing_from(self.dealer, after=self.options.dealer == "deals")

    def _playing_from(self, seat: str | None, *, after: bool) -> list[str]:
        """Return the players who are in, in seat order from a seat on."""
        seats, playing = list(self.players), self.playing
        first = 0 if seat is None else seats.index(seat) + after
        return [name for name in seats[first:] + seats[:first] if name in playing]

    def order_of_sides(self) -> list[str]:
        return list(dict.fromkeys(self.side_of(player) for player in self.order()))

    def next_dealer(self) -> str | None:
        """Return the next player in seat order who is in (R-S-DEAL-02)."""
        return self.dealer and self._playing_from(self.dealer, after=True)[0]

    def sides_due(self) -> list[str]:
        """Return the sides that keep the open round from being complete, in its order."""
        if self.phase != "play":
            return []
        lacking = set(self.lacking(self.open_round))
        due = [side for side in self.order_of_sides() if side in lacking]
        return due[:1] if self.options.turns == "in_order" else due

    # --- ranking ---------------------------------------------------------------------------

    def rank_key(self, side: str) -> tuple[int, ...]:
        """Return what sides are ordered by, the smallest first (R-S-RANK-01)."""
        options, sums = self.options, self.sides[side].sums
        sign = 1 if options.best == "low" else -1
        behind = options.left == "last" and not self.in_play(side)
        return (
            int(behind),
            sign * self.total(side),
            *(sign * sums.get(category, 0) for category in options.ties),
        )

    def places(self) -> dict[str, int | None]:
        """Return the place of each side now: by points, or as the table declared."""
        if self.declared is not None:
            ranked = [place for place in self.declared.values() if place is not None]
            last = len(ranked) + 1 if ranked else None
            return {side: self.declared[side] or last for side in self.sides}
        if self.options.result == "declared":
            return dict.fromkeys(self.sides)
        keys = {side: self.rank_key(side) for side in self.sides}
        return {side: place_of(key, keys.values()) for side, key in keys.items()}

    def reached(self) -> bool:
        """Tell whether a side in play is at the target or beyond it (R-S-TARGET-01)."""
        target, start = self.options.target, self.options.start
        if target is None:
            return False
        sign = 1 if target > start else -1
        return any(sign * self.total(side) >= sign * target for side in self.sides_in_play)

    def over(self) -> bool:
        """Tell whether the end condition holds."""
        options = self.options
        if not self.reached() and (options.rounds is None or self.ended < options.rounds):
            return False
        if options.on_tie == "shared":
            return True
        keys = [self.rank_key(side) for side in self.sides]
        return keys.count(min(keys)) == 1


def place_of(key: Any, keys: Iterable[Any]) -> int:
    """Count places as in sport: one more than there are better keys."""
    return 1 + sum(bool(rival < key) for rival in keys)


def view(s: State, seq: int, _viewer: str | None = None) -> Data:
    """Return the state after record `seq`; nothing is hidden from anybody."""
    playing = s.phase == "play"
    places = s.places()
    return {
        "seq": seq,
        "phase": s.phase,
        "round": s.round,
        "ended": s.ended,
        "dealer": s.dealer if playing else None,
        "order": s.order() if playing else [],
        "due": s.sides_due(),
        "players": to_builtins(s.players),
        "sides": {
            name: {
                "name": side.name,
                "status": "in" if s.in_play(name) else "out",
                "total": s.total(name),
                "place": places[name],
                "start": side.start,
                "adjusted": side.adjusted,
                "categories": s.named_categories(name),
            }
            for name, side in s.sides.items()
        },
        "rows": [
            {"round": number, "category": category, "points": s.row(number, category)}
            for number, category in s.lines()
        ],
    }
