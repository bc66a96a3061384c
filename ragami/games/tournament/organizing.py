"""What the organizer's desk asks of a tournament. See `ragami.game.gathering.Gathering`.

Each step is worked out by what the commands use as well (`desk`, `repair`, `paper`); what follows
is told before anything is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import ValidationError, convert

from ragami.game.choosing import Choice, Several, Written
from ragami.game.gathering import Event, Sitting, TableLog, Way
from ragami.game.setting import Setting, Value
from ragami.games.tournament import desk
from ragami.games.tournament.closing import all_done
from ragami.games.tournament.costs import Seated, terms
from ragami.games.tournament.events import ResultCorrected
from ragami.games.tournament.legal import REMARK, SIGNED, TEXT, final_seats
from ragami.games.tournament.paper import Paper, Picture
from ragami.games.tournament.repair import Repair, impact
from ragami.games.tournament.rounds import without_result
from ragami.games.tournament.shapes import shape
from ragami.games.tournament.standings import standings
from ragami.games.tournament.state import Round, State, Table
from ragami.games.tournament.telling import points
from ragami.games.tournament.words import FOLLOWS, value
from ragami.language import Language

Said = Mapping[str, Any]
FIRST: Final = 4
"""So many of the standings are told."""


def _say(code: str, language: Language, **facts: Any) -> str:
    return FOLLOWS[code].text(language).format(**facts)


# --- before record 1 -----------------------------------------------------------------------


def settings() -> list[Setting]:
    """What most referees say; `ragami tournament new` takes every option."""
    seats, rounds, cut = (2, 3, 4), tuple(range(10)), (0, 2, 3, 4)
    told: tuple[tuple[str, tuple[Value, ...], Value | None], ...] = (
        *(("seed", (), None), ("plays", (), "")),
        *(("table_size", seats, 4), ("rounds", rounds, 0), ("cut", cut, 0)),
    )
    return [Setting(name, values, usual, {}) for name, values, usual in told]


def opening(title: str | None, chosen: Mapping[str, Value]) -> Mapping[str, Any]:
    """Record 1."""
    options = {name: one for name, one in chosen.items() if name not in ("seed", "plays")}
    given = title, str(chosen.get("plays", "")) or None, str(chosen.get("seed", ""))
    return desk.opening(*given, options)[1]


# --- who plays, and where ------------------------------------------------------------------


def plays(s: State) -> str | None:
    """The game at the tables."""
    return s.opened.plays if s.opened else None


def minutes(s: State) -> int | None:
    """The time limit of a round."""
    return s.options.time_limit if s.opened else None


def sittings(s: State) -> list[Sitting]:
    """The tables of the open round, or of the final."""
    if s.present is None or s.phase not in ("round", "final"):
        return []
    return [_sitting(s, s.present, one) for one in s.present.tables if len(one.players) > 1]


def _sitting(s: State, played: Round, table: Table) -> Sitting:
    names = {name: s.entrants[name].name for name in table.players}
    origin = table.link.named.origin if table.link else None
    return Sitting(played.number, table.number, names, origin, table.result is not None)


def newcomer(s: State, name: str, club: str | None) -> tuple[str, Event] | None:
    """In time or late (R-T-ENTR-03); the id is made from the name."""
    late = s.phase in ("round", "between") and len(s.rounds) < s.options.late_until
    if s.opened is None or not (s.phase == "registration" or late):
        return None
    entrant = desk.id_for(name, s.entrants)
    return entrant, desk.entry(s, entrant, name, club)


def leaves(s: State, who: str) -> Event | None:
    """R-T-ENTR-04."""
    return _comes_or_goes(s, who, "in", ("dropped", {"entrant": who, "reason": None}))


def returns(s: State, who: str) -> Event | None:
    """R-T-ENTR-05."""
    return _comes_or_goes(s, who, "out", ("returned", {"entrant": who}))


def _comes_or_goes(s: State, who: str, status: str, event: Event) -> Event | None:
    there = s.entrants.get(who)
    over = s.phase in ("final", "over")
    return event if there and there.status == status and not over else None


def taken(s: State, sitting: Sitting, of: TableLog) -> list[Event]:
    """The link, and the result where the table has none (see `desk.from_log`)."""
    table = s.present.table(sitting.table) if s.present else None
    assert table is not None
    return list(desk.from_log(s, table, of.players, of.name, of.head, of.log))


# --- the steps -----------------------------------------------------------------------------


def steps(s: State) -> list[Choice]:
    """What can be done next, what is due first."""
    if s.opened is None or s.phase == "over":
        return []
    return [*_rounds(s), *_results(s), *_mending(s), *_early(s), *_corrections(s)]


def _rounds(s: State) -> Iterator[Choice]:
    """The next round, the end of this one, the final, the end."""
    coming = len(s.rounds) + 1
    between = s.phase in ("registration", "between")
    if between and not s.all_played and shape(s.options, len(s.who_is_in())):
        drawn = {"seed": Written("seed")} if s.options.seeds == "drawn" else {}
        yield Choice("pair", {"round": coming}, drawn)
    if s.phase == "round" and not without_result(s):
        yield Choice("close", {"round": len(s.rounds)})
    if s.phase == "between" and s.all_played and s.options.cut and len(final_seats(s)):
        yield Choice("final", {}, {"seats": final_seats(s)})
    if (s.phase == "final" and not without_result(s)) or (s.phase == "between" and all_done(s)):
        yield Choice("end", {}, {"reason": REMARK})


def _results(s: State) -> Iterator[Choice]:
    for one in sittings(s):
        if not one.ended:
            yield Choice("result", _at(one), {"results": _scores(one.players)})


def _at(sitting: Sitting) -> dict[str, Any]:
    return {"round": sitting.round, "table": sitting.table}


def _scores(players: Mapping[str, str] | Sequence[str]) -> Written:
    return Written("results", of=tuple(players), each=("score", "place"), called="entrant")


def _mending(s: State) -> Iterator[Choice]:
    """Somebody has left, somebody comes, two must be apart; whoever is named, in one question."""
    if s.phase != "round":
        return
    present = s.rounds[-1]
    free = [table for table in present.tables if not table.is_kept]
    there = [*(name for table in free for name in table.seats), *present.byes]
    seated = {*(name for table in present.tables for name in table.seats), *present.byes}
    coming = [name for name in s.who_is_in() if name not in seated]
    if free:
        asked = {"gone": _some(there), "come": _some(coming), "apart": _some(there, 2)}
        yield Choice("mend", {"round": present.number}, {**asked, **SIGNED})


def _some(names: list[str], most: int | None = None) -> Several | list[Any]:
    return Several(0, most or len(names), list(names)) if names else [[]]


def _early(s: State) -> Iterator[Choice]:
    """Closing before everything planned has been played wants a reason (R-T-END-02)."""
    if s.phase == "between" and not all_done(s):
        yield Choice("end", {}, {"reason": TEXT})


def _corrections(s: State) -> Iterator[Choice]:
    """The latest results first: they are the ones that turn out wrong."""
    for played, table in reversed(list(s.tables())):
        if table.result:
            asked = {"results": _scores(table.players), **SIGNED}
            yield Choice("correct", {"round": played.number, "table": table.number}, asked)


# --- what follows --------------------------------------------------------------------------


def ways(s: State, step: str, said: Said, language: Language) -> list[Way]:
    """How a step can be taken. Raises `desk.Unclear`."""
    worked_out = WAYS.get(step)
    if worked_out is None:
        raise desk.Unclear("no-such-step", found=step)
    return worked_out(s, said, language)


def _pair(s: State, said: Said, language: Language) -> list[Way]:
    type_, data = desk.next_round(s, _text(said, "seed"))
    tables = [one["seats"] for one in data["tables"]]
    told = priced(s, data["round"], tables, data["byes"], language)
    return [Way(tuple(told), ((type_, data),))]


def priced(
    s: State, number: int, tables: Seated, byes: Sequence[str], language: Language
) -> Iterator[str]:
    """What a pairing of a round costs, with the terms that are not 0; the tables and the byes."""
    told = terms(s, s.rounds[: number - 1], tables, byes)
    parts = ", ".join(f"{value(name, language)} {n}" for name, n in told.items() if n) or "–"
    yield _say("cost", language, cost=sum(told.values()), parts=parts)
    yield from _seated(s, tables, byes, language)


def _seated(s: State, tables: Seated, byes: Sequence[str], language: Language) -> Iterator[str]:
    """Each table with who sits there, and the byes, by name."""
    for number, seats in enumerate(tables, 1):
        yield f"{number}: {_names(s, seats)}"
    if byes:
        yield f"{value('byes', language)}: {_names(s, byes)}"


def _names(s: State, entrants: Sequence[str]) -> str:
    return ", ".join(s.entrants[name].name for name in entrants)


def _result(s: State, said: Said, language: Language) -> list[Way]:
    data = _read_result(s, said)
    return [Way(tuple(_placed(s, data, language)), (("result_recorded", data),))]


def _read_result(s: State, said: Said) -> dict[str, Any]:
    place, rows = f"{said.get('round')}.{said.get('table')}", said.get("results")
    if not isinstance(rows, list) or not all(isinstance(one, dict) for one in rows):
        raise desk.Unclear("places-wanted", table=place)
    scores = {str(one.get("entrant")): _number(one.get("score")) for one in rows}
    places = [number for one in rows if (number := _number(one.get("place"))) is not None]
    return desk.result(s, place, scores, places)


def _number(given: Any) -> int | None:
    return given if isinstance(given, int) and not isinstance(given, bool) else None


def _placed(s: State, data: Mapping[str, Any], language: Language) -> Iterator[str]:
    yield ", ".join(
        f"{one['place']}. {s.entrants[one['entrant']].name}"
        + ("" if one["score"] is None else f" {one['score']}")
        for one in sorted(data["results"], key=lambda one: int(one["place"]))
    )


def _correct(s: State, said: Said, language: Language) -> list[Way]:
    """Which pairings stood on the result, and whose place changes with it."""
    signed = {name: _text(said, name) or "" for name in SIGNED}
    data = _read_result(s, said) | signed
    told = [*_placed(s, data, language), *consequences(s, data, language)]
    return [Way(tuple(told), (("result_corrected", data),))]


def consequences(s: State, data: Mapping[str, Any], language: Language) -> Iterator[str]:
    """What would follow from a corrected result, which may still have no signature."""
    try:
        event = convert({**data, "reason": "-", "authority": "-"}, ResultCorrected)
    except ValidationError:
        return  # what is wrong with its form is said by who judges it
    follows = impact(s, event)
    for one in follows.pairings:
        yield _say("stood", language, round=one.round, before=one.before, after=one.after)
    for name, (before, after) in follows.places.items():
        yield f"{s.entrants[name].name}: {before or '–'} → {after or '–'}"


def _mend(s: State, said: Said, language: Language) -> list[Way]:
    gone, come, apart = (_listed(said, name) for name in ("gone", "come", "apart"))
    if len(apart) == 1:
        raise desk.Unclear("two-apart")
    found = desk.mending(s, come, [(apart[0], apart[1])] if apart else (), gone)
    signed = {name: _text(said, name) for name in SIGNED}
    return [
        Way(tuple(mended(s, one, language)), tuple(desk.overriding(s, one, gone, **signed)))
        for one in found
    ]


def mended(s: State, one: Repair, language: Language) -> Iterator[str]:
    """A repair: its price and who moves, then the tables as they would be."""
    facts = {"price": one.price, "cost": one.cost, "n": len(one.moved)}
    yield _say("repair", language, who=_names(s, one.moved) or "–", **facts)
    yield from _seated(s, one.tables, one.byes, language)


def _listed(said: Said, field: str) -> list[str]:
    given = said.get(field) or []
    return given if isinstance(given, list) else [given]


def _text(said: Said, field: str) -> str | None:
    given = said.get(field)
    return given if isinstance(given, str) and given else None


def _close(s: State, said: Said, language: Language) -> list[Way]:
    seats = said.get("seats") or ()
    event = desk.closing(s, _text(said, "reason"), seats if isinstance(seats, list) else ())
    told = [_leading(s, language)]
    if s.phase == "round":
        told.append(_say("still-in", language, n=len(s.who_is_in())))
    if event[0] == "final_cut":
        told = [_names(s, [name for name in event[1]["seats"] if name in s.entrants])]
    return [Way(tuple(told), (event,))]


def _leading(s: State, language: Language) -> str:
    first = (
        f"{one.place}. {s.entrants[one.entrant].name} {points(one.points12)}"
        for one in standings(s)[:FIRST]
        if one.place is not None
    )
    return _say("leading", language, first=", ".join(first))


WAYS: Final[Mapping[str, Callable[[State, Said, Language], list[Way]]]] = {
    "pair": _pair,
    "result": _result,
    "correct": _correct,
    "mend": _mend,
    "close": _close,
    "final": _close,
    "end": _close,
}


# --- paper ---------------------------------------------------------------------------------

papers: Final = ("by-table", "by-name", "slips", "standings")


def paper(
    s: State, what: str, language: Language, address: str | None, picture: Picture
) -> str | None:
    """Pairings by table or by name, result slips, standings."""
    if what != "standings" and s.present is None:
        return None
    of = Paper(s, language)
    if what == "slips":
        return of.slips(address, picture)
    return of.standings() if what == "standings" else of.pairings(by_name=what == "by-name")
