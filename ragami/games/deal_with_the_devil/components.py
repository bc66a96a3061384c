"""The set of components: buildings, events, inquisitors, track, wheel.

A set ships (`devil-cards-1`, a stand-in) or stands whole in record 1. Its faults: `rules.sets`.
"""

# Without `from __future__ import annotations`: msgspec looks at those of its structs, and as text
# they would have to be compiled anew by every command that reads a record.

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Annotated, Any, Final, Literal

from msgspec import Meta, Struct, field

Symbol = Literal["rural", "urban", "religious", "science"]
Courtier = Literal["rural", "urban", "religious", "alchemist"]
Resource = Literal["marble", "glass", "wood", "stone", "wheat"]
Good = Literal["marble", "glass", "wood", "stone", "wheat", "coins"]
Amount = Annotated[int, Meta(ge=1, le=2**53)]
Count = Annotated[int, Meta(ge=0, le=2**53)]
Goods = dict[Good, Amount]
When = Literal[
    "build", "action", "production", "interest", "reputation", "achievement", "final", "always"
]

GOODS: Final[tuple[Good, ...]] = ("marble", "glass", "wood", "stone", "wheat", "coins")
RESOURCES: Final[tuple[Resource, ...]] = ("marble", "glass", "wood", "stone", "wheat")
VALUABLE: Final = frozenset({"marble", "glass"})
SHIPPED: Final = ("devil-cards-1",)


class Part(Struct, frozen=True, forbid_unknown_fields=True):
    """An object of the set, read strictly."""


# --- operations and effects ----------------------------------------------------------------


class Operation(Part, frozen=True, tag_field="op"):
    """One thing that a card does; `op` says which."""


class Gain(Operation, frozen=True, tag="gain"):
    goods: Goods


class Pay(Operation, frozen=True, tag="pay"):
    """Part of what the step needs."""

    goods: Goods


class Reputation(Operation, frozen=True, tag="reputation"):
    by: int


class ReputationTo(Operation, frozen=True, tag="reputation_to"):
    space: Literal["start"]


class Points(Operation, frozen=True, tag="points"):
    by: int


class Angel(Operation, frozen=True, tag="angel"):
    by: int


class Demon(Operation, frozen=True, tag="demon"):
    """Demon wings, not below 0 (A-D-REP-05)."""

    by: int


class Debt(Operation, frozen=True, tag="debt"):
    """The debt rises or falls; no coins (R-D-BUILD-10)."""

    by: int


class GetCourtier(Operation, frozen=True, tag="courtier"):
    """A courtier comes without pay (R-D-BUILD-05)."""


class GiveCourtier(Operation, frozen=True, tag="give_courtier"):
    """A hired courtier goes to the 3-coin space."""

    courtier: Literal["rural", "urban", "religious"]


class Alchemist(Operation, frozen=True, tag="alchemist"):
    """The alchemist comes (R-D-COUR-03)."""


class Minor(Operation, frozen=True, tag="minor"):
    """An open minor achievement is gained (R-D-BUILD-06)."""


class DropMinor(Operation, frozen=True, tag="drop_minor"):
    """A minor achievement is given up (R-D-BUILD-08)."""


class LoseToken(Operation, frozen=True, tag="lose_token"):
    """One action token less from the next round on (R-D-BUILD-07)."""


class Cover(Operation, frozen=True, tag="cover"):
    """An own building with an action is covered (R-D-BUILD-04)."""


class NoInterest(Operation, frozen=True, tag="no_interest"):
    """The interest marker stands still (R-D-INT-05)."""

    at_most: Count


class ScoreBasics(Operation, frozen=True, tag="score_basics"):
    """One basic kind scores by itself at the end (R-D-END-08)."""

    by: int


Simple = Gain | Reputation | Points | Angel | Demon | Debt
Counted = Literal[
    "matching:rural",
    "matching:urban",
    "matching:religious",
    "below",
    "buildings",
    "achievements",
    "debt",
    "courtiers",
]


class Per(Operation, frozen=True, tag="per"):
    """The operations as often as something counts."""

    of: Counted
    do: tuple[Simple, ...]


