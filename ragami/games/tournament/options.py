"""The options of rules version 1, frozen in `game_opened`."""

# Without `from __future__ import annotations`: msgspec looks at those of its structs, and as text
# they would have to be compiled anew by every command that reads a record.

from typing import Annotated, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

Points = Annotated[int, Meta(ge=0, le=1000)]
Weight = Annotated[int, Meta(ge=0, le=1_000_000)]
TieBreak = Literal["points", "wins", "vp", "share", "opponents", "small", "lot"]
TableSize = Literal[2, 3, 4]
TableName = Literal["2", "3", "4"]

DEFAULT_POINTS: Final[dict[TableName, tuple[int, ...]]] = {
    "2": (5, 2),
    "3": (5, 3, 2),
    "4": (5, 3, 2, 1),
}


_NAMES: Final[dict[int, TableName]] = {2: "2", 3: "3", 4: "4"}


class Weights(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """The weight of each term in the cost of a pairing."""

    repeat: Weight = 144_000
    score: Weight = 1
    club: Weight = 14_400
    small: Weight = 720_000
    bye: Weight = 720_000
    order: Weight = 60
    size: Weight = 144_000
    seat: Weight = 100


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """The options of a tournament. A missing one has its default; an unknown one is malformed."""

    table_size: TableSize = 4
    min_table: TableSize | UnsetType = UNSET
    small_tables: Literal["low", "high", "any"] = "low"
    points: dict[TableName, tuple[Points, ...]] | UnsetType = UNSET
    shared: Literal["average", "best", "worst"] = "average"
    draw_points: Points | None = None
    bye_points: Points = 5
    missed_points: Points = 0
    late_until: Annotated[int, Meta(ge=0, le=99)] = 2
    rounds: Annotated[int, Meta(ge=0, le=99)] = 0
    cut: Literal[0, 2, 3, 4] = 0
    final_seats: Literal["choice", "rank"] = "choice"
    final_tie: Literal["standings", "shared"] = "standings"
    tie_breaks: Annotated[tuple[TieBreak, ...], Meta(min_length=1, max_length=7)] = (
        *("points", "wins", "share", "opponents", "small", "lot"),
    )
    opponent_floor: Annotated[int, Meta(ge=0, le=100)] = 20
    seeds: Literal["chained", "drawn"] = "chained"
    weights: Weights = Weights()
    time_limit: Annotated[int, Meta(ge=1, le=1440)] | None = None

    def __post_init__(self) -> None:
        if self.least > self.table_size:
            raise ValueError("min_table is above table_size")
        if len(set(self.tie_breaks)) < len(self.tie_breaks):
            raise ValueError("a tie-break stands twice")
        for size in DEFAULT_POINTS:
            listed = self.listed.get(size, ())
            if len(listed) != int(size) or list(listed) != sorted(listed, reverse=True):
                raise ValueError(f"points of tables of {size}: {size} numbers, none above the last")

    @property
    def listed(self) -> dict[TableName, tuple[int, ...]]:
        """Return the points of each place, by the size of the table."""
        return DEFAULT_POINTS if self.points is UNSET else self.points

    def points_at(self, size: int) -> tuple[int, ...]:
        """Return the points of each place at a table of a size."""
        return self.listed[_NAMES[size]]

    @property
    def least(self) -> int:
        """Return the size of the smallest table that a pairing may have (`min_table`)."""
        return min(3, self.table_size) if self.min_table is UNSET else self.min_table
