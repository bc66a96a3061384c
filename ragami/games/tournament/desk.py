"""What the organizer's desk works out before anything is recorded: ids, results, whose log it is.

Pure: what it gives are the data of events, which are judged like all others.
"""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from ragami.game import gathering
from ragami.game.links import Head, LinkedLog
from ragami.games.tournament.draw import chained_seed
from ragami.games.tournament.repair import Repair, repairs
from ragami.games.tournament.standings import cut
from ragami.games.tournament.state import Round, State, Table
from ragami.games.tournament.swiss import Progress, pair
from ragami.games.tournament.verifying import ranked
from ragami.games.tournament.words import DESK
from ragami.language import Language

Data = dict[str, Any]
Draft = tuple[str, Data]
COLUMNS: Final = {
    "entrant": ("entrant", "id", "inscrito"),
    "name": ("name", "nombre"),
    "club": ("club", "team", "equipo"),
}


class Unclear(gathering.Unclear):
    """The desk cannot tell what is meant: a code of `words.DESK`, and its facts."""

    def __init__(self, code: str, **facts: Any) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts

    def say(self, language: Language) -> str:
        return DESK[self.code].text(language).format(**self.facts)


def opening(title: str | None, plays: str | None, seed: str, options: Data) -> Draft:
    """Record 1; what is not agreed on stays as it is usual."""
    agreed = {"title": title, "plays": plays, "seed": seed, "options": options}
    return "game_opened", {"game": "tournament", "rules": 1, **agreed}


# --- entrants ------------------------------------------------------------------------------


