"""The state of the table, changed in place by the events.

Two accounts of each player, `goods` and `souls`, are exact or None, never a bound (R-D-KNOW-06).
"""

# Without `from __future__ import annotations`: see components.py.

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct, field, msgpack

from ragami.game.state import StructSnapshots
from ragami.games.deal_with_the_devil.components import GOODS, Building, Cards
from ragami.games.deal_with_the_devil.events import (
    Answer,
    Colour,
    Offer,
    Options,
    Role,
    Sought,
    Wishes,
)

Account = dict[str, int]
ALL_SOULS: Final = {"mortal": 6, "cultist": 2}
NO_SOULS: Final = {"mortal": 0, "cultist": 0}


class Built(Struct):
    """A building that stands: since which round, and whether a Stable covers it."""

    building: str
    round: int
    covered: bool = False


class Plan(Struct):
    """A player's plan of this round: the steps left, and the tokens whose action was done."""

    steps: list[str]
    event: str | None = None
    builds: list[str] = []
    tokens: int = 0
    hired: bool = False
    ended: bool = False


class Player(Struct):
    """The possessions of one player.

    `lost`: tokens lost from the end of this round on. `kept`: how many buildings of the hand are of
    an earlier round; they come first. `guests`: inquisitors to be faced beside those at the table.
    `request`: the card shown last. `devil_first`: how often the first chest was the devil's.
    """

    colour: Colour
    role: Role | None = None
    points: int = 0
    reputation: int = 0
    angel: int = 0
    demon: int = 0
    indulgences: int | None = 0
    guests: int = 0
    debt: int = 0
    interest: int = 0
    goods: Account | None = None
    souls: Account | None = None
    hand: list[str | None] = []
    kept: int = 0
    events: list[str | None] = []
    built: list[Built] = []
    courtiers: dict[str, str] = field(
        default_factory=lambda: {
            "rural": "two",
            "urban": "two",
            "religious": "two",
            "alchemist": "locked",
        }
    )
    minor: dict[str, str | int] = {}
    major: list[str] = []
    levels: list[int] = field(default_factory=lambda: [1, 1, 1, 1])
    tokens: int = 4
    lost: int = 0
    confessed: bool = False
    request: str = "none"
    devil_first: int = 0
    # True once an indulgence may have been in a chest: then others do not know how many there are.
    traded: bool = False
    # True after a ruling on the letter of an event that this player drew.
    ruled_event: bool = False
    plan: Plan | None = None

    def copy(self) -> "Player":
        return msgpack.decode(msgpack.encode(self), type=Player)

    @property
    def achievements(self) -> int:
        """The number of achievements gained: minor ones on a space, and major ones."""
        return len(self.major) + sum(isinstance(place, int) for place in self.minor.values())

    @property
    def hired(self) -> list[str]:
        return [kind for kind, place in self.courtiers.items() if place == "hired"]

    @property
    def is_mortal(self) -> bool:
        return self.role in ("mortal_1", "mortal_2")

    @property
    def free_tokens(self) -> int:
        """Tokens that cost no wheat: 2 less those lost (R-D-BUILD-07)."""
        lost = 4 - self.tokens
        return 2 - lost if lost < 2 else 0

    @property
    def free_spaces(self) -> list[int]:
        """The production spaces on which no achievement lies."""
        return [space for space, level in enumerate(self.levels, 1) if level == 1]

    def standing(self, building: str) -> Built | None:
        """Return a building of this player that stands; None if it does not."""
        for built in self.built:
            if built.building == building:
                return built
        return None

    def has_goods(self, goods: dict[Any, int]) -> bool:
        """Return True if the player has these goods, or if the goods are unknown."""
        if self.goods is None:
            return True
        for good, n in goods.items():
            if good != "indulgences" and self.goods[good] < n:
                return False
        return True

    def gain(self, goods: dict[Any, int], sign: int = 1) -> None:
        """Add goods, or take them with `sign` -1; an unknown account stays unknown."""
        for good, n in goods.items():
            if good == "indulgences":
                if self.indulgences is not None:
                    self.indulgences += sign * n
            elif self.goods is not None:
                self.goods[good] += sign * n

    def pay(self, goods: dict[Any, int]) -> None:
        self.gain(goods, -1)

    def gain_souls(self, mortal: int, cultist: int) -> None:
        """Add pieces of soul, or take them where they are negative."""
        if self.souls is not None:
            self.souls["mortal"] += mortal
            self.souls["cultist"] += cultist


class Deal(Struct):
    """The deals of a round: offers by owner; of each pass whose chest each got, and the answers."""

    offers: dict[Colour, Offer | None] = {}
    chests: list[dict[Colour, Role | None]] = []
    answers: list[dict[Colour, Answer | None]] = []


