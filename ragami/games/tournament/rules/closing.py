"""The final table and the end, who is ranked where, and the result."""

from __future__ import annotations

from ragami.decoded import Data
from ragami.findings import Breaches, breach
from ragami.games.tournament import events as ev
from ragami.games.tournament.rules.entrants import unknown
from ragami.games.tournament.rules.rounds import without_result
from ragami.games.tournament.rules.standings import Standing, cut, standings
from ragami.games.tournament.state import Round, State, Table


def check_final_cut(s: State, e: ev.FinalCut) -> Breaches:
    """Check entrants, time and seats of the final table (R-T-CUT-*)."""
    breaches = []
    if not s.options.cut:
        breaches.append(breach("R-T-CUT-01"))
    if not s.all_played:
        breaches.append(breach("R-T-CUT-03", round=len(s.rounds), rounds=s.planned))
    strangers = unknown(s, (*e.entrants, *e.seats))
    if strangers or not s.options.cut:
        return breaches + strangers
    listed = [standing.entrant for standing in standings(s)]
    breaches += _wrong_entrants(s, e)
    if sorted(e.seats) != sorted(e.entrants):
        breaches.append(breach("R-T-CUT-04", found=sorted(e.seats), expected=sorted(e.entrants)))
    by_rank = sorted(e.seats, key=listed.index)
    if s.options.final_seats == "rank" and list(e.seats) != by_rank:
        facts = {"found": list(e.seats), "expected": by_rank, "final_seats": "rank"}
        breaches.append(breach("R-T-CUT-05", "A-T-CUT-02", **facts))
    return breaches


def _wrong_entrants(s: State, e: ev.FinalCut) -> Breaches:
    """Check that the first of the standings who are `in` are named (R-T-CUT-02)."""
    finalists = cut(s)
    if list(e.entrants) == finalists:
        return []
    facts = {"found": list(e.entrants), "expected": finalists}
    still_in = {name for name in e.entrants if s.entrants[name].status == "in"}
    # No ruling lets through somebody named twice, or somebody who is not in.
    return [breach("R-T-CUT-02", **facts)._replace(firm=len(still_in) < len(e.entrants))]


def apply_final_cut(s: State, e: ev.FinalCut, seq: int) -> None:
    """Open the final, which counts as the round after the last (R-T-ROUND-01)."""
    s.cut = e.entrants
    s.final = Round(len(s.rounds) + 1, None, None, seq, 0, [Table(1, e.seats)])
    s.phase = "final"


def check_tournament_closed(s: State, e: ev.TournamentClosed) -> Breaches:
    """Check that the final has its result, or that a reason is given for what is left out."""
    if s.phase == "final":
        return without_result(s)
    if e.reason is None and not all_done(s):
        facts = {"round": len(s.rounds), "rounds": s.planned, "cut": s.options.cut}
        return [breach("R-T-END-02", **facts)]
    return []


def apply_tournament_closed(s: State, e: ev.TournamentClosed, seq: int) -> None:
    if s.final:
        s.ended = "final"
    else:
        s.ended = "rounds" if all_done(s) else "early"
    s.phase = "over"


def all_done(s: State) -> bool:
    """Return whether everything planned has been played, with no final left out."""
    return s.all_played and not s.options.cut


# --- ranking and result ------------------------------------------------------------------


def ranking(s: State) -> dict[str, int | None]:
    """Return the final place of each entrant (R-T-END-03); None for those disqualified."""
    lines = standings(s)
    at_the_final = _finalists(s, lines)
    places: dict[str, int | None] = dict(at_the_final)
    behind = [standing for standing in lines if standing.entrant not in at_the_final]
    first: dict[int | None, int] = {}
    for at, line in enumerate(behind, len(at_the_final) + 1):
        # Who shares a place in the standings shares it here.
        places[line.entrant] = None if line.place is None else first.setdefault(line.place, at)
    return {name: places[name] for name in s.entrants}


def in_order(s: State) -> list[tuple[int | None, Standing]]:
    """Return all entrants with their places: those of the ranking when all is over."""
    lines = standings(s)
    if s.phase != "over":
        return [(standing.place, standing) for standing in lines]
    places = ranking(s)
    ranked = [(places[standing.entrant], standing) for standing in lines]
    return sorted(ranked, key=lambda placed: placed[0] or len(lines) + 1)


def _finalists(s: State, lines: list[Standing]) -> dict[str, int]:
    """Return the places of the finalists who are not disqualified."""
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


def final(s: State) -> Data | None:
    """Return the result, None while the tournament goes on."""
    if s.phase != "over":
        return None
    lines = {standing.entrant: standing for standing in standings(s)}
    places = ranking(s)
    return {
        "ended": True,
        "reason": s.ended,
        "rounds": len(s.rounds),
        "players": {
            name: {"place": place, **lines[name].numbers} for name, place in places.items()
        },
        "winners": [name for name, place in places.items() if place == 1],
    }
