"""The board as a sketch: streets, blocks and squares, with what stands on them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from html import escape
from math import dist
from statistics import median
from typing import Final

from ragami.decoded import Fields
from ragami.draw.pad import cut
from ragami.draw.sketch import Keep, Sketch, SketchItem
from ragami.games.ragami.picture import shapes
from ragami.games.ragami.picture.layout import Places, Plan, nearest
from ragami.games.ragami.picture.scene import Labels, Scene, Standing, labels
from ragami.games.ragami.picture.shapes import FAINT, INK, PAPER, placed, turned
from ragami.language import Language
from ragami.markup import FONT, Point, element, labelled, moved, path, polygon, words
from ragami.messages import plain

WIDTH: Final = 1000
MARGIN: Final = 66
HIGHEST: Final = 900
LARGEST_TILE: Final = 44.0
TILE_PART: Final = 0.355
ROAD: Final = 0.86
WALL: Final = "#94794a"
GROUND: Final = "#f1e8d4"
BADGE_AWAY: Final = 1.34
BADGE: Final = 0.38
LARGEST_BLOCK: Final = 78.0
BLOCK_WIDTH: Final = 118
BLOCK_HEIGHT: Final = 112
PIECE: Final = 40
BIGGEST_ON_SQUARE: Final = 1.25
INSET: Final = 0.94
# A street so many times longer than most is drawn across the blocks, thin and bent.
LONG: Final = 1.7
BENDS: Final = (0.1, -0.1, 0.25, -0.25, 0.4, -0.4, 0.6, -0.6)
BIGGEST_IN_BLOCK: Final = 46
RANKS: Final = {3: (1, 2), 4: (2, 2), 5: (2, 3), 6: (2, 2, 2), 7: (2, 3, 2), 8: (2, 3, 3)}
LONGEST_ID: Final = 10
CLOTH: Final = "#faf7f0"
# Above and below a board alone, and its title.
HEAD: Final = 56
FOOT: Final = 16
LEFT: Final = 24
LONGEST: Final = 80
LONGEST_TITLE: Final = 56
# The parts of a view, and of its players, that stand on the board.
BOARD: Final = ("conflicts", "demons", "chips", "neutral", "neutral_saints")
PIECES: Final = ("saint", "ragami", "virtue")
# The fields of events whose values are squares and blocks: to be tapped on the board.
PLACES: Final = ("to", "from", "square", "squares", "block", "demons", "withdraw_to")


class BoardPicture:
    """Draws one board in a frame 1000 wide; `height` says how high it came out."""

    def __init__(self, plan: Plan, labels: Labels) -> None:
        self.plan = plan
        self.labels = labels
        self.places, self.height = _fitted(plan.places)
        squares = list(self.places.squares.values())
        self.tile = min(LARGEST_TILE, nearest(squares) * TILE_PART)
        self.road = self.tile * ROAD
        self.long = LONG * median(dist(a, b) for a, b in self._ends())
        self._ground = element("defs", shapes.SHAPES["hatch"]) + self.ground()
        # Most of what stands in a place has stood there before.
        self._spots: dict[tuple[str, object], SketchItem] = {}
        self._last = "", self.drawn(Scene.bare(plan))

    def sketch(self, view: Fields) -> Sketch:
        """Draw the board with what stands on it, once for all who look at a moment."""
        board = [view[name] for name in BOARD]
        pieces = [[player[name] for name in PIECES] for player in view["players"].values()]
        key = repr((list(view["players"]), board, pieces))
        if key != self._last[0]:
            self._last = key, self.drawn(Scene.of(view, self.plan))
        return self._last[1]

    def drawn(self, scene: Scene) -> Sketch:
        """Draw a scene; blocks are spots by number, not by name."""
        blocks = enumerate(scene.blocks.items())
        spots = [
            *(self._block(f"block-{n}", block, standing) for n, (block, standing) in blocks),
            *(self._square(square, standing) for square, standing in scene.squares.items()),
        ]
        label = self.labels.texts["board"]
        return Sketch("", label, WIDTH, self.height, CLOTH, INK, self._ground, spots, PLACES)

    def _block(self, name: str, block: str, standing: Standing) -> SketchItem:
        key = name, standing.look()
        if key not in self._spots:
            label = self.labels.place(self.labels.block(block), standing)
            shape = partial(self.in_block, block, standing)
            at = self.places.blocks[block]
            self._spots[key] = SketchItem(name, at, label, key, shape, block)
        return self._spots[key]

    def _square(self, square: int, standing: Standing) -> SketchItem:
        key = f"square-{square}", standing.look()
        if key not in self._spots:
            label = self.labels.place(self.labels.square(square), standing)
            shape = partial(self.on_square, square, standing)
            at = self.places.squares[square]
            self._spots[key] = SketchItem(key[0], at, label, key, shape, str(square))
        return self._spots[key]

    def ground(self) -> str:
        """Return the parts that never change: streets and buildings."""
        return "".join((*self._roads(), *map(self._building, self.plan.faces), *self._across()))

    def _roads(self) -> Iterator[str]:
        """Yield the streets, all in one path for each of their layers."""
        ways = "".join(
            f"M{_pair(a)}L{_pair(b)}" for a, b in self._ends() if dist(a, b) <= self.long
        )
        for stroke, width, dashes in (
            ("#8f8777", self.road, "none"),
            ("#d3ccbd", self.road - 5, "none"),
            (PAPER, 2.5, "9 8"),
        ):
            ends = "round" if dashes == "none" else "butt"
            yield path(ways, stroke=stroke, stroke_width=width, stroke_dasharray=dashes,
                       stroke_linecap=ends)  # fmt: skip

    def _ends(self) -> Iterator[tuple[Point, Point]]:
        at = self.places.squares
        for a, b in self.plan.streets_between:
            yield at[a], at[b]

    def _across(self) -> Iterator[str]:
        """Yield connections that no honeycomb has: streets over blocks, doors, touching blocks."""
        bridges = "".join(
            f"M{_pair(a)}Q{_pair(self._clearest(a, b))} {_pair(b)}"
            for a, b in self._ends()
            if dist(a, b) > self.long
        )
        at, squares = self.places.blocks, self.places.squares
        doors = [
            (at[block], squares[square])
            for block, near in self.plan.block_squares.items()
            if block not in self.plan.faces
            for square in sorted(near)
        ]
        dotted = doors + [(at[a], at[b]) for a, b in self.plan.passages]
        if bridges:
            yield path(bridges, fill="none", stroke="#8f8777", stroke_width=self.road / 3)
            yield path(bridges, fill="none", stroke=PAPER, stroke_width=self.road / 3 - 5)
        if dotted:
            ways = "".join(f"M{_pair(a)}L{_pair(b)}" for a, b in dotted)
            yield path(ways, stroke=WALL, stroke_width=4, stroke_dasharray="0.1 9",
                       stroke_linecap="round")  # fmt: skip

    def _clearest(self, a: Point, b: Point) -> Point:
        """Return the point at which to bend a way so that it keeps clear of the other squares."""
        obstacles = [point for point in self.places.squares.values() if point not in (a, b)]

        def room(aim: Point) -> float:
            return min(dist(point, on) for on in _curve(a, aim, b) for point in obstacles)

        return max((_bent(a, b, bend) for bend in BENDS), key=room)

    # -- blocks

    def in_block(self, block: str, standing: Standing, keep: Keep) -> str:
        """Draw a block round its middle, with what stands in it."""
        room = self._room(self.places.blocks[block])
        pieces = placed((0, 0), room / LARGEST_BLOCK, *self._in_rows(block, standing, keep))
        return self._house(block, room, keep) + pieces

    def _room(self, at: Point) -> float:
        """Return the radius round a block's middle that no tile covers."""
        free = min(dist(at, point) for point in self.places.squares.values()) - self.tile
        return max(12.0, min(LARGEST_BLOCK, free))

    def _building(self, block: str) -> str:
        """Draw the outline of a block with its squares all round."""
        corners = [self.places.squares[square] for square in self.plan.faces[block]]
        at = self.places.blocks[block]
        walls = _shrunk(corners, at, self.road / 2 + 9)
        roof = _shrunk(walls, at, 9)
        return polygon(walls, fill=GROUND, stroke=WALL, stroke_width=4) + polygon(
            roof, fill="none", stroke="#dfd0ae", stroke_width=2.5
        )

    def _house(self, block: str, room: float, keep: Keep) -> str:
        """Return a square that stands for a block without an outline; empty if it has one."""
        if block in self.plan.faces:
            return ""
        side = room * 1.6
        return keep(
            element("rect", x=-side / 2, y=-side / 2, width=side, height=side, rx=side / 6,
                    fill=GROUND, stroke=WALL, stroke_width=4)
        )  # fmt: skip

    def _in_rows(self, block: str, standing: Standing, keep: Keep) -> Iterator[str]:
        """Draw the id, then Ragamis and Virtue dice in rows, within twice `LARGEST_BLOCK`."""
        pieces = list(self._pieces(standing, keep))
        rows = _rows(len(standing.ragamis), len(standing.virtue))
        size = _row_size(rows)
        name = plain(block, LONGEST_ID)
        letters = min(30.0 if not pieces else 26.0, BLOCK_WIDTH / max(len(name), 1) / 0.68)
        height = size * len(rows)
        y = -(height / 2)
        yield words(name, (0, y), letters, font_weight="bold", fill=FAINT, text_anchor="middle")
        y += 18 + size / 2
        for row in rows:
            for n in range(row):
                x = (n - (row - 1) / 2) * size
                yield placed((x, y), size / (PIECE + 3), pieces.pop(0))
            y += size

    # -- squares

    def on_square(self, square: int, standing: Standing, keep: Keep) -> str:
        """Draw a square round its middle, with what stands on it."""
        return "".join(
            (
                keep(self._paving(standing)),
                *self._in_ranks(standing, keep),
                *map(keep, self._badges(square, standing)),
            )
        )

    def _paving(self, standing: Standing) -> str:
        side = self.tile * 2
        return element(
            "rect",
            x=-self.tile,
            y=-self.tile,
            width=side,
            height=side,
            rx=self.tile * 0.5,
            fill="#e9e6e0" if standing.forbidden else PAPER,
            stroke=INK,
            stroke_width=2.2,
            stroke_dasharray="none" if standing.resolved else "7 5",
        )

    def _in_ranks(self, standing: Standing, keep: Keep) -> Iterator[str]:
        pieces = list(self._pieces(standing, keep))
        if standing.forbidden and not pieces:
            pieces = [keep(shapes.SHAPES["forbidden"])]
        ranks = _ranks(len(pieces))
        size = min(BIGGEST_ON_SQUARE, INSET * 2 / max(*ranks, len(ranks), 1)) * self.tile
        y = -(len(ranks) - 1) / 2 * size
        for rank in ranks:
            for n in range(rank):
                x = (n - (rank - 1) / 2) * size
                yield placed((x, y), size / PIECE, pieces.pop(0))
            y += size

    def _badges(self, square: int, standing: Standing) -> Iterator[str]:
        """Draw the number (in the middle of an empty square) and the mark of its chip."""
        if standing.pieces or standing.forbidden:
            spot, radius = turned((0, 0), self.tile * BADGE_AWAY, 135), self.tile * BADGE
            disc = element("circle", cx=spot[0], cy=spot[1], r=radius, fill=INK, stroke=PAPER,
                           stroke_width=1.5)  # fmt: skip
            yield disc + _figure(square, spot, self.tile * 0.48, PAPER)
        else:
            yield _figure(square, (0, 0), self.tile * 0.82, INK)
        mark = turned((0, 0), self.tile * BADGE_AWAY, 45)
        if standing.resolved:
            yield placed(mark, self.tile * BADGE / 18, shapes.SHAPES["resolved"])
        elif standing.forbidden and standing.pieces:
            yield placed(mark, self.tile * BADGE / 18, shapes.SHAPES["forbidden"])

    # -- pieces

    def _pieces(self, standing: Standing, keep: Keep) -> Iterator[str]:
        """Draw every piece of a place once, each with its label."""
        for label, shape in self._shapes(standing):
            yield keep(labelled(label, shape, class_="piece"))

    def _shapes(self, standing: Standing) -> Iterator[tuple[str, str]]:
        says, letters = self.labels, self.labels.letters
        if standing.conflict is not None:
            yield says.conflict(standing.conflict), shapes.die(standing.conflict)
        if standing.demons:
            yield says.demons(standing.demons), shapes.demon(standing.demons)
        for colour in standing.saints:
            yield says.saint(colour), shapes.piece("saint", colour, letters[colour])
        for colour in standing.ragamis:
            yield says.ragami(colour), shapes.piece("ragami", colour, letters[colour])
        for colour, value in standing.virtue:
            yield says.virtue(colour, value), shapes.virtue(colour, letters[colour], value)


