"""The records that are legal now: their types, fixed fields and open fields."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Any, Final

from ragami.decoded import Data
from ragami.game.choices.choice import Choice, Written
from ragami.games.tournament.pairing.costs import shape
from ragami.games.tournament.pairing.seeds import chained_seed
from ragami.games.tournament.rules.closing import all_done
from ragami.games.tournament.rules.rounds import without_result
from ragami.games.tournament.rules.standings import cut
from ragami.games.tournament.state import State, Table, place_of

AT_ANY_TIME: Final = frozenset({"warning", "game_loss", "disqualification"})
TEXT = Written("text")
REMARK = Written("text", optional=True)
SIGNED = {"reason": TEXT, "authority": TEXT}


def choices(s: State) -> list[Choice]:
    """Return the choices that may be recorded now; empty when the tournament is over."""
    if s.opened is None:
        fixed = {"game": "tournament", "rules": 1}
        agreed: Data = {"seed": Written("seed"), "options": Written("options")}
        return [Choice("game_opened", fixed, {"title": REMARK, "plays": REMARK, **agreed})]
    if s.phase == "over":
        return []
    return [*_entrants(s), *_playing(s), *_corrections(s), *_pairing(s), *_closing(s)]


def _entrants(s: State) -> Iterator[Choice]:
    person: Data = {"entrant": Written("new-id"), "name": TEXT, "club": REMARK}
    if s.phase == "registration":
        yield Choice("entered", {}, person)
    elif s.phase != "final" and len(s.rounds) < s.options.late_until:
        yield Choice("entered_late", {}, person)
    present, away = s.with_status("in"), s.with_status("out")
    if s.phase != "final" and present:
        yield Choice("dropped", {}, {"entrant": present, "reason": REMARK})
    if s.phase != "final" and away:
        yield Choice("returned", {}, {"entrant": away})
    yield from _penalties(s, [*present, *away])


def _penalties(s: State, entrants: list[Any]) -> Iterator[Choice]:
    """Yield the penalties for those not disqualified; a game loss only where they played one."""
    if entrants:
        kinds = ["warning", "disqualification"]
        fields: Data = {"entrant": entrants, "penalty": kinds, **SIGNED}
        yield Choice("penalty_given", {"round": None}, fields)
    for played in s.rounds:
        sat = {name for table in played.tables for name in table.players}
        lost = [n for n in entrants if n in sat and played.number not in s.entrants[n].game_losses]
        if lost:
            fixed = {"penalty": "game_loss", "round": played.number}
            yield Choice("penalty_given", fixed, {"entrant": lost, **SIGNED})


def _playing(s: State) -> Iterator[Choice]:
    """Yield no-shows and results of the open round or the final."""
    present = s.present
    if present is None or s.phase not in ("round", "final"):
        return
    waiting = [name for table in present.tables if not table.is_kept for name in table.players]
    if waiting:
        yield Choice("no_show_recorded", {"round": present.number}, {"entrant": waiting})
    for table in present.tables:
        if not table.result and len(table.players) > 1:
            yield Choice("result_recorded", place_of(present, table), _result(table))


def _result(table: Table) -> Data:
    sources: list[Any] = ["referee", "log"] if table.link else ["referee"]
    results = Written("results", of=table.players, each=("place", "score"), called="entrant")
    return {"from": sources, "results": results}


def _corrections(s: State) -> Iterator[Choice]:
    """Yield links and corrected results of any round."""
    for played, table in s.tables():
        if len(table.players) > 1:
            origin: list[Any] | Written = [table.link.named.origin] if table.link else TEXT
            players = Written("players", of=table.players)
            head: Data = {"log": TEXT, "origin": origin, "size": Written("number"), "root": TEXT}
            yield Choice("table_linked", place_of(played, table), {**head, "players": players})
        if table.result:
            fields = {**_result(table), **SIGNED}
            yield Choice("result_corrected", place_of(played, table), fields, joint=True)


def _pairing(s: State) -> Iterator[Choice]:
    """Yield the pairing of the next round, or the change of the open one by hand."""
    if s.phase == "round":
        present = s.rounds[-1]
        fields = {**_paired(present.everybody), **SIGNED}
        yield Choice("pairing_overridden", {"round": present.number}, fields, joint=True)
        return
    entrants = s.who_is_in()
    if s.phase == "final" or s.all_played or shape(s.options, len(entrants)) is None:
        return
    coming = len(s.rounds) + 1
    chained = s.options.seeds == "chained"
    seed: list[Any] | Written = [chained_seed(s.seed, coming)] if chained else Written("seed")
    fields = {"seed": seed, "pairer": ["swiss-1", None], **_paired(entrants)}
    yield Choice("round_paired", {"round": coming}, fields, joint=True)


def _paired(entrants: Sequence[str]) -> Data:
    pairing = Written("pairing", of=tuple(entrants))
    return {"tables": pairing, "byes": pairing, "cost": Written("number")}


def _closing(s: State) -> Iterator[Choice]:
    if s.phase == "round" and not without_result(s):
        yield Choice("round_closed", {"round": s.rounds[-1].number})
    if s.phase == "between":
        yield from _final(s)
        yield Choice("tournament_closed", {}, {"reason": REMARK if all_done(s) else TEXT})
    if s.phase == "final" and not without_result(s):
        yield Choice("tournament_closed", {}, {"reason": REMARK})


def _final(s: State) -> Iterator[Choice]:
    """Yield the final table: its entrants are fixed, their seats may be open (A-T-CUT-02)."""
    finalists = cut(s) if s.all_played else []
    if len(finalists) > 1:
        by_rank = s.options.final_seats == "rank"
        seats = [finalists] if by_rank else [list(order) for order in permutations(finalists)]
        yield Choice("final_cut", {"entrants": finalists}, {"seats": seats})
