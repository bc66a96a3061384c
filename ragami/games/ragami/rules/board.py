"""A board made ready for the rules: of every place all that is near it, and in reach of it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import Any, Final

from ragami.games.ragami.components import SQUARES, BoardFile, Place

RAGAMI_STEPS: Final = 4
STREET_STEPS: Final = 4
# What the rulebook prints of the real board (R-BOARD-04, A-MOVE-01).
PRINTED_BLOCK: Final = frozenset({12, 14, 15, 18, 19, 20})
PRINTED_WAY: Final = (19, 29, 4)


class Reach(dict[Any, frozenset[Place]]):
    """Cache of the places within reach of each place; an entry is computed on first access."""

    __slots__ = ("_work_out",)

    def __init__(self, work_out: Callable[[Any], frozenset[Place]]) -> None:
        super().__init__()
        self._work_out = work_out

    def __missing__(self, place: Place) -> frozenset[Place]:
        places = self[place] = self._work_out(place)
        return places


class Board:
    """A board for the rules. Raises nothing: give it a `BoardFile` without problems.

    Places are squares (int) and blocks (str); to walk from them, `bit` gives each its bit in a
    mask. Three tables say what is in reach of a place:

    - `in_street_reach`: 1 to 4 steps along the streets (R-SAINT-06, R-DEMON-02)
    - `in_ragami_reach`: 1 to 4 movements where nothing is forbidden, out and back included
      (R-MOVE-01, R-MOVE-02, A-MOVE-04)
    - `safely_in_ragami_reach`: the same with no square between, so that no forbidden chip can be
      in the way
    """

    __slots__ = (
        "at_block", "bit", "blocks", "blocks_at", "file", "in_ragami_reach", "in_street_reach",
        "near", "safely_in_ragami_reach", "squares_at", "street", "street_mask", "unlike_printed",
    )  # fmt: skip

    def __init__(self, file: BoardFile) -> None:
        self.file = file
        self.blocks = tuple(file.block_squares)
        self.street = {square: frozenset(near) for square, near in file.street.items()}
        self.squares_at = {block: frozenset(near) for block, near in file.block_squares.items()}
        self.blocks_at = {
            square: frozenset(b for b, near in self.squares_at.items() if square in near)
            for square in SQUARES
        }
        # A block with the squares that it touches.
        self.at_block: dict[str, frozenset[Place]] = {
            block: frozenset({block, *near}) for block, near in self.squares_at.items()
        }
        places: list[Place] = [*SQUARES, *self.blocks]
        self.bit: dict[Place, int] = {place: 1 << n for n, place in enumerate(places)}
        self.street_mask = (1 << len(SQUARES)) - 1
        self.near: dict[Place, int] = {
            square: self.mask(self.street[square]) | self.mask(self.blocks_at[square])
            for square in SQUARES
        }
        for block in self.blocks:
            self.near[block] = self.mask(self.squares_at[block]) | self.mask(
                file.block_blocks[block]
            )
        self.in_street_reach = Reach(self._along_streets)
        self.in_ragami_reach = Reach(self.ragami_reach)
        self.safely_in_ragami_reach = Reach(self._through_blocks)
        self.unlike_printed = self._unlike_printed()

    def _unlike_printed(self) -> dict[str, object]:
        """Return the facts in which this board differs from the printed one."""
        start, end, steps = PRINTED_WAY
        facts: dict[str, object] = {}
        if PRINTED_BLOCK not in self.squares_at.values():
            facts["no_block_touches"] = sorted(PRINTED_BLOCK)
        if end not in self.in_street_reach[start]:
            facts |= {
                "from": start,
                "to": end,
                "distance": self.street_distance(start, end),
                "limit": steps,
            }
        return facts

    def mask(self, places: Iterable[Place]) -> int:
        return sum(self.bit[place] for place in set(places))

    def in_order(self, places: Collection[Place]) -> list[Place]:
        """Return these places: squares in order, then blocks."""
        return [place for place in self.bit if place in places]

    def ragami_reach(self, place: Place, forbidden: Iterable[Place] = ()) -> frozenset[Place]:
        """Return the places 1 to 4 movements away past forbidden squares (R-MOVE-05)."""
        return self._places(self._walk(place, RAGAMI_STEPS, self.mask(forbidden)))

    def _along_streets(self, square: int) -> frozenset[Place]:
        mask = self._walk(square, STREET_STEPS, ~self.street_mask)
        return self._places(mask & ~self.bit[square])

    def _through_blocks(self, place: Place) -> frozenset[Place]:
        mask = self._walk(place, RAGAMI_STEPS - 1, self.street_mask)
        return self._places(self._step(mask | self.bit[place]))

    def _places(self, mask: int) -> frozenset[Place]:
        return frozenset(place for place, bit in self.bit.items() if mask & bit)

    def street_distance(self, start: int, end: int) -> int:
        """Count the steps along the streets from one square to another."""
        return self._distance(start, end, ~self.street_mask)

    def ragami_distance(self, start: Place, end: Place) -> int:
        """Count the movements of a Ragami between two places when no square is forbidden."""
        return self._distance(start, end, 0)

    def _step(self, mask: int) -> int:
        """Return all places next to those of a mask."""
        out = 0
        near = self.near
        for place, bit in self.bit.items():
            if mask & bit:
                out |= near[place]
        return out

    def _walk(self, start: Place, steps: int, barred: int) -> int:
        edge = self.near[start] & ~barred
        reached = edge
        for _ in range(steps - 1):
            edge = self._step(edge) & ~barred & ~reached
            reached |= edge
        return reached | (self.bit[start] if reached and not self.bit[start] & barred else 0)

    def _distance(self, start: Place, end: Place, barred: int) -> int:
        seen = edge = self.bit[start]
        steps = 0
        while not seen & self.bit[end]:
            edge = self._step(edge) & ~barred & ~seen
            if not edge:
                return -1
            seen |= edge
            steps += 1
        return steps
