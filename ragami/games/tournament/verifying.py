"""Compares a tournament with the logs of its tables, and pairings with `swiss-1`.

Pure: the logs come in as `LinkedLog`; no file is read here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from ragami.decoded import Data, Fields
from ragami.findings import Finding, finding_at
from ragami.game.gathering import LinkedLog
from ragami.game.state import Ranking
from ragami.games.tournament import events as ev
from ragami.games.tournament.pairing.costs import seats_of
from ragami.games.tournament.pairing.swiss import Pairing, pair
from ragami.games.tournament.people import names_in
from ragami.games.tournament.rules.judge import JUDGES
from ragami.games.tournament.rules.results import heads
from ragami.games.tournament.state import Link, Round, State, Table

__all__ = ["findings", "heads", "page_findings"]

NOWHERE: Final[Mapping[str, str]] = {}
SCORES: Final = ("vp", "glory", "total", "score")
"""What the score is called in the result of a game that does not say itself how it ranks."""

SCORES_GAME: Final = "scores"
MOST: Final = 1_000_000
"""The largest score of a result."""


def findings(
    s: State,
    standing: Iterable[tuple[int, ev.Event]],
    logs: Mapping[str, LinkedLog],
    elsewhere: Mapping[str, str] = NOWHERE,
) -> list[Finding]:
    """Return all findings. See `ragami.game.gathering.Links`."""
    return [*pairing_findings(standing), *link_findings(s, logs, elsewhere)]


def page_findings(
    s: State, log: bytes, logs: Mapping[str, Sequence[bytes]], page: str
) -> Iterator[Finding]:
    """Compare a page with its log. See `ragami.game.gathering.Links`."""
    from ragami.games.tournament.page import page_findings as held  # noqa: PLC0415 (law 10)

    return held(s, log, logs, page)


def link_findings(
    s: State, logs: Mapping[str, LinkedLog], elsewhere: Mapping[str, str] = NOWHERE
) -> list[Finding]:
    """Compare the present links with the logs of the tables, given by origin."""
    findings: list[Finding] = []
    unlinked = 0
    for played, table in s.tables():
        if table.link:
            link = table.link.named
            place = about(played.number, table.number, link.log, link.origin)
            log = logs.get(link.origin)
            findings += _of_link(s, table.link, log, place)
            findings += _of_result(s, table, table.link, log, place) if log else ()
            if tournament := elsewhere.get(link.origin):
                seq = table.link.seq
                findings.append(finding_at("linked-elsewhere", seq, **place, tournament=tournament))
        elif table.result:
            unlinked += 1
    findings.sort(key=lambda finding_: finding_.seq or 0)
    if unlinked:
        findings.append(finding_at("unlinked-table", None, tables=unlinked))
    return findings


def about(number: int, table: int, log: str, origin: str) -> Data:
    """Return the facts that every finding on a table's log has."""
    return {"round": number, "table": table, "log": log, "origin": origin}


def _of_link(s: State, link: Link, log: LinkedLog | None, place: Data) -> Iterator[Finding]:
    """Yield where a log is not the linked one, or not of the game that is played."""
    linked = link.named
    if log is None:
        yield finding_at("missing-log", link.seq, **place)
        return
    if log.root != linked.root:
        facts = {"size": linked.size, "root": linked.root}
        facts |= {"records": log.records, "found": log.root}
        yield finding_at("head-differs", link.seq, **place, **facts)
    if log.sealed < linked.size:
        yield finding_at("unsealed-log", link.seq, **place)
    if log.withheld:
        facts = {"withheld": log.withheld, "records": log.records}
        yield finding_at("withheld-log", link.seq, **place, **facts)
    if foreign := foreign_game(s, log):
        yield finding_at("foreign-game", link.seq, **place, **foreign)
    if set(linked.players) != set(log.seats):
        facts = {"players": sorted(linked.players), "seats": sorted(log.seats)}
        yield finding_at("players-differ", link.seq, **place, **facts)
    if log.grown:
        yield finding_at("grown-log", link.seq, **place)


