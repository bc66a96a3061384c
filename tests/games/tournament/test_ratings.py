"""Ratings: the better of two who always meet is rated higher, and the same logs give the same."""

from __future__ import annotations

from pathlib import Path

from ragami.games.tournament.statistics import ratings
from tests.cli.conftest import Ragami
from tests.games.tournament.hall import Hall
from tests.games.tournament.harness import log_of, read_log

EXAMPLE = Path(__file__).parents[3] / "examples" / "tournament.jsonl"


def test_who_is_always_better_is_rated_higher() -> None:
    hall = Hall(4, rounds=5)
    for _round in range(5):
        hall.play("ABCD")
    found = ratings([hall.state])
    assert [one.name for one in found] == ["Ana", "Bea", "Caro", "Dani"]
    assert all(one.tables == 5 for one in found)
    twice = ratings([hall.state, hall.state])
    assert twice[0].mu > found[0].mu
    assert twice[0].sigma < found[0].sigma


def test_a_table_of_two_counts() -> None:
    hall = Hall(2, rounds=1, table_size=2)
    hall.play("AB")
    assert [(one.name, one.tables) for one in ratings([hall.state])] == [("Ana", 1), ("Bea", 1)]


def test_they_follow_from_the_logs() -> None:
    states = [read_log(log_of(name)).state for name in ("legal-1", "legal-2")]
    assert ratings(states) == ratings(states)
    everybody = {one.name for state in states for one in state.entrants.values()}
    assert {one.name for one in ratings(states)} <= everybody


def test_on_the_command_line(ragami: Ragami) -> None:
    done = ragami("tournament", "ratings", str(EXAMPLE), "--json")
    assert done.code == 0, done
    assert len(done.lines) == 8
    assert done.lines[0]["ordinal"] >= done.lines[-1]["ordinal"]
