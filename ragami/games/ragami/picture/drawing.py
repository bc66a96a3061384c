"""Pictures of a moment: as SVG (board above, scores, Action table, supply and legend below it), and
with characters (`text`).

The SVG is one page that needs no font, script or colour to be understood.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Final

from msgspec import json

from ragami.draw.pad import cut
from ragami.draw.panels import Page
from ragami.draw.svg import fitted
from ragami.game import game_named
from ragami.games.ragami.events import NEUTRAL, SPACES
from ragami.games.ragami.picture import shapes
from ragami.games.ragami.picture.board import WIDTH, BoardPicture
from ragami.games.ragami.picture.layout import Plan, plan_of
from ragami.games.ragami.picture.scene import (
    LONGEST,
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
from ragami.games.ragami.picture.shapes import FAINT, INK, PAPER, placed
from ragami.games.ragami.picture.text import text
from ragami.games.ragami.rules.ending import final
from ragami.games.ragami.state import State
from ragami.games.ragami.words import WORDS
from ragami.language import Language
from ragami.markup import FONT, Point, element, labelled, number, path, polygon, words
from ragami.messages import plain

HEADER: Final = 92
NAMED: Final = 56
FOOT: Final = 16
LEFT: Final = 24
LONGEST_TITLE: Final = 56
GAME: Final = "Ragami"


def svg(
    view: View,
    state: State,
    names: Names,
    title: str | None,
    language: Language,
) -> str | None:
    """Draw a moment as SVG; None while there is no board."""
    if not state.opened:
        return None
    plan = plan_of(json.encode(state.board.file))
    return draw(view, plan, names, title, language, _end(state, names, language))


def picture(state: State, view: View, names: Names, page: Page) -> str:
    if not state.opened:
        return WORDS.moment(state, page.language) + "\n"
    plan = plan_of(json.encode(state.board.file))
    return text(view, plan, page, names, _end(state, names, page.language))


def _end(state: State, names: Names, language: Language) -> End:
    over = final(state)
    if over is None:
        return NO_END
    return End(game_named("ragami").named_result(over, names, language), state.winners)


def draw(
    view: View,
    plan: Plan,
    names: Names | None = None,
    title: str | None = None,
    language: Language = "en",
    end: End = NO_END,
) -> str:
    """Draw a moment as a standalone SVG, 1000 units wide and as high as it needs.

    `view` is what `ragami show --json` prints (what is hidden there stays hidden here); `names`
    are the players' names by colour, `title` the game's, `end` how it ended. The same input
    gives the same bytes.
    """
    says = labels(language)
    scene = Scene.of(view, plan, names, end.winners)
    board = BoardPicture(plan, says, HEADER)
    panel = Panel(scene, says)
    below = HEADER + board.height
    height = round(below + panel.height + FOOT)
    heading = plain(title or "", LONGEST) or GAME
    drawn = (_header(heading, scene, says, end.result), board.draw(scene), panel.draw(below))
    label = f"{heading} · {says.moment(scene)}"
    return _sheet(label, description(scene, says), height, language, *drawn)


def bare(plan: Plan, name: str, *, language: Language = "en") -> str:
    """Draw a board on which nothing stands, as a standalone SVG."""
    says = labels(language)
    heading = cut(plain(name, LONGEST), LONGEST_TITLE)
    board = BoardPicture(plan, says, NAMED)
    height = round(NAMED + board.height + FOOT)
    title = words(heading, (LEFT, 34), 30, font_weight="bold", fill=INK)
    return _sheet(heading, "", height, language, title, board.draw(Scene.bare(plan)))


def _sheet(title: str, spoken: str, height: int, language: Language, *drawn: str) -> str:
    """Return a page with what is drawn on it; its title and `spoken` are read aloud."""
    parts = {"title": title, "desc": spoken} if spoken else {"title": title}
    return element(
        "svg",
        *(element(name, escape(text), id=f"ragami-{name}") for name, text in parts.items()),
        element("defs", shapes.SHAPES["hatch"]),
        element("rect", width=WIDTH, height=height, rx=18, fill="#faf7f0"),
        *drawn,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {WIDTH} {height}",
        width=WIDTH,
        height=height,
        lang=language,
        role="img",
        aria_labelledby=" ".join(f"ragami-{name}" for name in parts),
        font_family=FONT,
    )


def description(scene: Scene, says: Labels) -> str:
    """Return the picture in words: scores, dice, supply, and every place where something is."""
    places = [
        *((says.square(square), standing) for square, standing in scene.squares.items()),
        *((says.block(block), standing) for block, standing in scene.blocks.items()),
    ]
    parts = [
        *map(says.row, scene.players),
        *(says.die(space, value) for space, value in scene.dice.items()),
        *(f"{says.supply[key]}: {count}" for key, count in scene.supply.items()),
        *(
            says.place(where, standing)
            for where, standing in places
            if any(says.standing(standing))
        ),
    ]
    return ". ".join(parts) + "."


def _header(title: str, scene: Scene, says: Labels, result: str) -> str:
    name = cut(title, LONGEST_TITLE)
    size = min(36.0, (WIDTH - 2 * LEFT) / len(name) / 0.66)
    bold = {"fill": INK, "font_weight": "bold"}
    moment = words(says.moment(scene), (LEFT, 72), 24, fill=FAINT)
    return "".join(
        (
            words(name, (LEFT, 34), size, font_weight="bold", fill=INK),
            fitted(result, 24, WIDTH - 2 * LEFT, LEFT, 72) if result else moment,
            words(says.acting(scene), (WIDTH - LEFT, 72), 24, **bold, text_anchor="end"),
        )
    )


# --- beside the board ----------------------------------------------------------------------


EDGE: Final = 20
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
        self.legend = shapes.legend_signs(labels.letters[NEUTRAL])
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
            "rect", x=EDGE, y=top + 2, width=RIGHT - EDGE, height=ROW - 4, rx=10,
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
        frame = _box(EDGE, top, TABLE_RIGHT - EDGE, self.labels.texts["action_table"])
        line = path(
            f"M{EDGE + 14},{number(top + 142)}H{TABLE_RIGHT - 14}",
            stroke="#b8ad98",
            stroke_width=2,
        )
        step = (TABLE_RIGHT - EDGE) / len(SPACES)
        spaces = (
            self._space(space, (EDGE + step * (n + 0.5), top)) for n, space in enumerate(SPACES)
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
            for n, (key, sign) in enumerate(shapes.supply_signs().items())
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
        step = (RIGHT - EDGE) / LEGEND_COLUMNS
        for n, (key, sign) in enumerate(self.legend.items()):
            row, column = divmod(n, LEGEND_COLUMNS)
            x, y = EDGE + step * column + 22, top + LEGEND_ROW * row + 18
            yield placed((x, y), 0.8, sign)
            yield words(self.labels.legend[key], (x + 26, y), 20, fill=INK)


def _centred(text: str, at: Point, size: float, fill: str, **attributes: str) -> str:
    return words(text, at, size, fill=fill, text_anchor="middle", **attributes)


def _box(left: float, top: float, width: float, title: str) -> str:
    frame = element("rect", x=left, y=top, width=width, height=BOX, rx=12, fill=PAPER,
                    stroke="#d8d0c0", stroke_width=1.5)  # fmt: skip
    return frame + words(title, (left + 16, top + 26), 22, font_weight="bold", fill=INK)
