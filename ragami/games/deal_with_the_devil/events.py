"""The events of Deal with the Devil, rules version 1, and the options of record 1.

One frozen struct a type; what has a rule of its own (ranges of a price, number of tokens) decodes,
and is judged by that rule. Secret places may be null.
"""

# Without `from __future__ import annotations`: see components.py.

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal

from msgspec import UNSET, Meta, Struct, UnsetType, field, structs

from ragami.decoded import Data
from ragami.game.visibility import name_of, own, seen_by, wording
from ragami.games.deal_with_the_devil.components import Amount, Count, Courtier, Good, Resource

Colour = Literal["red", "blue", "green", "yellow"]
Role = Literal["mortal_1", "mortal_2", "cultist", "devil"]
Sought = Literal["devil", "cultist"]
COLOURS: Final[tuple[Colour, ...]] = ("red", "blue", "green", "yellow")
ROLES: Final[tuple[Role, ...]] = ("mortal_1", "mortal_2", "cultist", "devil")
SOUGHT: Final[tuple[Sought, ...]] = ("devil", "cultist")

Goods = dict[Good, Amount]
Loaded = dict[Good | Literal["indulgences"], Amount]
Stuff = dict[Resource, Amount]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$(?!\n)")]
Four = Meta(min_length=4, max_length=4)
Two = Meta(min_length=2, max_length=2)
UpToOne = Meta(max_length=1)
MOST_USED: Final = 2
"""The buildings that a plan uses at most (R-D-ACT-07)."""
MOST_BUILT: Final = 2
"""The buildings that a plan builds at most (R-D-ACT-06)."""
Hidden = Annotated[str | None, seen_by("player")]
"""A card that only its player knows."""
HiddenRole = Annotated[Role | None, own()]
"""A role that only the player whose it is knows."""


