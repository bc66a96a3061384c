"""The end: who is ranked where (7.3), and the result as the report has it (section 8)."""

from __future__ import annotations

from typing import Any

from ragami.games.tournament.standings import Standing, standings
from ragami.games.tournament.state import State


def ranking(s: State) -> dict[str, int | None]:
    """The place of each entrant (R-T-END-03), in order of entry; None for those disqualified."""
    lines = standings(s)
    at_the_final = _finalists(s, lines)
    places: dict[str, int | None] = dict(at_the_final)
    behind = [standing for standing in lines if standing.entrant not in at_the_final]
    first: dict[int | None, int] = {}
    for at, line in enumerate(behind, len(at_the_final) + 1):
        # Who shares a place in the standings shares it here.
        places[line.entrant] = None if line.place is None else first.setdefault(line.place, at)
    return {name: places[name] for name in s.entrants}


def _finalists(s: State, lines: list[Standing]) -> dict[str, int]:
    """The places 1 … m of those who were cut to the final table and not disqualified."""
    if s.final is None:
        return {}
    table = s.final.tables[0]
    results = table.result.results if table.result else ()
    played = {result.entrant: result.place for result in results}
    # The only one who appeared is before the no-shows, and they are behind everybody.
    reached = {
        standing.entrant: played.get(standing.entrant, 5 if standing.entrant in table.absent else 1)
        for standing in lines
        if standing.entrant in table.seats and standing.place is not None
    }
    ordered = sorted(reached, key=reached.__getitem__)
    if s.options.final_tie == "standings":
        return {name: at for at, name in enumerate(ordered, 1)}
    places = list(reached.values())
    return {name: 1 + sum(better < reached[name] for better in places) for name in ordered}


def final(s: State) -> dict[str, Any] | None:
    """The result, None while the tournament goes on."""
    if s.phase != "over":
        return None
    lines = {standing.entrant: standing for standing in standings(s)}
    places = ranking(s)
    return {
        "ended": True,
        "reason": s.ended,
        "rounds": len(s.rounds),
        "players": {name: _player(lines[name], place) for name, place in places.items()},
        "winners": [name for name, place in places.items() if place == 1],
    }


def _player(standing: Standing, place: int | None) -> dict[str, int | None]:
    return {
        "place": place,
        "points12": standing.points12,
        "wins12": standing.wins12,
        "share": standing.share,
        "vp": standing.vp,
        "opponents": standing.opponents,
        "small": standing.small,
    }
