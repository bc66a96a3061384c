"""A moment drawn with characters: dice as rows of six faces, islands, sanctuary."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from ragami.game.capabilities import Page
from ragami.games.dice_forge.components import Cost
from ragami.games.dice_forge.picture.labels import Labels
from ragami.games.dice_forge.picture.scene import Island, Pool, Scene, Seat, Side, fits, scene_of
from ragami.games.dice_forge.state import State
from ragami.games.dice_forge.telling import WORDS

COLOURS: Final = {"orange": "33", "green": "32", "blue": "34", "black": "90"}
SHORT: Final = {
    "mirror": "mirror",
    "ship": "ship",
    "x3": "x3",
    "shield-yellow": "sh-y",
    "shield-red": "sh-r",
    "shield-blue": "sh-b",
    "shield-green": "sh-g",
    "boar-red": "boar-r",
    "boar-green": "boar-g",
    "boar-yellow": "boar-y",
    "boar-blue": "boar-b",
}
NARROW: Final = 40


def picture(state: State, view: Mapping[str, Any], names: Mapping[str, str], page: Page) -> str:
    """See `ragami.game.capabilities.Drawing`."""
    moment = WORDS.moment(state, page.language)
    if not state.opened or not fits(view, state.table):
        return f"{moment[:1].upper()}{moment[1:]}\n"
    scene = scene_of(view, state.table, names)
    return Drawn(scene, page, moment).text()


class Drawn:
    """A scene on a page of so many columns."""

    def __init__(self, scene: Scene, page: Page, moment: str) -> None:
        self.scene, self.page, self.moment = scene, page, moment
        self.says = Labels(page.language)
        self.width = max(page.width, NARROW)

    def text(self) -> str:
        lines = [] if self.page.part == "board" else [self._head(), ""]
        for seat in self.scene.seats:
            lines += [*self._seat(seat), ""]
        if self.page.part != "standing":
            lines += [*self._islands(), "", *self._sanctuary()]
        if self.page.part == "all":
            lines += ["", *self._wrapped(self.says.legend().split("  "), "")]
        return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"

    def _head(self) -> str:
        return f"{self.moment[:1].upper()}{self.moment[1:]}"

    # --- players ---------------------------------------------------------------------------

    def _seat(self, seat: Seat) -> Iterator[str]:
        mark = ("▶" if self.page.unicode else ">") if seat.due else " "
        who = self.says.word(seat.colour)
        told = [seat.name, self.says.score(seat.glory, seat.view["glory"])]
        first, *more = self._wrapped(told, f"{mark} {who}  ")
        yield first.replace(who, self._coloured(seat.colour, who), 1)
        yield from more
        yield from self._wrapped([*self.says.reserves(seat.view), self.says.stands(seat)], "    ")
        for number, die in enumerate(seat.dice, 1):
            yield from self._wrapped([f"{number} ", *map(self._side, die)], "    ", " ")
        if cards := self.says.cards(seat.view):
            yield from self._wrapped(cards, "    ")

    def _side(self, side: Side) -> str:
        """The face up in brackets; a forged one with a star."""
        face = SHORT.get(side.face, side.face) + ("*" if side.forged else "")
        return f"[{face}]" if side.up else f" {face} "

    def _coloured(self, colour: str, text: str) -> str:
        return f"\x1b[1;{COLOURS[colour]}m{text}\x1b[0m" if self.page.colour else text

    # --- the table -------------------------------------------------------------------------

    def _islands(self) -> Iterator[str]:
        yield self.says("islands")
        for island in self.scene.islands:
            yield from self._wrapped(list(self._island(island)), f"  {island.portal}  ")

    def _island(self, island: Island) -> Iterator[str]:
        if island.hero:
            mark = "●" if self.page.unicode else "*"
            yield f"{mark} {WORDS.word(island.hero, self.page.language)}"
        for stack in island.stacks:
            feat = WORDS.word(stack.feat, self.page.language)
            yield f"{feat} {_cost(stack.cost)} ({stack.glory}p) ×{stack.left}"

    def _sanctuary(self) -> Iterator[str]:
        yield self.says("sanctuary")
        by_cost: dict[int, list[Pool]] = {}
        for pool in self.scene.pools:
            by_cost.setdefault(pool.cost, []).append(pool)
        for cost, pools in by_cost.items():
            left = [f"{face} ×{n}" for pool in pools for face, n in pool.faces]
            yield from self._wrapped(left, f"  {cost:2}g  ")
        garden = [f"{SHORT.get(face, face)} ×{n}" for face, n in self.scene.garden]
        yield self.says("garden")
        yield from self._wrapped(garden, "  ")

    def _wrapped(self, parts: list[str], start: str, between: str = "  ") -> Iterator[str]:
        """Parts side by side, in as many lines as they take."""
        line, indent = start, " " * len(start)
        for at, part in enumerate(parts):
            part = part if self.page.unicode else part.replace("×", "x")  # noqa: PLW2901
            gap = between if at and line.strip() and line != indent else ""
            if len(line) + len(gap) + len(part) > self.width and line.strip():
                yield line
                line, gap = indent, ""
            line += gap + part
        yield line


def _cost(cost: Cost) -> str:
    return "+".join(f"{n}{letter}" for n, letter in ((cost.sun, "s"), (cost.moon, "m")) if n) or "0"