# --- a board alone -------------------------------------------------------------------------


def bare(plan: Plan, name: str, *, language: Language = "en") -> str:
    """Draw a board on which nothing stands, as a standalone SVG."""
    picture = BoardPicture(plan, labels(language))
    title = cut(plain(name, LONGEST), LONGEST_TITLE)
    height = round(HEAD + picture.height + FOOT)
    return element(
        "svg",
        element("title", escape(title), id="ragami-title"),
        element("rect", width=WIDTH, height=height, rx=18, fill=CLOTH),
        words(title, (LEFT, 34), 30, font_weight="bold", fill=INK),
        moved((0, HEAD), picture.drawn(Scene.bare(plan)).inside()),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        width=WIDTH,
        height=height,
        lang=language,
        role="img",
        aria_labelledby="ragami-title",
        font_family=FONT,
    )


# --- places --------------------------------------------------------------------------------


def _pair(point: Point) -> str:
    return f"{point[0]:.0f},{point[1]:.0f}"


def _bent(a: Point, b: Point, bend: float) -> Point:
    """Return the point that a bent way is drawn towards, beside its middle."""
    return (a[0] + b[0]) / 2 + (b[1] - a[1]) * bend, (a[1] + b[1]) / 2 - (b[0] - a[0]) * bend


def _curve(a: Point, aim: Point, b: Point) -> Iterator[Point]:
    """Yield some points of the quadratic curve between its ends."""
    for step in range(2, 11):
        t = step / 12
        yield (
            (1 - t) ** 2 * a[0] + 2 * t * (1 - t) * aim[0] + t**2 * b[0],
            (1 - t) ** 2 * a[1] + 2 * t * (1 - t) * aim[1] + t**2 * b[1],
        )