class Accusation(Struct):
    """An accusation: two named the same player, who has to answer."""

    player: Colour
    of: Sought


class Guess(Struct):
    """A guess that stays on the board."""

    by: Role
    of: Sought
    player: Colour


class Inquisition(Struct):
    """The Inquisition's board."""

    bribes: int = 0
    gone: list[str] = []
    up: dict[str, str | None] = field(default_factory=lambda: {"1": None, "2": None, "3": None})
    turning: list[int] = []
    accused: bool = False
    accusing: list[Accusation] = []
    fixed: list[Guess] = []
    found: dict[Sought, str] = field(default_factory=lambda: {"devil": "none", "cultist": "none"})


class Known(Struct):
    """Data to compare with the seed: the record, round, pass and its roles by colour."""

    seq: int
    round: int
    pass_: int
    roles: dict[Colour, Role | None]


class Insight:
    """Things that the viewer of the folded log sees without knowing their owner.

    `seen` has the `viewer`; by (round, pass) the offer in the chest that he has; by round the
    answers on his own chest, one a pass; and where hands are open, `walls` at the end by colour.
    """

    __slots__ = ("seen",)

    def __init__(self, seen: Mapping[Any, object]) -> None:
        self.seen = seen

    @property
    def hands_are_open(self) -> bool:
        """True if the log itself leaves nothing unknown."""
        return "walls" in self.seen

    def is_of(self, colour: str) -> bool:
        """Return True if it belongs to this player."""
        return bool(self.seen.get("viewer") == colour)


class State(Struct):
    """The whole table. `cards` is what record 1 fixes, and like `insight` not packed."""

    cards: Any = None
    insight: Any = None
    options: Options = Options()
    seats: list[Colour] = []
    names: dict[Colour, str] = {}
    title: str | None = None
    # Phase and step: `deals/send_1`.
    at: str = "setup/open"
    round: int = 0
    done: set[Colour] = set()
    players: dict[Colour, Player] = {}
    deal: Deal = field(default_factory=Deal)
    questioned: list[Colour] = []
    inquisition: Inquisition = field(default_factory=Inquisition)
    # The app: the sealed digest, words and wishes, and what is known of roles and chests.
    digest: str | None = None
    words: dict[Colour, str] = {}
    wishes: dict[Colour, Wishes | None] = {}
    dealt: list[Known] = []
    shown: bool = False
    seed: str | None = None
    # True if the devil had the cultist's chest in the second pass of round 2; None: unknown.
    special: bool | None = None
    # Cards that were drawn, are out of the game, or are passed on.
    drawn: set[str] = set()
    gone: set[str] = set()
    passing: dict[Colour, list[str | None]] = {}
    walls: list[Colour] = []
    unjudged: int = 0

    @property
    def opened(self) -> bool:
        return self.cards is not None

    @property
    def phase(self) -> str:
        return self.at.partition("/")[0]

    @property
    def step(self) -> str:
        return self.at.rpartition("/")[2]

    def set_step(self, at: str) -> None:
        self.at = at
        self.done = set()

    def was_last(self, colour: Colour) -> bool:
        """Note that a player has done their part of this step; return True if all have."""
        self.done.add(colour)
        return len(self.done) == len(self.seats)

    @property
    def table(self) -> Cards:
        cards: Cards = self.cards
        return cards

    def building(self, id_: str) -> Building:
        building: Building = self.cards.buildings[id_]
        return building

    def in_order(self) -> Iterator[Player]:
        """Return the players in seat order."""
        return (self.players[colour] for colour in self.seats)

    def others(self, player: Player) -> Iterator[Player]:
        """Return all other players, in seat order."""
        return (candidate for candidate in self.in_order() if candidate.colour != player.colour)

    def who(self, role: Role | None) -> Player | None:
        """Return the player of a role; None where that is unknown."""
        players = self.players.values()
        return next((player for player in players if role and player.role == role), None)

    def neighbour(self, colour: Colour, by: int) -> Colour:
        """Return the player `by` seats further on, clockwise."""
        return self.seats[(self.seats.index(colour) + by) % 4]

    def waiting(self) -> list[Colour]:
        """Return the players who have not done their part of this step, in seat order."""
        return [colour for colour in self.seats if colour not in self.done]


def holding(goods: Iterable[tuple[Any, int]] = ()) -> Account:
    """Return an account of these goods, with all six keys."""
    account: Account = dict.fromkeys(GOODS, 0)
    account.update(goods)
    return account


def holder(by_colour: Mapping[Colour, Role | None], role: Role | None) -> Colour | None:
    """Return the player with a role, or with its chest; None where that is unknown."""
    return next((colour for colour, its in by_colour.items() if role and its == role), None)


SNAPSHOTS: Final = StructSnapshots(State, ("cards", "insight"))
