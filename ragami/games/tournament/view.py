"""The state as `show --json` prints it."""

from __future__ import annotations

from msgspec import to_builtins

from ragami.decoded import Data
from ragami.games.tournament.rules.standings import Tally, standings, tally
from ragami.games.tournament.state import Link, Result, Round, State, Table


def view(s: State, seq: int, viewer: str | None = None) -> Data:
    """Return the state after record `seq`; nothing is hidden from any viewer."""
    tallies = tally(s) if s.opened else {}
    return {
        "seq": seq,
        "phase": s.phase,
        "round": len(s.rounds),
        "rounds": s.planned,
        "final_round": s.final.number if s.final else None,
        "entrants": {name: _entrant(s, totals) for name, totals in tallies.items()},
        "pairing": _pairing(s.present) if s.present else None,
        "standings": to_builtins(standings(s, tallies)),
        "cut": list(s.cut) if s.cut else None,
    }


def _entrant(s: State, totals: Tally) -> Data:
    entrant = totals.entrant
    return {
        "name": entrant.name,
        "club": entrant.club,
        "status": entrant.status,
        "since": entrant.since,
        "warnings": entrant.warnings,
        "game_losses": sorted(entrant.game_losses),
        "byes": totals.byes,
        "small": totals.small,
        "seats": totals.seats,
        "met": {name: totals.met[name] for name in s.entrants if name in totals.met},
    }


def _pairing(present: Round) -> Data:
    return {
        "round": present.number,
        "seed": present.seed,
        "pairer": present.pairer,
        "seq": present.seq,
        "cost": present.cost,
        "tables": [_table(table) for table in present.tables],
        "byes": list(present.byes),
        "overrides": [
            {"seq": override.seq, "before": override.before, "after": override.after}
            for override in present.overrides
        ],
    }


def _table(table: Table) -> Data:
    return {
        "table": table.number,
        "seats": list(table.seats),
        "absent": [name for name in table.seats if name in table.absent],
        "link": _link(table.link) if table.link else None,
        "result": _result(table.result) if table.result else None,
    }


def _link(link: Link) -> Data:
    fields: Data = to_builtins(link.named)
    del fields["round"], fields["table"]
    return fields | {"seq": link.seq}


def _result(result: Result) -> Data:
    return {
        "from": result.source,
        "results": to_builtins(list(result.results)),
        "seq": result.seq,
    }
