"""Rounds: paired, changed by hand, no-shows, closed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from ragami.findings import Breaches, breach
from ragami.games.tournament import events as ev
from ragami.games.tournament.pairing.costs import (
    cost,
    cost_of_round,
    recommended_rounds,
    seats_of,
    shape,
)
from ragami.games.tournament.pairing.seeds import chained_seed
from ragami.games.tournament.rules.entrants import unknown
from ragami.games.tournament.state import Override, Round, State, Table


def wrong_round(s: State, number: int) -> Breaches:
    """Check that an event names the present round, or the final (R-T-ROUND-01)."""
    expected = s.present.number if s.present else 0
    if number == expected:
        return []
    return [breach("R-T-ROUND-01", found=number, expected=expected)]


# --- a pairing -----------------------------------------------------------------------------


def check_round_paired(s: State, e: ev.RoundPaired) -> Breaches:
    """Check number, seed, entrants, shape and cost; never whether a better pairing exists."""
    coming = len(s.rounds) + 1
    breaches = []
    if e.round != coming:
        breaches.append(breach("R-T-ROUND-01", found=e.round, expected=coming))
    if s.planned is not None and coming > s.planned:
        breaches.append(breach("R-T-ROUND-02", round=coming, rounds=s.planned))
    seed = chained_seed(s.seed, coming)
    if s.options.seeds == "chained" and e.seed != seed:
        facts = {"found": e.seed, "expected": seed, "seeds": "chained"}
        breaches.append(breach("R-T-SEED-01", "A-T-SEED-01", **facts))
    breaches += _misnumbered(e.tables)
    entrants = named_in(e.tables, e.byes)
    nobody = unknown(s, entrants) or _twice(entrants)
    if nobody:
        return breaches + nobody
    breaches += _not_in(s, entrants) + _left_out(s.who_is_in(), entrants)
    return breaches + _misshapen(s, e, len(entrants)) + _miscounted(s, s.rounds, e)


def apply_round_paired(s: State, e: ev.RoundPaired, seq: int) -> None:
    """Open the round; the first one settles how many there will be (R-T-ROUND-02)."""
    if s.planned is None:
        s.planned = recommended_rounds(len(named_in(e.tables, e.byes)))
    tables = [Table(seating.table, seating.seats) for seating in e.tables]
    s.rounds.append(Round(len(s.rounds) + 1, e.seed, e.pairer, seq, e.cost, tables, e.byes))
    s.phase = "round"


def named_in(tables: Sequence[ev.Seating], byes: Sequence[str]) -> list[str]:
    """Return all entrants of a pairing, in the order of the record."""
    return [*(name for table in tables for name in table.seats), *byes]


def _misnumbered(tables: Sequence[ev.Seating]) -> Breaches:
    numbers = [table.table for table in tables]
    expected = list(range(1, len(tables) + 1))
    return [] if numbers == expected else [breach("R-T-PAIR-01", found=numbers, expected=expected)]


def _twice(entrants: Sequence[str]) -> Breaches:
    twice = sorted(name for name, times in Counter(entrants).items() if times > 1)
    return [breach("R-T-PAIR-02", entrants=twice)] if twice else []


def _not_in(s: State, entrants: Sequence[str]) -> Breaches:
    out = sorted(name for name in entrants if s.entrants[name].status != "in")
    return [breach("R-T-PAIR-03", entrants=out)] if out else []


def _left_out(due: Sequence[str], entrants: Sequence[str]) -> Breaches:
    unpaired = sorted(set(due) - set(entrants))
    return [breach("R-T-PAIR-04", entrants=unpaired)] if unpaired else []


def _misshapen(s: State, e: ev.RoundPaired, entrants: int) -> Breaches:
    fitting = shape(s.options, entrants)
    if fitting is None:
        return [breach("R-T-SHAPE-02", entrants=entrants, least=s.options.least)]
    sizes = sorted((len(table.seats) for table in e.tables), reverse=True)
    if sizes == list(fitting.sizes) and len(e.byes) == fitting.byes:
        return []
    actual = {"sizes": sizes, "byes": len(e.byes)}
    expected = {"sizes": list(fitting.sizes), "byes": fitting.byes}
    options = {"table_size": s.options.table_size, "min_table": s.options.least}
    return [breach("R-T-SHAPE-01", "A-T-SHAPE-01", found=actual, expected=expected, **options)]


def _miscounted(
    s: State, before: Sequence[Round], e: ev.RoundPaired | ev.PairingOverridden
) -> Breaches:
    expected = cost(s, before, seats_of(e.tables), e.byes)
    return [] if e.cost == expected else [breach("R-T-COST-01", found=e.cost, expected=expected)]


# --- an override ---------------------------------------------------------------------------


def check_pairing_overridden(s: State, e: ev.PairingOverridden) -> Breaches:
    """Check that played tables stay, all are paired, and the cost is right (R-T-OVER-*)."""
    breaches = wrong_round(s, e.round) + _misnumbered(e.tables)
    entrants = named_in(e.tables, e.byes)
    nobody = unknown(s, entrants)
    if nobody:
        return breaches + nobody
    twice = _twice(entrants)
    present = s.rounds[-1]
    seats = dict(enumerate(seats_of(e.tables), 1))
    kept_tables = [table for table in present.tables if table.is_kept]
    touched = [table.number for table in kept_tables if seats.get(table.number) != table.seats]
    breaches += twice
    if touched:
        breaches.append(breach("R-T-OVER-01", tables=touched))
    stay = {name for table in kept_tables for name in table.seats}
    breaches += _not_in(s, [name for name in entrants if name not in stay])
    due = [name for name in present.everybody if s.entrants[name].status == "in"]
    breaches += _left_out(due, entrants)
    if seats_of(present.tables) == list(seats.values()) and sorted(present.byes) == sorted(e.byes):
        breaches.append(breach("R-T-OVER-02"))
    return breaches if twice else breaches + _miscounted(s, s.rounds[:-1], e)


def apply_pairing_overridden(s: State, e: ev.PairingOverridden, seq: int) -> None:
    """Replace the tables without a link or a result; nobody is absent at the new ones."""
    present = s.rounds[-1]
    before = cost_of_round(s, present)
    fixed = {table.number: table for table in present.tables if table.is_kept}
    present.tables = [
        fixed.get(seating.table) or Table(seating.table, seating.seats) for seating in e.tables
    ]
    present.byes = e.byes
    present.seq = seq
    present.cost = e.cost
    present.overrides.append(Override(seq, before, e.cost, e.reason, e.authority))


# --- in a round ----------------------------------------------------------------------------


def check_no_show_recorded(s: State, e: ev.NoShowRecorded) -> Breaches:
    """Check that the entrant is due at a table not played yet (R-T-SHOW-01, R-T-SHOW-02)."""
    breaches = wrong_round(s, e.round) + unknown(s, (e.entrant,))
    if breaches:
        return breaches
    assert s.present is not None
    table = s.present.table_of(e.entrant)
    if table is None or e.entrant in table.absent:
        problem = "absent-already" if table else "not-at-a-table"
        return [breach("R-T-SHOW-01", entrant=e.entrant, problem=problem)]
    if table.is_kept:
        has = "link" if table.link else "result"
        return [breach("R-T-SHOW-02", entrant=e.entrant, table=table.number, has=has)]
    return []


def apply_no_show_recorded(s: State, e: ev.NoShowRecorded, seq: int) -> None:
    """Mark the entrant absent from the table, and out until a return."""
    table = s.present.table_of(e.entrant) if s.present else None
    assert table is not None
    table.absent[e.entrant] = seq
    entrant = s.entrants[e.entrant]
    if entrant.status == "in":
        entrant.status = "out"


def check_round_closed(s: State, e: ev.RoundClosed) -> Breaches:
    """Check that it is the open round, and that all results are in (R-T-ROUND-01, R-T-ROUND-03)."""
    return wrong_round(s, e.round) + without_result(s)


def apply_round_closed(s: State, e: ev.RoundClosed, seq: int) -> None:
    s.phase = "between"


def without_result(s: State) -> Breaches:
    """Check that every table of size 2 or more has a result (R-T-ROUND-03)."""
    tables = waiting(s)
    return [breach("R-T-ROUND-03", tables=tables)] if tables else []


def waiting(s: State) -> list[int]:
    """Return the tables of the present round whose results are still to come."""
    tables = s.present.tables if s.present else []
    return [table.number for table in tables if len(table.players) > 1 and not table.result]
