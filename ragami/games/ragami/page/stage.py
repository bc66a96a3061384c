"""The game on a page: everything that changes is a spot with an id of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from msgspec import to_builtins

from ragami.decoded import Fields
from ragami.draw.sketch import Region
from ragami.game.page_content import Gain
from ragami.games.ragami.look import Moment
from ragami.games.ragami.page import gains
from ragami.games.ragami.page.panel import Panel
from ragami.games.ragami.picture.board import WIDTH, BoardPicture
from ragami.games.ragami.picture.labels import labels
from ragami.games.ragami.picture.layout import Plan
from ragami.games.ragami.picture.scene import Scene, Standing
from ragami.games.ragami.picture.shapes import HATCH
from ragami.games.ragami.speech import speech
from ragami.games.ragami.state import State
from ragami.language import Language
from ragami.markup import FONT, element, moved

NOTHING: Final = Region("", "")
# The fields of events whose values are squares and blocks: to be tapped on the board.
PLACES: Final = ("to", "from", "square", "squares", "block", "demons", "withdraw_to")


class PageContent:
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
        named = speech(language).tables["counted"]
        self.sources = {code: named[code] for code in gains.SOURCES}
        self.drawing = BoardPicture(plan, says, 0, keep)
        self.panel = Panel(names, says, keep)
        self.players = {seat: self.panel.name_and_colour(seat) for seat in names}
        self.board = self._board()
        self.beside = self.panel.markup()
        self._drawn: dict[tuple[int | str, str], Region] = {}

    def gains(self, event: object, before: Moment, after: Moment) -> Iterable[Gain]:
        """Return the sources of the points of an event."""
        return gains.gains(event, before, after)

    def spots(self, _state: object, view: Mapping[str, object]) -> dict[str, Region]:
        """Squares, blocks, and the figures beside the board."""
        if not self._fits(view):
            scene, beside = Scene.bare(self.plan), {}
        else:
            scene = Scene.of(view, self.plan, self.names)
            beside = self.panel.spots(scene)
        empty = dict.fromkeys(self.panel.ids, NOTHING)
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
        """The squares and blocks with what stands there; blocks by number, whatever their names."""
        for n, (block, here) in enumerate(scene.blocks.items()):
            yield f"block-{n}", self._drawn_once(block, here)
        for square, here in scene.squares.items():
            yield f"square-{square}", self._drawn_once(square, here)

    def _drawn_once(self, place: int | str, here: Standing) -> Region:
        """Most places look as they have looked before."""
        key = place, repr(here)
        if key not in self._drawn:
            says, drawing = self.says, self.drawing
            if isinstance(place, int):
                label, markup = says.square(place), drawing.on_square(place, here)
            else:
                label, markup = says.block(place), drawing.in_block(place, here)
            self._drawn[key] = Region(says.place(label, here), markup)
        return self._drawn[key]

    def _board(self) -> str:
        places, drawing = self.drawing.places, self.drawing
        spots = [
            *((f"block-{n}", b, places.blocks[b]) for n, b in enumerate(self.plan.block_squares)),
            *((f"square-{n}", str(n), places.squares[n]) for n in sorted(self.plan.streets)),
        ]
        return element(
            "svg",
            element("defs", HATCH),
            drawing.ground(),
            *(
                moved(at, element("g", id=name, role="img", data_place=place))
                for name, place, at in spots
            ),
            viewBox=f"0 0 {WIDTH} {round(drawing.height)}",
            role="group",
            aria_label=self.says.board,
            font_family=FONT,
            data_fields=" ".join(PLACES),
        )


def stage(
    state: State, names: Mapping[str, str], language: Language, keep: Callable[[str], str]
) -> PageContent | None:
    """The game set out on a page; None while there is no board."""
    if not state.opened:
        return None
    plan = Plan.from_board(to_builtins(state.board.file))
    return PageContent(plan, names, language, keep)
