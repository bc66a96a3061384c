"""A moment drawn as SVG: the players with their dice, the islands, the temple."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Final

from ragami.game.sketch import Keep, Sketch, Spot, as_it_is
from ragami.games.dice_forge.picture import shapes as draw
from ragami.games.dice_forge.picture.labels import Labels
from ragami.games.dice_forge.picture.scene import Island, Scene, Seat, Side, Stack
from ragami.games.dice_forge.picture.shapes import FAINT, INK, PAPER, TILE
from ragami.games.dice_forge.telling import face_name
from ragami.language import Language
from ragami.markup import (
    Point,
    Value,
    element,
    folded,
    labelled,
    middle,
    moved,
    polygon,
    short,
    words,
)

WIDTH: Final = 1240
MARGIN: Final = 20
GAP: Final = 16
SEAT_WIDTH: Final = (WIDTH - 2 * MARGIN - GAP) / 2
SEAT_HEIGHT: Final = 262
ISLAND_WIDTH: Final = (WIDTH - 2 * MARGIN - 6 * 8) / 7
STACK_HEIGHT: Final = 46
STEP: Final = TILE + 12
HEAD: Final = 62
CLOTH: Final = "#f7f2e6"
SIGNS: Final = ("gold", "sun", "moon", "glory")
SMALL: Final = 13
BAR: Final = 70
COLUMNS: Final = 20
LINES: Final = 9


class Drawing:
    """Draws scenes in one language; `keep` takes a shape and gives it, or a reference, back."""

    def __init__(self, language: Language, keep: Keep = as_it_is) -> None:
        self.says = Labels(language)
        self.keep = keep

    def sketch(self, scene: Scene, title: str | None) -> Sketch:
        """The table from above: the players, the islands, the temple, the signs."""
        return Sketch(
            title or "Dice Forge",
            self.says("board"),
            WIDTH,
            self.height(scene),
            CLOTH,
            INK,
            self.ground(scene),
            list(self.spots(scene)),
        )

    # --- where everything is ---------------------------------------------------------------

    def height(self, scene: Scene) -> float:
        return self._garden_top(scene) + 20 + (len(scene.garden) // 18 + 1) * 86 + 44

    def _seat_at(self, n: int) -> Point:
        row, column = divmod(n, 2)
        return MARGIN + column * (SEAT_WIDTH + GAP), HEAD + row * (SEAT_HEIGHT + GAP)

    def _islands_top(self, scene: Scene) -> float:
        return HEAD + (len(scene.seats) + 1) // 2 * (SEAT_HEIGHT + GAP)

    def _island_height(self, scene: Scene) -> float:
        return 40 + max(len(island.stacks) for island in scene.islands) * STACK_HEIGHT

    def _temple_top(self, scene: Scene) -> float:
        return self._islands_top(scene) + self._island_height(scene) + GAP

    def _garden_top(self, scene: Scene) -> float:
        return max(at[1] for at in self._pools_at(scene)) + 70

    def _pools_at(self, scene: Scene) -> list[Point]:
        """Pools side by side, in as many rows as they take."""
        x, y = 0.0, self._temple_top(scene) + 70
        places = []
        for pool in scene.pools:
            wide = len(pool.faces) * (TILE + 4) + 12
            if x + wide > WIDTH - 2 * MARGIN and x:
                x, y = 0.0, y + 108
            places.append((MARGIN + x, y))
            x += wide
        return places or [(MARGIN, y)]

    # --- what never changes ----------------------------------------------------------------

    def ground(self, scene: Scene) -> str:
        """Frames, names and headings, and what the signs mean."""
        parts = [moved(self._seat_at(n), self._frame(seat)) for n, seat in enumerate(scene.seats)]
        bold: dict[str, Value] = {"font_weight": "bold"}
        temple, garden = self._temple_top(scene) + 6, self._garden_top(scene) + 4
        parts.append(words(self.says("sanctuary"), (MARGIN, temple), 15, **bold))
        parts.append(words(self.says("garden"), (MARGIN, garden), 15, **bold))
        for pool, at in zip(scene.pools, self._pools_at(scene), strict=False):
            parts.append(moved(at, self._price(pool.cost, len(pool.faces))))
        parts.append(moved((MARGIN, self.height(scene) - 40), "".join(self._key())))
        return "".join(parts)

    def _frame(self, seat: Seat) -> str:
        ground = element(
            "rect", width=SEAT_WIDTH, height=SEAT_HEIGHT, rx=12, fill=PAPER, stroke=INK
        )
        hero = moved((34, 30), draw.hero(seat.colour, self.says.letter(seat.colour), 17))
        name = f"{self.says.word(seat.colour)} · {short(seat.name, 26)}"
        return ground + hero + words(name, (60, 30), 20, font_weight="bold")

    def _price(self, cost: int, faces: int) -> str:
        wide = faces * (TILE + 4)
        bar = element("path", d=f"M2 -38H{wide - 6}", stroke=INK, stroke_width=2)
        price = moved((wide / 2 - 2, -38), draw.amount("gold", cost, 10))
        return labelled(self.says("cost", cost=cost), bar, price)

    def _key(self) -> Iterator[str]:
        """What the signs mean."""
        x = 12.0
        for kind in SIGNS:
            yield moved((x, 14), draw.sign(kind, 10))
            yield words(self.says(f"{kind}-sign"), (x + 17, 14), 13)
            x += 96
        for code, tile in (
            ("first", draw.tile("1g")),
            ("forged-face", draw.tile("1g", forged=True)),
            ("now-up", draw.tile("1g") + draw.raised()),
        ):
            yield moved((x + 12, 14), tile, scale=0.42)
            told = self.says(code)
            yield words(told, (x + 34, 14), 13)
            x += 60 + len(told) * 7

    # --- what changes ----------------------------------------------------------------------

    def spots(self, scene: Scene) -> Iterator[Spot]:
        """Everything that may look otherwise at another moment, each with a name of its own."""
        told = self.says("round", round=scene.view["round"], rounds=scene.rounds)
        right = partial(words, told, (0, 0), 20, text_anchor="end", fill=FAINT)
        yield Spot("round", (WIDTH - MARGIN, 32), "", told, right)
        for n, seat in enumerate(scene.seats):
            x, y = self._seat_at(n)
            for spot in self._seat(n, seat):
                yield spot._replace(at=(x + spot.at[0], y + spot.at[1]))
        top, height = self._islands_top(scene), self._island_height(scene)
        for n, island in enumerate(scene.islands):
            at = (MARGIN + n * (ISLAND_WIDTH + 8), top)
            shape = partial(self.island, island, height)
            label = self.says("island", portal=island.portal)
            yield Spot(f"island-{n}", at, label, island, shape)
        yield from self._temple(scene)

    def _seat(self, n: int, seat: Seat) -> Iterator[Spot]:
        """What a player has; places from the corner of the frame."""
        yield Spot(f"due-{n}", (0, 0), "", seat.due, partial(_due_mark, due=seat.due))
        told = self.says.score(seat.glory, seat.view["glory"])
        yield Spot(f"score-{n}", (SEAT_WIDTH - 34, 30), told, told, partial(_score, seat, told))
        for at, (kind, limit) in enumerate(seat.view["limits"].items()):
            has = seat.view[kind]
            label = self.says(kind, n=has, limit=limit)
            shape = partial(self._reserve, kind, has, limit)
            yield Spot(f"{kind}-{n}", (34 + at * 150, 70), label, label, shape)
        stands = self.says.stands(seat)
        right = partial(words, stands, (0, 0), 14, text_anchor="end")
        yield Spot(f"portal-{n}", (SEAT_WIDTH - 16, 70), "", stands, right)
        for number, die in enumerate(seat.dice, 1):
            at_die = (18 + TILE / 2, 52 + 82 * number)
            label = self.says.die(seat, number, die)
            slots = tuple((side.face, side.forged) for side in die)
            yield Spot(f"die-{n}-{number}", at_die, label, slots, partial(self._die, die))
            up = next((at for at, side in enumerate(die) if side.up), None)
            shown = "" if up is None else self.says("up", face=self.says.side(die[up]))
            yield Spot(f"up-{n}-{number}", at_die, shown, (up, shown), partial(self._up, up))
        cards = self.says.cards(seat.view)
        at_cards = (18 + 6 * STEP + 8, 102)
        yield Spot(f"cards-{n}", at_cards, "", cards, partial(_cards, cards))

    def _reserve(self, kind: str, has: int, limit: int) -> str:
        """A bar as long as its limit."""
        wide: dict[str, Value] = {"x": 18, "y": -7, "height": 14, "rx": 3, "stroke": FAINT}
        bar = element("rect", width=BAR, fill=draw.STONE, **wide)
        bar += element("rect", width=BAR * has / max(limit, 1), fill=FAINT, **wide)
        return self.keep(draw.sign(kind, 11)) + bar + words(f"{has}/{limit}", (23 + BAR, 0), 13)

    def _die(self, die: tuple[Side, ...]) -> str:
        """Six faces in a row, centred on the first one."""
        return "".join(
            moved((n * STEP, 0), self.keep(draw.tile(side.face, forged=side.forged)))
            for n, side in enumerate(die)
        )

    def _up(self, at: int | None) -> str:
        return "" if at is None else moved((at * STEP, 0), self.keep(draw.raised()))

    # --- islands and temple ----------------------------------------------------------------

    def island(self, island: Island, height: float) -> str:
        """Its feats with their costs, and the hero that stands there."""
        ground = element(
            "rect", width=ISLAND_WIDTH, height=height, rx=10, fill="#e9f1f3", stroke=FAINT
        )
        name = self.says("island", portal=island.portal)
        parts = [ground, words(name, (12, 20), 14, font_weight="bold")]
        if island.hero:
            letter = self.says.letter(island.hero)
            parts.append(moved((ISLAND_WIDTH - 20, 20), draw.hero(island.hero, letter, 13)))
        for n, stack in enumerate(island.stacks):
            parts.append(moved((12, 50 + n * STACK_HEIGHT), self._stack(stack)))
        return "".join(parts)

    def _stack(self, stack: Stack) -> str:
        name = self.says.word(stack.feat)
        gone: dict[str, Value] = {"text_decoration": "line-through", "fill": FAINT}
        size = min(12.5, 12.5 * 20 / max(len(name), 1))
        look = {} if stack.left else gone
        parts = [words(name, (0, 0), size, font_weight="bold", **look)]
        x = 9.0
        for kind, n in (("sun", stack.cost.sun), ("moon", stack.cost.moon), ("glory", stack.glory)):
            if n or kind == "glory":
                parts.append(moved((x, 19), self.keep(draw.amount(kind, n, 9))))
                x += 25
        parts.append(words(f"×{stack.left}", (ISLAND_WIDTH - 28, 19), 13, text_anchor="end"))
        label = self.says("left", what=name, n=stack.left)
        return labelled(label, *parts)

    def _temple(self, scene: Scene) -> Iterator[Spot]:
        """The faces of the sanctuary, pool by pool, and those of the gardens."""
        for k, (pool, (x, y)) in enumerate(zip(scene.pools, self._pools_at(scene), strict=False)):
            for n, (face, left) in enumerate(pool.faces):
                at = (x + TILE / 2 + n * (TILE + 4), y)
                yield self._left(f"pool-{k}-{n}", at, face, left)
        top = self._garden_top(scene) + 54
        for n, (face, left) in enumerate(scene.garden):
            row, column = divmod(n, 17)
            at = (MARGIN + TILE / 2 + column * (TILE + 14), top + row * 86)
            yield self._left(f"garden-{n}", at, face, left)

    def _left(self, name: str, at: Point, face: str, n: int) -> Spot:
        """A face that can still be had, and how often; one that is gone is crossed out."""
        label = self.says("left", what=face_name(face, self.says.language), n=n)
        return Spot(name, at, label, n, partial(self._copies, face, n))

    def _copies(self, face: str, n: int) -> str:
        shown = self.keep(draw.tile(face)) + middle(f"×{n}", (0, TILE / 2 + 13), 13)
        return shown if n else shown + self.keep(CROSS)


CROSS: Final = element("path", d="M-26 26L26 -26M-26 -26L26 26", stroke=INK, stroke_width=2.4)


def _due_mark(*, due: bool) -> str:
    """A thick frame and a pointer for whoever is asked."""
    if not due:
        return ""
    frame = element(
        "rect",
        width=SEAT_WIDTH,
        height=SEAT_HEIGHT,
        rx=12,
        fill="none",
        stroke=INK,
        stroke_width=3.6,
    )
    return frame + polygon([(1, 22), (1, 38), (10, 30)], fill=INK)


def _score(seat: Seat, told: str) -> str:
    text = words(told, (-28, 0), 13, text_anchor="end", fill=FAINT)
    return draw.amount("glory", seat.glory, 20) + text


def _cards(cards: list[str]) -> str:
    """Cards by pile, hammer and tokens, line by line."""
    lines = [line for part in cards for line in folded(part, COLUMNS)]
    size = SMALL if len(lines) <= LINES else SMALL * LINES / len(lines)
    return "".join(words(line, (0, n * size * 1.36), size) for n, line in enumerate(lines))
