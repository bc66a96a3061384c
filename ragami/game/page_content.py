"""The content that a game gives to the page that replays it.

The page (`ragami.export.page`) has the frame: slider, keys, words, the chart. The game has the
board and the panels beside it; what its points come from is a capability of its own (GAINS).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from ragami.decoded import Fields, State
from ragami.draw.sketch import Region


class Gain(NamedTuple):
    """Points that a player has won, and what for: one of `capabilities.Gains.sources`."""

    player: str
    source: str
    points: float


class PageContent(Protocol):
    """A game set out on a page, in one language.

    `board` is an SVG and `beside` HTML. An element in them whose id is one of the `spots` changes:
    at every moment it gets that spot's label and, inside, its markup.

    Where values of events lie on the board, an element of it has the value as `data-place`, and the
    board says in `data-fields` in which fields of events such values stand: there they are tapped.

    What concerns one player alone may stand beside the board for all to read: an element with their
    seat as `data-who` and a sentence as `data-says`, which their own phone shows large. Where a
    game has tables of its own it also says `data-seated` (they sit at one now), `data-here` (they
    may go home) or `data-away` (they may come back).
    """

    board: str
    beside: str

    @property
    def players(self) -> Mapping[str, str]:
        """The players by seat, in the order in which they are shown."""

    def spots(self, state: State, view: Fields) -> dict[str, Region]:
        """Return everything that changes, as it is at a moment; all of it stands in `view`."""
