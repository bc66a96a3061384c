"""The game on a page that replays it: the board, and beside it scores, Action table and supply.

Everything that changes is a spot with an id of its own. Shapes and places are those of the picture.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Final

from msgspec import json

from ragami.decoded import Fields
from ragami.draw.pad import cut
from ragami.draw.sketch import Region
from ragami.games.ragami.events import NEUTRAL, SPACES
from ragami.games.ragami.picture import shapes
from ragami.games.ragami.picture.board import WIDTH, BoardPicture
from ragami.games.ragami.picture.layout import Plan, plan_of
from ragami.games.ragami.picture.scene import (
    LONGEST,
    SUPPLY,
    Labels,
    Player,
    Scene,
    Standing,
    card,
    labels,
)
from ragami.games.ragami.picture.shapes import INK, PAPER, SHAPES
from ragami.games.ragami.state import State
from ragami.language import Language
from ragami.markup import FONT, element, moved, polygon
from ragami.messages import plain
from ragami.templates import fragment

NOTHING: Final = Region("", "")
# The fields of events whose values are squares and blocks: to be tapped on the board.
PLACES: Final = ("to", "from", "square", "squares", "block", "demons", "withdraw_to")


class Stage:
    """See `ragami.game.page_content.PageContent`.

    `keep` takes a shape, and gives a reference to it back.
    """

    def __init__(
        self, plan: Plan, names: Mapping[str, str], language: Language, keep: Callable[[str], str]
    ) -> None:
        says = labels(language)
        self.plan = plan
        self.seats = list(names)
        self.says = says
        self.names = names
        self.drawing = BoardPicture(plan, says, 0, keep)
        self.tables = Tables(names, says, keep)
        self.players = {seat: self.tables.name_and_colour(seat) for seat in names}
        self.board = self._board()
        self.beside = self.tables.markup()
        self._drawn: dict[tuple[int | str, str], Region] = {}

    def spots(self, state: State, view: Mapping[str, object]) -> dict[str, Region]:
        """Draw squares, blocks, and the figures beside the board."""
        if not self._fits(view):
            scene, beside = Scene.bare(self.plan), {}
        else:
            scene = Scene.of(view, self.plan, self.names, state.winners)
            beside = self.tables.spots(scene)
        empty = dict.fromkeys(self.tables.ids, NOTHING)
        return dict(self._places(scene)) | empty | beside

    def _fits(self, view: Fields) -> bool:
        """Return True if the view has this page's seats and blocks; corrections may change them."""
        players = view["players"]
        if list(players) != self.seats:
            return False
        ragamis = [view["neutral"], *(player["ragami"] for player in players.values())]
        virtue = [player["virtue"]["block"] for player in players.values() if player["virtue"]]
        blocks = {place for place in (*ragamis, *virtue) if isinstance(place, str)}
        return blocks <= self.plan.block_squares.keys()

    def _places(self, scene: Scene) -> Iterator[tuple[str, Region]]:
        """Yield the squares and blocks with what stands there; blocks by number, not by name."""
        for n, (block, standing) in enumerate(scene.blocks.items()):
            yield f"block-{n}", self._drawn_once(block, standing)
        for square, standing in scene.squares.items():
            yield f"square-{square}", self._drawn_once(square, standing)

    def _drawn_once(self, place: int | str, standing: Standing) -> Region:
        """Draw a place, from a cache: most look as they have looked before."""
        key = place, repr(standing)
        if key not in self._drawn:
            says, drawing = self.says, self.drawing
            if isinstance(place, int):
                label, markup = says.square(place), drawing.on_square(place, standing)
            else:
                label, markup = says.block(place), drawing.in_block(place, standing)
            self._drawn[key] = Region(says.place(label, standing), markup)
        return self._drawn[key]

    def _board(self) -> str:
        places, drawing = self.drawing.places, self.drawing
        spots = [
            *((f"block-{n}", b, places.blocks[b]) for n, b in enumerate(self.plan.block_squares)),
            *((f"square-{n}", str(n), places.squares[n]) for n in sorted(self.plan.streets)),
        ]
        return element(
            "svg",
            element("defs", SHAPES["hatch"]),
            drawing.ground(),
            *(
                moved(at, element("g", id=name, role="img", data_place=place))
                for name, place, at in spots
            ),
            viewBox=f"0 0 {WIDTH} {round(drawing.height)}",
            role="group",
            aria_label=self.says.texts["board"],
            font_family=FONT,
            data_fields=" ".join(PLACES),
        )


