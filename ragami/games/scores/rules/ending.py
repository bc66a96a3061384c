"""The end: declared places, the reason, and the result."""

# Without `from __future__ import annotations`, as `events`.

from itertools import combinations
from typing import Annotated, ClassVar

from msgspec import Meta

from ragami.decoded import Data
from ragami.findings import Breach, Breaches, breach
from ragami.games.scores.events import Id, Reason
from ragami.games.scores.rules.cells import incomplete, wrong_sums
from ragami.games.scores.rules.opening import PadEvent
from ragami.games.scores.state import State, place_of


class GameEnded(PadEvent):
    """The end, with places where the table declares them (null: lost, without a rank)."""

    when_decided: ClassVar[bool] = True

    places: (
        Annotated[
            dict[Id, Annotated[int, Meta(ge=1, le=12)] | None], Meta(min_length=1, max_length=12)
        ]
        | None
    )
    reason: Reason

    def judge(self, s: State) -> Breaches:
        if firm := self._wrong_sides(s) or self._wrong_count():
            return firm
        early = self._reason(s) == "early" and self.reason is None
        return self._against_points(s) + [breach("R-S-END-02")] * early

    def change(self, s: State) -> None:
        s.reason, s.declared, s.phase = self._reason(s), self.places, "over"

    def _wrong_sides(self, s: State) -> Breaches:
        """Return a breach unless declared places name every side, and no other (R-S-PLACE-01)."""
        if self.places is None:
            declared = s.options.result == "declared"
            return [breach("R-S-PLACE-01", problem="places-wanted")] if declared else []
        unlike = sorted(self.places.keys() ^ s.sides.keys())
        return [breach("R-S-PLACE-01", problem="other-sides", names=unlike)] if unlike else []

    def _wrong_count(self) -> Breaches:
        """Return a breach unless places count as in sport (R-S-PLACE-03)."""
        places = {side: place for side, place in (self.places or {}).items() if place is not None}
        counted = {side: place_of(place, places.values()) for side, place in places.items()}
        differing = {side: place for side, place in places.items() if place != counted[side]}
        facts = {"places": differing, "counted": {side: counted[side] for side in differing}}
        return [breach("R-S-PLACE-03", **facts)] if differing else []

    def _against_points(self, s: State) -> Breaches:
        """Return a breach unless places only split ties of points (R-S-PLACE-02)."""
        if self.places is None or s.options.result != "points":
            return []
        lost = [side for side, place in self.places.items() if place is None]
        if lost:
            return [_no_split("place-wanted", lost)]
        ranked = sorted(s.sides, key=s.rank_key)
        for better, worse in combinations(ranked, 2):
            against = (self.places[better] or 0) >= (self.places[worse] or 0)
            if against and s.rank_key(better) < s.rank_key(worse):
                return [_no_split("against-points", [better, worse])]
        return []

    def _reason(self, s: State) -> str:
        """Return why the game is over."""
        options = s.options
        if self.places is not None and options.result != "points":
            return "declared"
        if s.phase == "decided":
            return "target" if s.reached() else "rounds"
        endless = options.rounds is None and options.target is None
        return "ended" if endless and whole(s) else "early"


def _no_split(problem: str, names: list[str]) -> Breach:
    return breach("R-S-PLACE-02", "A-S-PLACE-01", problem=problem, names=names)


def whole(s: State) -> bool:
    """Tell whether the open round is empty, or satisfies R-S-ROUND-02 and R-S-ROUND-03."""
    return s.rounds_begun == s.ended or not (incomplete(s) or wrong_sums(s))


def outcome(s: State) -> Data | None:
    """Return the result, None while the game goes on."""
    if s.phase != "over":
        return None
    places = s.places()
    ranks = sorted({place for place in places.values() if place is not None})
    return {
        "ended": True,
        "reason": s.reason,
        "rounds": s.rounds_begun,
        "players": {
            player: {
                "score": s.total(side),
                "place": places[side],
                "team": s.players[player].team,
                "adjusted": s.sides[side].adjusted,
                "categories": s.named_categories(side),
            }
            for player, side in ((player, s.side_of(player)) for player in s.players)
        },
        "ranking": [[side for side in s.sides if places[side] == rank] for rank in ranks],
        "winners": [player for player in s.players if places[s.side_of(player)] == 1],
    }