def _figure(value: int, at: Point, size: float, fill: str) -> str:
    return words(str(value), at, size, font_weight="bold", fill=fill, text_anchor="middle")


def _fitted(places: Places) -> tuple[Places, float]:
    """Scale the places into the frame. Return them and their height."""
    points = [*places.squares.values(), *places.blocks.values()]
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    upper, lower = min(y for _, y in points), max(y for _, y in points)
    inner = WIDTH - 2 * MARGIN
    scale = min(inner / max(right - left, 1e-9), (HIGHEST - 2 * MARGIN) / max(lower - upper, 1e-9))

    def fit(point: Point) -> Point:
        x = WIDTH / 2 + (point[0] - (left + right) / 2) * scale
        return x, MARGIN + (point[1] - upper) * scale

    fitted = Places(
        {square: fit(point) for square, point in places.squares.items()},
        {block: fit(point) for block, point in places.blocks.items()},
    )
    return fitted, (lower - upper) * scale + 2 * MARGIN


def _shrunk(corners: list[Point], middle: Point, by: float) -> list[Point]:
    """Draw an outline in towards its middle until its sides are so much nearer to it."""
    sides = zip(corners, corners[1:] + corners[:1], strict=True)
    apothem = min(_from_line(middle, a, b) for a, b in sides)
    part = max(0.2, 1 - by / max(apothem, 1e-9))
    return [
        (middle[0] + (x - middle[0]) * part, middle[1] + (y - middle[1]) * part) for x, y in corners
    ]


def _from_line(point: Point, a: Point, b: Point) -> float:
    along = (b[0] - a[0], b[1] - a[1])
    area = abs(along[0] * (point[1] - a[1]) - along[1] * (point[0] - a[0]))
    return area / max(dist(a, b), 1e-9)


def _ranks(count: int) -> list[int]:
    """Return the number of pieces in each row of a square; fewer at the top, beside its number."""
    rows = RANKS.get(count)
    return list(rows) if rows else _chunks(count, 3)


def _rows(ragamis: int, dice: int) -> list[int]:
    """Split Ragamis and, below them, Virtue dice into rows so that they come out largest."""
    ways = [_chunks(ragamis, most) + _chunks(dice, most) for most in range(5, 0, -1)]
    return max(ways, key=_row_size)


def _chunks(count: int, most: int) -> list[int]:
    rows = -(-count // most)
    return [count // rows + (n < count % rows) for n in range(rows)]


def _row_size(rows: list[int]) -> float:
    if not rows:
        return 0.0
    return min(BIGGEST_IN_BLOCK, BLOCK_WIDTH / max(rows), BLOCK_HEIGHT / len(rows))
