"""The referee's steps: which are possible now, and their consequences.

The desk on a phone and the commands take the same steps. Answers to the open fields of a step give
the ways in which it can be taken: the consequences, and the events, which are judged later.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from ragami.game.choosing import Choice, Several, Written
from ragami.game.gathering import Event, Way
from ragami.games.tournament import entry_list
from ragami.games.tournament.closing import all_done
from ragami.games.tournament.costs import Seated
from ragami.games.tournament.draw import chained_seed
from ragami.games.tournament.entered_results import (
    consequences,
    in_words,
    number_of,
    place_of,
    result,
    table_at,
)
from ragami.games.tournament.entry_list import Row
from ragami.games.tournament.judge import WAIVABLE
from ragami.games.tournament.legal import REMARK, SIGNED, TEXT, final_seats
from ragami.games.tournament.narration import points
from ragami.games.tournament.people import Unclear, id_for, labels_of, namesakes
from ragami.games.tournament.pricing import named, priced, say, seated
from ragami.games.tournament.repair import Repair, repairs, swapped
from ragami.games.tournament.rounds import without_result
from ragami.games.tournament.shapes import shape
from ragami.games.tournament.standings import cut, lot_at_the_cut, standings
from ragami.games.tournament.state import State, Table
from ragami.games.tournament.swiss import Progress, pair
from ragami.language import Language

Said = Mapping[str, Any]
FIRST: Final = 4  # so many of the standings are told


class Step(NamedTuple):
    """A step: the choices that it offers now, and the ways in which an answered one is taken."""

    offered: Callable[[State], Iterator[Choice]]
    ways: Callable[[State, Said, Language], list[Way]]


def steps(s: State) -> list[Choice]:
    """Return what can be done next, what is due first."""
    if s.opened is None or s.phase == "over":
        return []
    due = [choice for step in STEPS.values() for choice in step.offered(s)]
    return [*due, *_may_end_early(s)]


def ways(s: State, step: str, said: Said, language: Language) -> list[Way]:
    """Return how a step can be taken. Raises `Unclear`."""
    if step not in STEPS:
        raise Unclear("no-such-step", found=step)
    return STEPS[step].ways(s, said, language)


def _text(said: Said, field: str) -> str | None:
    given = said.get(field)
    return given if isinstance(given, str) and given else None


def _listed(said: Said, field: str) -> list[str]:
    given = said.get(field) or []
    return given if isinstance(given, list) else [given]


def _signed(said: Said) -> dict[str, str]:
    return {name: _text(said, name) or "" for name in SIGNED}


def _entrant(s: State, said: Said) -> str:
    who = _text(said, "entrant") or ""
    if who not in s.entrants:
        raise Unclear("not-entered", entrant=who)
    return who


def _who_are(s: State, status: str) -> list[Any]:
    return [who for who, one in s.entrants.items() if one.status == status]


# --- the next round ------------------------------------------------------------------------


def _may_pair(s: State) -> Iterator[Choice]:
    between = s.phase in ("registration", "between")
    if between and not s.all_played and shape(s.options, len(s.who_is_in())):
        drawn = {"seed": Written("seed")} if s.options.seeds == "drawn" else {}
        yield Choice("pair", {"round": len(s.rounds) + 1}, drawn)


def _pair(s: State, said: Said, language: Language) -> list[Way]:
    event = next_round(s, _text(said, "seed"))
    tables = [one["seats"] for one in event[1]["tables"]]
    told = priced(s, event[1]["round"], tables, event[1]["byes"], language)
    return [Way(tuple(told), (event,))]


def next_round(s: State, seed: str | None = None, progress: Progress | None = None) -> Event:
    """Return the next round as `swiss-1` pairs it. Raises `Unclear` where there is no shape."""
    number = len(s.rounds) + 1
    if seed is None:
        if s.options.seeds == "drawn":
            raise Unclear("seed-wanted", round=number)
        seed = chained_seed(s.seed, number)
    paired = pair(s, seed, progress)
    if paired is None:
        raise Unclear("too-few", entrants=len(s.who_is_in()))
    data = {"round": number, "seed": seed, "pairer": "swiss-1"}
    return "round_paired", data | pairing(paired.tables, paired.byes, paired.cost)


def pairing(tables: Seated, byes: Sequence[str], cost: int) -> dict[str, Any]:
    """Return tables in order, byes and cost as an event has them."""
    seated = [{"table": at, "seats": list(seats)} for at, seats in enumerate(tables, 1)]
    return {"tables": seated, "byes": list(byes), "cost": cost}


# --- the end of a round, and the end -------------------------------------------------------


def _may_close(s: State) -> Iterator[Choice]:
    if s.phase == "round" and not without_result(s):
        yield Choice("close", {"round": len(s.rounds)})


def _may_cut(s: State) -> Iterator[Choice]:
    if s.phase == "between" and s.all_played and s.options.cut and final_seats(s):
        yield Choice("final", {}, {"seats": final_seats(s)})


def _may_end(s: State) -> Iterator[Choice]:
    if (s.phase == "final" and not without_result(s)) or (s.phase == "between" and all_done(s)):
        yield Choice("end", {}, {"reason": REMARK})


def _may_end_early(s: State) -> Iterator[Choice]:
    """Closing before everything planned has been played wants a reason (R-T-END-02)."""
    if s.phase == "between" and not all_done(s):
        yield Choice("end", {}, {"reason": TEXT})


def _close(s: State, said: Said, language: Language) -> list[Way]:
    event = closing(s, _text(said, "reason"), _listed(said, "seats"))
    told = [_leading(s, language)]
    if s.phase == "round":
        told.append(say("still-in", language, n=len(s.who_is_in())))
    if event[0] == "final_cut":
        told = [named(s, [who for who in event[1]["seats"] if who in s.entrants])]
    if s.phase != "final" and (by_lot := lot_at_the_cut(s)):
        told.append(say("lot-at-the-cut", language, names=named(s, by_lot), cut=s.options.cut))
    return [Way(tuple(told), (event,))]


def closing(s: State, reason: str | None, seats: Sequence[str] = ()) -> Event:
    """Return what is to be closed now: the round, then the cut if one was agreed, then the end.

    `seats` are those of the final; else the best rank sits first.
    """
    if s.phase == "round":
        return "round_closed", {"round": s.rounds[-1].number}
    if s.phase == "between" and s.options.cut and s.all_played and reason is None:
        come = cut(s)
        return "final_cut", {"entrants": come, "seats": list(seats) or come}
    return "tournament_closed", {"reason": reason}


def _leading(s: State, language: Language) -> str:
    called = labels_of(s)
    first = (
        f"{one.place}. {called[one.entrant]} {points(one.points12)}"
        for one in standings(s)[:FIRST]
        if one.place is not None
    )
    return say("leading", language, first=", ".join(first))


# --- results -------------------------------------------------------------------------------


def _may_result(s: State) -> Iterator[Choice]:
    for table in s.present.tables if s.present and s.phase in ("round", "final") else ():
        if len(table.players) > 1 and not table.result:
            yield Choice("result", place_of(s.present, table), {"results": _scores(table)})


def _may_correct(s: State) -> Iterator[Choice]:
    """The latest results first: they are the ones that turn out wrong."""
    for played, table in reversed(list(s.tables())):
        if table.result:
            yield Choice("correct", place_of(played, table), {"results": _scores(table), **SIGNED})


def _scores(table: Table) -> Written:
    return Written("results", of=table.players, each=("score", "place"), called="entrant")


def _result(s: State, said: Said, language: Language) -> list[Way]:
    """A result, or a correction where one stands: then with all that follows from it."""
    place, rows = f"{said.get('round')}.{said.get('table')}", said.get("results")
    if not isinstance(rows, list) or not all(isinstance(one, dict) for one in rows):
        raise Unclear("places-wanted", table=place)
    scores = {str(one.get("entrant")): number_of(one.get("score")) for one in rows}
    places = [number for one in rows if (number := number_of(one.get("place"))) is not None]
    data = result(s, place, scores, places)
    told = [in_words(s, data)]
    if table_at(s, place)[1].result is None:
        return [Way(tuple(told), (("result_recorded", data),))]
    told += consequences(s, data, language)
    return [Way(tuple(told), (("result_corrected", data | _signed(said)),))]


# --- the pairing changed by hand -----------------------------------------------------------


def _free(s: State) -> list[str]:
    """Return the entrants of open tables (no link, no result) in the open round, and the byes."""
    if s.phase != "round":
        return []
    present = s.rounds[-1]
    free = [table for table in present.tables if not table.is_kept]
    return [*(who for table in free for who in table.seats), *present.byes] if free else []


def _may_swap(s: State) -> Iterator[Choice]:
    there: list[Any] = [who for who in _free(s) if s.entrants[who].status == "in"]
    if len(there) > 1:
        two = Several(2, 2, there)
        yield Choice("swap", {"round": s.rounds[-1].number}, {"two": two, **SIGNED})


def _swap(s: State, said: Said, language: Language) -> list[Way]:
    two = _listed(said, "two")
    if len(two) != 2 or not {*two} <= {*_free(s)}:
        raise Unclear("two-to-swap")
    found = swapped(s, two[0], two[1])
    if found is None:
        raise Unclear("nothing-mends-it")
    return _overrides(s, [found], (), said, language)


def _may_mend(s: State) -> Iterator[Choice]:
    """Yield the step that mends a pairing: who has left, who comes, and who must be apart."""
    if there := _free(s):
        present = s.rounds[-1]
        seated = {*(name for table in present.tables for name in table.seats), *present.byes}
        coming = [name for name in s.who_is_in() if name not in seated]
        asked = {"gone": _some(there), "come": _some(coming), "apart": _some(there, 2)}
        yield Choice("mend", {"round": present.number}, {**asked, **SIGNED})


def _some(names: list[str], most: int | None = None) -> Several | list[Any]:
    return Several(0, most or len(names), list(names)) if names else [[]]


def _mend(s: State, said: Said, language: Language) -> list[Way]:
    gone, come, apart = (_listed(said, name) for name in ("gone", "come", "apart"))
    # The desk names two; the command may name several pairs.
    pairs: list[Any] = [apart] if apart and isinstance(apart[0], str) else [*apart]
    if any(len(two) != 2 for two in pairs):
        raise Unclear("two-apart")
    found = mending(s, come, [(two[0], two[1]) for two in pairs], gone)
    return _overrides(s, found, gone, said, language)


def mending(
    s: State,
    come: Sequence[str] = (),
    apart: Collection[tuple[str, str]] = (),
    gone: Collection[str] = (),
) -> list[Repair]:
    """Return the ways to change the open round so that it fits again. Raises `Unclear`."""
    for name in (*gone, *come, *(name for two in apart for name in two)):
        if name not in s.entrants:
            raise Unclear("not-entered", entrant=name)
    if s.phase != "round":
        raise Unclear("no-round-open")
    found = repairs(s, come, apart, gone=gone)
    if not found:
        raise Unclear("nothing-mends-it")
    return found


def _overrides(
    s: State, found: Sequence[Repair], gone: Collection[str], said: Said, language: Language
) -> list[Way]:
    """Return repairs as they are written: who is gone and still `in` drops first."""
    signed = _signed(said)
    drops: list[Event] = [
        ("dropped", {"entrant": who, "reason": signed["reason"] or None})
        for who in gone
        if s.entrants[who].status == "in"
    ]
    return [
        Way(
            tuple(mended(s, one, language)),
            (*drops, ("pairing_overridden", {"round": len(s.rounds), **_of(one), **signed})),
            one,
        )
        for one in found
    ]


def _of(one: Repair) -> dict[str, Any]:
    return pairing(one.tables, one.byes, one.cost)


def mended(s: State, one: Repair, language: Language) -> Iterator[str]:
    """Yield the price of a repair and who moves, then the tables as they would be."""
    facts = {"price": one.price, "cost": one.cost, "n": len(one.moved)}
    yield say("repair", language, who=named(s, one.moved) or "–", **facts)
    yield from seated(s, one.tables, one.byes, language)


# --- people --------------------------------------------------------------------------------


def may_enter(s: State) -> bool:
    """Tell whether somebody may enter now, in time or late (R-T-ENTR-03)."""
    late = s.phase in ("round", "between") and len(s.rounds) < s.options.late_until
    return s.opened is not None and (s.phase == "registration" or late)


def _may_enter(s: State) -> Iterator[Choice]:
    if may_enter(s):
        yield Choice("enter", {}, {"name": TEXT, "club": REMARK})


def _enter(s: State, said: Said, language: Language) -> list[Way]:
    name = _text(said, "name") or ""
    row = Row(id_for(name, s.entrants), name, _text(said, "club"), None)
    told = [say("namesake", language, name=named(s, [who])) for who in namesakes(s, name)]
    if s.phase != "registration":
        told.append(say("late", language, round=len(s.rounds) + 1))
    return [Way(tuple(told), (entry_list.entry(s, row),))]


def _may_drop(s: State) -> Iterator[Choice]:
    if s.phase != "final" and (who := _who_are(s, "in")):
        yield Choice("drop", {}, {"entrant": who, "reason": REMARK})


def _drop(s: State, said: Said, language: Language) -> list[Way]:
    who = _entrant(s, said)
    event = "dropped", {"entrant": who, "reason": _text(said, "reason")}
    return [Way(tuple(_sits_still(s, who, language)), (event,))]


def _sits_still(s: State, who: str, language: Language) -> Iterator[str]:
    """Yield that somebody who leaves has a table in the open round, and what can be done."""
    table = s.present.table_of(who) if s.present and s.phase == "round" else None
    if table and not table.is_kept and who not in table.absent:
        yield say("sits-still", language, name=named(s, [who]), table=table.number)


def _may_return(s: State) -> Iterator[Choice]:
    if s.phase != "final" and (who := _who_are(s, "out")):
        yield Choice("return", {}, {"entrant": who})


def _return(s: State, said: Said, language: Language) -> list[Way]:
    who = _entrant(s, said)
    told = say("back", language, name=named(s, [who]), round=len(s.rounds) + 1)
    return [Way((told,), (("returned", {"entrant": who}),))]


def _may_miss(s: State) -> Iterator[Choice]:
    if s.present and s.phase in ("round", "final"):
        free = [table for table in s.present.tables if not table.is_kept]
        if waiting := [who for table in free for who in table.players]:
            yield Choice("noshow", {"round": s.present.number}, {"entrant": waiting})


def _miss(s: State, said: Said, language: Language) -> list[Way]:
    """A no-show: the others play on, one alone has a bye (R-T-SHOW-02)."""
    who = _entrant(s, said)
    number = s.present.number if s.present else 0
    table = s.present.table_of(who) if s.present else None
    left = [one for one in table.players if one != who] if table else []
    told = [] if table is None else [say(f"left-{min(len(left), 2)}", language, who=named(s, left))]
    event = "no_show_recorded", {"round": number, "entrant": who}
    return [Way(tuple(told), (event,))]


def _may_penalize(s: State) -> Iterator[Choice]:
    if who := [*_who_are(s, "in"), *_who_are(s, "out")]:
        kinds: list[Any] = ["warning", "game_loss", "disqualification"]
        rounds: list[Any] = [None, *(one.number for one in reversed(s.rounds))]
        yield Choice("penalty", {}, {"entrant": who, "penalty": kinds, "round": rounds, **SIGNED})


def _penalize(s: State, said: Said, language: Language) -> list[Way]:
    who, kind = _entrant(s, said), _text(said, "penalty")
    number = said.get("round") if kind == "game_loss" else None
    data = {"entrant": who, "penalty": kind, "round": number, **_signed(said)}
    told = [say("now-warned", language, name=named(s, [who]), n=s.entrants[who].warnings + 1)]
    if kind != "warning":
        told = []
    if kind == "disqualification":
        told += _sits_still(s, who, language)
    return [Way(tuple(told), (("penalty_given", data),))]


def _may_rule(s: State) -> Iterator[Choice]:
    yield Choice("rule", {}, {"rule": sorted(WAIVABLE), **SIGNED})


def _rule(s: State, said: Said, language: Language) -> list[Way]:
    told = say("rules-next", language, rule=_text(said, "rule"))
    return [Way((told,), (("ruled", {"rule": _text(said, "rule"), **_signed(said)}),))]


STEPS: Final[Mapping[str, Step]] = {
    "pair": Step(_may_pair, _pair),
    "close": Step(_may_close, _close),
    "final": Step(_may_cut, _close),
    "result": Step(_may_result, _result),
    "noshow": Step(_may_miss, _miss),
    "mend": Step(_may_mend, _mend),
    "swap": Step(_may_swap, _swap),
    "enter": Step(_may_enter, _enter),
    "drop": Step(_may_drop, _drop),
    "return": Step(_may_return, _return),
    "penalty": Step(_may_penalize, _penalize),
    "end": Step(_may_end, _close),
    "correct": Step(_may_correct, _result),
    "rule": Step(_may_rule, _rule),
}
"""Every step, in the order of the desk."""
