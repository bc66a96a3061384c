"""People: late comers, leaving and returning, and the dealer."""

# Without `from __future__ import annotations`, as `events`.

from typing import Annotated, Final

from ragami.findings import Breaches, breach
from ragami.game.visibility import name_of, wording
from ragami.games.scores.events import Id, Points, Reason, Text
from ragami.games.scores.rules.opening import PadEvent, unknown
from ragami.games.scores.state import State

MOST_PLAYERS: Final = 12


class PlayerJoined(PadEvent):
    """A late comer, who sits to the left of `after`, or last."""

    player: Id
    name: Annotated[Text, name_of("player"), wording()]
    team: Id | None
    after: Id | None
    start: Points | None

    def judge(self, s: State) -> Breaches:
        if self.player in s.players or self.player in s.sides:
            return [breach("R-S-PLAYER-01", problem="id-taken", player=self.player)]
        if len(s.players) >= MOST_PLAYERS:
            return [breach("R-S-PLAYER-01", problem="too-many", most=MOST_PLAYERS)]
        if s.teams and self.team is None:
            return [breach("R-S-PLAYER-02", problem="team-wanted", player=self.player)]
        if s.teams and self.start is not None:
            return [breach("R-S-PLAYER-02", problem="team-has-points", player=self.player)]
        if self.team is not None and not s.teams:
            return [breach("R-S-PLAYER-02", problem="no-teams", player=self.player)]
        strangers = [self.team] if self.team not in (None, *s.sides) else []
        strangers += [self.after] if self.after not in (None, *s.players) else []
        return [breach("R-S-SIDE-01", names=strangers)] if strangers else []

    def change(self, s: State) -> None:
        s.seat(self.player, self.name, self.team, self.after, self.start)


class PlayerLeft(PadEvent):
    """A player goes before the end."""

    player: Id
    reason: Reason

    def judge(self, s: State) -> Breaches:
        if firm := unknown([self.player], s.players):
            return firm
        if self.player not in s.playing:
            return [breach("R-S-PLAYER-03", problem="out-already", player=self.player)]
        if len(s.playing) == 1:
            return [breach("R-S-PLAYER-03", problem="last-player", player=self.player)]
        return []

    def change(self, s: State) -> None:
        s.players[self.player].status = "out"
        if s.dealer == self.player:  # R-S-DEAL-02
            s.dealer = s.next_dealer()


class PlayerReturned(PadEvent):
    """A player who left is back."""

    player: Id

    def judge(self, s: State) -> Breaches:
        if self.player in s.playing:
            return [breach("R-S-PLAYER-03", problem="in-already", player=self.player)]
        return unknown([self.player], s.players)

    def change(self, s: State) -> None:
        s.players[self.player].status = "in"


class DealerSet(PadEvent):
    """Another player deals."""

    player: Id

    def judge(self, s: State) -> Breaches:
        if firm := unknown([self.player], s.players):
            return firm
        if s.options.dealer == "none":
            return [breach("R-S-DEAL-01", problem="no-dealer", player=self.player)]
        if self.player not in s.playing:
            return [breach("R-S-DEAL-01", problem="out-already", player=self.player)]
        if s.dealer == self.player:
            return [breach("R-S-DEAL-01", problem="deals-already", player=self.player)]
        return []

    def change(self, s: State) -> None:
        s.dealer = self.player
