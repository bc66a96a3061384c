"""The content of a picture: the state of the contract, sorted by place."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from ragami.decoded import Fields
from ragami.games.ragami.events import NEUTRAL, RAGAMIS, SPACES
from ragami.games.ragami.picture.layout import Plan
from ragami.messages import plain

View = Fields
Names = Mapping[str, str]

LONGEST: Final = 80


@dataclass(slots=True)
class Standing:
    """All that stands or lies on one square or block."""

    conflict: int | None = None
    demons: int = 0
    saints: list[str] = field(default_factory=list)
    ragamis: list[str] = field(default_factory=list)
    virtue: list[tuple[str, int]] = field(default_factory=list)
    resolved: bool = False
    forbidden: bool = False

    @property
    def pieces(self) -> int:
        """The number of pieces to draw; the Demons of a square are drawn as one."""
        loose = len(self.saints) + len(self.ragamis) + len(self.virtue)
        return loose + (self.conflict is not None) + (self.demons > 0)


@dataclass(frozen=True, slots=True)
class Player:
    """One row of the score table. `virtue` is the block and value of the Virtue die."""

    colour: str
    name: str | None
    vp: int
    resolved: int
    cubes: int
    hand: tuple[int | None, ...]
    virtue: tuple[str, int] | None
    active: bool
    first: bool
    note: Literal["", "passed", "winner"]


class End(NamedTuple):
    """The end of a game: the result in words, and who has won; empty while the game goes on."""

    result: str = ""
    winners: tuple[str, ...] = ()


NO_END: Final = End()


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of the game, ready to be drawn."""

    seq: int
    phase: str
    round: int
    players: tuple[Player, ...]
    squares: dict[int, Standing]
    blocks: dict[str, Standing]
    dice: dict[str, int | None]
    supply: dict[str, int]

    @classmethod
    def of(
        cls, state: View, plan: Plan, names: Names | None, winners: Collection[str] = ()
    ) -> Scene:
        """Return the scene of a state in the shape of `ragami show --json`, and who has won."""
        squares = {square: Standing() for square in sorted(plan.streets)}
        blocks = {block: Standing() for block in plan.block_squares}
        _set_pieces(state, squares, blocks)
        # Before the first roll no space has had a die that could be spent.
        dice = {} if state["phase"] == "setup" else state["dice"] or {}
        return cls(
            state["seq"],
            state["phase"],
            state["round"],
            tuple(_player(state, colour, names or {}, winners) for colour in state["players"]),
            squares,
            blocks,
            {space: dice.get(space) for space in SPACES},
            {
                **state["supply"],
                "chips": state["chips"]["pool"],
                "deck": state["deck"],
                "used": state["used"],
            },
        )

    @property
    def colours(self) -> set[str]:
        """Return the colours to be seen: the players', those of ownerless Saints, neutral."""
        here = [*self.squares.values(), *self.blocks.values()]
        return {player.colour for player in self.players}.union(
            *(standing.saints + standing.ragamis for standing in here)
        )

    @classmethod
    def bare(cls, plan: Plan) -> Scene:
        """Return a board on which nothing stands."""
        squares = {square: Standing() for square in sorted(plan.streets)}
        blocks = {block: Standing() for block in plan.block_squares}
        return cls(0, "setup", 0, (), squares, blocks, {}, {})

    @property
    def active(self) -> Player | None:
        """Return the player to act; None if there is none."""
        return next((player for player in self.players if player.active), None)


def _set_pieces(state: View, squares: dict[int, Standing], blocks: dict[str, Standing]) -> None:
    for square, value in state["conflicts"].items():
        squares[int(square)].conflict = value
    for square, count in state["demons"].items():
        squares[int(square)].demons = count
    for square in state["chips"]["resolved"]:
        squares[square].resolved = True
    for square in state["chips"]["forbidden"]:
        squares[square].forbidden = True
    players = state["players"]
    saints = {c: player["saint"] for c, player in players.items()} | dict(state["neutral_saints"])
    ragamis = {c: player["ragami"] for c, player in players.items()} | {NEUTRAL: state["neutral"]}
    for colour in RAGAMIS:
        if (square := saints.get(colour)) is not None:
            squares[square].saints.append(colour)
        if (place := ragamis.get(colour)) is not None:
            standing = squares[place] if isinstance(place, int) else blocks[place]
            standing.ragamis.append(colour)
        if virtue := players.get(colour, {}).get("virtue"):
            blocks[virtue["block"]].virtue.append((colour, virtue["value"]))


def _player(state: View, colour: str, names: Names, winners: Collection[str]) -> Player:
    player = state["players"][colour]
    virtue = player["virtue"]
    name = names.get(colour)
    return Player(
        colour,
        plain(name, LONGEST) if name else None,
        player["vp"],
        player["resolved"],
        player["cubes"],
        tuple(player["hand"]),
        (virtue["block"], virtue["value"]) if virtue else None,
        state["active"] == colour,
        state["first"] == colour,
        "winner" if colour in winners else "passed" if colour in state["passed"] else "",
    )
