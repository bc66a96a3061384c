"""Steps of a round: its pairing and how it is changed, results, the end; and rulings."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, Final

from msgspec import structs, to_builtins

from ragami.decoded import Data
from ragami.game.choices.choice import Choice, Several, Written
from ragami.game.gathering import Event, Way
from ragami.games.tournament.choices import REMARK, SIGNED, TEXT
from ragami.games.tournament.entered_results import (
    consequences,
    in_words,
    number_of,
    places_by_score,
    result,
    table_at,
)
from ragami.games.tournament.labels import labels_of
from ragami.games.tournament.narration import list_entrants, points, priced, say, seated
from ragami.games.tournament.pairing.costs import as_fields, shape
from ragami.games.tournament.pairing.repair import Repair, repairs, swapped
from ragami.games.tournament.pairing.seeds import chained_seed
from ragami.games.tournament.pairing.swiss import Progress, pair
from ragami.games.tournament.people import Unclear, by_name
from ragami.games.tournament.rules.closing import all_done, ranking
from ragami.games.tournament.rules.judge import WAIVABLE
from ragami.games.tournament.rules.rounds import without_result
from ragami.games.tournament.rules.standings import cut, lot_at_the_cut, standings
from ragami.games.tournament.state import Result, State, Table, place_of
from ragami.games.tournament.steps.step import Answers, listed, signature, text
from ragami.language import Language

FIRST: Final = 4  # so many of the standings are told


# --- the next round ------------------------------------------------------------------------


def may_pair(s: State) -> Iterator[Choice]:
    between = s.phase in ("registration", "between")
    if between and not s.all_played and shape(s.options, len(s.who_is_in())):
        drawn = {"seed": Written("seed")} if s.options.seeds == "drawn" else {}
        yield Choice("pair", {"round": len(s.rounds) + 1}, drawn)


def ways_to_pair(s: State, fields: Answers, language: Language) -> list[Way]:
    event = next_round(s, text(fields, "seed"))
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
        out, present = len(s.with_status("out")), len(s.who_is_in())
        raise Unclear("too-few-here" if out else "too-few", entrants=present, out=out)
    data = {"round": number, "seed": seed, "pairer": "swiss-1"}
    return "round_paired", data | as_fields(paired.tables, paired.byes, paired.cost)


# --- the end of a round, and the end -------------------------------------------------------


def may_close(s: State) -> Iterator[Choice]:
    if s.phase == "round" and not without_result(s):
        yield Choice("close", {"round": len(s.rounds)})


def may_cut(s: State) -> Iterator[Choice]:
    if s.phase == "between" and s.all_played and s.options.cut and len(come := cut(s)) > 1:
        by_rank = s.options.final_seats == "rank"
        seats = [come] if by_rank else Several(len(come), len(come), [*come], ordered=True)
        yield Choice("final", {}, {"seats": seats})


def may_end(s: State) -> Iterator[Choice]:
    if (s.phase == "final" and not without_result(s)) or (s.phase == "between" and all_done(s)):
        yield Choice("end", {}, {"reason": REMARK})


def may_end_early(s: State) -> Iterator[Choice]:
    """Yield the close before everything planned is played, with a reason (R-T-END-02)."""
    if s.phase == "between" and not all_done(s):
        yield Choice("end", {}, {"reason": TEXT})


def ways_to_close(s: State, fields: Answers, language: Language) -> list[Way]:
    event = closing(s, text(fields, "reason"), listed(fields, "seats"))
    lines = [_leading(s, language)]
    if s.phase == "round" and not s.all_played:
        lines.append(say("still-in", language, n=len(s.who_is_in())))
    if event[0] == "final_cut":
        seats = [entrant for entrant in event[1]["seats"] if entrant in s.entrants]
        lines = [say("final-seats", language, names=list_entrants(s, seats))]
    if s.phase != "final" and (by_lot := lot_at_the_cut(s)):
        lines.append(
            say("lot-at-the-cut", language, names=list_entrants(s, by_lot), cut=s.options.cut)
        )
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


def may_result(s: State) -> Iterator[Choice]:
    present = s.present
    if present is None or s.phase not in ("round", "final"):
        return
    for table in present.tables:
        if len(table.players) > 1 and not table.result:
            yield Choice("result", place_of(present, table), {"results": _scores(table)})


def may_correct(s: State) -> Iterator[Choice]:
    """Yield the corrections, the latest results first: they are most often wrong."""
    for played, table in reversed(list(s.tables())):
        if table.result:
            scores = structs.replace(_scores(table), standing=_standing(table.result))
            yield Choice("correct", place_of(played, table), {"results": scores, **SIGNED})


def _scores(table: Table) -> Written:
    return Written("results", of=table.players, each=("score", "place"), called="entrant")


def _standing(result: Result) -> tuple[Data, ...]:
    """Return a result as it may be typed: without places where the scores give them.

    Else a place would stay as it was when its score is corrected.
    """
    by_score = places_by_score({row.entrant: row.score for row in result.results})
    has_places = any(by_score.get(row.entrant) != row.place for row in result.results)
    return tuple(
        {"entrant": row.entrant, "score": row.score, "place": row.place if has_places else None}
        for row in result.results
    )


def ways_to_result(s: State, fields: Answers, language: Language) -> list[Way]:
    """Return a result, or a correction where there is one already, with its consequences."""
    data, standing = _entered(s, fields)
    lines = [in_words(s, data["results"])]
    if standing is None:
        return [Way(tuple(lines), (("result_recorded", data),))]
    lines += consequences(s, data, language)
    return [Way(tuple(lines), (("result_corrected", data | signature(fields)),))]


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


def may_swap(s: State) -> Iterator[Choice]:
    present = [entrant for entrant in _free(s) if s.entrants[entrant].status == "in"]
    if len(present) > 1:
        pair = Several(2, 2, by_name(s, present))
        yield Choice("swap", {"round": s.rounds[-1].number}, {"two": pair, **SIGNED})


def ways_to_swap(s: State, fields: Answers, language: Language) -> list[Way]:
    pair = listed(fields, "two")
    if len(pair) != 2 or not {*pair} <= {*_free(s)}:
        raise Unclear("two-to-swap")
    repair = swapped(s, pair[0], pair[1])
    if repair is None:
        raise Unclear("nothing-mends-it")
    return _overrides(s, [repair], (), fields, language)


def may_mend(s: State) -> Iterator[Choice]:
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


def ways_to_mend(s: State, fields: Answers, language: Language) -> list[Way]:
    gone, come, apart = (listed(fields, name) for name in ("gone", "come", "apart"))
    # The desk names two; the command may name several pairs.
    pairs: list[Any] = [apart] if apart and isinstance(apart[0], str) else [*apart]
    if any(len(pair) != 2 for pair in pairs):
        raise Unclear("two-apart")
    for name in (*gone, *come, *(name for two in pairs for name in two)):
        if name not in s.entrants:
            raise Unclear("not-entered", entrant=name)
    if s.phase != "round":
        raise Unclear("no-round-open")
    offered = repairs(s, come, [(first, second) for first, second in pairs], gone=gone)
    if not offered:
        raise Unclear("nothing-mends-it")
    return _overrides(s, offered, gone, fields, language)


def _overrides(
    s: State, offered: Sequence[Repair], gone: Collection[str], fields: Answers, language: Language
) -> list[Way]:
    """Return repairs as events; whoever left and is still `in` drops first."""
    signed = signature(fields)
    drops: list[Event] = [
        ("dropped", {"entrant": entrant, "reason": signed["reason"] or None})
        for entrant in gone
        if s.entrants[entrant].status == "in"
    ]
    ways = []
    for repair in offered:
        pairing = as_fields(repair.tables, repair.byes, repair.cost)
        override = "pairing_overridden", {"round": len(s.rounds), **pairing, **signed}
        ways.append(Way(tuple(mended(s, repair, language)), (*drops, override), repair))
    return ways


def mended(s: State, repair: Repair, language: Language) -> Iterator[str]:
    """Yield the price of a repair and who moves, then the tables as they would be."""
    facts = {"price": repair.price, "cost": repair.cost, "n": len(repair.moved)}
    code = "repair" if repair.moved else "repair-0"
    yield say(code, language, who=list_entrants(s, repair.moved), **facts)
    yield from seated(s, repair.tables, repair.byes, language)


# --- rulings -------------------------------------------------------------------------------


def may_rule(s: State) -> Iterator[Choice]:
    yield Choice("rule", {}, {"rule": sorted(WAIVABLE), **SIGNED})


def ways_to_rule(s: State, fields: Answers, language: Language) -> list[Way]:
    line = say("rules-next", language, rule=text(fields, "rule"))
    return [Way((line,), (("ruled", {"rule": text(fields, "rule"), **signature(fields)}),))]
