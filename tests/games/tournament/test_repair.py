"""What a repair would cost, and how few people move."""

from __future__ import annotations

import itertools

from msgspec import convert

from ragami.games.tournament.bot import play
from ragami.games.tournament.events import (
    PairingOverridden,
    ResultCorrected,
    Score,
    Seating,
)
from ragami.games.tournament.pairing.repair import Repair, impact, repairs
from ragami.games.tournament.rules.judge import EVENTS, JUDGES
from ragami.games.tournament.state import State
from tests.games.tournament.hall import Hall, eight, letters, names
from tests.scale import often, seeds


def second_round() -> Hall:
    hall = eight()
    assert hall.pair("AEBF CGDH") is None
    return hall


def correction(round_: int, table: int, seats: str, places: str) -> ResultCorrected:
    given = [int(place) for place in places.split()]
    scores = zip(names(seats), given, (36, 31, 27, 20), strict=True)
    results = tuple(Score(*one) for one in scores)
    return ResultCorrected(round_, table, "referee", results, "so it was", "Eva")


def done(hall: Hall, one: Repair) -> None:
    """The repair is a legal override with the cost and the price that were told."""
    tables = " ".join(letters(seats) for seats in one.tables)
    assert hall.override(tables, letters(one.byes), cost=one.cost) is None
    override = hall.state.rounds[-1].overrides[-1]
    assert override.after - override.before == one.price


def test_which_pairings_stood_on_a_result() -> None:
    hall = second_round()
    before = hall.fold.view()
    found = impact(hall.state, correction(1, 1, "ABCD", "2 3 4 1"))
    assert [tuple(one) for one in found.pairings] == [(2, 14, 579080, 585128)]
    assert found.places["dani"] == (8, 2)
    assert hall.fold.view() == before


def test_nothing_stood_on_a_result_of_the_open_round() -> None:
    hall = second_round()
    hall.result(1, "1 2 3 4")
    assert impact(hall.state, correction(2, 1, "AEBF", "2 1 3 4")).pairings == []


def test_somebody_paired_has_left() -> None:
    hall = second_round()
    hall.drop("H")
    found = repairs(hall.state)
    assert [letters(seats) for seats in found[0].tables] == ["AEBF", "CGD"]
    assert found[0].moved == ()
    for fewer, more in itertools.pairwise(found):
        assert len(fewer.moved) < len(more.moved)
        assert fewer.cost > more.cost
    for one in found:
        done(hall.but, one)


def test_what_it_would_cost_if_somebody_left() -> None:
    hall = second_round()
    asked = repairs(hall.state, gone=["hugo"])
    hall.drop("H")
    assert asked == repairs(hall.state)
    done(hall, asked[0])


def test_what_is_played_stays() -> None:
    hall = second_round()
    hall.result(1, "1 2 3 4")
    hall.drop("H")
    found = repairs(hall.state)
    assert [[letters(seats) for seats in one.tables] for one in found] == [["AEBF", "CGD"]]
    done(hall, found[0])


def test_a_table_that_must_be_split() -> None:
    hall = second_round()
    sisters = ("ana", "eva")
    found = repairs(hall.state, apart=[sisters])
    assert len(found[0].moved) == 2
    for one in found:
        assert not any(set(sisters) <= set(seats) for seats in one.tables)
        done(hall.but, one)


def test_somebody_late_joins() -> None:
    hall = Hall(7)
    hall.pair("ABCD EFG")
    hall.late("H")
    found = repairs(hall.state, come=["hugo"])
    assert found[-1].moved == ("hugo",)
    assert [letters(seats) for seats in found[-1].tables] == ["ABCD", "EFGH"]
    done(hall, found[-1])


def test_somebody_left_alone_is_not_left_alone() -> None:
    hall = Hall(7)
    hall.pair("ABCD EFG")
    for letter in "EF":
        hall.drop(letter)
    found = repairs(hall.state)
    assert found
    assert all(len(seats) > 1 for one in found for seats in one.tables)
    for one in found:
        done(hall.but, one)


def test_nothing_to_mend() -> None:
    hall = second_round()
    hall.result(1, "1 2 3 4")
    hall.result(2, "1 2 3 4")
    assert repairs(hall.state) == []


def test_every_repair_of_a_tournament_by_chance_is_a_legal_override() -> None:
    tried = 0
    for seed in seeds(12, 300):
        state = State()
        for seq, (type_, data) in enumerate(play(3 + seed % 15, seed), 1):
            event = convert(data, EVENTS[type_])
            JUDGES[type(event)][1](state, event, seq)
            if state.phase == "round" and seq % 3 == 0:
                tried += judged(state)
    assert tried > often(80, 200)


def judged(state: State) -> int:
    """How many repairs there are, with late entrants, and with two to be set apart; all legal."""
    present = state.rounds[-1]
    sat = [*(name for table in present.tables for name in table.seats), *present.byes]
    come = [name for name in state.who_is_in() if name not in sat]
    pairs = [(sat[0], sat[1])]
    tried = 0
    for apart in ([], pairs):
        for one in repairs(state, come, apart):
            tables = tuple(Seating(at, seats) for at, seats in enumerate(one.tables, 1))
            override = PairingOverridden(present.number, tables, one.byes, one.cost, "so", "Eva")
            assert JUDGES[PairingOverridden][0](state, override) == []
            assert not any(set(two) <= set(seats) for two in apart for seats in one.tables)
            tried += 1
    return tried


def test_a_small_table_is_dissolved_where_that_is_cheaper() -> None:
    hall = Hall(9)
    hall.pair("ABC DEF GHI")
    hall.drop("I")
    found = repairs(hall.state)
    assert len(found[0].moved) < len(found[-1].moved) <= 3
    assert sorted(len(seats) for seats in found[-1].tables) == [4, 4]
    done(hall, found[-1])


def test_the_number_of_a_table_that_is_played_stays() -> None:
    hall = Hall(9)
    hall.pair("ABC DEF GHI")
    hall.result(3, "1 2 3")
    for letter in "AB":
        hall.drop(letter)
    for one in repairs(hall.state):
        assert letters(one.tables[2]) == "GHI"
        done(hall.but, one)