class Part(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """An object inside an event, read strictly."""


class Event(Part, frozen=True, gc=False):
    """Base of all events: the `data` of one record."""


class PlayerEvent(Event, frozen=True, gc=False):
    """An event of one player."""

    player: Colour


class Options(Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The options of a game. A missing one has its default; an unknown one is malformed."""

    hands: Literal["walled", "open_hands"] = "walled"
    ledger: bool = False
    distribution: Literal["seed", "recorded"] = "seed"
    wishes: bool = False
    trade_indulgences: bool = False
    bribe_resources: bool = False
    jesters: bool = False
    lenient: bool = False
    reputation_rewards: Literal["after_effects", "before_effects"] = "after_effects"

    def __post_init__(self) -> None:
        if self.wishes and self.distribution == "recorded":
            raise ValueError("wishes count only where a seed decides")

    @property
    def open(self) -> bool:
        """True if nothing may be unknown (R-D-KNOW-01)."""
        return self.hands == "open_hands"

    @property
    def reckoned(self) -> bool:
        """True if coins and resources are accounted for (R-D-KNOW-06, R-D-KNOW-07)."""
        return self.open or self.ledger


def _keys(part: Struct) -> frozenset[str]:
    return frozenset([name for name, value in structs.asdict(part).items() if value is not UNSET])


class Souls(Part, frozen=True, gc=False):
    """Pieces of soul: a mortal's, and the cultist's, which are marked."""

    mortal: Count
    cultist: Count

    @property
    def all(self) -> int:
        return self.mortal + self.cultist


class Asks(Part, frozen=True, gc=False):
    """The price on the dial of a chest: coins, souls or nothing."""

    coins: Count | UnsetType = UNSET
    souls: Count | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.coins is not UNSET and self.souls is not UNSET:
            raise ValueError("a dial asks for coins or for souls")

    @property
    def nothing(self) -> bool:
        return self.coins is UNSET and self.souls is UNSET


class Offer(Part, frozen=True, gc=False):
    """An offer: the content of a chest and its price."""

    goods: Loaded
    asks: Asks


class Answer(Part, frozen=True, gc=False):
    """A player's answer to a chest; `souls` are the souls paid for it."""

    accept: bool
    souls: Souls


# --- setting up ----------------------------------------------------------------------------


class Seat(Part, frozen=True, gc=False):
    """A player at the table."""

    colour: Colour
    name: Annotated[str, name_of("colour")]


class Components(Part, frozen=True, gc=False):
    """The set: the name of one that ships, or the whole object."""

    cards: str | Data


class GameOpened(Event, frozen=True, gc=False):
    """Record 1: who plays, with what, and what was agreed."""

    game: Literal["deal-with-the-devil"]
    rules: Literal[1]
    title: Annotated[str | None, wording()]
    players: Annotated[tuple[Seat, ...], Four]
    options: Options
    components: Components


class DistributionSealed(Event, frozen=True, gc=False):
    """The app binds itself to its seed."""

    digest: Digest


Wish = Literal[-1, 0, 1]


class Wishes(Part, frozen=True, gc=False):
    """A player's wish for each kind of character."""

    mortal: Wish
    cultist: Wish
    devil: Wish


class WishesGiven(PlayerEvent, frozen=True, gc=False):
    """A player's wishes for a character."""

    wishes: Annotated[Wishes | None, seen_by("player")]


class WordGiven(PlayerEvent, frozen=True, gc=False):
    """A word that goes into the key. No name is withdrawn from it: the deal rests on it."""

    word: str

    def __post_init__(self) -> None:
        if not 1 <= len(self.word.encode()) <= 100:
            raise ValueError("a word has 1 to 100 bytes")


class CharactersDealt(Event, frozen=True, gc=False):
    """The characters are dealt: each seat's role."""

    roles: Annotated[dict[Colour, HiddenRole], Four]


# --- cards, bank ---------------------------------------------------------------------------


class CardsDrawn(PlayerEvent, frozen=True, gc=False):
    """Cards phase: an old building is kept, four are drawn, and an event."""

    kept: Annotated[tuple[Hidden, ...], UpToOne]
    drawn: Annotated[tuple[Hidden, ...], Four]
    event: Hidden


class BuildingsPassed(PlayerEvent, frozen=True, gc=False):
    """Two of the four buildings just drawn go to a neighbour."""

    cards: Annotated[tuple[Hidden, ...], Two]


class BankTraded(PlayerEvent, frozen=True, gc=False):
    """Sales, then purchases."""

    sells: Stuff
    buys: Stuff

    def __post_init__(self) -> None:
        if not self.sells and not self.buys:
            raise ValueError("nothing is traded")


class LoanTaken(PlayerEvent, frozen=True, gc=False):
    """Coins for debt."""

    coins: Amount


class DebtPaid(PlayerEvent, frozen=True, gc=False):
    """Debt is repaid."""

    coins: Amount


class RequestShown(PlayerEvent, frozen=True, gc=False):
    """A request card is shown, or taken away (`none`)."""

    card: str


# --- deals ---------------------------------------------------------------------------------


class OfferMade(PlayerEvent, frozen=True, gc=False):
    """A chest is filled and closed."""

    offer: Annotated[Offer | None, seen_by("player")]


class OffersSent(Event, frozen=True, gc=False):
    """Chests are sent in a pass: each player receives the chest of the given role."""

    pass_: Literal[1, 2] = field(name="pass")
    chests: Annotated[dict[Colour, HiddenRole], Four]


class OfferAnswered(PlayerEvent, frozen=True, gc=False):
    """A player answers the chest in front of them."""

    answer: Annotated[Answer | None, seen_by("player")]


class ChestsReturned(Event, frozen=True, gc=False):
    """Every chest goes back to its owner."""


# --- actions -------------------------------------------------------------------------------


class EventPlayed(Part, frozen=True, gc=False):
    """An event card and the side that counts."""

    card: str
    side: Literal["left", "right"]


class Build(Part, frozen=True, gc=False):
    """A building to be built, and whether its action is used right after."""

    building: str
    act: bool


class PlanShown(PlayerEvent, frozen=True, gc=False):
    """A player shows the plan."""

    event: Annotated[tuple[EventPlayed, ...], UpToOne]
    discarded: Annotated[tuple[Hidden, ...], UpToOne]
    uses: Annotated[tuple[str, ...], Meta(max_length=MOST_USED)]
    builds: Annotated[tuple[Build, ...], Meta(max_length=MOST_BUILT)]
    hire: bool


class Picked(Part, frozen=True, gc=False):
    """A choice within a step: exactly the keys of one of six shapes."""

    courtier: Courtier | UnsetType = UNSET
    achievement: str | UnsetType = UNSET
    space: Annotated[int, Meta(ge=1, le=4)] | UnsetType = UNSET
    building: str | UnsetType = UNSET
    done: bool | UnsetType = UNSET
    option: Count | UnsetType = UNSET
    paid: Count | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.keys not in SHAPES:
            raise ValueError("no choice has these keys")

    @property
    def keys(self) -> frozenset[str]:
        return _keys(self)


SHAPES: Final = frozenset(
    frozenset(keys.split())
    for keys in (
        *("courtier", "achievement space", "achievement"),
        *("space", "building done", "option", "paid"),
    )
)


class StepResolved(PlayerEvent, frozen=True, gc=False):
    """The next step of a plan is done, or skipped."""

    step: str
    done: bool
    choices: tuple[Picked, ...]


class AchievementClaimed(PlayerEvent, frozen=True, gc=False):
    """A player claims an achievement."""

    achievement: str
    space: Annotated[int, Meta(ge=1, le=4)] | None
    courtiers: Annotated[tuple[Courtier, ...], Meta(max_length=4)]


class ActionsEnded(PlayerEvent, frozen=True, gc=False):
    """A player is through with actions and achievements."""


# --- witch hunt ----------------------------------------------------------------------------


class VotesCast(Event, frozen=True, gc=False):
    """All votes at once."""

    votes: Annotated[dict[Colour, Colour | Literal["none"]], Four]


class ChargeAnswered(PlayerEvent, frozen=True, gc=False):
    """A player who is questioned proves innocence or confesses."""

    answer: Literal["innocent", "guilty"]


# --- Inquisition ---------------------------------------------------------------------------


class WingsBought(PlayerEvent, frozen=True, gc=False):
    """Angel wings for coins."""

    count: Amount


class RolesShown(Event, frozen=True, gc=False):
    """All players open their own chests."""

    roles: Annotated[dict[Colour, Role], Four]


class Chest(Part, frozen=True, gc=False):
    """The content of a chest of the ritual, with its guesses."""

    goods: Loaded
    souls: Souls
    guesses: dict[Sought, Colour]


class RitualOpened(Event, frozen=True, gc=False):
    """The chests of the ritual are opened."""

    chests: Annotated[dict[Role, Chest], Four]


class InquisitorTurned(Event, frozen=True, gc=False):
    """An inquisitor is turned face up."""

    slot: Literal[1, 2, 3]
    inquisitor: str


class AccusationAnswered(PlayerEvent, frozen=True, gc=False):
    """A player who was accused says whether the accusation is true."""

    of: Sought
    true: bool


class Reply(Part, frozen=True, gc=False):
    """The answer that a penalty demands: exactly the keys of one of three shapes."""

    given: Goods | UnsetType = UNSET
    kept: Count | UnsetType = UNSET
    building: str | UnsetType = UNSET

    def __post_init__(self) -> None:
        if _keys(self) not in ({"given", "kept"}, {"given"}, {"building"}):
            raise ValueError("no penalty asks for these keys")


class InquisitionFaced(PlayerEvent, frozen=True, gc=False):
    """A player stands before the inquisitors."""

    souls: Count
    indulgences: Count
    convinced: tuple[str, ...]
    choices: dict[str, Reply]


# --- end, and records of any game ----------------------------------------------------------


class WallOpened(PlayerEvent, frozen=True, gc=False):
    """A wall is opened: the goods and souls behind it."""

    goods: Loaded
    souls: Souls


class SeedOpened(Event, frozen=True, gc=False):
    """The seed of the distribution."""

    seed: Digest


class Revealed(Event, frozen=True, gc=False):
    """A secret place becomes known."""

    player: Colour | None
    seq: Amount
    place: str
    value: Any


Integer = Annotated[int, Meta(ge=-(2**53), le=2**53)]
ByColour = dict[Colour, Integer]


class Asserted(Event, frozen=True, gc=False):
    """The part of the table that an assertion states; absent keys are not compared."""

    points: ByColour | UnsetType = UNSET
    reputation: ByColour | UnsetType = UNSET
    debt: ByColour | UnsetType = UNSET
    angel: ByColour | UnsetType = UNSET
    demon: ByColour | UnsetType = UNSET
    indulgences: ByColour | UnsetType = UNSET
    guests: ByColour | UnsetType = UNSET
    hands: ByColour | UnsetType = UNSET
    goods: dict[Colour, Goods] | UnsetType = UNSET
    souls: dict[Colour, Souls] | UnsetType = UNSET
    bribes: Integer | UnsetType = UNSET


# What an event shows that cannot be forgotten again; of plans the fourth one shows it.
DISCLOSING: Final[Mapping[type[Event], str]] = {
    CharactersDealt: "role",
    OffersSent: "chest",
    CardsDrawn: "card",
    BuildingsPassed: "card",
    PlanShown: "plan",
    VotesCast: "vote",
    RitualOpened: "ritual",
    InquisitorTurned: "inquisitor",
    AccusationAnswered: "role",
    RolesShown: "role",
    SeedOpened: "role",
    WallOpened: "wall",
}
