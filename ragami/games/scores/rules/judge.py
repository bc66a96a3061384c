"""Every event with its phase, its check and its apply (sections 5.1 and 7)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from msgspec import UNSET

from ragami.findings import Breach, Breaches, breach
from ragami.games.scores import events as ev
from ragami.games.scores.rules import cells, ending, people
from ragami.games.scores.state import State

Check = Callable[[State, Any], Breaches]
Apply = Callable[[State, Any, int], None]

WHEN_DECIDED: Final = (ev.Scored, ev.ScoreCorrected, ev.Adjusted, ev.GameEnded)
# The rules that a ruling may let an event break (section 7).
WAIVABLE: Final = frozenset(
    {
        *("R-S-SIDE-02", "R-S-CELL-02", "R-S-TURN-01", "R-S-ROUND-02"),
        *("R-S-ROUND-03", "R-S-ROUND-04", "R-S-PLACE-02"),
    }
)


def _in_phase(check: Check) -> Check:
    """Ask first whether such an event may come now (R-S-END-01, R-S-PHASE-01)."""

    def checked(s: State, e: ev.Event) -> Breaches:
        if s.opened is None:
            return [breach("R-S-LOG-01", problem="not-opened")]
        if s.phase == "over":
            return [breach("R-S-END-01")]
        if s.phase == "decided" and not isinstance(e, WHEN_DECIDED):
            return [breach("R-S-PHASE-01")]
        return check(s, e)

    return checked


def _then_decide(apply: Apply) -> Apply:
    """Look for the end condition after an event (5.1)."""

    def applied(s: State, e: ev.Event, seq: int) -> None:
        apply(s, e, seq)
        if s.phase == "decided":
            if not s.over():
                s.phase = "play"
        elif (isinstance(e, ev.RoundEnded) or s.options.target_at == "once") and s.over():
            s.phase = "decided"

    return applied


_OF_THE_PAD: Final[Mapping[type[Any], tuple[Check, Apply]]] = {
    ev.Scored: (cells.check_scored, cells.apply_scored),
    ev.ScoreCorrected: (cells.check_score_corrected, cells.apply_score_corrected),
    ev.Adjusted: (cells.check_adjusted, cells.apply_adjusted),
    ev.RoundEnded: (cells.check_round_ended, cells.apply_round_ended),
    ev.PlayerJoined: (people.check_player_joined, people.apply_player_joined),
    ev.PlayerLeft: (people.check_player_left, people.apply_player_left),
    ev.PlayerReturned: (people.check_player_returned, people.apply_player_returned),
    ev.DealerSet: (people.check_dealer_set, people.apply_dealer_set),
}
JUDGES: Final[Mapping[type[Any], tuple[Check, Apply]]] = {
    ev.GameOpened: (people.check_game_opened, people.apply_game_opened),
    **{
        struct: (_in_phase(check), _then_decide(apply))
        for struct, (check, apply) in _OF_THE_PAD.items()
    },
    ev.GameEnded: (_in_phase(ending.check_game_ended), ending.apply_game_ended),
}


class Assertions:
    """Compare the totals and places that a table has with those of the log."""

    struct = ev.Asserted

    def unfit(self, s: State, data: ev.Asserted) -> Breach | None:
        """A name that is no side is malformed (section 4)."""
        named = [name for part in (data.totals, data.places) if part is not UNSET for name in part]
        unknown = [name for name in named if name not in s.sides]
        return breach("R-S-LOG-01", problem="no-such-side", names=unknown) if unknown else None

    def differences(self, s: State, data: ev.Asserted) -> dict[str, Any]:
        """Return {part: {side: {log, table}}} where they differ."""
        log: dict[str, Mapping[str, int | None]] = {
            "totals": {side: s.total(side) for side in s.sides},
            "places": s.places(),
        }
        table = {"totals": data.totals, "places": data.places}
        unlike = {
            part: {
                side: {"log": log[part][side], "table": value}
                for side, value in values.items()
                if log[part][side] != value
            }
            for part, values in table.items()
            if values is not UNSET
        }
        return {part: sides for part, sides in unlike.items() if sides}


ASSERTIONS: Final = Assertions()
