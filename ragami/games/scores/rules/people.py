"""People: late comers, leaving and returning, and the dealer."""

# Without `from __future__ import annotations`, as `events`.

from typing import Annotated, Final

from ragami.findings import Breaches, breach
from ragami.game.visibility import name_of, wording
from ragami.games.scores.events import Id, Points, Reason, Text
from ragami.games.scores.rules.opening import PadEvent
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
        unknown = [self.team] if self.team is not None and self.team not in s.sides else []
        unknown += [self.after] if self.after is not None and self.after not in s.players else []
        return [breach("R-S-SIDE-01", names=unknown)] if unknown else []

    def change(self, s: State) -> None:
        s.seat(self.player, self.name, self.team, self.after, self.start)


class OfAPlayer(PadEvent):
    """Something that a player of this game does."""

    player: Id

    def judge(self, s: State) -> Breaches:
        known = self.player in s.players
        return self.wrong(s) if known else [breach("R-S-SIDE-01", names=[self.player])]

    def wrong(self, s: State) -> Breaches:
        """Return the breach of a player who is known."""
        return []


class PlayerLeft(OfAPlayer):
    """A player goes before the end."""

    reason: Reason

    def wrong(self, s: State) -> Breaches:
        if self.player not in s.playing:
            return [breach("R-S-PLAYER-03", problem="out-already", player=self.player)]
        if len(s.playing) == 1:
            return [breach("R-S-PLAYER-03", problem="last-player", player=self.player)]
        return []

    def change(self, s: State) -> None:
        s.players[self.player].status = "out"
        if s.dealer == self.player:  # R-S-DEAL-02
            s.dealer = s.next_dealer()


class PlayerReturned(OfAPlayer):
    """A player who left is back."""

    def wrong(self, s: State) -> Breaches:
        is_in = self.player in s.playing
        return [breach("R-S-PLAYER-03", problem="in-already", player=self.player)] if is_in else []

    def change(self, s: State) -> None:
        s.players[self.player].status = "in"


class DealerSet(OfAPlayer):
    """Another player deals."""

    def wrong(self, s: State) -> Breaches:
        if s.options.dealer == "none":
            return [breach("R-S-DEAL-01", problem="no-dealer", player=self.player)]
        if self.player not in s.playing:
            return [breach("R-S-DEAL-01", problem="out-already", player=self.player)]
        if s.dealer == self.player:
            return [breach("R-S-DEAL-01", problem="deals-already", player=self.player)]
        return []

    def change(self, s: State) -> None:
        s.dealer = self.player
