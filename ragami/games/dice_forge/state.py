"""The state of a game: the table, whose turn it is, and the stack of tasks that are owed.

Plain data, changed in place by the rules' `apply` functions and by nothing else.
"""

# Without `from __future__ import annotations`: see `events`.

from collections.abc import Mapping
from functools import cache
from typing import Any, ClassVar, Final, Literal, NamedTuple

from msgspec import Struct

from ragami.game.state import StructSnapshots
from ragami.games.dice_forge.components import Feat, FeatsFile, TempleFile, load
from ragami.games.dice_forge.events import OWNER, PLACE, GameOpened, options

Phase = Literal["setup", "blessing", "actions", "over"]

LIMITS: Final = (12, 6, 6)
HIND_RULE: Final = "R-F-REINF-04"
ROUNDS: Final = {2: 9, 3: 10, 4: 9}  # R-F-SETUP-02


# --- what record 1 fixes -------------------------------------------------------------------


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
        self.pair = len(self.seats) == 2
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
        """Return the effect of a feat: that counts, not its id."""
        return self.feats[feat].effect


def _in_game(file: FeatsFile, chosen: Mapping[str, str]) -> dict[str, Feat]:
    """Return the feats of the 15 places, in the order of the component (R-F-SETUP-03)."""
    replaced = {
        feat.instead_of
        for feat in file.feats
        if chosen.get(f"{PLACE}{feat.instead_of}") == feat.feat
    }
    return {
        feat.feat: feat
        for feat in file.feats
        if (feat.feat not in replaced if feat.instead_of is None else feat.instead_of in replaced)
    }


def _prices(temple: TempleFile) -> Prices:
    pools = temple.sanctuary
    return Prices(
        {face: pool.cost for pool in pools for face in pool.faces},
        {pool.pool: pool.faces for pool in pools if len(pool.faces) > 1},
        {face: n for pool in pools if len(pool.faces) == 1 for face, n in pool.faces.items()},
    )


# --- players -------------------------------------------------------------------------------


class Die(Struct):
    """Six slots; the slot `up` with its `face`, and the face last rolled; None before."""

    slots: list[str]
    up: int | None = None
    face: str | None = None
    rolled: str | None = None


class Player(Struct):
    """The possessions of one player. `piles`: 1, 2 and 3; `hammers`: the unfinished ones."""

    colour: str
    gold: int
    dice: list[Die]
    piles: tuple[list[str], list[str], list[str]]
    sun: int = 0
    moon: int = 0
    glory: int = 0
    limits: tuple[int, int, int] = LIMITS
    portal: int | None = None
    removed: list[str] = []
    boars: list[str] = []
    hammers: list[str] = []
    steps: int = 0
    cerberus: int = 0
    triton: int = 0
    bears: int = 0

    def copied(self) -> "Player":
        """Copy what an application can change, to try it out."""
        return Player(
            self.colour, self.gold,
            [Die(die.slots.copy(), die.up, die.face, die.rolled) for die in self.dice],
            (self.piles[0].copy(), self.piles[1], self.piles[2]),
            self.sun, self.moon, self.glory, self.limits, self.portal, self.removed.copy(),
            self.boars, self.hammers.copy(), self.steps, self.cerberus, self.triton, self.bears,
        )  # fmt: skip


# --- what is owed --------------------------------------------------------------------------


class Throw(Struct, frozen=True):
    """Rolled faces that one player applies, by die. `effect`: of the feat that asked for it."""

    player: str
    why: str
    effect: str
    faces: dict[str, str]

    @property
    def loss(self) -> bool:
        """True if the faces take what they would otherwise give (R-F-CARD-19)."""
        return self.why == "minotaur"

    @property
    def blessing(self) -> bool:
        """True if the throw is a blessing of the player's own dice (A-F-CARD-01)."""
        return self.why not in ("satyrs", "minotaur")


class Task(Struct, frozen=True, tag=True):
    """Something owed. `rule` is the verdict on any other record; `why`, `players` as in `show`."""

    awaits: ClassVar[str] = ""

    rule: str
    why: str
    players: tuple[str, ...]


class RemoveFaces(Task, frozen=True, tag=True):
    """With two players faces leave the sanctuary."""

    awaits: ClassVar[str] = "faces_removed"


class RollDice(Task, frozen=True, tag=True):
    """A roll of `dice`, of a minor blessing one of them. `left` rolls come after it."""

    awaits: ClassVar[str] = "dice_rolled"

    effect: str
    dice: tuple[str, ...]
    left: int = 0


class ApplyThrow(Task, frozen=True, tag=True):
    """An open throw."""

    awaits: ClassVar[str] = "faces_applied"

    throw: Throw


class PayBoar(Task, frozen=True, tag=True):
    """The owner of a boar card gains; `factor`: 3 beside an `x3`."""

    awaits: ClassVar[str] = "boar_paid"

    factor: int


class TakeCard(Task, frozen=True, tag=True):
    """A card is taken as soon as this is on top; it waits for no record."""

    feat: str


class SplitGold(Task, frozen=True, tag=True):
    """The gold of the Wild Spirits, with an unfinished hammer."""

    awaits: ClassVar[str] = "gold_split"


class ForgeFace(Task, frozen=True, tag=True):
    """One of `faces` of the gardens is forged."""

    awaits: ClassVar[str] = "face_forged"

    faces: tuple[str, ...]


class SendBoar(Task, frozen=True, tag=True):
    """The boar card has a colour, and its face a bearer."""

    awaits: ClassVar[str] = "boar_sent"


AnyTask = (
    RemoveFaces | RollDice | ApplyThrow | PayBoar | TakeCard | SplitGold | ForgeFace | SendBoar
)


class State(Struct):
    """One game between two records. `boars`: who owns the card of a colour."""

    opened: bool = False
    phase: Phase = "setup"
    round: int = 1
    active: str | None = None
    actions: int = 0
    blessings_left: int = 0
    used: list[str] = []
    bought: list[str] = []
    players: dict[str, Player] = {}
    sanctuary: dict[str, int] = {}
    garden: dict[str, int] = {}
    stacks: dict[str, int] = {}
    boars: dict[str, str] = {}
    stack: list[AnyTask] = []
    fixed: Any = None

    @property
    def table(self) -> Table:
        """The data fixed by record 1."""
        table: Table = self.fixed
        return table

    @property
    def top(self) -> AnyTask | None:
        """The next task; None where the active player is free to act, or nobody is."""
        return self.stack[-1] if self.stack else None

    def die(self, ref: str) -> Die:
        colour, at = OWNER[ref]
        return self.players[colour].dice[at]


@cache
def dice_of(*players: str) -> tuple[str, ...]:
    return tuple(f"{player}.{die}" for player in players for die in (1, 2))


SNAPSHOTS: Final = StructSnapshots(State, ("fixed",))