def foreign_game(s: State, log: LinkedLog) -> dict[str, str] | None:
    """Return the game of a log and the one that is played, where they differ.

    A log of `scores` is of the game that it says is played as well.
    """
    plays = s.opened.plays if s.opened else None
    games = (log.game, log.plays) if log.game == SCORES_GAME else (log.game,)
    return None if plays is None or plays in games else {"game": log.game, "plays": plays}


def _of_result(
    s: State, table: Table, link: Link, log: LinkedLog, place: Data
) -> Iterator[Finding]:
    """Yield where the result differs from the log."""
    result = table.result
    by_log = result is not None and result.source == "log"
    if log.final is None:
        seq = result.seq if result and by_log else link.seq
        open_table = finding_at("table-not-ended", seq, **place)
        yield replace(open_table, severity="error") if by_log else open_table
    elif result and set(link.named.players) == set(log.seats):
        recorded = {score.entrant: (score.place, score.score) for score in result.results}
        ranks = ranked(log.ranking, log.final).items()
        played = {link.named.players[seat]: rank for seat, rank in ranks}
        if recorded != played:
            facts: Data = {"recorded": recorded, "played": played}
            facts |= names_in(s, facts)
            differs = finding_at("result-differs", result.seq, **place, **facts)
            yield replace(differs, severity="error") if by_log else differs


Ranked = dict[str, tuple[int, int | None]]


def ranked(ranking: Ranking | None, final: Fields) -> Ranked:
    """Return place and score of each seat, from the `final` of a game.

    Where places stand in `final`, those of teams are counted by team there (R-T-RES-04).
    """
    players: Mapping[str, Fields] = final["players"]
    ranking = ranking or Ranking(_score_in(players))
    by = ranking.by
    first = final["winners"] if ranking.winners_first else ()
    keys: dict[str, tuple[int, ...]] = {
        seat: (
            (values[ranking.place] or 1,)
            if ranking.place
            else (seat not in first, *(-values[name] for name in by))
        )
        for seat, values in players.items()
    }
    return {
        seat: (
            1 + sum(better < keys[seat] for better in keys.values()),
            _score(values[by[0]] if by else None),
        )
        for seat, values in players.items()
    }


def _score(value: int | None) -> int | None:
    return value if value is not None and abs(value) <= MOST else None


def _score_in(players: Mapping[str, Fields]) -> tuple[str, ...]:
    return tuple(
        name
        for name in SCORES
        if all(isinstance(player.get(name), int) for player in players.values())
    )[:1]


# --- pairings ------------------------------------------------------------------------------


def pairing_findings(standing: Iterable[tuple[int, ev.Event]]) -> list[Finding]:
    """Compare each `round_paired` with `swiss-1`, and report every override.

    `standing` are the events that count, as they read now; a pairing is compared in the state
    right before it.
    """
    s = State()
    findings: list[Finding] = []
    for seq, event in standing:
        if isinstance(event, ev.RoundPaired):
            swiss = pair(s, event.seed)
            findings += _unlike(seq, event, swiss) if swiss else ()
        JUDGES[type(event)][1](s, event, seq)
        if isinstance(event, ev.PairingOverridden):
            findings.append(_overridden(s.rounds[-1]))
    return findings


def _unlike(seq: int, event: ev.RoundPaired, swiss: Pairing) -> Iterator[Finding]:
    facts = {"round": event.round, "cost": event.cost, "swiss": swiss.cost}
    paired = (seats_of(event.tables), sorted(event.byes))
    if event.pairer == "swiss-1" and paired != (swiss.tables, sorted(swiss.byes)):
        yield finding_at("unlike-pairer", seq, **facts)
    if event.cost > swiss.cost:
        yield finding_at("dearer-pairing", seq, **facts)


def _overridden(paired: Round) -> Finding:
    override = paired.overrides[-1]
    return finding_at(
        "overridden-pairing",
        override.seq,
        round=paired.number,
        before=override.before,
        after=override.after,
        price=override.after - override.before,
        reason=override.reason,
        authority=override.authority,
    )
