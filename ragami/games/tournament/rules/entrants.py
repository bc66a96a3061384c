"""Entrants: entering, leaving, coming back and penalties."""

from __future__ import annotations

from collections.abc import Iterable

from ragami.findings import Breaches, breach
from ragami.games.tournament import events as ev
from ragami.games.tournament.state import Entrant, State


def unknown(s: State, entrants: Iterable[str]) -> Breaches:
    """Check that those named have entered (R-T-ENTR-01)."""
    strangers = sorted({name for name in entrants if name not in s.entrants})
    return [breach("R-T-ENTR-01", entrants=strangers)] if strangers else []


def check_game_opened(s: State, e: ev.GameOpened) -> Breaches:
    """Check that the tournament is not open yet."""
    return [breach("R-T-LOG-01", problem="opened-again")] if s.opened else []


def apply_game_opened(s: State, e: ev.GameOpened, seq: int) -> None:
    """Set the options and the seed for the whole tournament (R-T-OPEN-01)."""
    s.opened = e
    s.planned = e.options.rounds or None


def check_entered(s: State, e: ev.Entered) -> Breaches:
    """Check that the id is new (R-T-ENTR-02)."""
    return [breach("R-T-ENTR-02", entrant=e.entrant)] if e.entrant in s.entrants else []


def check_entered_late(s: State, e: ev.EnteredLate) -> Breaches:
    """Check that the id is new, and that it is not too late (R-T-ENTR-02, R-T-ENTR-03)."""
    breaches = check_entered(s, e)
    coming = len(s.rounds) + 1
    until = s.options.late_until
    if coming > until:
        facts = {"entrant": e.entrant, "round": coming, "late_until": until}
        names = {e.entrant: e.name}  # nobody else can say it: the entrant is not in
        breaches.append(breach("R-T-ENTR-03", "A-T-ENTR-01", **facts, names=names))
    return breaches


def apply_entered(s: State, e: ev.Entered, seq: int) -> None:
    """Add an entrant, in time or late; the order of entry is that of the records."""
    s.entrants[e.entrant] = Entrant(e.name, e.club, len(s.rounds) + 1, seq)


def check_dropped(s: State, e: ev.Dropped) -> Breaches:
    """Check that the entrant is `in` (R-T-ENTR-04)."""
    return unknown(s, (e.entrant,)) or _unless(s, e.entrant, "in", "R-T-ENTR-04")


def apply_dropped(s: State, e: ev.Dropped, seq: int) -> None:
    """Take the entrant out; a table of the open round is kept."""
    s.entrants[e.entrant].status = "out"


def check_returned(s: State, e: ev.Returned) -> Breaches:
    """Check that the entrant is `out` (R-T-ENTR-05)."""
    return unknown(s, (e.entrant,)) or _unless(s, e.entrant, "out", "R-T-ENTR-05")


def apply_returned(s: State, e: ev.Returned, seq: int) -> None:
    """Take the entrant in again; rounds missed give nothing."""
    s.entrants[e.entrant].status = "in"


def _unless(s: State, entrant: str, status: str, rule: str) -> Breaches:
    actual = s.entrants[entrant].status
    return [] if actual == status else [breach(rule, entrant=entrant, status=actual)]


def check_penalty_given(s: State, e: ev.PenaltyGiven) -> Breaches:
    """Check that the entrant may be penalized, and the round named (R-T-PEN-01, R-T-PEN-02)."""
    breaches = unknown(s, (e.entrant,))
    if breaches:
        return breaches
    facts = {"entrant": e.entrant, "penalty": e.penalty, "round": e.round}
    if s.entrants[e.entrant].status == "disqualified":
        breaches.append(breach("R-T-PEN-01", **facts))
    problem = _problem_of_round(s, e)
    if problem:
        breaches.append(breach("R-T-PEN-02", problem=problem, **facts))
    return breaches


def _problem_of_round(s: State, e: ev.PenaltyGiven) -> str | None:
    """Return the problem with the round that a penalty names or leaves out, else None."""
    if e.penalty != "game_loss":
        return None if e.round is None else "round-named"
    if e.round is None:
        return "no-round"
    if e.round > len(s.rounds):
        return "not-paired"
    table = s.rounds[e.round - 1].table_of(e.entrant)
    if table is None or e.entrant in table.absent:
        return "not-at-a-table"
    return "lost-already" if e.round in s.entrants[e.entrant].game_losses else None


def apply_penalty_given(s: State, e: ev.PenaltyGiven, seq: int) -> None:
    """Count a warning, note a lost game, or disqualify."""
    entrant = s.entrants[e.entrant]
    if e.penalty == "warning":
        entrant.warnings += 1
    elif e.penalty == "disqualification":
        entrant.status = "disqualified"
    else:
        assert e.round is not None
        entrant.game_losses[e.round] = seq
