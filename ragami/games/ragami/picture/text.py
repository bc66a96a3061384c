"""The whole picture in characters, for a terminal. Letters carry it; colour only repeats them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Final

from ragami.draw.panels import NO_BOARD, Page
from ragami.games.ragami.events import RAGAMIS
from ragami.games.ragami.picture.chart import (
    BETWEEN,
    BOLD,
    FAINT,
    PLAIN,
    TOKENS,
    Grid,
    Line,
    cells,
    chart,
    figures,
    fitted,
    flow_items,
    heading,
    length,
    mark,
    pad_line,
    print_line,
    virtue_dice,
)
from ragami.games.ragami.picture.layout import Plan
from ragami.games.ragami.picture.scene import (
    NO_END,
    End,
    Labels,
    Names,
    Player,
    Scene,
    View,
    card,
    labels,
)
from ragami.messages import plain

LEAST_WIDTH: Final = 40
LONGEST_NAME: Final = 18
LONGEST_ID: Final = 12
GUTTER: Final = 3
TWO_COLUMNS: Final = 76
# Three neighbours of two figures: with so many or fewer, what stands there is aligned.
USUAL_STREETS: Final = 8
# The marks and the letter before a name; which columns of the score table are numbers.
TOKEN: Final = 5
NUMBERS: Final = (1, 2, 3)


def text(
    state: View,
    plan: Plan,
    page: Page,
    names: Names | None = None,
    end: End = NO_END,
) -> str:
    """Draw a moment, or a part of it, in lines of at most `page.width` columns (40 or more).

    `state` is what `ragami show --json` prints; `names` are the players' names by colour and
    `end` how it ended. The board is drawn where it lies on a grid and the width allows it, else
    told as a table.
    """
    says = labels(page.language)
    scene = Scene.of(state, plan, names, end.winners)
    room = max(page.width, LEAST_WIDTH)
    parts: list[list[Line]] = []
    if page.part == "all":
        parts.append(_head(scene, says, room))
    if page.part in ("all", "standing") and end.result:  # beside it the guide says it
        parts.append(flow_items([[(word, BOLD)] for word in end.result.split()], room, " "))
    if page.part not in NO_BOARD:
        parts.append([*_board(scene, plan, says, room)])
    if page.part != "board":
        parts += [_scores(scene, says, room), [*_stores(scene, says, room)]]
    if page.part not in NO_BOARD:
        parts.append(_legend(scene, says, room))
    return _printed([line for part in parts for line in (*part, [])][:-1], page)


def board(plan: Plan, page: Page) -> str:
    """Draw a board on which nothing stands."""
    room = max(page.width, LEAST_WIDTH)
    return _printed(_board(Scene.bare(plan), plan, labels(page.language), room), page)


def _printed(lines: Iterable[Line], page: Page) -> str:
    return "\n".join(print_line(line, page.colour, page.unicode) for line in lines) + "\n"


def _head(scene: Scene, says: Labels, room: int) -> list[Line]:
    acting = says.acting(scene)
    items: list[Line] = [[(part, BOLD)] for part in says.moment(scene).split(BETWEEN)]
    if acting:
        items.append([(fitted(acting, min(room - 2, cells(acting))), BOLD)])
    return flow_items(items, room)


# -- the board


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


# -- scores


def _scores(scene: Scene, says: Labels, room: int) -> list[Line]:
    """Return the score table, or where that is too wide a paragraph for each player."""
    rows = [_row(player, says) for player in scene.players]
    head = ["", *says.columns.values(), ""]
    widths = [max(map(cells, column)) for column in zip(head, *rows, strict=True)]
    scored = list(zip(scene.players, rows, strict=True))
    if TOKEN + sum(widths) + 2 * len(widths) > room:
        return [line for player, row in scored for line in _paragraph(player, row, says, room)]
    lines: list[Line] = [[(" " * TOKEN, PLAIN), (_columns(head, widths), FAINT)]]
    for player, row in scored:
        style = BOLD if player.active else PLAIN
        lines.append([*_token(player, says), (_columns(row, widths), style)])
    return lines


def _row(player: Player, says: Labels) -> list[str]:
    virtue = player.virtue
    return [
        fitted(says.player(player), LONGEST_NAME).rstrip(),
        str(player.vp),
        str(player.resolved),
        str(player.cubes),
        f"{virtue[1]} {_short(virtue[0])}" if virtue else "–",
        " ".join(map(card, player.hand)) or "–",
        says.texts[player.note] if player.note else "",
    ]


def _token(player: Player, says: Labels) -> Line:
    """Return the marks before a name: to act, first player, the letter of the colour."""
    marks = ("▶" if player.active else " ") + ("1" if player.first else " ")
    return [
        (marks + " ", BOLD),
        (says.letters[player.colour], TOKENS[player.colour]),
        (" ", PLAIN),
    ]


def _columns(row: Sequence[str], widths: Sequence[int]) -> str:
    """Write cells under one another, the numbers to the right."""
    return "".join(
        (cell.rjust(width) if n in NUMBERS else fitted(cell, width)) + "  "
        for n, (cell, width) in enumerate(zip(row, widths, strict=True))
    )


def _paragraph(player: Player, row: list[str], says: Labels, room: int) -> list[Line]:
    columns = zip(says.columns.values(), row[1:6], strict=True)
    facts: list[Line] = [[(f"{word} ", FAINT), (cell, PLAIN)] for word, cell in columns]
    passed: list[Line] = [[(row[6], PLAIN)]] if row[6] else []
    return flow_items([[*_token(player, says), (row[0], BOLD)], *facts, *passed], room, "  ", 5)


# -- beside the board


def _stores(scene: Scene, says: Labels, room: int) -> Iterator[Line]:
    dice: list[Line] = [[(says.die(space, value), PLAIN)] for space, value in scene.dice.items()]
    yield from flow_items([[(says.texts["action_table"], BOLD)], *dice], room)
    counts: list[Line] = [
        [(f"{says.supply[key]}: {count}", PLAIN)] for key, count in scene.supply.items()
    ]
    yield from flow_items([[(says.texts["supply_title"], BOLD)], *counts], room)


def _legend(scene: Scene, says: Labels, room: int) -> list[Line]:
    signs = {says.kinds[kind]: says.legend[kind] for kind in says.kinds}
    items: list[Line] = [[(sign, BOLD), (f" {word}", FAINT)] for sign, word in signs.items()]
    items += [
        [(says.letters[colour], TOKENS[colour]), (f" {says.words[colour]}", FAINT)]
        for colour in RAGAMIS
        if colour in scene.colours
    ]
    marks = {
        "✓": says.legend["resolved"],
        "✗": says.legend["forbidden"],
        "▶": says.texts["to_act"],
        "1": says.texts["first_player"],
    }
    if any(None in player.hand for player in scene.players):
        marks[card(None)] = says.legend["hidden"]
    items += [[(sign, BOLD), (f" {word}", FAINT)] for sign, word in marks.items()]
    return flow_items(items, room, "  ", 0)
