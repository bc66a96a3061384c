"""The panels beside the board, as SVG: scores, Action table, supply and legend."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ragami.draw.pad import cut
from ragami.games.ragami.events import NEUTRAL, SPACES
from ragami.games.ragami.picture import shapes
from ragami.games.ragami.picture.labels import Labels, card
from ragami.games.ragami.picture.scene import Player, Scene
from ragami.games.ragami.picture.shapes import FAINT, INK, PAPER, placed
from ragami.markup import Point, element, labelled, number, path, polygon, words

LEFT: Final = 20
RIGHT: Final = 980
ROW: Final = 54
HEAD: Final = 40
GAP: Final = 16
BOX: Final = 196
LONGEST_NAME: Final = 16
# Room for a word of the supply, over how wide a letter is to its height.
SUPPLY_TEXT: Final = 184 / 0.58
TABLE_RIGHT: Final = 386
SUPPLY_LEFT: Final = 402
COLUMN_AT: Final = {"vp": 505.0, "resolved": 596.0, "cubes": 692.0, "virtue": 782.0, "hand": 900.0}
LEGEND_ROW: Final = 44
LEGEND_COLUMNS: Final = 4


class Panel:
    """Draws all that is not on the board, from a height downwards."""

    def __init__(self, scene: Scene, labels: Labels) -> None:
        self.scene = scene
        self.labels = labels
        self.legend = legend_signs(labels)
        if not any(None in player.hand for player in scene.players):
            del self.legend["hidden"]

    @property
    def height(self) -> float:
        return HEAD + len(self.scene.players) * ROW + 2 * GAP + BOX + self._legend_rows * LEGEND_ROW

    @property
    def _legend_rows(self) -> int:
        return -(-len(self.legend) // LEGEND_COLUMNS)

    def draw(self, top: float) -> str:
        rows = top + HEAD
        boxes = rows + len(self.scene.players) * ROW + GAP
        return "".join(
            (
                self._head(top),
                *(self._player(p, rows + n * ROW) for n, p in enumerate(self.scene.players)),
                self._action_table(boxes),
                self._supply(boxes),
                *self._legend(boxes + BOX + GAP),
            )
        )

    # -- scores

    def _head(self, top: float) -> str:
        return "".join(
            _centred(text, (COLUMN_AT[key], top + HEAD / 2), 20, FAINT)
            for key, text in self.labels.columns.items()
        )

    def _player(self, player: Player, top: float) -> str:
        y = top + ROW / 2
        frame = element(
            "rect", x=LEFT, y=top + 2, width=RIGHT - LEFT, height=ROW - 4, rx=10,
            fill="#fff6d8" if player.active else PAPER,
            stroke=INK if player.active else "#d8d0c0",
            stroke_width=3 if player.active else 1.5,
        )  # fmt: skip
        letter = self.labels.letters[player.colour]
        return labelled(
            self.labels.row(player),
            frame,
            *self._marks(player, y),
            placed((128, y), 1, shapes.piece("chip", player.colour, letter)),
            *self._name(player, y),
            *self._score(player, y),
            class_="player",
        )

    def _marks(self, player: Player, y: float) -> Iterator[str]:
        if player.active:
            yield polygon([(34, y - 13), (56, y), (34, y + 13)], fill=INK)
        if player.first:
            yield placed((82, y), 0.9, shapes.SHAPES["first-player"])

    def _name(self, player: Player, y: float) -> Iterator[str]:
        name = cut(self.labels.player(player), LONGEST_NAME)
        size = min(24.0 if player.note else 27.0, 270 / len(name) / 0.62)
        rise = 11 if player.note else 0
        yield words(name, (156, y - rise), size, font_weight="bold", fill=INK)
        if player.note:
            yield words(
                self.labels.texts[player.note], (156, y + 13), 17, font_style="italic", fill=FAINT
            )

    def _score(self, player: Player, y: float) -> Iterator[str]:
        for key, value in (
            ("vp", player.vp),
            ("resolved", player.resolved),
            ("cubes", player.cubes),
        ):
            yield _centred(str(value), (COLUMN_AT[key], y), 30, INK, font_weight="bold")
        letter = self.labels.letters[player.colour]
        die = shapes.virtue(player.colour, letter, player.virtue[1]) if player.virtue else None
        yield placed((COLUMN_AT["virtue"], y), 1.05, die or shapes.SHAPES["no-die"])
        step = min(36.0, 130 / max(len(player.hand), 1))
        for n, kind in enumerate(player.hand):
            x = COLUMN_AT["hand"] + (n - (len(player.hand) - 1) / 2) * step
            yield placed((x, y), 1.05, shapes.card(card(kind)))

    # -- Action table

    def _action_table(self, top: float) -> str:
        frame = _box(LEFT, top, TABLE_RIGHT - LEFT, self.labels.texts["action_table"])
        line = path(
            f"M{LEFT + 14},{number(top + 142)}H{TABLE_RIGHT - 14}", stroke="#b8ad98", stroke_width=2
        )
        step = (TABLE_RIGHT - LEFT) / len(SPACES)
        spaces = (
            self._space(space, (LEFT + step * (n + 0.5), top)) for n, space in enumerate(SPACES)
        )
        return frame + line + "".join(spaces)

    def _space(self, space: str, at: Point) -> str:
        """Draw one space; a spent die lies below the line."""
        value = self.scene.dice[space]
        x, top = at
        word = _centred(self.labels.words[space], (x, top + 62), 21, INK)
        upper = shapes.die(value, PAPER, INK) if value else shapes.SHAPES["no-die"]
        lower = ""
        if value == 0:
            spent = words(self.labels.texts["spent"], (x - 22, top + 168), 19, fill=FAINT)
            lower = placed((x - 40, top + 168), 0.75, shapes.die(0, "#d9d4c8", INK)) + spent
        label = self.labels.die(space, value)
        return labelled(label, word, placed((x, top + 106), 1.45, upper), lower, class_="die")

    # -- supply

    def _supply(self, top: float) -> str:
        frame = _box(SUPPLY_LEFT, top, RIGHT - SUPPLY_LEFT, self.labels.texts["supply_title"])
        step = (RIGHT - SUPPLY_LEFT) / 3
        return frame + "".join(
            self._store(key, sign, (SUPPLY_LEFT + step * (n % 3 + 0.5), top + 62 + 72 * (n // 3)))
            for n, (key, sign) in enumerate(supply_signs().items())
        )

    def _store(self, key: str, sign: str, at: Point) -> str:
        x, y = at
        count, text = self.scene.supply[key], self.labels.supply[key]
        return labelled(
            f"{text}: {count}",
            placed((x - 28, y), 0.95, sign),
            words(str(count), (x + 6, y), 30, font_weight="bold", fill=INK),
            _centred(text, (x, y + 34), min(19.0, SUPPLY_TEXT / len(text)), FAINT),
            class_="supply",
        )

    # -- legend

    def _legend(self, top: float) -> Iterator[str]:
        step = (RIGHT - LEFT) / LEGEND_COLUMNS
        for n, (key, sign) in enumerate(self.legend.items()):
            row, column = divmod(n, LEGEND_COLUMNS)
            x, y = LEFT + step * column + 22, top + LEGEND_ROW * row + 18
            yield placed((x, y), 0.8, sign)
            yield words(self.labels.legend[key], (x + 26, y), 20, fill=INK)


def supply_signs() -> dict[str, str]:
    return {
        "cubes": shapes.SHAPES["cube"],
        "demons": shapes.demon(1),
        "conflict_dice": shapes.die(6),
        "chips": shapes.SHAPES["location"],
        "deck": shapes.shape("pile", fill="#b9c4cf"),
        "used": shapes.shape("pile", fill=PAPER),
    }


def legend_signs(labels: Labels) -> dict[str, str]:
    """Return a sign for every kind of piece, in the neutral grey, so that no colour is meant."""
    return {
        "saint": shapes.piece("saint", NEUTRAL, ""),
        "ragami": shapes.piece("ragami", NEUTRAL, ""),
        "demons": shapes.demon(2),
        "conflict": shapes.die(4),
        "virtue": shapes.virtue(NEUTRAL, "", 3),
        "neutral": shapes.piece("ragami", NEUTRAL, labels.letters[NEUTRAL]),
        "forbidden": shapes.SHAPES["forbidden"],
        "resolved": shapes.SHAPES["resolved"],
        "hidden": shapes.card(card(None)),
    }


def _centred(text: str, at: Point, size: float, fill: str, **attributes: str) -> str:
    return words(text, at, size, fill=fill, text_anchor="middle", **attributes)


def _box(left: float, top: float, width: float, title: str) -> str:
    frame = element("rect", x=left, y=top, width=width, height=BOX, rx=12, fill=PAPER,
                    stroke="#d8d0c0", stroke_width=1.5)  # fmt: skip
    return frame + words(title, (left + 16, top + 26), 22, font_weight="bold", fill=INK)
