"""A moment drawn as SVG: the players with their dice, the islands, the temple."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from ragami.games.dice_forge.picture import shapes as draw
from ragami.games.dice_forge.picture.labels import Labels
from ragami.games.dice_forge.picture.scene import Island, Scene, Seat, Side, Stack, fits, scene_of
from ragami.games.dice_forge.picture.shapes import FAINT, INK, PAPER, TILE, middle, moved, words
from ragami.games.dice_forge.state import State
from ragami.games.dice_forge.telling import face_name
from ragami.language import Language
from ragami.markup import element

WIDTH: Final = 1240
MARGIN: Final = 20
GAP: Final = 16
SEAT_WIDTH: Final = (WIDTH - 2 * MARGIN - GAP) / 2
SEAT_HEIGHT: Final = 262
ISLAND_WIDTH: Final = (WIDTH - 2 * MARGIN - 6 * 8) / 7
STACK_HEIGHT: Final = 46
STEP: Final = TILE + 12
HEAD: Final = 62
SIGNS: Final = ("gold", "sun", "moon", "glory")
SMALL: Final = 13

Keep = Callable[[str], str]


def as_it_is(markup: str) -> str:
    """A picture of its own keeps every shape in its place."""
    return markup


def drawn(
    view: Mapping[str, Any],
    state: State,
    names: Mapping[str, str],
    title: str | None,
    language: Language,
) -> str | None:
    """See `ragami.game.capabilities.Drawing.svg`."""
    if not state.opened or not fits(view, state.table):
        return None
    scene = scene_of(view, state.table, names)
    return Drawing(language, as_it_is).whole(scene, title)


class Drawing:
    """Draws scenes in one language; `keep` takes a shape and gives it, or a reference, back."""

    def __init__(self, language: Language, keep: Keep) -> None:
        self.says = Labels(language)
        self.keep = keep

    def whole(self, scene: Scene, title: str | None) -> str:
        """The table from above: a title, the players, the islands, the temple, the signs."""
        parts = [self._title(scene, title)]
        y = float(HEAD)
        for row in range(0, len(scene.seats), 2):
            for column, seat in enumerate(scene.seats[row : row + 2]):
                at = (MARGIN + column * (SEAT_WIDTH + GAP), y)
                parts.append(moved(at, self.seat(seat)))
            y += SEAT_HEIGHT + GAP
        y += self._table(scene, y, parts)
        return framed(y, self.says("board"), *parts)

    def _table(self, scene: Scene, top: float, parts: list[str]) -> float:
        """Islands, temple and signs below each other; how high they are."""
        y = top
        deepest = max(len(island.stacks) for island in scene.islands)
        height = 40 + deepest * STACK_HEIGHT
        for n, island in enumerate(scene.islands):
            at = (MARGIN + n * (ISLAND_WIDTH + 8), y)
            parts.append(moved(at, self.island(island, height)))
        y += height + GAP
        temple, depth = self.temple(scene)
        parts.append(moved((MARGIN, y), temple))
        y += depth + 8
        parts.append(moved((MARGIN, y), self.key()))
        return y + 44 - top

    def _title(self, scene: Scene, title: str | None) -> str:
        told = self.says("round", round=scene.view["round"], rounds=scene.rounds)
        return words(title or "Dice Forge", (MARGIN, 32), 26, font_weight="bold") + words(
            told, (WIDTH - MARGIN, 32), 20, text_anchor="end", fill=FAINT
        )

    # --- a player --------------------------------------------------------------------------

    def seat(self, seat: Seat) -> str:
        """Everything that a player has."""
        edge = 3.2 if seat.due else 1.2
        ground = element(
            "rect", width=SEAT_WIDTH, height=SEAT_HEIGHT, rx=12, fill=PAPER, stroke=INK, stroke_width=edge,
        )  # fmt: skip
        letter = self.says.letter(seat.colour)
        head = moved((34, 30), draw.hero(seat.colour, letter, 17))
        name = f"{self.says.word(seat.colour)} · {_short(seat.name, 26)}"
        head += words(name, (60, 30), 20, font_weight="bold")
        if seat.due:
            head += draw.polygon([(1, 22), (1, 38), (10, 30)], fill=INK)
        head += moved((SEAT_WIDTH - 34, 30), draw.amount("glory", seat.glory, 20))
        track = self.says.score(seat.glory, seat.view["glory"])
        head += words(track, (SEAT_WIDTH - 62, 30), 13, text_anchor="end", fill=FAINT)
        dice = [
            moved((18 + TILE / 2, 134 + 82 * n), self.die(seat, n + 1, die))
            for n, die in enumerate(seat.dice)
        ]
        return ground + head + self._reserves(seat) + "".join(dice) + self._cards(seat)

    def _reserves(self, seat: Seat) -> str:
        """Bars as long as their limits."""
        parts = []
        for n, (kind, limit) in enumerate(seat.view["limits"].items()):
            x, has, room = 34 + n * 150, seat.view[kind], 70
            bar = element(
                "rect", x=18, y=-7, width=room, height=14, rx=3, fill=draw.STONE, stroke=FAINT
            )
            bar += element(
                "rect", x=18, y=-7, width=room * has / max(limit, 1), height=14, rx=3, fill=FAINT
            )
            figures = words(f"{has}/{limit}", (18 + room + 5, 0), 13)
            sign = draw.sign(kind, 11)
            parts.append(
                moved(
                    (x, 70), draw.labelled(self.says(kind, n=has, limit=limit), sign, bar, figures)
                )
            )
        portal = self.says.stands(seat)
        parts.append(words(portal, (SEAT_WIDTH - 16, 70), 14, text_anchor="end"))
        return "".join(parts)

    def die(self, seat: Seat, number: int, die: tuple[Side, ...]) -> str:
        """Six faces in a row, the one up marked; centred on the first one."""
        faces = [moved((n * STEP, 0), self._side(side)) for n, side in enumerate(die)]
        return draw.labelled(self.says.die(seat, number, die), *faces)

    def _side(self, side: Side) -> str:
        shown = self.keep(draw.tile(side.face, forged=side.forged))
        return shown + self.keep(draw.raised()) if side.up else shown

    def _cards(self, seat: Seat) -> str:
        """Cards by pile, hammer and tokens, line by line beside the dice."""
        lines = [line for part in self.says.cards(seat.view) for line in _folded(part, 24)]
        x = 18 + 6 * STEP + 8
        size = SMALL if len(lines) <= 9 else SMALL * 9 / len(lines)
        return "".join(
            words(line, (x, 102 + n * size * 1.36), size) for n, line in enumerate(lines)
        )

    # --- islands and temple ----------------------------------------------------------------

    def island(self, island: Island, height: float) -> str:
        ground = element(
            "rect", width=ISLAND_WIDTH, height=height, rx=10, fill="#e9f1f3", stroke=FAINT,
        )  # fmt: skip
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
        gone: dict[str, str] = (
            {} if stack.left else {"text_decoration": "line-through", "fill": FAINT}
        )
        size = min(12.5, 12.5 * 20 / max(len(name), 1))
        parts = [words(name, (0, 0), size, font_weight="bold", **gone)]
        x = 9.0
        for kind, n in (("sun", stack.cost.sun), ("moon", stack.cost.moon), ("glory", stack.glory)):
            if n or kind == "glory":
                parts.append(moved((x, 19), draw.amount(kind, n, 9)))
                x += 25 if kind != "glory" else 0
        parts.append(words(f"×{stack.left}", (ISLAND_WIDTH - 28, 19), 13, text_anchor="end"))
        label = self.says("left", what=name, n=stack.left)
        return draw.labelled(label, *parts)

    def temple(self, scene: Scene) -> tuple[str, float]:
        """The sanctuary by pools with their cost, and the gardens; and how high that is."""
        parts = [words(self.says("sanctuary"), (0, 4), 15, font_weight="bold")]
        x, y, right = 0.0, 66.0, WIDTH - 2 * MARGIN
        for pool in scene.pools:
            wide = len(pool.faces) * (TILE + 4) + 12
            if x + wide > right and x:
                x, y = 0.0, y + 108
            parts.append(moved((x, y), self._pool(pool.cost, pool.faces)))
            x += wide
        y += 100
        parts.append(words(self.says("garden"), (0, y - 30), 15, font_weight="bold"))
        x, y = 0.0, y + 20
        for face, n in scene.garden:
            if x + TILE > right:
                x, y = 0.0, y + 86
            parts.append(moved((x + TILE / 2, y), self._left(face, n)))
            x += TILE + 14
        return "".join(parts), y + 56

    def _pool(self, cost: int, faces: tuple[tuple[str, int], ...]) -> str:
        wide = len(faces) * (TILE + 4)
        tiles = [
            moved((TILE / 2 + n * (TILE + 4), 0), self._left(face, left))
            for n, (face, left) in enumerate(faces)
        ]
        bar = element("path", d=f"M2 -34H{wide - 6}", stroke=INK, stroke_width=2)
        price = moved((wide / 2 - 2, -34), draw.amount("gold", cost, 10))
        return draw.labelled(self.says("cost", cost=cost), *tiles, bar, price)

    def _left(self, face: str, n: int) -> str:
        """A face that can still be had, and how often; one that is gone is crossed out."""
        label = self.says("left", what=face_name(face, self.says.language), n=n)
        parts = [self.keep(draw.tile(face)), middle(f"×{n}", (0, TILE / 2 + 13), 13)]
        if not n:
            parts.append(
                element("path", d="M-26 26L26 -26M-26 -26L26 26", stroke=INK, stroke_width=2.4)
            )
        return draw.labelled(label, *parts)

    def key(self) -> str:
        """What the signs mean."""
        return "".join(self._key())

    def _key(self) -> Iterator[str]:
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


def framed(height: float, label: str, *inside: str) -> str:
    """The whole picture."""
    ground = element("rect", width=WIDTH, height=height, fill="#f7f2e6")
    return element(
        "svg",
        ground,
        *inside,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {round(height)}",
        width=WIDTH,
        height=round(height),
        font_family=draw.FONT,
        fill=INK,
        role="img",
        aria_label=label,
    )


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _folded(text: str, most: int) -> Iterator[str]:
    """Lines of at most so many characters, where there are blanks."""
    line = ""
    for word in text.split():
        if line and len(line) + len(word) + 1 > most:
            yield line
            line = " "
        line = f"{line} {word}" if line.strip() else f"{line}{word}"
    yield line