class Choose(Operation, frozen=True, tag="choose"):
    """One of the lists, as the player chooses."""

    of: Annotated[tuple[tuple[Simple, ...], ...], Meta(min_length=1)]


InAReward = Simple | Alchemist
OnAnEvent = Simple | Per | Choose | Pay | ReputationTo | GetCourtier | GiveCourtier
OnABuilding = OnAnEvent | Minor | DropMinor | LoseToken | Cover | NoInterest | ScoreBasics


class Condition(Part, frozen=True):
    is_: Literal["lowest", "highest", "debt_at_most", "tokens_done", "hired"] = field(name="is")
    n: Count


class Effect(Part, frozen=True):
    """An effect of a building: its operations, and when they take place."""

    when: When
    order: int
    if_: tuple[Condition, ...] = field(name="if")
    do: tuple[OnABuilding, ...]


# --- the things in the box -----------------------------------------------------------------


class Said(Part, frozen=True):
    """A name in both languages."""

    en: str
    es: str


class Track(Part, frozen=True):
    """The reputation track; spaces count from 0, the lowest."""

    spaces: Amount
    knot: Count
    start: Count
    angel: Count
    demon: tuple[Count, ...]
    drift: tuple[int, ...]


class Produced(Part, frozen=True):
    """A resource of the wheel and the production spaces that it lies on."""

    resource: Resource
    spaces: Annotated[tuple[Annotated[int, Meta(ge=1, le=4)], ...], Meta(min_length=1)]


Seat = Literal["1", "2", "3", "4"]
RoundName = Literal["1", "2", "3", "4", "5"]


class Wheel(Part, frozen=True):
    """The production wheel: what each seat produces in each round."""

    coins: Count
    central: tuple[Annotated[int, Meta(ge=1, le=4)], ...]
    seats: dict[Seat, dict[RoundName, tuple[Produced, ...]]]


class Achievement(Part, frozen=True):
    """A minor or major achievement: the symbols that it needs, and what a major one gives."""

    size: Literal["minor", "major"]
    needs: dict[Literal["rural", "urban", "religious"], Amount]
    reward: tuple[InAReward, ...]
    facts: tuple[str, ...]


class Building(Part, frozen=True, dict=True):
    """A building; `cost` are goods and, of a science building, reputation."""

    id: str
    name: Said
    round: Annotated[int, Meta(ge=1, le=5)]
    pile: Literal["A", "B", "C", "D"] | None
    symbols: Annotated[tuple[Symbol, ...], Meta(min_length=1, max_length=2)]
    cost: dict[Good | Literal["reputation"], Amount]
    points: int
    effects: tuple[Effect, ...]
    facts: tuple[str, ...]

    @cached_property
    def _kinds(self) -> Mapping[When, tuple[Effect, ...]]:
        kinds = {effect.when for effect in self.effects}
        return {
            kind: tuple(effect for effect in self.effects if effect.when == kind) for kind in kinds
        }

    def doing(self, when: When) -> tuple[Effect, ...]:
        """Return the effects of one kind, in order."""
        return self._kinds.get(when, ())

    def operations(self, when: When) -> tuple[OnABuilding, ...]:
        """Return the operations of these effects, whether their conditions hold or not."""
        return tuple(operation for effect in self.doing(when) for operation in effect.do)

    @property
    def has_action(self) -> bool:
        return bool(self.doing("action"))

    @cached_property
    def action_price(self) -> dict[str, int]:
        """The goods that the action costs."""
        return to_pay(self.operations("action"))

    @cached_property
    def price(self) -> dict[Any, int]:
        """The goods that the building costs, without reputation."""
        return {good: n for good, n in self.cost.items() if good != "reputation"}


def to_pay(operations: Iterable[Operation]) -> dict[str, int]:
    """Return all that is paid among operations."""
    total: dict[str, int] = {}
    for operation in operations:
        if isinstance(operation, Pay):
            for good, n in operation.goods.items():
                total[good] = total.get(good, 0) + n
    return total


