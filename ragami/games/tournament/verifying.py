"""A tournament held against the logs of its tables, and its pairings against `swiss-1` (10).

Pure: what was read of the logs comes in as `LinkedLog`; nobody looks for a file here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from ragami.findings import Finding, Severity
from ragami.game.links import Head, LinkedLog
from ragami.games.tournament import events as ev
from ragami.games.tournament.costs import seats_of
from ragami.games.tournament.judge import JUDGES
from ragami.games.tournament.state import Link, Round, State, Table
from ragami.games.tournament.swiss import Pairing, Progress, pair

# What a game's `final` is ranked by: the score, and what breaks its ties. In a game without an
# entry here the winners come first, and the others by the first of these that there is.
RANKED_BY: Final = {
    "ragami": ("vp", "resolved"),
    "dice-forge": ("glory",),
    "deal-with-the-devil": ("total",),
}
SCORES: Final = ("vp", "glory", "total", "score")
WINNERS_BY_SCORE: Final = ("dice-forge", "deal-with-the-devil")


def told(code: str, severity: Severity, seq: int | None, facts: dict[str, Any]) -> Finding:
    """A finding of section 10, at the record that it is about (None: the whole log)."""
    return Finding(code, None, None, seq, seq, facts, severity)


def heads(s: State) -> Iterator[Head]:
    """The heads of the tables' logs, as they are linked now."""
    for _played, table in s.tables():
        if table.link:
            named = table.link.named
            yield Head(named.origin, named.size, named.root)


def findings(
    s: State, standing: Iterable[tuple[int, ev.Event]], logs: Mapping[str, LinkedLog]
) -> list[Finding]:
    """All findings of section 10. See `ragami.game.capabilities.Links`."""
    return [*pairing_findings(standing), *link_findings(s, logs)]


def link_findings(s: State, logs: Mapping[str, LinkedLog]) -> list[Finding]:
    """The links as they stand now against the logs of the tables, which are given by origin."""
    found: list[Finding] = []
    unlinked = 0
    for played, table in s.tables():
        if table.link:
            about = _about(played, table.link)
            log = logs.get(table.link.named.origin)
            found += _of_link(s, table.link, log, about)
            found += _of_result(table, table.link, log, about) if log else ()
        elif table.result:
            unlinked += 1
    found.sort(key=lambda one: one.seq or 0)
    if unlinked:
        found.append(told("unlinked-table", "notice", None, {"tables": unlinked}))
    return found


def _about(played: Round, link: Link) -> dict[str, Any]:
    named = link.named
    return {
        "round": played.number,
        "table": named.table,
        "log": named.log,
        "origin": named.origin,
    }


def _of_link(
    s: State, link: Link, log: LinkedLog | None, about: dict[str, Any]
) -> Iterator[Finding]:
    """Is it the log that was linked, and of the game that is played here?"""
    named = link.named
    if log is None:
        yield told("missing-log", "warning", link.seq, about)
        return
    if log.root != named.root:
        facts = {"size": named.size, "root": named.root, "records": log.records, "found": log.root}
        yield told("head-differs", "error", link.seq, about | facts)
    if log.sealed < named.size:
        yield told("unsealed-log", "notice", link.seq, about)
    plays = s.opened.plays if s.opened else None
    if plays is not None and log.game != plays:
        yield told("foreign-game", "error", link.seq, about | {"game": log.game, "plays": plays})
    if set(named.players) != set(log.seats):
        facts = {"players": sorted(named.players), "seats": sorted(log.seats)}
        yield told("players-differ", "error", link.seq, about | facts)
    if log.grown:
        yield told("grown-log", "notice", link.seq, about)


def _of_result(
    table: Table, link: Link, log: LinkedLog, about: dict[str, Any]
) -> Iterator[Finding]:
    """Does the result say what the log says?"""
    result = table.result
    by_log = result is not None and result.source == "log"
    if log.final is None:
        seq = result.seq if result and by_log else link.seq
        yield told("table-not-ended", "error" if by_log else "notice", seq, about)
    elif result and set(link.named.players) == set(log.seats):
        recorded = {one.entrant: (one.place, one.score) for one in result.results}
        played = _as_entrants(link, ranked(log.game, log.final))
        if recorded != played:
            facts = {"recorded": recorded, "played": played}
            severity: Severity = "error" if by_log else "warning"
            yield told("result-differs", severity, result.seq, about | facts)


Ranked = dict[str, tuple[int, int | None]]


def _as_entrants(link: Link, ranking: Ranked) -> Ranked:
    return {link.named.players[seat]: one for seat, one in ranking.items()}


def ranked(game: str | None, final: Mapping[str, Any]) -> Ranked:
    """Place and score of each seat, from the `final` of a game."""
    players: Mapping[str, Mapping[str, Any]] = final["players"]
    by = RANKED_BY.get(game or "") or _score_in(players)
    first = () if game in WINNERS_BY_SCORE else final["winners"]
    keys = {
        seat: (seat not in first, *(-values[name] for name in by))
        for seat, values in players.items()
    }
    return {
        seat: (
            1 + sum(other < keys[seat] for other in keys.values()),
            values[by[0]] if by else None,
        )
        for seat, values in players.items()
    }


def _score_in(players: Mapping[str, Mapping[str, Any]]) -> tuple[str, ...]:
    return tuple(
        name for name in SCORES if all(isinstance(one.get(name), int) for one in players.values())
    )[:1]


# --- pairings ------------------------------------------------------------------------------


def pairing_findings(
    standing: Iterable[tuple[int, ev.Event]], progress: Progress | None = None
) -> list[Finding]:
    """Each `round_paired` against what section 6 gives from its seed, and every override.

    `standing` are the events that count, as they read now: each pairing is looked at with the
    state right before it.
    """
    s = State()
    found: list[Finding] = []
    for seq, event in standing:
        if isinstance(event, ev.RoundPaired):
            swiss = pair(s, event.seed, progress)
            found += _unlike(seq, event, swiss) if swiss else ()
        JUDGES[type(event)][1](s, event, seq)
        if isinstance(event, ev.PairingOverridden):
            found.append(_overridden(s.rounds[-1]))
    return found


def _unlike(seq: int, event: ev.RoundPaired, swiss: Pairing) -> Iterator[Finding]:
    facts = {"round": event.round, "cost": event.cost, "swiss": swiss.cost}
    paired = (seats_of(event.tables), sorted(event.byes))
    if event.pairer == "swiss-1" and paired != (swiss.tables, sorted(swiss.byes)):
        yield told("unlike-pairer", "warning", seq, facts)
    if event.cost > swiss.cost:
        yield told("dearer-pairing", "notice", seq, facts)


def _overridden(paired: Round) -> Finding:
    one = paired.overrides[-1]
    facts = {
        "round": paired.number,
        "before": one.before,
        "after": one.after,
        "price": one.after - one.before,
        "reason": one.reason,
        "authority": one.authority,
    }
    return told("overridden-pairing", "notice", one.seq, facts)
