"""The panels beside the board, as HTML: scores and hands, Action table, supply, legend."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from ragami.draw.sketch import Region
from ragami.games.ragami.picture import shapes
from ragami.games.ragami.picture.labels import SUPPLY, Labels, card
from ragami.games.ragami.picture.panel import legend_signs, supply_signs
from ragami.games.ragami.picture.scene import LONGEST, SPACES, Player, Scene, shortened
from ragami.games.ragami.picture.shapes import INK, PAPER
from ragami.markup import element, polygon
from ragami.messages import plain
from ragami.templates import fragment

NUMBERS: Final = ("vp", "resolved", "cubes")
CELLS: Final = (*NUMBERS, "virtue", "hand")
LONGEST_NAME: Final = 24
PANEL: Final = "ragami/games/ragami/page/panel.html"


class PanelFrame(NamedTuple):
    """The fixed part of the panel: signs as SVG beside their meaning."""

    says: Labels
    cells: Sequence[str]
    players: Sequence[tuple[str, str, str]]
    spaces: Sequence[str]
    supply: Sequence[tuple[str, str, str]]
    legend: Sequence[tuple[str, str]]


class Panel:
    """The frame of it once, and at every moment the spots in it."""

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
        # What was drawn last: from one moment to the next most of it stays as it is.
        self._dice: dict[str, tuple[int | None, Region]] = {}
        self._rows: dict[str, tuple[Player, dict[str, Region]]] = {}

    def name(self, seat: str) -> str:
        """Return the player's name, shortened; the colour if there is none."""
        name = plain(self.names[seat], LONGEST).strip()
        return shortened(name, LONGEST_NAME) or self.labels.words[seat].capitalize()

    def name_and_colour(self, seat: str) -> str:
        """`Ana (blue)`, for where no sign shows the colour."""
        name, colour = self.name(seat), self.labels.words[seat]
        return name if name.lower() == colour else f"{name} ({colour})"

    # -- the frame

    def markup(self) -> str:
        """Everything, with empty spots."""
        says, plain_sign = self.labels, self._sign
        signs, texts = supply_signs(), says.supply.values()
        frame = PanelFrame(
            says,
            CELLS,
            [(seat, self._chip(seat), self.name(seat)) for seat in self.names],
            SPACES,
            [(k, plain_sign(signs[k]), text) for k, text in zip(signs, texts, strict=True)],
            [(plain_sign(sign), says.legend[key]) for key, sign in legend_signs(says).items()],
        )
        return fragment(PANEL, "frame", says.language)(frame)

    def _chip(self, seat: str) -> str:
        return self._sign(shapes.chip(seat, self.labels.letters[seat]), self.labels.words[seat])

    def _sign(self, shape: str, label: str = "") -> str:
        """A shape in a line of text; without a label it only decorates."""
        how = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
        return element("svg", self.keep(shape), viewBox="-20 -20 40 40", class_="sign", **how)

    # -- the spots

    def spots(self, scene: Scene) -> dict[str, Region]:
        """Return the content of each spot of the panels at a moment."""
        spots = {f"die-{space}": self._die_spot(space, scene.dice[space]) for space in SPACES}
        spots |= {key: Region("", str(scene.supply[key])) for key in SUPPLY}
        for player in scene.players:
            spots |= self._row_spots(player)
        return spots

    def _die_spot(self, space: str, value: int | None) -> Region:
        before = self._dice.get(space)
        if before is None or before[0] != value:
            before = self._dice[space] = value, Region("", self._die(space, value))
        return before[1]

    def _row_spots(self, player: Player) -> dict[str, Region]:
        before = self._rows.get(player.colour)
        if before is None or before[0] != player:
            cells = {cell: str(getattr(player, cell)) for cell in NUMBERS}
            cells |= {
                "marks": self._marks(player),
                "virtue": self._virtue(player),
                "hand": self._hand(map(card, player.hand)),
            }
            spots = {f"{player.colour}-{cell}": Region("", text) for cell, text in cells.items()}
            before = self._rows[player.colour] = player, spots
        return before[1]

    def _marks(self, player: Player) -> str:
        says = self.labels
        first = self._sign(shapes.first_player(), says.first_player) if player.first else ""
        outline = polygon([(-14, -15), (16, 0), (-14, 15)])
        active = self._sign(outline, says.to_act) if player.active else ""
        return self._shown_marks(first, active, says.passed if player.passed else "")

    def _virtue(self, player: Player) -> str:
        if not player.virtue:
            return ""
        block, value = player.virtue
        shape = shapes.virtue(player.colour, self.labels.letters[player.colour], value)
        return self._sign(shape, f"{value}, {self.labels.block(block)}")

    def _die(self, space: str, value: int | None) -> str:
        if not value:
            shape = shapes.no_die() if value is None else shapes.die(0, "#d9d4c8", INK)
            return self._sign(shape, self.labels.die(space, value))
        return self._sign(shapes.die(value, PAPER, INK), str(value))
