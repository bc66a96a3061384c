"""The table of events: phases, check and apply of each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from msgspec import convert

from ragami.decoded import Fields, type_name
from ragami.findings import Breach, Breaches, breach
from ragami.games.tournament import events as ev
from ragami.games.tournament.rules import closing, entrants, results, rounds
from ragami.games.tournament.state import Phase, State, copy_of

Check = Callable[[State, Any], Breaches]
Apply = Callable[[State, Any, int], None]

LATE: Final[Sequence[Phase]] = ("round", "between")
NOT_FINAL: Final[Sequence[Phase]] = ("registration", "round", "between")
PAIRED: Final[Sequence[Phase]] = ("registration", "between")
PLAYED: Final[Sequence[Phase]] = ("round", "final")
AFTER: Final[Sequence[Phase]] = ("round", "between", "final")
ENDED: Final[Sequence[Phase]] = ("between", "final")
ALWAYS: Final[Sequence[Phase]] = ("registration", "round", "between", "final")

OPEN: Final[Mapping[type[ev.Event], tuple[Sequence[Phase], Check, Apply]]] = {
    ev.Entered: (("registration",), entrants.check_entered, entrants.apply_entered),
    ev.EnteredLate: (LATE, entrants.check_entered_late, entrants.apply_entered),
    ev.Dropped: (NOT_FINAL, entrants.check_dropped, entrants.apply_dropped),
    ev.Returned: (NOT_FINAL, entrants.check_returned, entrants.apply_returned),
    ev.NoShowRecorded: (PLAYED, rounds.check_no_show_recorded, rounds.apply_no_show_recorded),
    ev.RoundPaired: (PAIRED, rounds.check_round_paired, rounds.apply_round_paired),
    ev.PairingOverridden: (
        ("round",),
        rounds.check_pairing_overridden,
        rounds.apply_pairing_overridden,
    ),
    ev.TableLinked: (AFTER, results.check_table_linked, results.apply_table_linked),
    ev.ResultRecorded: (PLAYED, results.check_result_recorded, results.apply_result),
    ev.ResultCorrected: (AFTER, results.check_result_corrected, results.apply_result),
    ev.PenaltyGiven: (ALWAYS, entrants.check_penalty_given, entrants.apply_penalty_given),
    ev.RoundClosed: (("round",), rounds.check_round_closed, rounds.apply_round_closed),
    ev.FinalCut: (("between",), closing.check_final_cut, closing.apply_final_cut),
    ev.TournamentClosed: (
        ENDED,
        closing.check_tournament_closed,
        closing.apply_tournament_closed,
    ),
}
"""The events after record 1: their phases, their check and their apply."""


def _in_phase(phases: Sequence[Phase], check: Check) -> Check:
    """Return a check that looks at the phase first."""

    def checked(s: State, e: ev.Event) -> Breaches:
        if s.opened is None:
            return [breach("R-T-LOG-01", problem="not-opened")]
        if s.phase == "over":
            return [breach("R-T-END-01")]
        if s.phase not in phases:
            return [breach("R-T-PHASE-01", phase=s.phase, phases=list(phases))]
        return check(s, e)

    return checked


JUDGES: Final[Mapping[type[Any], tuple[Check, Apply]]] = {
    ev.GameOpened: (entrants.check_game_opened, entrants.apply_game_opened),
    **{kind: (_in_phase(phases, check), apply) for kind, (phases, check, apply) in OPEN.items()},
}
EVENTS: Final = {type_name(struct): struct for struct in JUDGES}


def first_breach(s: State, events: Sequence[tuple[str, Fields]]) -> Breach | None:
    """Judge events one after the other; return the first breach, None where all may come.

    The state stays as it is. Raises `ValidationError` for what is malformed.
    """
    scratch = copy_of(s)
    for type_, data in events:
        event = convert(data, EVENTS[type_])
        check, apply = JUDGES[type(event)]
        if breaches := check(scratch, event):
            return breaches[0]
        apply(scratch, event, 0)
    return None


# What a referee may let stand; everything else would leave nonsense behind.
WAIVABLE: Final = frozenset(
    {
        *("R-T-ENTR-03", "R-T-ROUND-02", "R-T-SEED-01", "R-T-SHAPE-01"),
        *("R-T-CUT-02", "R-T-CUT-03", "R-T-CUT-05"),
    }
)
