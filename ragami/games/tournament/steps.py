"""The referee's steps: which are possible now, and their consequences.

The desk on a phone and the commands take the same steps. With the open fields of a step filled in,
`ways` returns how it can be taken: the consequences, and the events, which are judged later.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from msgspec import ValidationError, to_builtins

from ragami.decoded import Data, Fields
from ragami.game.choices.choice import Choice, Several, Written
from ragami.game.gathering import Event, Way
from ragami.game.opening import id_for
from ragami.games.tournament import entry_list
from ragami.games.tournament.choices import REMARK, SIGNED, TEXT, final_seats
from ragami.games.tournament.entered_results import (
    consequences,
    in_words,
    number_of,
    result,
    table_at,
)
from ragami.games.tournament.entry_list import EntryRow
from ragami.games.tournament.narration import named, points, priced, say, seated
from ragami.games.tournament.pairing.costs import as_fields, shape
from ragami.games.tournament.pairing.repair import Repair, repairs, swapped
from ragami.games.tournament.pairing.seeds import chained_seed
from ragami.games.tournament.pairing.swiss import Progress, pair
from ragami.games.tournament.people import Unclear, by_name, labels_of, namesakes
from ragami.games.tournament.rules.closing import all_done, ranking
from ragami.games.tournament.rules.judge import EVENTS, WAIVABLE, first_breach
from ragami.games.tournament.rules.rounds import without_result
from ragami.games.tournament.rules.standings import cut, lot_at_the_cut, standings
from ragami.games.tournament.state import Result, State, Table, place_of
from ragami.language import Language

Answers = Fields
FIRST: Final = 4  # so many of the standings are told


class Step(NamedTuple):
    """A step: the choices that it offers now, and the ways in which an answered one is taken."""

    offered: Callable[[State], Iterator[Choice]]
    ways: Callable[[State, Answers, Language], list[Way]]


def steps(s: State) -> list[Choice]:
    """Return the steps that are possible now, those that are due first."""
    if s.opened is None or s.phase == "over":
        return []
    due = [choice for step in STEPS.values() for choice in step.offered(s)]
    return [*due, *_may_end_early(s)]


def ways(s: State, step: str, fields: Answers, language: Language) -> list[Way]:
    """Return how a step can be taken. Raises `Unclear`.

    A way that the rules refuse comes without consequences.
    """
    if step not in STEPS:
        raise Unclear("no-such-step", found=step)
    offered = STEPS[step].ways(s, fields, language)
    return [way._replace(says=()) if _is_refused(s, way) else way for way in offered]


def _is_refused(s: State, way: Way) -> bool:
    """Tell whether the rules refuse a way, as far as it is complete and no ruling can help."""
    events = [event for event in way.events if event[0] in EVENTS]
    try:
        breach = first_breach(s, events)
    except ValidationError:
        return False  # a reason or a signature is still to come
    return breach is not None and breach.rule not in WAIVABLE


def _text(fields: Answers, field: str) -> str | None:
    text = fields.get(field)
    return text if isinstance(text, str) and text else None


def _listed(fields: Answers, field: str) -> list[str]:
    entries = fields.get(field) or []
    return entries if isinstance(entries, list) else [entries]


def _signed(fields: Answers) -> dict[str, str]:
    return {name: _text(fields, name) or "" for name in SIGNED}


def _entrant(s: State, fields: Answers) -> str:
    entrant = _text(fields, "entrant") or ""
    if entrant not in s.entrants:
        raise Unclear("not-entered", entrant=entrant)
    return entrant


# --- the next round ------------------------------------------------------------------------


def _may_pair(s: State) -> Iterator[Choice]:
    between = s.phase in ("registration", "between")
    if between and not s.all_played and shape(s.options, len(s.who_is_in())):
        drawn = {"seed": Written("seed")} if s.options.seeds == "drawn" else {}
        yield Choice("pair", {"round": len(s.rounds) + 1}, drawn)


def _pair(s: State, fields: Answers, language: Language) -> list[Way]:
    event = next_round(s, _text(fields, "seed"))
    tables = [table["seats"] for table in event[1]["tables"]]
    lines = priced(s, event[1]["round"], tables, event[1]["byes"], language)
    return [Way(tuple(lines), (event,))]


def next_round(s: State, seed: str | None = None, progress: Progress | None = None) -> Event:
    """Pair the next round by `swiss-1`. Raises `Unclear` where there is no shape."""
    number = len(s.rounds) + 1
    if seed is None:
        if s.options.seeds == "drawn":
            raise Unclear("seed-wanted", round=number)
        seed = chained_seed(s.seed, number)
    paired = pair(s, seed, progress)
    if paired is None:
        out, there = len(s.with_status("out")), len(s.who_is_in())
        raise Unclear("too-few-here" if out else "too-few", entrants=there, out=out)
    data = {"round": number, "seed": seed, "pairer": "swiss-1"}
    return "round_paired", data | as_fields(paired.tables, paired.byes, paired.cost)


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
    """Yield the close before everything planned is played, with a reason (R-T-END-02)."""
    if s.phase == "between" and not all_done(s):
        yield Choice("end", {}, {"reason": TEXT})


def _close(s: State, fields: Answers, language: Language) -> list[Way]:
    event = closing(s, _text(fields, "reason"), _listed(fields, "seats"))
    lines = [_leading(s, language)]
    if s.phase == "round":
        lines.append(say("still-in", language, n=len(s.who_is_in())))
    if event[0] == "final_cut":
        lines = [named(s, [entrant for entrant in event[1]["seats"] if entrant in s.entrants])]
    if s.phase != "final" and (by_lot := lot_at_the_cut(s)):
        lines.append(say("lot-at-the-cut", language, names=named(s, by_lot), cut=s.options.cut))
    return [Way(tuple(lines), (event,))]


def closing(s: State, reason: str | None, seats: Sequence[str] = ()) -> Event:
    """Return the event that closes the round, cuts to the final, or ends the tournament.

    `seats` are those of the final; else the best rank sits first.
    """
    if s.phase == "round":
        return "round_closed", {"round": s.rounds[-1].number}
    if s.phase == "between" and s.options.cut and s.all_played and reason is None:
        come = cut(s)
        return "final_cut", {"entrants": come, "seats": list(seats) or come}
    return "tournament_closed", {"reason": reason}


def _leading(s: State, language: Language) -> str:
    """Return the first of the standings; after the final those of the ranking (R-T-END-03)."""
    called = labels_of(s)
    if s.phase == "final":
        ranked = sorted((place, entrant) for entrant, place in ranking(s).items() if place)
        names = ", ".join(f"{place}. {called[entrant]}" for place, entrant in ranked[:FIRST])
        return say("ranked", language, first=names)
    first = (
        f"{standing.place}. {called[standing.entrant]} {points(standing.points12)}"
        for standing in standings(s)[:FIRST]
        if standing.place is not None
    )
    return say("leading", language, first=", ".join(first))


# --- results -------------------------------------------------------------------------------


def _may_result(s: State) -> Iterator[Choice]:
    present = s.present
    if present is None or s.phase not in ("round", "final"):
        return
    for table in present.tables:
        if len(table.players) > 1 and not table.result:
            yield Choice("result", place_of(present, table), {"results": _scores(table)})


def _may_correct(s: State) -> Iterator[Choice]:
    """Yield the corrections, the latest results first: they are most often wrong."""
    for played, table in reversed(list(s.tables())):
        if table.result:
            yield Choice("correct", place_of(played, table), {"results": _scores(table), **SIGNED})


def _scores(table: Table) -> Written:
    return Written("results", of=table.players, each=("score", "place"), called="entrant")


def _result(s: State, fields: Answers, language: Language) -> list[Way]:
    """Return a result, or a correction where there is one already, with its consequences."""
    data, standing = _entered(s, fields)
    lines = [in_words(s, data["results"])]
    if standing is None:
        return [Way(tuple(lines), (("result_recorded", data),))]
    lines += consequences(s, data, language)
    return [Way(tuple(lines), (("result_corrected", data | _signed(fields)),))]


def _entered(s: State, fields: Answers) -> tuple[Data, Result | None]:
    """Return the result in the fields of a step, and the one that the table has already."""
    place, rows = f"{fields.get('round')}.{fields.get('table')}", fields.get("results")
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        raise Unclear("places-wanted", table=place)
    scores = {str(row.get("entrant")): number_of(row.get("score")) for row in rows}
    places = [number for row in rows if (number := number_of(row.get("place"))) is not None]
    return result(s, place, scores, places), table_at(s, place)[1].result


def expect_another_result(s: State, fields: Answers) -> None:
    """Raise `Unclear` where the table has just this result, as when a slip comes in twice."""
    data, standing = _entered(s, fields)
    if standing is None:
        return
    rows = to_builtins(list(standing.results))
    if (standing.source, rows) == (data["from"], data["results"]):
        raise Unclear("same-result", table=f"{data['round']}.{data['table']}")


# --- the pairing changed by hand -----------------------------------------------------------


def _free(s: State) -> list[str]:
    """Return the entrants of open tables (no link, no result) in the open round, and the byes."""
    if s.phase != "round":
        return []
    present = s.rounds[-1]
    free = [table for table in present.tables if not table.is_kept]
    return [*(entrant for table in free for entrant in table.seats), *present.byes] if free else []


def _may_swap(s: State) -> Iterator[Choice]:
    there = [entrant for entrant in _free(s) if s.entrants[entrant].status == "in"]
    if len(there) > 1:
        pair = Several(2, 2, by_name(s, there))
        yield Choice("swap", {"round": s.rounds[-1].number}, {"two": pair, **SIGNED})


def _swap(s: State, fields: Answers, language: Language) -> list[Way]:
    pair = _listed(fields, "two")
    if len(pair) != 2 or not {*pair} <= {*_free(s)}:
        raise Unclear("two-to-swap")
    repair = swapped(s, pair[0], pair[1])
    if repair is None:
        raise Unclear("nothing-mends-it")
    return _overrides(s, [repair], (), fields, language)


def _may_mend(s: State) -> Iterator[Choice]:
    """Yield the step that mends a pairing: who has left, who comes, and who must be apart."""
    if there := _free(s):
        present = s.rounds[-1]
        paired = {*present.everybody}
        coming = [name for name in s.who_is_in() if name not in paired]
        sitting, waiting = by_name(s, there), by_name(s, coming)
        groups = {"gone": _some(sitting), "come": _some(waiting), "apart": _some(sitting, 2)}
        yield Choice("mend", {"round": present.number}, {**groups, **SIGNED})


def _some(names: list[Any], most: int | None = None) -> Several | list[Any]:
    return Several(0, most or len(names), names) if names else [[]]


def _mend(s: State, fields: Answers, language: Language) -> list[Way]:
    gone, come, apart = (_listed(fields, name) for name in ("gone", "come", "apart"))
    # The desk names two; the command may name several pairs.
    pairs: list[Any] = [apart] if apart and isinstance(apart[0], str) else [*apart]
    if any(len(pair) != 2 for pair in pairs):
        raise Unclear("two-apart")
    offered = mending(s, come, [(names[0], names[1]) for names in pairs], gone)
    return _overrides(s, offered, gone, fields, language)


def mending(
    s: State,
    come: Sequence[str] = (),
    apart: Collection[tuple[str, str]] = (),
    gone: Collection[str] = (),
) -> list[Repair]:
    """Return the repairs of the open round, cheapest in moves first. Raises `Unclear`."""
    for name in (*gone, *come, *(name for names in apart for name in names)):
        if name not in s.entrants:
            raise Unclear("not-entered", entrant=name)
    if s.phase != "round":
        raise Unclear("no-round-open")
    offered = repairs(s, come, apart, gone=gone)
    if not offered:
        raise Unclear("nothing-mends-it")
    return offered


def _overrides(
    s: State, offered: Sequence[Repair], gone: Collection[str], fields: Answers, language: Language
) -> list[Way]:
    """Return repairs as events; whoever left and is still `in` drops first."""
    signed = _signed(fields)
    drops: list[Event] = [
        ("dropped", {"entrant": entrant, "reason": signed["reason"] or None})
        for entrant in gone
        if s.entrants[entrant].status == "in"
    ]
    return [
        Way(
            tuple(mended(s, repair, language)),
            (*drops, _override(s, repair, signed)),
            repair,
        )
        for repair in offered
    ]


def _override(s: State, repair: Repair, signed: Fields) -> Event:
    pairing = as_fields(repair.tables, repair.byes, repair.cost)
    return "pairing_overridden", {"round": len(s.rounds), **pairing, **signed}


def mended(s: State, repair: Repair, language: Language) -> Iterator[str]:
    """Yield the price of a repair and who moves, then the tables as they would be."""
    facts = {"price": repair.price, "cost": repair.cost, "n": len(repair.moved)}
    code = "repair" if repair.moved else "repair-0"
    yield say(code, language, who=named(s, repair.moved), **facts)
    yield from seated(s, repair.tables, repair.byes, language)


# --- people --------------------------------------------------------------------------------


def may_enter(s: State) -> bool:
    """Tell whether somebody may enter now, in time or late (R-T-ENTR-03)."""
    late = s.phase in ("round", "between") and len(s.rounds) < s.options.late_until
    return s.opened is not None and (s.phase == "registration" or late)


def _may_enter(s: State) -> Iterator[Choice]:
    if may_enter(s):
        yield Choice("enter", {}, {"name": TEXT, "club": REMARK})


def _enter(s: State, fields: Answers, language: Language) -> list[Way]:
    name = _text(fields, "name") or ""
    row = EntryRow(id_for(name, s.entrants), name, _text(fields, "club"), None)
    lines = [say("namesake", language, name=named(s, [entrant])) for entrant in namesakes(s, name)]
    if s.phase != "registration":
        lines.append(say("late", language, round=len(s.rounds) + 1))
    return [Way(tuple(lines), (entry_list.entry(s, row),))]


def _may_begin_check_in(s: State) -> Iterator[Choice]:
    if s.phase == "registration" and s.who_is_in() and not s.with_status("out"):
        yield Choice("check_in", {}, {})


def _begin_check_in(s: State, fields: Answers, language: Language) -> list[Way]:
    """Return the drop of everybody: only who then comes is paired."""
    missing, reason = s.who_is_in(), say("not-here", language)
    drops = [("dropped", {"entrant": entrant, "reason": reason}) for entrant in missing]
    return [Way((say("nobody-here", language, n=len(missing)),), tuple(drops))]


def _may_come(s: State) -> Iterator[Choice]:
    if s.phase == "registration" and (missing := s.with_status("out")):
        yield Choice("here", {}, {"come": Several(1, len(missing), by_name(s, missing))})


def _come(s: State, fields: Answers, language: Language) -> list[Way]:
    """Return the return of all who have come before round 1."""
    come = _listed(fields, "come")
    here, away = len(s.who_is_in()) + len(come), len(s.with_status("out")) - len(come)
    says = say("are-here", language, names=named(s, come), here=here, away=away)
    return [Way((says,), tuple(("returned", {"entrant": entrant}) for entrant in come))]


def _may_drop(s: State) -> Iterator[Choice]:
    if s.phase != "final" and (entrants := s.with_status("in")):
        yield Choice("drop", {}, {"entrant": by_name(s, entrants), "reason": REMARK})


def _drop(s: State, fields: Answers, language: Language) -> list[Way]:
    entrant = _entrant(s, fields)
    event = "dropped", {"entrant": entrant, "reason": _text(fields, "reason")}
    lines = [say("gone", language, name=named(s, [entrant])), *_sits_still(s, entrant, language)]
    return [Way(tuple(lines), (event,))]


def _sits_still(s: State, entrant: str, language: Language) -> Iterator[str]:
    """Yield a sentence if an entrant who leaves has a table in the open round."""
    table = s.present.table_of(entrant) if s.present and s.phase == "round" else None
    if table and not table.is_kept and entrant not in table.absent:
        yield say("sits-still", language, name=named(s, [entrant]), table=table.number)


def _may_return(s: State) -> Iterator[Choice]:
    later = s.phase not in ("registration", "final")
    if later and (entrants := s.with_status("out")):
        yield Choice("return", {}, {"entrant": by_name(s, entrants)})


def _return(s: State, fields: Answers, language: Language) -> list[Way]:
    entrant = _entrant(s, fields)
    line = say("back", language, name=named(s, [entrant]), round=len(s.rounds) + 1)
    return [Way((line,), (("returned", {"entrant": entrant}),))]


def _may_miss(s: State) -> Iterator[Choice]:
    if s.present and s.phase in ("round", "final"):
        free = [table for table in s.present.tables if not table.is_kept]
        if waiting := [entrant for table in free for entrant in table.players]:
            missing = {"entrant": by_name(s, waiting)}
            yield Choice("noshow", {"round": s.present.number}, missing)


def _miss(s: State, fields: Answers, language: Language) -> list[Way]:
    """Return a no-show: the others play on, one alone has a bye (R-T-SHOW-02)."""
    entrant = _entrant(s, fields)
    number = s.present.number if s.present else 0
    table = s.present.table_of(entrant) if s.present else None
    remaining = [mate for mate in table.players if mate != entrant] if table else []
    lines = []
    if table:
        lines = [say(f"left-{min(len(remaining), 2)}", language, who=named(s, remaining))]
    event = "no_show_recorded", {"round": number, "entrant": entrant}
    return [Way(tuple(lines), (event,))]


def _may_penalize(s: State) -> Iterator[Choice]:
    if people := by_name(s, [*s.with_status("in"), *s.with_status("out")]):
        kinds: list[Any] = ["warning", "disqualification"]
        yield Choice("penalty", {}, {"entrant": people, "penalty": kinds, **SIGNED})


def _penalize(s: State, fields: Answers, language: Language) -> list[Way]:
    entrant, kind = _entrant(s, fields), _text(fields, "penalty")
    number = fields.get("round") if kind == "game_loss" else None
    data = {"entrant": entrant, "penalty": kind, "round": number, **_signed(fields)}
    lines = []
    if kind == "warning":
        n = s.entrants[entrant].warnings + 1
        lines.append(say("now-warned", language, name=named(s, [entrant]), n=n))
    if kind == "disqualification":
        lines += _sits_still(s, entrant, language)
    return [Way(tuple(lines), (("penalty_given", data),))]


def _may_lose(s: State) -> Iterator[Choice]:
    people = by_name(s, [*s.with_status("in"), *s.with_status("out")])
    if s.rounds and people:
        rounds: list[Any] = [played.number for played in reversed(s.rounds)]
        yield Choice("game_loss", {}, {"entrant": people, "round": rounds, **SIGNED})


def _lose(s: State, fields: Answers, language: Language) -> list[Way]:
    """Return the loss of a game, the penalty that names a round (R-T-PEN-02)."""
    return _penalize(s, {**fields, "penalty": "game_loss"}, language)


def _may_rule(s: State) -> Iterator[Choice]:
    yield Choice("rule", {}, {"rule": sorted(WAIVABLE), **SIGNED})


def _rule(s: State, fields: Answers, language: Language) -> list[Way]:
    line = say("rules-next", language, rule=_text(fields, "rule"))
    return [Way((line,), (("ruled", {"rule": _text(fields, "rule"), **_signed(fields)}),))]


STEPS: Final[Mapping[str, Step]] = {
    "pair": Step(_may_pair, _pair),
    "close": Step(_may_close, _close),
    "final": Step(_may_cut, _close),
    "result": Step(_may_result, _result),
    "noshow": Step(_may_miss, _miss),
    "mend": Step(_may_mend, _mend),
    "swap": Step(_may_swap, _swap),
    "enter": Step(_may_enter, _enter),
    "check_in": Step(_may_begin_check_in, _begin_check_in),
    "here": Step(_may_come, _come),
    "drop": Step(_may_drop, _drop),
    "return": Step(_may_return, _return),
    "penalty": Step(_may_penalize, _penalize),
    "game_loss": Step(_may_lose, _lose),
    "end": Step(_may_end, _close),
    "correct": Step(_may_correct, _result),
    "rule": Step(_may_rule, _rule),
}
"""Every step, in the order of the desk."""
