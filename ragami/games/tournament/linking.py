"""The logs of the tables of a round, and what may be taken from them: links and results (10).

A log is told by the names in its seats. Whatever speaks against one is said before anything is
written: a link binds for ever, and bars no-shows and overrides at its table (R-T-SHOW-02,
R-T-OVER-01).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from msgspec.structs import replace

from ragami.decoded import Data
from ragami.findings import Finding, Severity
from ragami.game.gathering import LinkedLog, TableLog
from ragami.games.tournament import events as ev
from ragami.games.tournament.people import folded, labels_of
from ragami.games.tournament.rules.judging import first_breach
from ragami.games.tournament.state import State, Table
from ragami.games.tournament.verifying import about, finding, foreign_game, ranked

Draft = tuple[str, Data]

NEVER: Final = ("linked-before", "broken-log", "several-logs", "illegal-event")
"""Findings with which nothing is taken, whoever insists."""


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
    """Facts beside the logs: when the round was paired, and the tournaments that link a log.

    `elsewhere` has by origin the name of another tournament that links a log.
    """

    paired: datetime | None = None
    elsewhere: Mapping[str, str] = {}


def paired_at(standing: Iterable[tuple[int, ev.Event]]) -> int | None:
    """Return the record that paired the present round first, or cut to the final."""
    pairings = [seq for seq, event in standing if isinstance(event, ev.RoundPaired | ev.FinalCut)]
    return pairings[-1] if pairings else None


# --- whose log it is -----------------------------------------------------------------------


def table_of(
    s: State, called: Mapping[str, str], log: LinkedLog
) -> tuple[Table, dict[str, str]] | None:
    """Return the table of the present round that a log is of, and who sits on each of its seats.

    People are told by their ids, names or labels (`called`); those of one name by the seat order.
    """

    def are_one(entrant: str, name: str) -> bool:
        return folded(name) in (entrant, folded(s.entrants[entrant].name), folded(called[entrant]))

    for table in s.present.tables if s.present else ():
        in_order = dict(zip(log.names, table.players, strict=False))
        if len(log.names) != len(table.players):
            continue
        if all(are_one(entrant, log.names[seat]) for seat, entrant in in_order.items()):
            return table, in_order
        players = {
            seat: [entrant for entrant in table.players if are_one(entrant, name)]
            for seat, name in log.names.items()
        }
        if sorted(name for names in players.values() for name in names) == sorted(table.players):
            return table, {seat: some[0] for seat, some in players.items() if some}
    return None


# --- what is taken -------------------------------------------------------------------------


def offers(
    s: State, logs: Iterable[tuple[str, LinkedLog]], around: Around
) -> tuple[list[Offer], list[str]]:
    """Return what each table's logs bring, and the names of the logs that are of no table.

    Of several copies of a log the one counts that fits what is linked, else the longest; what is
    wrong with another is a notice. A log that brings nothing new is left out.
    """
    tables: dict[int, dict[str, TableLog]] = {}
    aside: list[Offer] = []
    strangers: list[str] = []
    called = labels_of(s)
    linked = {table.link.named.origin for _round, table in s.tables() if table.link}
    for name, log in logs:
        seated = table_of(s, called, log)
        if seated is None:
            strangers += [name] if log.head.origin not in linked else []
            continue
        of, copies = TableLog(name, log, seated[1]), tables.setdefault(seated[0].number, {})
        if (before := copies.get(log.head.origin)) and _worth(seated[0], before.log) >= _worth(
            seated[0], log
        ):
            before, of = of, before
        copies[log.head.origin] = of
        if before and (findings := tuple(_of_copy(s, seated[0], before))):
            aside.append(Offer((), findings))
    offered = [
        offer
        for number, copies in sorted(tables.items())
        for offer in _of_table(s, number, list(copies.values()), around)
    ]
    return offered + aside, strangers


def _of_copy(s: State, table: Table, of: TableLog) -> Iterator[Finding]:
    """Yield what is wrong with a copy that does not count."""
    place = about(_number(s), table.number, of.name, of.log.head.origin)
    for against in _against(s, table, of.log, place, Around()):
        if against.code in ("broken-log", "illegal-log", "withheld-log"):
            yield replace(against, severity="notice")


def _worth(table: Table, log: LinkedLog) -> tuple[bool, bool, int]:
    fits = table.link is None or log.root == table.link.named.root
    return fits, not (log.broken or log.wrong or log.withheld), log.records


def _of_table(s: State, number: int, logs: Sequence[TableLog], around: Around) -> Iterator[Offer]:
    """Yield the offer that counts. Others are told without their events, so that none is taken.

    Of several logs that one counts against which nothing speaks; two such are told as unclear.
    """
    table = s.present.table(number) if s.present else None
    assert table is not None
    if table.link:  # its log is known, and another one is none of this table's
        logs = [of for of in logs if of.log.head.origin == table.link.named.origin]
    offered = [_offer(s, table, of, around) for of in logs]
    good = [offer for offer in offered if offer.may_be_taken(insisting=False)]
    if good and not any(offer.events for offer in good):
        return
    may = [offer for offer in offered if offer.events and offer.may_be_taken(insisting=not good)]
    if len(may) > 1:
        logs_named = ", ".join(of.name for of in logs)
        where = about(_number(s), number, logs_named, logs[0].log.head.origin)
        yield Offer(may[0].events, (finding("several-logs", "warning", None, where),))
        return
    for offer in offered:
        if offer.events:
            yield offer if offer in may or not may else offer._replace(events=())


def _offer(s: State, table: Table, of: TableLog, around: Around) -> Offer:
    """Return what one log brings to a table. Its events are judged one after the other."""
    events = tuple(taken(s, table, of))
    place = about(_number(s), table.number, of.name, of.log.head.origin)
    findings = list(_against(s, table, of.log, place, around))
    wrong = first_breach(s, events)
    if wrong and wrong.rule != "R-T-LINK-02":  # else `_against` says it, with the other table
        findings.append(Finding("illegal-event", rule=wrong.rule, facts=place | wrong.facts))
    return Offer(events, tuple(findings) if events else ())


def _number(s: State) -> int:
    return s.present.number if s.present else 0


def _against(
    s: State, table: Table, log: LinkedLog, place: Data, around: Around
) -> Iterator[Finding]:
    """Yield what speaks against taking anything from a log."""

    def say(code: str, severity: Severity, **facts: Any) -> Finding:
        return finding(code, severity, None, place | facts)

    yield from (
        say("linked-before", "warning", other=f"{played.number}.{rival.number}")
        for played, rival in s.tables()
        if rival.link and rival is not table and rival.link.named.origin == log.head.origin
    )
    if log.broken:
        yield say("broken-log", "error")
    if log.wrong:
        yield say("illegal-log", "error")
    elif log.final is None:
        yield say("table-not-ended", "warning")
    if foreign := foreign_game(s, log):
        yield say("foreign-game", "error", **foreign)
    if log.withheld:
        yield say("withheld-log", "warning", withheld=log.withheld, records=log.records)
    if log.sealed < log.head.size:
        yield say("unsealed-log", "notice")
    yield from _in_time(s, table, log, place, around.paired)
    if log.head.origin in around.elsewhere:
        yield say("linked-elsewhere", "warning", tournament=around.elsewhere[log.head.origin])


def _in_time(
    s: State, table: Table, log: LinkedLog, place: Data, paired: datetime | None
) -> Iterator[Finding]:
    """Yield that a log is older than the pairing, or that nobody can tell."""
    if log.opened is None:
        met = any(
            rival is not table and not rival.link and {*rival.players} == {*table.players}
            for _played, rival in s.tables()
        )
        yield finding("undated-log", "warning" if met else "notice", None, place)
    elif paired and log.opened < paired:
        opened, when = (f"{time:%Y-%m-%dT%H:%M:%SZ}" for time in (log.opened, paired))
        yield finding("older-log", "warning", None, place | {"opened": opened, "paired": when})


def taken(s: State, table: Table, of: TableLog) -> Iterator[Draft]:
    """Yield the link to a table's log, where it is news, and its result, once there is one."""
    head, log = of.log.head, of.log
    where = {"round": _number(s), "table": table.number}
    if table.link is None or table.link.named.size < head.size:
        yield "table_linked", where | {"log": of.name, **head._asdict(), "players": of.players}
    if log.final is not None and table.result is None:
        reached = {of.players[seat]: rank for seat, rank in ranked(log.game, log.final).items()}
        listed = [
            {"entrant": n, "place": reached[n][0], "score": reached[n][1]} for n in table.players
        ]
        yield "result_recorded", where | {"from": "log", "results": listed}
