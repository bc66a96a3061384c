"""Record 1 of the score keeper, and what its events have in common (sections 4, 5.1 and 7).

Ranges are checked when a record is decoded; what has a rule of its own decodes, and is judged.
"""

# Without `from __future__ import annotations`: msgspec looks at those of its structs, and as text
# they would have to be compiled anew by every command that reads a record.

from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Annotated, ClassVar, Final, Literal

from msgspec import Meta

from ragami.findings import Breaches, breach
from ragami.game.event import Event, Title
from ragami.game.opening_record import option
from ragami.game.visibility import name_of, wording

if TYPE_CHECKING:
    from ragami.games.scores.state import State

# `$` alone would let a line feed stand at the end.
Id = Annotated[str, Meta(pattern=r"^[a-z0-9][a-z0-9_-]{0,31}$(?!\n)")]
Text = Annotated[str, Meta(min_length=1)]
Points = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Round = Annotated[int, Meta(ge=1, le=100_000)]
Cells = Annotated[dict[Id, Points], Meta(min_length=1, max_length=12)]
Reason = Annotated[Text | None, wording()]

# What people often agree on; any other number will do.
ROUNDS: Final = (0, *range(1, 11), 12, 15, 20)
TARGETS: Final = (0, 10, 20, 21, 40, 50, 100, 101, 121, 200, 300, 500, 1000, 5000)


class Options(Event, omit_defaults=True):
    """The options of section 3. A missing one has its default; an unknown one is malformed."""

    best: Annotated[Literal["high", "low"], option()] = "high"
    result: Annotated[Literal["points", "declared", "either"], option()] = "points"
    start: Annotated[Points, option(often=(0, 20, 100))] = 0
    rounds: Annotated[Annotated[int, Meta(ge=1, le=999)] | None, option(often=ROUNDS)] = None
    target: Annotated[Points | None, option(often=TARGETS)] = None
    target_at: Annotated[Literal["round", "once"], option()] = "round"
    complete: Annotated[Literal["any", "each", "all"], option()] = "each"
    turns: Annotated[Literal["any", "in_order"], option()] = "any"
    dealer: Annotated[Literal["none", "deals", "starts"], option()] = "none"
    ties: tuple[Id, ...] = ()
    on_tie: Annotated[Literal["shared", "play_on"], option()] = "shared"
    left: Annotated[Literal["last", "scored"], option()] = "last"


class Seat(Event):
    """A player at the table."""

    id: Id
    name: Annotated[Text, name_of("id"), wording()]


class Team(Event):
    """Players who share a column."""

    id: Id
    name: Annotated[Text, wording()]
    players: Annotated[tuple[Id, ...], Meta(min_length=1, max_length=12)]


class Category(Event):
    """A line of the pad: its numbers count `times`, lie within `min` and `max`, add up to `sum`."""

    id: Id
    name: Annotated[Text, wording()]
    times: Annotated[int, Meta(ge=-1000, le=1000)]
    min: Points | None
    max: Points | None
    sum: Points | None


class GameOpened(Event):
    """Record 1: the game that is played, the players in seat order, the pad and the options."""

    game: Literal["scores"]
    rules: Literal[1]
    title: Title
    plays: Annotated[Text | None, wording(), option(often=("",))]
    players: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=12)]
    teams: Annotated[tuple[Team, ...], Meta(max_length=12)]
    categories: Annotated[tuple[Category, ...], Meta(max_length=40)]
    options: Options

    def check(self, s: "State") -> Breaches:
        """R-S-OPEN-01, R-S-OPEN-02; a second one is malformed (R-S-LOG-01)."""
        if s.opened:
            return [breach("R-S-LOG-01", problem="opened-again")]
        return [*self._ids(), *self._pad()]

    def _ids(self) -> Breaches:
        players = [player.id for player in self.players]
        twice = repeated([*players, *(team.id for team in self.teams)])
        twice += repeated([category.id for category in self.categories])
        if twice:
            return [breach("R-S-OPEN-01", problem="id-twice", ids=twice)]
        if self.teams:
            members = Counter(player for team in self.teams for player in team.players)
            wrong = [name for name in [*players, *members] if members[name] != (name in players)]
            if wrong:
                names = list(dict.fromkeys(wrong))
                return [breach("R-S-OPEN-01", problem="not-in-one-team", ids=names)]
        return []

    def _pad(self) -> Breaches:
        names = [category.id for category in self.categories]
        ties = [name for name in self.options.ties if name not in names] + repeated(
            self.options.ties
        )
        if ties:
            return [breach("R-S-OPEN-02", problem="tie-category", ids=ties)]
        for category in self.categories:
            if (
                category.min is not None
                and category.max is not None
                and category.min > category.max
            ):
                facts = {"category": category.id, "least": category.min, "most": category.max}
                return [breach("R-S-OPEN-02", None, problem="min-above-max", **facts)]
        if self.options.target == self.options.start:
            return [breach("R-S-OPEN-02", problem="target-is-start", target=self.options.target)]
        return []

    def apply(self, s: "State") -> None:
        s.lay_out(self)


class PadEvent(Event):
    """An event on the pad: its phase is asked first, and the end condition looked for after it."""

    when_decided: ClassVar[bool] = False
    ends_a_round: ClassVar[bool] = False

    def check(self, s: "State") -> Breaches:
        if s.opened is None:
            return [breach("R-S-LOG-01", problem="not-opened")]
        if s.phase == "over":
            return [breach("R-S-END-01")]
        if s.phase == "decided" and not self.when_decided:
            return [breach("R-S-PHASE-01")]
        return self.judge(s)

    def apply(self, s: "State") -> None:
        self.change(s)
        if s.phase == "decided" and not s.over():
            s.phase = "play"
        elif s.phase == "play" and (self.ends_a_round or s.options.target_at == "once"):
            s.phase = "decided" if s.over() else "play"

    def judge(self, s: "State") -> Breaches:
        """Return what is wrong with an event whose time it is."""
        raise NotImplementedError

    def change(self, s: "State") -> None:
        """Write on the pad."""
        raise NotImplementedError


def repeated(names: Iterable[str]) -> list[str]:
    """Return what stands more than once."""
    return [name for name, count in Counter(names).items() if count > 1]
