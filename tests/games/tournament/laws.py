"""What holds after every record of a tournament, whatever happened.

Counted from what is shown and from the tables themselves, not by the code that is tested.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ragami.games.tournament.state import Round, State, Table
from ragami.games.tournament.view import view


def conserved(s: State) -> None:
    shown = view(s, 0)
    _everybody_once(s, shown)
    _at_tables(s, shown)
    _points(s)
    _places(s, shown)
    origins = [table.link.named.origin for _, table in all_tables(s) if table.link]
    assert len(origins) == len(set(origins))


def all_tables(s: State) -> Iterator[tuple[Round, Table]]:
    for played in (*s.rounds, *((s.final,) if s.final else ())):
        for table in played.tables:
            yield played, table


def _everybody_once(s: State, shown: dict[str, Any]) -> None:
    assert sorted(one["entrant"] for one in shown["standings"]) == sorted(s.entrants)
    for played in s.rounds:
        named = [*(name for table in played.tables for name in table.seats), *played.byes]
        assert len(named) == len(set(named))


def _at_tables(s: State, shown: dict[str, Any]) -> None:
    """Meetings, seats, byes and rounds missed add up."""
    tables: Counter[str] = Counter()
    met: Counter[str] = Counter()
    apart: Counter[str] = Counter()
    for played in s.rounds:
        sat = set(played.byes)
        for table in played.tables:
            sat |= set(table.seats)
            apart.update(list(table.absent))
            if len(table.players) > 1:
                tables.update(table.players)
                met.update(dict.fromkeys(table.players, len(table.players) - 1))
        apart.update(set(s.entrants) - sat)
    for name, one in shown["entrants"].items():
        assert sum(one["met"].values()) == met[name]
        assert sum(one["seats"]) == tables[name]
        assert tables[name] + one["byes"] + apart[name] == len(s.rounds)
        for other, times in one["met"].items():
            assert shown["entrants"][other]["met"][name] == times


def _points(s: State) -> None:
    """A round without losses, missed rounds and byes gives what its lists have."""
    if s.opened is None or s.options.shared != "average" or s.options.missed_points:
        return
    lost = {number for one in s.entrants.values() for number in one.game_losses}
    for played in s.rounds:
        if played.number in lost:
            continue
        only = State(s.opened, "between", None, s.entrants, [played])
        lines = {one["entrant"]: one for one in view(only, 0)["standings"]}
        for table in played.tables:
            if table.result:
                size = len(table.players)
                whole = 12 * sum(s.options.points_at(size))
                if s.options.draw_points is not None and all(
                    one.place == 1 for one in table.result.results
                ):
                    whole = 12 * s.options.draw_points * size
                assert sum(lines[name]["points12"] for name in table.players) == whole
                assert sum(lines[name]["wins12"] for name in table.players) == 12


def _places(s: State, shown: dict[str, Any]) -> None:
    """1 + how many are better; the list is in order, and nobody disqualified has a place."""
    signs = {"points": -1, "wins": -1, "vp": -1, "share": -1, "opponents": -1, "small": 1}
    fields = {"points": "points12", "wins": "wins12"}
    keys = []
    for one in shown["standings"]:
        gone = s.entrants[one["entrant"]].status == "disqualified"
        assert gone == (one["place"] is None)
        if not gone:
            numbers = [
                one["lot"] if by == "lot" else signs[by] * one[fields.get(by, by)]
                for by in s.options.tie_breaks
            ]
            keys.append((numbers, one["place"]))
    assert [numbers for numbers, _ in keys] == sorted(numbers for numbers, _ in keys)
    for numbers, place in keys:
        assert place == 1 + sum(other < numbers for other, _ in keys)
