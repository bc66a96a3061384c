"""Data that record 1 fixes for the whole game: seats, prices, feats, options; computed once."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

from ragami.games.dice_forge.components import Feat, FeatsFile, TempleFile, load
from ragami.games.dice_forge.events import GameOpened
from ragami.games.dice_forge.options import PLACE, options

ROUNDS: Final = {2: 9, 3: 10, 4: 9}  # R-F-SETUP-02
TWO: Final = 2
REMOVED: Final = 2  # R-F-SETUP-06


class Prices(NamedTuple):
    """The sanctuary, by face: what it costs. `mixed`: the pools of different faces."""

    cost: Mapping[str, int]
    mixed: Mapping[str, Mapping[str, int]]
    uniform: Mapping[str, int]


class Table:
    """Everything about a game that no later record changes."""

    __slots__ = (
        "dice", "feats", "first", "from_seat", "in_game", "left_of", "names", "options", "pair",
        "playing", "prices", "refs", "rounds", "seats", "temple", "title", "unverified",
    )  # fmt: skip

    def __init__(self, e: GameOpened) -> None:
        self.temple, feats, self.dice = load(e.components)
        self.title = e.title
        self.names: dict[str, str] = {seat.colour: seat.name for seat in e.players}
        self.seats: tuple[str, ...] = tuple(seat.colour for seat in e.players)
        self.first = self.seats[0]
        self.pair = len(self.seats) == TWO
        self.rounds = ROUNDS[len(self.seats)]
        self.left_of = dict(zip(self.seats, (*self.seats[1:], self.first), strict=True))
        self.from_seat = {
            seat: self.seats[at:] + self.seats[:at] for at, seat in enumerate(self.seats)
        }
        # The dice that play, and with the players what a record may name.
        self.refs = tuple(f"{seat}.{die}" for seat in self.seats for die in (1, 2))
        self.playing = frozenset((*self.seats, *self.refs))
        self.options = options(e.options)
        self.prices = _prices(self.temple)
        self.feats = {feat.feat: feat for feat in feats.feats}
        self.in_game = _in_game(feats, e.options)
        self.unverified = {
            kind: file.name
            for kind, file in (("temple", self.temple), ("feats", feats), ("dice", self.dice))
            if not file.verified
        }

    def effect(self, feat: str) -> str:
        """Return the effect of a feat: that counts, not its id (section 2)."""
        return self.feats[feat].effect


def _in_game(file: FeatsFile, chosen: Mapping[str, str]) -> dict[str, Feat]:
    """The feat of each of the 15 places, in the order of the component (R-F-SETUP-03)."""
    replaced = {feat.instead_of for feat in file.feats if chosen.get(_place(feat)) == feat.feat}
    return {
        feat.feat: feat
        for feat in file.feats
        if (feat.feat not in replaced if feat.instead_of is None else feat.instead_of in replaced)
    }


def _place(feat: Feat) -> str:
    return f"{PLACE}{feat.instead_of}"


def _prices(temple: TempleFile) -> Prices:
    """The sanctuary as the rules ask for it."""
    mixed = {pool.pool: pool.faces for pool in temple.sanctuary if len(pool.faces) > 1}
    uniform: dict[str, int] = {}
    for pool in temple.sanctuary:
        if len(pool.faces) == 1:
            uniform |= pool.faces
    cost = {face: pool.cost for pool in temple.sanctuary for face in pool.faces}
    return Prices(cost, mixed, uniform)
