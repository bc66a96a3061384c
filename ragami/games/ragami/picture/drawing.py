"""Pictures of a moment: as SVG, and with characters (`text`).

The SVG is one page that needs no font, script or colour to be understood.
"""

from __future__ import annotations

from html import escape
from typing import Final

from msgspec import json

from ragami.draw.pad import cut
from ragami.draw.panels import Page
from ragami.draw.svg import fitted
from ragami.game import game_named
from ragami.games.ragami.picture import shapes
from ragami.games.ragami.picture.board import WIDTH, BoardPicture
from ragami.games.ragami.picture.labels import Labels, labels
from ragami.games.ragami.picture.layout import Plan, plan_of
from ragami.games.ragami.picture.panel import Panel
from ragami.games.ragami.picture.scene import LONGEST, NO_END, End, Names, Scene, View
from ragami.games.ragami.picture.shapes import FAINT, INK
from ragami.games.ragami.picture.text import text
from ragami.games.ragami.rules.ending import final
from ragami.games.ragami.state import State
from ragami.games.ragami.words import WORDS
from ragami.language import Language
from ragami.markup import FONT, element, words
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
