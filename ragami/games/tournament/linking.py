"""The logs of the tables of a round, and what may be taken from them: links and results.

A log is recognized by the names in its seats. What speaks against it is reported before anything
is written: a link binds for ever, and bars no-shows and overrides at its table (R-T-SHOW-02,
R-T-OVER-01).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from ragami.decoded import Data
from ragami.findings import Finding, finding_at
from ragami.game.gathering import LinkedLog, TableLog
from ragami.games.tournament import events as ev
from ragami.games.tournament.labels import labels_of
from ragami.games.tournament.people import fold_name
from ragami.games.tournament.rules.judge import first_breach
from ragami.games.tournament.state import State, Table
from ragami.games.tournament.verifying import about, foreign_game, ranked

Draft = tuple[str, Data]

NEVER: Final = ("linked-before", "broken-log", "several-logs", "illegal-event")
"""Findings with which nothing is taken, even if somebody insists."""


class Offer(NamedTuple):
    """The events to take from a table's log, and the findings against taking them."""

    events: tuple[Draft, ...]
    findings: tuple[Finding, ...]

    def may_be_taken(self, *, insisting: bool) -> bool:
        """Tell whether the events may be written; `insisting`: in spite of most findings.

        A notice is said, and holds nothing back.
        """
        codes = {finding.code for finding in self.findings if finding.severity != "notice"}
        return not codes or (insisting and not codes & {*NEVER})


class Around(NamedTuple):
    """When the round was paired, and which logs other tournaments link.

    `elsewhere` maps the origin of a log to the name of the tournament.
    """

    paired: datetime | None = None
    elsewhere: Mapping[str, str] = {}


def paired_at(standing: Iterable[tuple[int, ev.Event]]) -> int | None:
    """Return the record that first paired the present round, or cut to the final."""
    pairings = [seq for seq, event in standing if isinstance(event, ev.RoundPaired | ev.FinalCut)]
    return pairings[-1] if pairings else None


# --- whose log it is -----------------------------------------------------------------------


def table_of(
    s: State, called: Mapping[str, str], log: LinkedLog
) -> tuple[Table, dict[str, str]] | None:
    """Return the table that a log belongs to, and the entrant of each of its seats.

    People are recognized by id, name or label (`called`); several of one name by the seat order.
    """

    def is_named(entrant: str, name: str) -> bool:
        return fold_name(name) in (
            entrant,
            fold_name(s.entrants[entrant].name),
            fold_name(called[entrant]),
        )

    for table in s.present.tables if s.present else ():
        in_order = dict(zip(log.names, table.players, strict=False))
        if len(log.names) != len(table.players):
            continue
        if all(is_named(entrant, log.names[seat]) for seat, entrant in in_order.items()):
            return table, in_order
        players = {
            seat: [entrant for entrant in table.players if is_named(entrant, name)]
            for seat, name in log.names.items()
        }
        if sorted(name for names in players.values() for name in names) == sorted(table.players):
            return table, {seat: some[0] for seat, some in players.items() if some}
    return None


# --- what is taken -------------------------------------------------------------------------


def offers(
    s: State, logs: Iterable[tuple[str, LinkedLog]], around: Around
) -> tuple[list[Offer], list[str]]:
    """Return an offer for each table's log, and the names of the logs that fit no table.

    Of several copies of a log the one counts that fits what is linked, else the longest; what is
    wrong with another is a notice. A log that brings nothing new is left out.
    """
    copies: dict[tuple[int, str], list[TableLog]] = {}
    strangers: list[str] = []
    aside: list[Offer] = []
    called = labels_of(s)
    linked = {table.link.named.origin for _round, table in s.tables() if table.link}
    for name, log in logs:
        if seated := table_of(s, called, log):
            of_table = copies.setdefault((seated[0].number, log.head.origin), [])
            of_table.append(TableLog(name, log, seated[1]))
        elif log.head.origin not in linked:
            strangers.append(name)
    tables: dict[int, list[TableLog]] = {}
    for (number, _origin), logs_of_table in copies.items():
        table = _present_table(s, number)
        best = max(logs_of_table, key=lambda copy: _worth(table, copy.log))
        tables.setdefault(number, []).append(best)
        aside += [
            Offer((), findings)
            for copy in logs_of_table
            if copy is not best and (findings := tuple(_of_copy(s, table, copy)))
        ]
    offered = [
        offer
        for number, best_copies in sorted(tables.items())
        for offer in _of_table(s, number, best_copies, around)
    ]
    return offered + aside, strangers


def _present_table(s: State, number: int) -> Table:
    table = s.present.table(number) if s.present else None
    assert table is not None
    return table


