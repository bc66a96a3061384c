"""The board in characters: letters carry it, colour only repeats them.

A board whose places lie on a grid like the honeycomb's is drawn, another told as a table. Every
square has a cell of two lines; streets go straight down or one column aside. The text in
cells is made of runs of characters with a style.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, groupby, zip_longest
from operator import itemgetter
from typing import Final, Self

from ragami.decoded import Fields
from ragami.draw.panels import Page
from ragami.draw.text import cells, cells_of, in_ascii
from ragami.games.ragami.events import RAGAMIS
from ragami.games.ragami.picture.layout import Plan, nearest
from ragami.games.ragami.picture.scene import Labels, Scene, Standing, labels
from ragami.messages import plain

Region = tuple[int, int]

WIDEST_PITCH: Final = 11
LEAST_PITCH: Final = 8
HALF_CELL: Final = 6
CELL_LINES: Final = 2
TALL: Final = 3
# More streets that cannot be drawn than this, and a table says it better.
MOST_LEFT_OUT: Final = 3
LEAST_WIDTH: Final = 40
LONGEST_ID: Final = 12
GUTTER: Final = 3
TWO_COLUMNS: Final = 76
# Three neighbours of two figures: with so many or fewer, what stands there is aligned.
USUAL_STREETS: Final = 8


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


# --- text in cells -------------------------------------------------------------------------


Run = tuple[str, str]
Line = list[Run]

PLAIN: Final = ""
BOLD: Final = "1"
FAINT: Final = "2"
RED: Final = "1;31"
# Dark on light or light on dark, both given, so that it reads on any terminal's background.
TOKENS: Final = {
    "yellow": "30;43",
    "green": "30;42",
    "blue": "97;44",
    "purple": "97;45",
    "neutral": "30;47",
}
BETWEEN: Final = " · "


def length(line: Iterable[Run]) -> int:
    """Return the number of terminal columns of a line."""
    return sum(cells(text) for text, _ in line)


def fitted(text: str, columns: int) -> str:
    """Cut a text with a sign, or fill it up, to exactly so many columns."""
    if cells(text) <= columns:
        return text + " " * (columns - cells(text))
    while cells(text) > columns - 1:
        text = text[:-1]
    return fitted(text + "…", columns)


def pad_line(line: Line, columns: int) -> Line:
    """Fill a line up with blanks."""
    return [*line, (" " * (columns - length(line)), PLAIN)]


def flow_items(
    items: Sequence[Line], columns: int, between: str = BETWEEN, hang: int = 2
) -> list[Line]:
    """Put items side by side, in as many lines as they need; later ones hang in."""
    lines: list[Line] = []
    for item in items:
        if lines and length(lines[-1]) + len(between) + length(item) <= columns:
            lines[-1] += [(between, FAINT), *item]
        else:
            lines.append([(" " * hang, PLAIN), *item] if lines else list(item))
    return lines


def print_line(line: Iterable[Run], colour: bool, unicode: bool) -> str:
    """Return a line as it goes to the terminal."""
    parts = []
    for style, alike in groupby(line, key=itemgetter(1)):
        text = "".join(text for text, _ in alike)
        printed = text if unicode else in_ascii(text)
        parts.append(f"\x1b[{style}m{printed}\x1b[0m" if colour and style else printed)
    return "".join(parts).rstrip()


class Canvas:
    """A sheet of cells to write on; what is written later covers what was there."""

    def __init__(self) -> None:
        self._cells: dict[int, dict[int, Run]] = {}

    def put(self, row: int, column: int, line: Iterable[Run]) -> None:
        """Write runs from a cell to the right."""
        cells = self._cells.setdefault(row, {})
        for text, style in line:
            for char in text:
                width = cells_of(char)
                if width == 0:
                    before = cells.get(column - 1, ("", PLAIN))
                    cells[column - 1] = (before[0] + char, before[1])
                    continue
                cells[column] = (char, style)
                if width > 1:
                    cells[column + 1] = ("", style)
                column += width

    def centred(self, row: int, middle: int, line: Line) -> None:
        """Write runs round a column, a blank on either side."""
        self.put(row, middle - length(line) // 2 - 1, [(" ", PLAIN), *line, (" ", PLAIN)])

    def lines(self) -> list[Line]:
        """Return the lines written so far, from the first row to the last."""
        rows = range(max(self._cells, default=-1) + 1)
        return [self._line(self._cells.get(row, {})) for row in rows]

    def _line(self, cells: dict[int, Run]) -> Line:
        return [cells.get(column, (" ", PLAIN)) for column in range(max(cells, default=-1) + 1)]


# --- the whole, for a terminal --------------------------------------------------------------


def text(view: Fields, plan: Plan, page: Page) -> list[str]:
    """Draw a board in lines of at most `page.width` columns.

    It is drawn where it lies on a grid and the width allows it, else told as a table.
    """
    lines = _board(Scene.of(view, plan), plan, labels(page.language), page.width)
    return [print_line(line, page.colour, page.unicode) for line in lines]


def letters(view: Fields, plan: Plan, page: Page) -> list[str]:
    """Say what the letters and marks of a board mean."""
    lines = _legend(Scene.of(view, plan), labels(page.language), page.width)
    return [print_line(line, page.colour, page.unicode) for line in lines]


def bare(plan: Plan, page: Page) -> str:
    """Draw a board on which nothing stands."""
    scene, says = Scene.bare(plan), labels(page.language)
    lines = _board(scene, plan, says, max(page.width, LEAST_WIDTH))
    return "\n".join(print_line(line, page.colour, page.unicode) for line in lines) + "\n"


def _board(scene: Scene, plan: Plan, says: Labels, room: int) -> Iterator[Line]:
    grid = Grid.of(plan, room)
    if grid is None:
        yield from _table(scene, plan, says, room)
        return
    yield from chart(grid, scene, says)
    if grid.left_out:
        ways: list[Line] = [[(f"{a}–{b}", PLAIN)] for a, b in grid.left_out]
        yield from flow_items([[(f"{says.texts['also_streets']}:", FAINT)], *ways], room, " ")
    odd = {block for way in plan.passages for block in way} | (
        plan.block_squares.keys() - plan.faces.keys()
    )
    for block in sorted(odd):
        yield from _block_entry(block, scene, plan, says, room)


def _table(scene: Scene, plan: Plan, says: Labels, room: int) -> Iterator[Line]:
    """Tell every square and block with its neighbours, in two columns where there is room."""
    half = (room - GUTTER) // 2 if room >= TWO_COLUMNS else room
    squares = [_square_entry(square, scene, plan, says, half) for square in scene.squares]
    blocks = [_block_entry(block, scene, plan, says, half) for block in scene.blocks]
    for head, entries in (
        (says.texts["square_table"], squares),
        (says.texts["block_table"], blocks),
    ):
        yield from flow_items([[(word, FAINT)] for word in head.split()], room, " ")
        if half == room:
            yield from (line for entry in entries for line in entry)
        else:
            yield from _side_by_side(entries, half)


def _side_by_side(entries: Sequence[list[Line]], half: int) -> Iterator[Line]:
    middle = -(-len(entries) // 2)
    left = [line for entry in entries[:middle] for line in entry]
    right = [line for entry in entries[middle:] for line in entry]
    nothing: Line = []
    for here, beside in zip_longest(left, right, fillvalue=nothing):
        yield [*pad_line(here, half + GUTTER), *beside]


def _square_entry(square: int, scene: Scene, plan: Plan, says: Labels, room: int) -> list[Line]:
    standing = scene.squares[square]
    head: Line = [(f"{square:>2}{mark(standing):1}", BOLD)]
    near = " ".join(map(str, sorted(plan.streets[square])))
    items: list[Line] = [[(word, FAINT)] for word in near.split()]
    if len(near) <= USUAL_STREETS:
        items = [[(near.ljust(USUAL_STREETS), FAINT)]]
    entry = [heading(square, standing, says)[2:], figures(standing, says)]
    return _entry([head, *items], entry, room)


def _block_entry(block: str, scene: Scene, plan: Plan, says: Labels, room: int) -> list[Line]:
    standing = scene.blocks[block]
    squares = [str(square) for square in sorted(plan.block_squares[block])]
    near = [_short(neighbour) for neighbour in sorted(plan.block_blocks[block])]
    tied = [*squares[:-1], f"{squares[-1]};", *near] if squares and near else squares + near
    items: list[Line] = [[(f"{_short(block)}:", BOLD)], *([(word, FAINT)] for word in tied)]
    return _entry(items, [figures(standing, says), virtue_dice(standing, says)], room)


def _entry(items: list[Line], entry: list[Line], room: int) -> list[Line]:
    standing = [line for line in entry if length(line)]
    bar: list[Line] = [[("|", FAINT)]] if standing else []
    return flow_items([*items, *bar, *standing], room, " ", 4)


def _short(block: str) -> str:
    return fitted(plain(block), LONGEST_ID).rstrip()


def _legend(scene: Scene, says: Labels, room: int) -> list[Line]:
    signs = {says.kinds[kind]: says.legend[kind] for kind in says.kinds}
    items: list[Line] = [[(sign, BOLD), (f" {word}", FAINT)] for sign, word in signs.items()]
    seen = scene.colours_seen()
    items += [
        [(says.letters[colour], TOKENS[colour]), (f" {says.words[colour]}", FAINT)]
        for colour in RAGAMIS
        if colour in seen
    ]
    marks = {
        "✓": says.legend["resolved"],
        "✗": says.legend["forbidden"],
        "1": says.texts["first_player"],
    }
    items += [[(sign, BOLD), (f" {word}", FAINT)] for sign, word in marks.items()]
    return flow_items(items, room, "  ", 0)