def id_for(name: str, taken: Collection[str]) -> str:
    """An id made from a name, not taken yet: `Ana Ruiz` is `ana-ruiz`."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    base = re.sub(r"[^a-z0-9_]+", "-", plain).strip("-_")[:28] or "entrant"
    number = 2
    found = base
    while found in taken:
        found, number = f"{base}-{number}", number + 1
    return found


def entry(s: State, entrant: str, name: str | None, club: str | None) -> Draft:
    """Somebody enters, in time or late."""
    type_ = "entered" if s.phase == "registration" else "entered_late"
    return type_, {"entrant": entrant, "name": name or entrant.title(), "club": club or None}


def entries(s: State, table: Iterable[str]) -> Iterator[Draft]:
    """Everybody of a CSV with a column `name`, and perhaps `entrant` and `club`.

    Columns may stand apart by commas, semicolons or tabs. Raises `Unclear`.
    """
    lines = [line for line in table if line.strip()]
    first = lines[0] if lines else ""
    separator = max(",;\t", key=first.count)
    rows = csv.reader(lines, delimiter=separator)
    head = [cell.strip().lower() for cell in next(rows, [])]
    at = {
        what: next((head.index(name) for name in names if name in head), None)
        for what, names in COLUMNS.items()
    }
    if at["name"] is None and at["entrant"] is None:
        raise Unclear("no-name-column", found=", ".join(head) or "–")
    taken = set(s.entrants)
    for row in rows:
        said = {
            what: row[column].strip() if column is not None and column < len(row) else ""
            for what, column in at.items()
        }
        entrant = said["entrant"] or id_for(said["name"], taken)
        taken.add(entrant)
        yield entry(s, entrant, said["name"], said["club"])


# --- rounds --------------------------------------------------------------------------------


def next_round(s: State, seed: str | None = None, progress: Progress | None = None) -> Draft:
    """The next round as `swiss-1` pairs it. Raises `Unclear` where there is no shape."""
    number = len(s.rounds) + 1
    if seed is None:
        if s.options.seeds == "drawn":
            raise Unclear("seed-wanted", round=number)
        seed = chained_seed(s.seed, number)
    paired = pair(s, seed, progress)
    if paired is None:
        raise Unclear("too-few", entrants=len(s.who_is_in()))
    data = {"round": number, "seed": seed, "pairer": "swiss-1"}
    return "round_paired", data | as_pairing(paired.tables, paired.byes, paired.cost)


def as_pairing(tables: Sequence[Sequence[str]], byes: Sequence[str], cost: int) -> Data:
    """Tables in order, byes and cost as an event has them."""
    seated = [{"table": at, "seats": list(seats)} for at, seats in enumerate(tables, 1)]
    return {"tables": seated, "byes": list(byes), "cost": cost}


def mending(
    s: State,
    come: Sequence[str] = (),
    apart: Collection[tuple[str, str]] = (),
    gone: Collection[str] = (),
) -> list[Repair]:
    """The ways to change the open round so that it fits again. Raises `Unclear`."""
    for name in (*gone, *come, *(name for two in apart for name in two)):
        if name not in s.entrants:
            raise Unclear("not-entered", entrant=name)
    if s.phase != "round":
        raise Unclear("no-round-open")
    found = repairs(s, come, apart, gone=gone)
    if not found:
        raise Unclear("nothing-mends-it")
    return found


def overriding(s: State, repair: Repair, gone: Iterable[str], **signed: str | None) -> list[Draft]:
    """A repair as it is written: those who are gone and still `in` drop, and then it is paired."""
    signed = {name: signed.get(name) or "" for name in ("reason", "authority")}
    pairing = as_pairing(repair.tables, repair.byes, repair.cost)
    drops: list[Draft] = [
        ("dropped", {"entrant": name, "reason": signed["reason"] or None})
        for name in gone
        if s.entrants[name].status == "in"
    ]
    return [*drops, ("pairing_overridden", {"round": len(s.rounds), **pairing, **signed})]


def closing(s: State, reason: str | None, seats: Sequence[str] = ()) -> Draft:
    """What is to be closed now: the round, then the final is cut if one was agreed, then the end.

    `seats` are those of the final; else the best rank sits first.
    """
    if s.phase == "round":
        return "round_closed", {"round": s.rounds[-1].number}
    if s.phase == "between" and s.options.cut and s.all_played and reason is None:
        come = cut(s)
        return "final_cut", {"entrants": come, "seats": list(seats) or come}
    return "tournament_closed", {"reason": reason}


# --- results -------------------------------------------------------------------------------


def table_at(s: State, place: str) -> tuple[Round, Table]:
    """The table that `3` (of the present round) or `2.3` names. Raises `Unclear`."""
    number, _dot, table = place.rpartition(".")
    played = s.present
    if number:
        played = s.round(int(number)) if number.isdecimal() else None
    found = played.table(int(table)) if played and table.isdecimal() else None
    if played is None or found is None:
        raise Unclear("no-such-table", found=place)
    return played, found


def result(
    s: State, place: str, scores: Mapping[str, int | None], places: Sequence[int] = ()
) -> Data:
    """A result of the referee, in seat order; without places the higher score is the better.

    `places` are in the order of `scores`. Raises `Unclear`.
    """
    played, table = table_at(s, place)
    players = table.players
    if set(scores) != set(players):
        raise Unclear("other-players", table=place, players=", ".join(players))
    reached = dict(zip(scores, places, strict=False))
    if not places:
        known = [score for score in scores.values() if score is not None]
        if len(known) < len(players):
            raise Unclear("places-wanted", table=place)
        reached = {
            name: 1 + sum(other > score for other in known)
            for name, score in scores.items()
            if score is not None
        }
    if len(reached) < len(players):
        raise Unclear("places-wanted", table=place)
    listed = [{"entrant": n, "place": reached[n], "score": scores[n]} for n in players]
    return {"round": played.number, "table": table.number, "from": "referee", "results": listed}


def told(
    s: State,
    place: str,
    scores: Mapping[str, int | None],
    places: Sequence[int] = (),
    **signed: str | None,
) -> Draft:
    """A result of the referee; signed, where it corrects one that stands. Raises `Unclear`."""
    data = result(s, place, scores, places)
    if table_at(s, place)[1].result is None:
        return "result_recorded", data
    return "result_corrected", data | {name: given or "" for name, given in signed.items()}


def whose(s: State, names: Mapping[str, str]) -> tuple[Table, dict[str, str]] | None:
    """The table of the present round that a log is of, by the names of its seats (id or name)."""
    for table in s.present.tables if s.present else ():
        known = {_folded(name): name for name in table.players}
        known |= {_folded(s.entrants[name].name): name for name in table.players}
        players = {seat: known.get(_folded(name), "") for seat, name in names.items()}
        if sorted(players.values()) == sorted(table.players):
            return table, players
    return None


def _folded(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold().strip()


def from_log(
    s: State, table: Table, players: Mapping[str, str], name: str, head: Head, log: LinkedLog
) -> list[Draft]:
    """The link to a table's log, where it is news, and its result, once there is one."""
    assert s.present is not None
    where = {"round": s.present.number, "table": table.number}
    named = {"log": name, **head._asdict(), "players": dict(players)}
    drafts: list[Draft] = []
    if table.link is None or table.link.named.size < head.size:
        drafts.append(("table_linked", where | named))
    if log.final is not None and table.result is None:
        reached = {players[seat]: one for seat, one in ranked(log.game, log.final).items()}
        listed = [
            {"entrant": n, "place": reached[n][0], "score": reached[n][1]} for n in table.players
        ]
        drafts.append(("result_recorded", where | {"from": "log", "results": listed}))
    return drafts