def _of_copy(s: State, table: Table, source: TableLog) -> Iterator[Finding]:
    """Yield what is wrong with a copy that does not count."""
    place = about(_number(s), table.number, source.name, source.log.head.origin)
    for against in _against(s, table, source.log, place, Around()):
        if against.code in ("broken-log", "illegal-log", "withheld-log"):
            yield replace(against, severity="notice")


def _worth(table: Table, log: LinkedLog) -> tuple[bool, bool, int]:
    fits = table.link is None or log.root == table.link.named.root
    return fits, not (log.broken or log.wrong or log.withheld), log.records


def _of_table(s: State, number: int, logs: Sequence[TableLog], around: Around) -> Iterator[Offer]:
    """Yield the offer that counts; offers of other logs come without their events.

    Of several logs the one without findings counts; two such are a finding.
    """
    table = _present_table(s, number)
    if table.link:  # its log is known, and another one is none of this table's
        logs = [source for source in logs if source.log.head.origin == table.link.named.origin]
    offered = [_offer(s, table, source, around) for source in logs]
    good = [offer for offer in offered if offer.may_be_taken(insisting=False)]
    if good and not any(offer.events for offer in good):
        return
    may = [offer for offer in offered if offer.events and offer.may_be_taken(insisting=not good)]
    if len(may) > 1:
        logs_named = ", ".join(source.name for source in logs)
        where = about(_number(s), number, logs_named, logs[0].log.head.origin)
        yield Offer(may[0].events, (finding_at("several-logs", None, **where),))
        return
    for offer in offered:
        if offer.events:
            yield offer if offer in may or not may else offer._replace(events=())


def _offer(s: State, table: Table, source: TableLog, around: Around) -> Offer:
    """Return the offer of one log, with its events judged in order."""
    events = tuple(taken(s, table, source))
    place = about(_number(s), table.number, source.name, source.log.head.origin)
    findings = list(_against(s, table, source.log, place, around))
    breach = first_breach(s, events)
    if breach and breach.rule != "R-T-LINK-02":  # else `_against` says it, with the other table
        findings.append(Finding("illegal-event", rule=breach.rule, facts=place | breach.facts))
    return Offer(events, tuple(findings) if events else ())


def _number(s: State) -> int:
    return s.present.number if s.present else 0


def _against(
    s: State, table: Table, log: LinkedLog, place: Data, around: Around
) -> Iterator[Finding]:
    """Yield the findings against taking anything from a log."""

    def say(code: str, **facts: Any) -> Finding:
        return finding_at(code, None, **place, **facts)

    yield from (
        say("linked-before", other=f"{played.number}.{rival.number}")
        for played, rival in s.tables()
        if rival.link and rival is not table and rival.link.named.origin == log.head.origin
    )
    if log.broken:
        yield say("broken-log")
    if log.wrong:
        yield say("illegal-log")
    elif log.final is None:
        yield replace(say("table-not-ended"), severity="warning")  # here it brings no result
    if foreign := foreign_game(s, log):
        yield say("foreign-game", **foreign)
    if log.withheld:
        yield say("withheld-log", withheld=log.withheld, records=log.records)
    if log.sealed < log.head.size:
        yield say("unsealed-log")
    yield from _in_time(s, table, log, place, around.paired)
    if log.head.origin in around.elsewhere:
        yield say("linked-elsewhere", tournament=around.elsewhere[log.head.origin])


def _in_time(
    s: State, table: Table, log: LinkedLog, place: Data, paired: datetime | None
) -> Iterator[Finding]:
    """Yield a finding if a log is older than the pairing, or if that cannot be known."""
    if log.opened is None:
        met = any(
            rival is not table and not rival.link and {*rival.players} == {*table.players}
            for _played, rival in s.tables()
        )
        undated = finding_at("undated-log", None, **place)
        yield replace(undated, severity="warning") if met else undated
    elif paired and log.opened < paired:
        opened, when = (f"{time:%Y-%m-%dT%H:%M:%SZ}" for time in (log.opened, paired))
        yield finding_at("older-log", None, **place, opened=opened, paired=when)


def taken(s: State, table: Table, source: TableLog) -> Iterator[Draft]:
    """Yield the link to a table's log, if it is new, and the result, if the table has none."""
    head, log = source.log.head, source.log
    place = {"round": _number(s), "table": table.number}
    if table.link is None or table.link.named.size < head.size:
        yield (
            "table_linked",
            place | {"log": source.name, **head._asdict(), "players": source.players},
        )
    if log.final is not None and table.result is None:
        ranks = ranked(log.ranking, log.final).items()
        reached = {source.players[seat]: rank for seat, rank in ranks}
        listed = [
            {"entrant": n, "place": reached[n][0], "score": reached[n][1]} for n in table.players
        ]
        yield "result_recorded", place | {"from": "log", "results": listed}
