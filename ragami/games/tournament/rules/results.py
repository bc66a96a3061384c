"""Links to the logs of tables, and results."""

from __future__ import annotations

from collections.abc import Iterator

from ragami.findings import Breaches, breach
from ragami.game.gathering import LogHead
from ragami.games.tournament import events as ev
from ragami.games.tournament.rules.entrants import unknown
from ragami.games.tournament.rules.rounds import wrong_round
from ragami.games.tournament.state import Link, Result, State, Table

OfTable = ev.TableLinked | ev.ResultRecorded


def _table(s: State, e: OfTable) -> Table:
    played = s.round(e.round)
    table = played.table(e.table) if played else None
    assert table is not None
    return table


def _no_table(s: State, e: OfTable, *, any_round: bool) -> Breaches:
    """Check that the table exists (R-T-ROUND-01, R-T-TABLE-01); without it nothing else is."""
    played = s.round(e.round)
    if not any_round:
        breaches = wrong_round(s, e.round)
    elif played is None:
        last = s.present.number if s.present else 0
        breaches = [breach("R-T-ROUND-01", found=e.round, least=1, most=last)]
    else:
        breaches = []
    if played is not None and played.table(e.table) is None:
        breaches.append(breach("R-T-TABLE-01", found=e.table, tables=len(played.tables)))
    return breaches


# --- links ---------------------------------------------------------------------------------


def check_table_linked(s: State, e: ev.TableLinked) -> Breaches:
    """Check people, origin and size of a link (R-T-LINK-01 to -03)."""
    breaches = _no_table(s, e, any_round=True) + unknown(s, e.players.values())
    if any(breach_.rule in ("R-T-ROUND-01", "R-T-TABLE-01") for breach_ in breaches):
        return breaches
    table = _table(s, e)
    if sorted(e.players.values()) != sorted(table.players):
        seated = sorted(e.players.values())
        breaches.append(breach("R-T-LINK-01", found=seated, expected=sorted(table.players)))
    for played, elsewhere in s.tables():
        if elsewhere is not table and elsewhere.link and elsewhere.link.named.origin == e.origin:
            facts = {"origin": e.origin, "round": played.number, "table": elsewhere.number}
            breaches.append(breach("R-T-LINK-02", **facts))
    if table.link:
        linked = table.link.named
        if linked.origin != e.origin or e.size <= linked.size:
            facts = {"linked": linked.origin, "more_than": linked.size}
            breaches.append(breach("R-T-LINK-03", origin=e.origin, size=e.size, **facts))
    return breaches


def apply_table_linked(s: State, e: ev.TableLinked, seq: int) -> None:
    """Link the log of a table, or a later head of it."""
    _table(s, e).link = Link(e, seq)


def heads(s: State) -> Iterator[LogHead]:
    """Yield the heads of the tables' logs, as they are linked now."""
    for _played, table in s.tables():
        if table.link:
            link = table.link.named
            yield LogHead(link.origin, link.size, link.root)


# --- results -------------------------------------------------------------------------------


def check_result_recorded(s: State, e: ev.ResultRecorded) -> Breaches:
    """Check a first result (R-T-RES-01 to -05)."""
    breaches = _no_table(s, e, any_round=False)
    if breaches:
        return breaches
    table = _table(s, e)
    if len(table.players) < 2:
        breaches.append(breach("R-T-RES-01", table=e.table, size=len(table.players)))
    if table.result:
        breaches.append(breach("R-T-RES-02", table=e.table, seq=table.result.seq))
    return breaches + _malformed(table, e)


def check_result_corrected(s: State, e: ev.ResultCorrected) -> Breaches:
    """Check that a result is there, and that it changes (R-T-RES-03 to -07)."""
    breaches = _no_table(s, e, any_round=True)
    if breaches:
        return breaches
    table = _table(s, e)
    if table.result is None:
        breaches.append(breach("R-T-RES-06", round=e.round, table=e.table))
    breaches += _malformed(table, e)
    if table.result and (table.result.source, table.result.results) == (e.source, e.results):
        breaches.append(breach("R-T-RES-07", round=e.round, table=e.table))
    return breaches


def _malformed(table: Table, e: ev.ResultRecorded) -> Breaches:
    """Check entrants, places and source of a result (R-T-RES-03 to -05)."""
    breaches = []
    entrants = [result.entrant for result in e.results]
    if entrants != list(table.players):
        breaches.append(breach("R-T-RES-03", found=entrants, expected=list(table.players)))
    places = [result.place for result in e.results]
    counted = [1 + sum(better < place for better in places) for place in places]
    if places != counted:
        breaches.append(breach("R-T-RES-04", found=places, expected=counted))
    if e.source == "log" and not table.link:
        breaches.append(breach("R-T-RES-05", round=e.round, table=e.table))
    return breaches


def apply_result(s: State, e: ev.ResultRecorded, seq: int) -> None:
    """Set the result that counts from now on (A-T-RES-01)."""
    _table(s, e).result = Result(e.source, e.results, seq)
