"""Record 1, and what the events of the pad have in common."""

# Without `from __future__ import annotations`, as `events`.

from collections import Counter
from collections.abc import Container, Iterable
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from ragami.findings import Breaches, breach
from ragami.game.event import Event, Title
from ragami.game.opening import option
from ragami.game.visibility import wording
from ragami.games.scores.events import Category, Options, Seat, Team, Text
from ragami.games.scores.state import Player, Side, State


class GameOpened(Event):
    """Record 1: the game that is played, the players in seat order, the pad and the options."""

    game: Literal["scores"]
    rules: Literal[1]
    title: Title
    plays: Annotated[Text | None, wording(), option(often=("",))]
    players: Annotated[tuple[Seat, ...], Meta(min_length=1, max_length=12)]
    teams: Annotated[tuple[Team, ...], Meta(max_length=12), option(often=("",))]
    categories: Annotated[tuple[Category, ...], Meta(max_length=40), option(often=("",))]
    options: Options

    def check(self, s: State) -> Breaches:
        """Check ids and pad (R-S-OPEN-01, -02); a second opening is malformed (R-S-LOG-01)."""
        if s.phase != "setup":
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
            strays = [name for name in [*players, *members] if members[name] != (name in players)]
            if strays:
                names = list(dict.fromkeys(strays))
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
            if not category.numbers:
                facts = {"category": category.id, "least": category.min, "most": category.max}
                return [breach("R-S-OPEN-02", None, problem="min-above-max", **facts)]
        if self.options.target == self.options.start:
            return [breach("R-S-OPEN-02", problem="target-is-start", target=self.options.target)]
        return []

    def apply(self, s: State) -> None:
        s.phase, s.plays, s.title = "play", self.plays, self.title or self.plays
        s.options, s.teams = self.options, bool(self.teams)
        s.categories = {category.id: category for category in self.categories} or {None: None}
        teams = {player: team.id for team in self.teams for player in team.players}
        s.players = {
            player.id: Player(player.name, teams.get(player.id)) for player in self.players
        }
        columns: Iterable[Team | Seat] = self.teams or self.players
        s.sides = {column.id: Side(column.name, s.options.start) for column in columns}
        s.dealer = None if s.options.dealer == "none" else self.players[0].id


class PadEvent(Event):
    """An event on the pad: its phase is asked first, and the end condition looked for after it."""

    when_decided: ClassVar[bool] = False
    ends_a_round: ClassVar[bool] = False

    def check(self, s: State) -> Breaches:
        if s.phase == "setup":
            return [breach("R-S-LOG-01", problem="not-opened")]
        if s.phase == "over":
            return [breach("R-S-END-01")]
        if s.phase == "decided" and not self.when_decided:
            return [breach("R-S-PHASE-01")]
        return self.judge(s)

    def apply(self, s: State) -> None:
        self.change(s)
        if s.phase == "decided" and not s.over():
            s.phase = "play"
        elif s.phase == "play" and (self.ends_a_round or s.options.target_at == "once"):
            s.phase = "decided" if s.over() else "play"

    def judge(self, s: State) -> Breaches:
        """Return what is wrong with an event whose time it is."""
        return []

    def change(self, s: State) -> None:
        """Write on the pad."""


def unknown(names: Iterable[str], of_game: Container[str]) -> Breaches:
    """Return a breach for names that are not of this game (R-S-SIDE-01)."""
    strangers = [name for name in names if name not in of_game]
    return [breach("R-S-SIDE-01", names=strangers)] if strangers else []


def repeated(names: Iterable[str]) -> list[str]:
    """Return what stands more than once."""
    return [name for name, count in Counter(names).items() if count > 1]