def stage(
    state: State, names: Mapping[str, str], language: Language, keep: Callable[[str], str]
) -> Stage | None:
    if not state.opened:
        return None
    plan = plan_of(json.encode(state.board.file))
    return Stage(plan, names, language, keep)


NUMBERS: Final = ("vp", "resolved", "cubes")
CELLS: Final = (*NUMBERS, "virtue", "hand")
LONGEST_NAME: Final = 24
PANEL: Final = "ragami/games/ragami/picture/panel.html"


class Tables:
    """Scores, Action table and supply: their frame once, and at every moment the spots in it."""

    def __init__(
        self, names: Mapping[str, str], labels: Labels, keep: Callable[[str], str]
    ) -> None:
        self.names = names
        self.labels = labels
        self.keep = keep
        seats = [f"{seat}-{cell}" for seat in names for cell in ("marks", *CELLS)]
        self.ids = [*seats, *(f"die-{space}" for space in SPACES), *SUPPLY]
        self._shown_marks = fragment(PANEL, "marks", labels.language)
        self._hand = fragment(PANEL, "hand", labels.language)
        # From one moment to the next most of it stays as it is.
        self._die = cache(self._drawn_die)
        self._row = cache(self._drawn_row)

    def name(self, seat: str) -> str:
        """Return the player's name, shortened; the colour if there is none."""
        name = plain(self.names[seat], LONGEST).strip()
        return cut(name, LONGEST_NAME) or self.labels.words[seat].capitalize()

    def name_and_colour(self, seat: str) -> str:
        """Return `Ana (blue)`, for where no sign shows the colour."""
        name, colour = self.name(seat), self.labels.words[seat]
        return name if name.lower() == colour else f"{name} ({colour})"

    # -- the frame

    def markup(self) -> str:
        """Return the panels with empty spots."""
        says = self.labels
        players = [(seat, self._chip(seat), self.name(seat)) for seat in self.names]
        signs = shapes.supply_signs()
        supply = [(key, self._sign(signs[key]), text) for key, text in says.supply.items()]
        legend = [
            (self._sign(sign), says.legend[key])
            for key, sign in shapes.legend_signs(says.letters[NEUTRAL]).items()
        ]
        return fragment(PANEL, "frame", says.language)(says, players, SPACES, supply, legend)

    def _chip(self, seat: str) -> str:
        return self._sign(
            shapes.piece("chip", seat, self.labels.letters[seat]), self.labels.words[seat]
        )

    def _sign(self, shape: str, label: str = "") -> str:
        """Draw a shape in a line of text; without a label it only decorates."""
        how = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
        return element("svg", self.keep(shape), viewBox="-20 -20 40 40", class_="sign", **how)

    # -- the spots

    def spots(self, scene: Scene) -> dict[str, Region]:
        """Return the content of each spot of the panels at a moment."""
        spots = {f"die-{space}": self._die(space, scene.dice[space]) for space in SPACES}
        spots |= {key: Region("", str(scene.supply[key])) for key in SUPPLY}
        for player in scene.players:
            spots |= self._row(player)
        return spots

    def _drawn_row(self, player: Player) -> dict[str, Region]:
        cells = {cell: str(getattr(player, cell)) for cell in NUMBERS}
        cells["marks"] = self._marks(player)
        cells["virtue"] = self._virtue(player)
        cells["hand"] = self._hand(map(card, player.hand))
        return {f"{player.colour}-{cell}": Region("", text) for cell, text in cells.items()}

    def _marks(self, player: Player) -> str:
        says = self.labels
        first = (
            self._sign(shapes.SHAPES["first-player"], says.texts["first_player"])
            if player.first
            else ""
        )
        outline = polygon([(-14, -15), (16, 0), (-14, 15)])
        active = self._sign(outline, says.texts["to_act"]) if player.active else ""
        return self._shown_marks(first, active, says.texts[player.note] if player.note else "")

    def _virtue(self, player: Player) -> str:
        if not player.virtue:
            return ""
        block, value = player.virtue
        shape = shapes.virtue(player.colour, self.labels.letters[player.colour], value)
        return self._sign(shape, f"{value}, {self.labels.block(block)}")

    def _drawn_die(self, space: str, value: int | None) -> Region:
        label = str(value) if value else self.labels.die(space, value)
        shape = shapes.die(value, PAPER, INK) if value else shapes.SHAPES["no-die"]
        if value == 0:
            shape = shapes.die(0, "#d9d4c8", INK)
        return Region("", self._sign(shape, label))