class Side(Part, frozen=True):
    if_: tuple[Condition, ...] = field(name="if")
    do: tuple[OnAnEvent, ...]


class EventCard(Part, frozen=True):
    id: str
    letter: Literal["A", "B"]
    name: Said
    left: Side
    right: Side
    facts: tuple[str, ...]


class Penalty(Part, frozen=True, tag_field="code"):
    """Base of the penalties of inquisitors who were not convinced."""


class PointsLost(Penalty, frozen=True, tag="points"):
    by: int


class PerLost(Penalty, frozen=True, tag="per"):
    """Points for every full `each` of something."""

    of: Literal["achievements", "buildings"]
    each: Amount
    by: int


class Kept(Penalty, frozen=True, tag="kept"):
    """Points for every possession that is kept."""

    of: tuple[Good, ...]
    by: int


class Collector(Penalty, frozen=True, tag="collector"):
    """Debt, then points for it."""

    debt: Count
    each: Amount
    by: int


class Orator(Penalty, frozen=True, tag="orator"):
    """Points, and more unless one's reputation is the best."""

    by: int
    more: int


class Squanderer(Penalty, frozen=True, tag="squanderer"):
    """Points, or so many pieces instead."""

    by: int
    instead: tuple[Good, ...]
    count: Amount


class Vandal(Penalty, frozen=True, tag="vandal"):
    """A building is destroyed."""


AnyPenalty = PointsLost | PerLost | Kept | Collector | Orator | Squanderer | Vandal


class Inquisitor(Part, frozen=True):
    """A kind of inquisitor; the lettered ones have a slot, the guests four copies."""

    name: Said
    back: Literal["yellow", "normal", "red"]
    slot: Literal["A", "B", "C"] | None
    copies: Amount
    penalty: AnyPenalty
    facts: tuple[str, ...]


class Line(Part, frozen=True):
    """A line of the devil's reward: from so many souls on."""

    souls: Count
    goods: Goods
    points: int
    turn: Literal[0, 1, 2]


class Beyond(Part, frozen=True):
    souls: Count
    points: int


class ForMarked(Part, frozen=True):
    """The cultist's gains for at least `souls` marked pieces."""

    souls: Count
    goods: Goods


class Ritual(Part, frozen=True):
    tables: dict[Literal["3", "5"], tuple[Line, ...]]
    beyond: Beyond
    cultist: tuple[ForMarked, ...]
    facts: tuple[str, ...]


class Request(Part, frozen=True):
    id: str
    shows: str


class CardFile(Part, frozen=True):
    """The whole set, as it stands in a file or in record 1."""

    name: str
    verified: bool
    track: Track
    production: Wheel
    achievements: dict[str, Achievement]
    buildings: tuple[Building, ...]
    events: tuple[EventCard, ...]
    inquisitors: dict[str, Inquisitor]
    ritual: Ritual
    requests: tuple[Request, ...]


class Cards:
    """A set that has been read, with what is looked up often."""

    __slots__ = ("buildings", "events", "file", "guest", "letters", "requests")

    def __init__(self, file: CardFile) -> None:
        self.file = file
        self.buildings = {building.id: building for building in file.buildings}
        self.events = {event.id: event for event in file.events}
        self.requests = frozenset(request.id for request in file.requests)
        self.letters = {
            inquisitor.slot: id_ for id_, inquisitor in file.inquisitors.items() if inquisitor.slot
        }
        self.guest = next((i for i, guest in file.inquisitors.items() if guest.back == "red"), "")

    def card(self, id_: str) -> Building | EventCard | Inquisitor | None:
        """Return the building, event or inquisitor of an id; None where the set has none."""
        return self.buildings.get(id_) or self.events.get(id_) or self.file.inquisitors.get(id_)

    def names(self) -> dict[str, list[str]]:
        """Return the ids of all cards with their names, of which a stand-in has none."""
        cards: dict[str, Building | EventCard | Inquisitor]
        cards = {**self.buildings, **self.events, **self.file.inquisitors}
        return {
            id_: [name for name in (card.name.en, card.name.es) if not name.startswith("(")]
            for id_, card in cards.items()
        }
