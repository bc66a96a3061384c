"""What there is to see at a moment, worked out from a view once for every picture of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ragami.games.dice_forge.components import Cost
from ragami.games.dice_forge.table import Table


class Side(NamedTuple):
    """A face of a die: was it forged on, and is it up?"""

    face: str
    forged: bool
    up: bool


class Seat(NamedTuple):
    """A player, as `show` has them, and what follows from the components."""

    colour: str
    name: str
    view: Mapping[str, Any]
    dice: tuple[tuple[Side, ...], ...]
    cards: int
    due: bool
    active: bool

    @property
    def glory(self) -> int:
        """Track and cards."""
        track: int = self.view["glory"]
        return track + self.cards


class Stack(NamedTuple):
    """A place of an island: its feat, and what is left."""

    feat: str
    cost: Cost
    glory: int
    left: int


class Island(NamedTuple):
    """A portal, the feats that are performed there, and who stands on it."""

    portal: int
    stacks: tuple[Stack, ...]
    hero: str | None


class Pool(NamedTuple):
    """Faces of one cost, each with the copies left."""

    cost: int
    faces: tuple[tuple[str, int], ...]


class Scene(NamedTuple):
    """A whole table."""

    view: Mapping[str, Any]
    rounds: int
    seats: tuple[Seat, ...]
    islands: tuple[Island, ...]
    pools: tuple[Pool, ...]
    garden: tuple[tuple[str, int], ...]


def scene_of(view: Mapping[str, Any], table: Table, names: Mapping[str, str]) -> Scene:
    """What `view` shows of a game with these components."""
    return Scene(
        view,
        table.rounds,
        tuple(_seats(view, table, names)),
        tuple(_islands(view, table)),
        tuple(_pools(view, table)),
        tuple(view["garden"].items()),
    )


def fits(view: Mapping[str, Any], table: Table) -> bool:
    """Is it this table? A correction of record 1 may have changed it since."""
    return (
        list(view["players"]) == list(table.seats)
        and list(view.get("feats", ())) == list(table.in_game)
        and view["sanctuary"].keys() == table.prices.cost.keys()
    )


def _seats(view: Mapping[str, Any], table: Table, names: Mapping[str, str]) -> Iterator[Seat]:
    due = view["due"]["players"] if view["due"] else [view["active"]]
    for colour, player in view["players"].items():
        dice = tuple(
            tuple(_sides(die, first))
            for die, first in zip(player["dice"], table.dice.dice, strict=True)
        )
        piles = [feat for pile in player["piles"].values() for feat in pile]
        cards = sum(table.feats[feat].glory for feat in piles)
        cards += _hammers(player, table)
        active = colour == view["active"]
        yield Seat(colour, names.get(colour, ""), player, dice, cards, colour in due, active)


def _hammers(player: Mapping[str, Any], table: Table) -> int:
    """The printed glory of unfinished hammers; a view does not tell one kind from another."""
    kinds = [feat for feat in table.in_game.values() if feat.effect == "hammer"]
    return player["hammer"]["cards"] * kinds[0].glory if kinds else 0


def _sides(die: Mapping[str, Any], first: tuple[str, ...]) -> Iterator[Side]:
    up = die["up"]
    if up is None and die["face"] in die["slots"]:  # only the face is known: the first that fits
        up = die["slots"].index(die["face"]) + 1
    for slot, (face, before) in enumerate(zip(die["slots"], first, strict=True), 1):
        yield Side(face, face != before, slot == up)


def _islands(view: Mapping[str, Any], table: Table) -> Iterator[Island]:
    heroes = {player["portal"]: colour for colour, player in view["players"].items()}
    for portal in range(1, 8):
        stacks = tuple(
            Stack(feat.feat, feat.cost, feat.glory, view["feats"][feat.feat])
            for feat in table.in_game.values()
            if feat.portal == portal
        )
        yield Island(portal, stacks, heroes.get(portal))


def _pools(view: Mapping[str, Any], table: Table) -> Iterator[Pool]:
    for pool in table.temple.sanctuary:
        yield Pool(pool.cost, tuple((face, view["sanctuary"][face]) for face in pool.faces))
