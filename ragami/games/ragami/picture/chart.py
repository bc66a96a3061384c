"""The board in characters, for boards whose places lie on a grid like the honeycomb's.

Every square has a cell of two lines; streets go straight down or one column aside.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import Final, Self

from ragami.games.ragami.picture.labels import Labels
from ragami.games.ragami.picture.layout import Plan, nearest
from ragami.games.ragami.picture.letters import (
    BOLD,
    FAINT,
    PLAIN,
    RED,
    TOKENS,
    Canvas,
    Line,
    fitted,
    length,
)
from ragami.games.ragami.picture.scene import Scene, Standing
from ragami.messages import plain

Region = tuple[int, int]

WIDEST_PITCH: Final = 11
LEAST_PITCH: Final = 8
HALF_CELL: Final = 6
CELL_LINES: Final = 2
TALL: Final = 3
# More streets that cannot be drawn than this, and a table says it better.
MOST_LEFT_OUT: Final = 3


@dataclass(frozen=True, slots=True)
class Grid:
    """The grid of a board, in columns and levels; a block lies between its level and the next."""

    squares: dict[int, Region]
    blocks: dict[str, Region]
    streets: list[tuple[Region, Region]]
    left_out: list[tuple[int, int]]
    pitch: int
    # The first line of each level.
    rows: list[int]

    @classmethod
    def of(cls, plan: Plan, width: int) -> Self | None:
        """Return the grid of a board; None if it has none or does not fit into the width."""
        places = plan.places
        room = nearest(places.squares.values()) / 4
        columns = _steps([x for x, _ in places.squares.values()], room)
        levels = _steps([y for _, y in places.squares.values()], room)
        pitch = min(WIDEST_PITCH, (width - 2 * HALF_CELL) // max(len(columns) - 1, 1))
        squares = {n: (_at(columns, x), _at(levels, y)) for n, (x, y) in places.squares.items()}
        blocks = {b: (_at(columns, x), _below(levels, y)) for b, (x, y) in places.blocks.items()}
        drawn, left_out = _sorted(plan, squares)
        free = _free(squares, blocks, drawn)
        if pitch < LEAST_PITCH or not free or len(left_out) > MOST_LEFT_OUT:
            return None
        # Between two levels there is room for what lies there.
        tall = {a[1] for a, b in drawn if a[0] == b[0]} | {level for _, level in blocks.values()}
        heights = [CELL_LINES + (TALL if level in tall else 1) for level in range(len(levels))]
        rows = [*accumulate(heights, initial=0)]
        return cls(squares, blocks, drawn, left_out, pitch, rows)

    def column(self, number: int) -> int:
        """Return the middle of a column, in characters."""
        return HALF_CELL + number * self.pitch


def _steps(values: Iterable[float], room: float) -> list[float]:
    """Return the different values, those that are nearly the same taken for one."""
    steps: list[float] = []
    for value in sorted(values):
        if not steps or value - steps[-1] > room:
            steps.append(value)
    return steps


def _at(steps: list[float], value: float) -> int:
    return min(range(len(steps)), key=lambda n: abs(steps[n] - value))


def _below(steps: list[float], value: float) -> int:
    """Return the last step above the value (the first one for a value above them all)."""
    return max((n for n, step in enumerate(steps[:-1]) if step <= value), default=0)


def _sorted(
    plan: Plan, squares: dict[int, Region]
) -> tuple[list[tuple[Region, Region]], list[tuple[int, int]]]:
    """Return the streets that the grid can show, from above, and those that it cannot."""
    drawn, left_out = [], []
    for a, b in plan.streets_between:
        upper, lower = sorted((squares[a], squares[b]), key=lambda spot: spot[1])
        if lower[1] - upper[1] == 1 and abs(lower[0] - upper[0]) <= 1:
            drawn.append((upper, lower))
        else:
            left_out.append((a, b))
    return drawn, left_out


def _free(
    squares: dict[int, Region], blocks: dict[str, Region], streets: list[tuple[Region, Region]]
) -> bool:
    """Return True if everything has a spot of its own, with nothing too near on its level."""
    straight = {a for a, b in streets if a[0] == b[0]}
    occupied = set(squares.values())
    inside = [*blocks.values()]
    return (
        len(occupied) == len(squares)
        and not any((column + 1, level) in occupied for column, level in occupied)
        and len(set(inside)) == len(inside)
        and not straight & set(inside)
        and not any((column + 1, level) in inside for column, level in inside)
    )


def chart(grid: Grid, scene: Scene, says: Labels) -> list[Line]:
    """Draw the board with what stands on it."""
    canvas = Canvas()
    for upper, lower in grid.streets:
        _street(canvas, grid, upper, lower)
    for square, (column, level) in grid.squares.items():
        standing = scene.squares[square]
        row, middle = grid.rows[level], grid.column(column)
        canvas.centred(row, middle, heading(square, standing, says))
        if people := figures(standing, says):
            canvas.centred(row + 1, middle, people)
    for block, (column, level) in grid.blocks.items():
        _block(canvas, grid, (column, level), block_lines(block, scene.blocks[block], says))
    return canvas.lines()


def _street(canvas: Canvas, grid: Grid, upper: Region, lower: Region) -> None:
    start, end = grid.rows[upper[1]], grid.rows[lower[1]]
    left, right = grid.column(upper[0]), grid.column(lower[0])
    sign = "│" if left == right else "╲" if left < right else "╱"
    for row in range(start + 1, end):
        column = left + round((right - left) * (row - start) / (end - start))
        canvas.put(row, column, [(sign, FAINT)])


def _block(canvas: Canvas, grid: Grid, spot: Region, lines: list[Line]) -> None:
    column, level = spot
    top = grid.rows[level] + CELL_LINES + (TALL - len(lines)) // 2
    for n, line in enumerate(lines):
        canvas.centred(top + n, grid.column(column), line)


def heading(square: int, standing: Standing, says: Labels) -> Line:
    """Return the number of a square with its mark, and what no player owns: '[14✓] C3 D2'."""
    line: Line = [(f"[{square}{mark(standing)}]", BOLD)]
    if standing.conflict is not None:
        line += [(" ", PLAIN), (f"{says.kinds['conflict']}{standing.conflict}", BOLD)]
    if standing.demons:
        line += [(" ", PLAIN), (f"{says.kinds['demons']}{standing.demons}", RED)]
    return line


def mark(standing: Standing) -> str:
    """Return the sign of a chip that lies on a square."""
    return "✗" if standing.forbidden else "✓" if standing.resolved else ""


def figures(standing: Standing, says: Labels) -> Line:
    """Return the Saints and Ragamis of a place as text, by owner: 'S:YG R:B'."""
    line: Line = []
    for kind, colours in (("saint", standing.saints), ("ragami", standing.ragamis)):
        if colours:
            line += [(" ", PLAIN)] if line else []
            line += [(f"{says.kinds[kind]}:", PLAIN)]
            line += [(says.letters[colour], TOKENS[colour]) for colour in colours]
    return line


def virtue_dice(standing: Standing, says: Labels) -> Line:
    """Return the Virtue dice of a block: 'V:Y3 G2'."""
    line: Line = []
    for colour, value in standing.virtue:
        line += [(" " if line else f"{says.kinds['virtue']}:", PLAIN)]
        line += [(f"{says.letters[colour]}{value}", TOKENS[colour])]
    return line


def block_lines(block: str, standing: Standing, says: Labels) -> list[Line]:
    """Return the text lines of a block: its id, the Ragamis, the Virtue dice."""
    name = fitted(plain(block), 2 * LEAST_PITCH - 4).rstrip()
    lines: list[Line] = [[(name, FAINT)], figures(standing, says), virtue_dice(standing, says)]
    return [line for line in lines if length(line)]
