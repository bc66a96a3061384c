"""Rounds, categories and cells: what is written on the pad, put right, and added to it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ragami.findings import Breaches, breach
from ragami.games.scores import events as ev
from ragami.games.scores.state import State


def strangers(s: State, sides: Iterable[str]) -> Breaches:
    """R-S-SIDE-01, of sides."""
    unknown = [side for side in sides if side not in s.sides]
    return [breach("R-S-SIDE-01", names=unknown)] if unknown else []


def check_scored(s: State, e: ev.Scored) -> Breaches:
    """Judge cells: R-S-ROUND, R-S-CAT, R-S-SIDE, R-S-CELL and R-S-TURN, in the order of 7."""
    wrong = _no_such_row(s, e)
    closed = s.phase == "decided" and e.round == s.open_round
    if not wrong and closed:
        wrong = [breach("R-S-ROUND-04", round=e.round)]
    if e.round > s.open_round:
        return wrong
    firm = _wrong_category(s, e.category) or strangers(s, e.points)
    if firm:
        return wrong + firm
    gone = [side for side in e.points if not s.in_play(side)]
    if gone:
        wrong.append(breach("R-S-SIDE-02", sides=gone))
    row = s.row(e.round, e.category)
    twice = {side: row[side] for side in e.points if side in row}
    if twice:
        return [*wrong, breach("R-S-CELL-01", written=twice)]
    return [
        *wrong,
        *_beyond(s, e),
        *_out_of_turn(s, e),
        *(_wrong_sum(s, e.category, {**row, **e.points}) if e.round <= s.ended else ()),
    ]


def apply_scored(s: State, e: ev.Scored, _seq: int) -> None:
    """Write the cells."""
    if e.round == s.open_round and s.phase == "decided":
        s.phase = "play"  # a ruling let the cell in (5.1)
    s.write(e.round, e.category, e.points)
    s.records += 1


def check_score_corrected(s: State, e: ev.ScoreCorrected) -> Breaches:
    """Judge a correction: R-S-ROUND-01, R-S-CAT-01, R-S-SIDE-01, R-S-CELL-03, -02."""
    firm = _no_such_row(s, e) or _wrong_category(s, e.category) or strangers(s, e.points)
    if firm:
        return firm
    row = s.row(e.round, e.category)
    same = [side for side, points in e.points.items() if row.get(side, points) == points]
    if same:
        return [breach("R-S-CELL-03", sides=same, round=e.round)]
    return [
        *_beyond(s, e),
        *(_wrong_sum(s, e.category, {**row, **e.points}) if e.round <= s.ended else ()),
    ]


def apply_score_corrected(s: State, e: ev.ScoreCorrected, _seq: int) -> None:
    """Write the numbers over those that stand there."""
    s.write(e.round, e.category, e.points)


def check_adjusted(s: State, e: ev.Adjusted) -> Breaches:
    """R-S-SIDE-01."""
    return strangers(s, (e.side,))


def apply_adjusted(s: State, e: ev.Adjusted, _seq: int) -> None:
    """Add a bonus or a penalty."""
    s.sides[e.side].adjusted += e.points


def check_round_ended(s: State, e: ev.RoundEnded) -> Breaches:
    """Judge the end of a round: R-S-ROUND-01, -02, -03."""
    if e.round != s.open_round:
        return [breach("R-S-ROUND-01", round=e.round, open=s.open_round)]
    return [*incomplete(s), *wrong_sums(s)]


def apply_round_ended(s: State, e: ev.RoundEnded, _seq: int) -> None:
    """End the round; the next player deals (R-S-DEAL-02)."""
    s.ended = e.round
    s.dealer = s.next_dealer()


def incomplete(s: State) -> Breaches:
    """R-S-ROUND-02 of the open round."""
    lacking = s.lacking(s.open_round)
    if not lacking:
        return []
    return [breach("R-S-ROUND-02", "A-S-ROUND-01", round=s.open_round, sides=lacking)]


def wrong_sums(s: State) -> Breaches:
    """R-S-ROUND-03 of the open round, the first row that does not add up."""
    for category in s.categories:
        wrong = _wrong_sum(s, category, s.row(s.open_round, category))
        if wrong:
            return wrong
    return []


def _no_such_row(s: State, e: ev.Scored | ev.ScoreCorrected) -> Breaches:
    if e.round > s.open_round:
        return [breach("R-S-ROUND-01", round=e.round, open=s.open_round)]
    return []


def _wrong_category(s: State, category: str | None) -> Breaches:
    if category in s.categories:
        return []
    if category is None:
        return [breach("R-S-CAT-01", problem="without-category", categories=list(s.categories))]
    return [breach("R-S-CAT-01", category=category, categories=list(s.categories))]


def _beyond(s: State, e: ev.Scored | ev.ScoreCorrected) -> Breaches:
    category = s.categories[e.category]
    if category is None:
        return []
    low, high = category.min, category.max
    beyond = {
        side: points
        for side, points in e.points.items()
        if (low is not None and points < low) or (high is not None and points > high)
    }
    if not beyond:
        return []
    return [breach("R-S-CELL-02", points=beyond, category=category.id, least=low, most=high)]


def _out_of_turn(s: State, e: ev.Scored) -> Breaches:
    """R-S-TURN-01: in the open round everybody in play before a side has a cell of the row too."""
    if s.options.turns == "any" or e.round != s.open_round:
        return []
    row = s.row(e.round, e.category)
    order = s.order_of_sides()
    last = max((order.index(side) for side in e.points if side in order), default=-1)
    before = [side for side in order[:last] if side not in row and side not in e.points]
    return [breach("R-S-TURN-01", "A-S-TURN-01", due=before)] if before else []


def _wrong_sum(s: State, name: str | None, row: Mapping[str, int]) -> Breaches:
    category = s.categories[name]
    if category is None or category.sum is None or not row or sum(row.values()) == category.sum:
        return []
    facts = {"category": name, "sum": sum(row.values()), "wanted": category.sum}
    return [breach("R-S-ROUND-03", **facts)]
