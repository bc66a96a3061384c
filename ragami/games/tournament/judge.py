"""Every event with its phases, its check and its apply (sections 2.7 and 9.1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from ragami.findings import Breach, Breaches, breach
from ragami.games.tournament import events as ev
from ragami.games.tournament.closing import (
    apply_final_cut,
    apply_tournament_closed,
    check_final_cut,
    check_tournament_closed,
)
from ragami.games.tournament.entrants import (
    apply_dropped,
    apply_entered,
    apply_game_opened,
    apply_penalty_given,
    apply_returned,
    check_dropped,
    check_entered,
    check_entered_late,
    check_game_opened,
    check_penalty_given,
    check_returned,
)
from ragami.games.tournament.results import (
    apply_result,
    apply_table_linked,
    check_result_corrected,
    check_result_recorded,
    check_table_linked,
)
from ragami.games.tournament.rounds import (
    apply_no_show_recorded,
    apply_pairing_overridden,
    apply_round_closed,
    apply_round_paired,
    check_no_show_recorded,
    check_pairing_overridden,
    check_round_closed,
    check_round_paired,
)
from ragami.games.tournament.state import Phase, State

Check = Callable[[State, Any], Breaches]
Apply = Callable[[State, Any, int], None]

REGISTRATION: Final[tuple[Phase, ...]] = ("registration",)
ROUND: Final[tuple[Phase, ...]] = ("round",)
BETWEEN: Final[tuple[Phase, ...]] = ("between",)
PLAYED: Final[tuple[Phase, ...]] = ("round", "final")
LATE: Final[tuple[Phase, ...]] = ("round", "between")
AFTER: Final[tuple[Phase, ...]] = ("round", "between", "final")
NOT_FINAL: Final[tuple[Phase, ...]] = ("registration", "round", "between")
ALWAYS: Final[tuple[Phase, ...]] = ("registration", "round", "between", "final")

PHASES: Final[Mapping[type[ev.Event], tuple[Phase, ...]]] = {
    ev.Entered: REGISTRATION,
    ev.EnteredLate: LATE,
    ev.Dropped: NOT_FINAL,
    ev.Returned: NOT_FINAL,
    ev.NoShowRecorded: PLAYED,
    ev.RoundPaired: (*REGISTRATION, *BETWEEN),
    ev.PairingOverridden: ROUND,
    ev.TableLinked: AFTER,
    ev.ResultRecorded: PLAYED,
    ev.ResultCorrected: AFTER,
    ev.PenaltyGiven: ALWAYS,
    ev.RoundClosed: ROUND,
    ev.FinalCut: BETWEEN,
    ev.TournamentClosed: (*BETWEEN, "final"),
}


def out_of_phase(s: State, kind: type[ev.Event]) -> Breach | None:
    """Return the breach of an event of this kind in the current phase, whatever its data."""
    if s.opened is None:
        return breach("R-T-LOG-01", problem="not-opened")
    if s.phase == "over":
        return breach("R-T-END-01")
    if s.phase not in PHASES[kind]:
        return breach("R-T-PHASE-01", phase=s.phase, phases=list(PHASES[kind]))
    return None


def _in_phase(check: Check) -> Check:
    def checked(s: State, e: ev.Event) -> Breaches:
        phase_breach = out_of_phase(s, type(e))
        return [phase_breach] if phase_breach else check(s, e)

    return checked


JUDGES: Final[Mapping[type[Any], tuple[Check, Apply]]] = {
    ev.GameOpened: (check_game_opened, apply_game_opened),
    ev.Entered: (_in_phase(check_entered), apply_entered),
    ev.EnteredLate: (_in_phase(check_entered_late), apply_entered),
    ev.Dropped: (_in_phase(check_dropped), apply_dropped),
    ev.Returned: (_in_phase(check_returned), apply_returned),
    ev.NoShowRecorded: (_in_phase(check_no_show_recorded), apply_no_show_recorded),
    ev.RoundPaired: (_in_phase(check_round_paired), apply_round_paired),
    ev.PairingOverridden: (_in_phase(check_pairing_overridden), apply_pairing_overridden),
    ev.TableLinked: (_in_phase(check_table_linked), apply_table_linked),
    ev.ResultRecorded: (_in_phase(check_result_recorded), apply_result),
    ev.ResultCorrected: (_in_phase(check_result_corrected), apply_result),
    ev.PenaltyGiven: (_in_phase(check_penalty_given), apply_penalty_given),
    ev.RoundClosed: (_in_phase(check_round_closed), apply_round_closed),
    ev.FinalCut: (_in_phase(check_final_cut), apply_final_cut),
    ev.TournamentClosed: (_in_phase(check_tournament_closed), apply_tournament_closed),
}

# What a referee may let stand (section 9.1); everything else would leave nonsense behind.
WAIVABLE: Final = frozenset(
    {
        *("R-T-ENTR-03", "R-T-ROUND-02", "R-T-SEED-01", "R-T-SHAPE-01"),
        *("R-T-CUT-02", "R-T-CUT-03", "R-T-CUT-05"),
    }
)
