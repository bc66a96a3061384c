"""The scenarios up to late entries: opening, pairing, results, byes, no-shows."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tournament.hall import Hall, eight, names
from tests.games.tournament.harness import Log


def test_tt01_opening() -> None:
    hall = Hall()
    view = hall.fold.view()
    assert (view["phase"], view["round"], view["rounds"]) == ("registration", 0, 3)
    assert (view["entrants"], view["pairing"], view["standings"]) == ({}, None, [])
    assert Hall(rounds=0).fold.view()["rounds"] is None
    assert hall.enter("A") is None
    assert hall.but.enter("A") == "R-T-ENTR-02"
    assert hall.but.add("entered", entrant="Ana", name="Ana", club=None) == "R-T-LOG-01"
    assert hall.but.late("B") == "R-T-PHASE-01"


@pytest.mark.parametrize(
    "options",
    [
        {"table_size": 3, "min_table": 4},
        {"points": {"2": [5, 2], "3": [5, 3, 2], "4": [1, 2, 3, 4]}},
        {"points": {"4": [4, 3, 2, 1]}},
        {"tie_breaks": []},
        {"tie_breaks": ["lot", "lot"]},
        {"cut": 1},
        {"colour": 1},
        {"weights": {"luck": 1}},
    ],
)
def test_tt01_options_that_are_malformed(options: dict[str, Any]) -> None:
    hall = Hall(**options)
    assert hall.fold.findings()[0].rule == "R-T-LOG-01"
    assert not hall.state.opened


@pytest.mark.parametrize("plays", ["", 3])
def test_tt01_what_is_played_is_a_text_or_null(plays: Any) -> None:
    log = Log()
    opened = {"game": "tournament", "rules": 1, "title": None, "seed": "x", "options": {}}
    wrong = log.write("game_opened", {**opened, "plays": plays})
    assert wrong is not None
    assert (wrong.rule, wrong.seq) == ("R-T-LOG-01", 1)


def test_tt01_tables_of_two() -> None:
    assert Hall(table_size=2).state.options.least == 2


def test_tt02_eleven_swiss_1_three_rounds() -> None:
    hall = Hall(11)
    assert hall.pair_swiss() == "EKAD HCBG FIJ"
    assert hall.state.rounds[0].cost == 0
    hall.by_alphabet()
    hall.close()
    assert {name: cost for name, cost in hall.swiss().terms.items() if cost} == {
        "repeat": 432000,
        "score": 2592,
        "order": 720,
    }
    assert hall.pair_swiss() == "IBFA CEDJ KGH"
    assert hall.state.rounds[1].cost == 435312
    hall.by_alphabet()
    hall.close()
    assert hall.pair_swiss() == "JHKI DAGF BEC"
    assert hall.state.rounds[2].cost == 882388
    small = [set(one.tables[2].seats) for one in hall.state.rounds[:2]]
    assert not small[0] & small[1]
    hall.by_alphabet()
    hall.close()
    assert hall.end() is None
    assert hall.points("ABCD") == [180, 156, 132, 108]
    assert hall.fold.final is not None
    assert hall.fold.final["winners"] == ["ana"]


@pytest.mark.parametrize(
    ("entrants", "tables"),
    [(10, "DCGE IAB HFJ"), (9, "IHG ECD BAF"), (7, "AFBD GCE"), (6, "CAE BDF")],
)
def test_tt03_swiss_1_without_byes(entrants: int, tables: str) -> None:
    assert Hall(entrants).pair_swiss() == tables


def test_tt03_nine_by_hand() -> None:
    hall = Hall(9)
    tried = hall.but
    assert tried.pair("ABCD EFGH", "I") == "R-T-SHAPE-01"
    assert tried.ruling == "A-T-SHAPE-01"
    hall.ruled("R-T-SHAPE-01")
    assert hall.costs("ABCD EFGH", "I")["size"] == 13 * 144000
    assert hall.pair("ABCD EFGH", "I", cost=1872000) is None
    assert hall.breaches() == [(12, "R-T-SHAPE-01")]
    assert Hall(9, min_table=4).pair("ABCD EFGH", "I", cost=0) is None


def test_tt04_five_swiss_1() -> None:
    hall = Hall(5)
    for tables, cost in [("DBEA c", 0), ("ADCB e", 435888), ("BCAE d", 1158192)]:
        assert hall.pair_swiss() == tables
        assert hall.state.rounds[-1].cost == cost
        hall.by_alphabet()
        hall.close()
    assert Hall(5, min_table=2).pair_swiss() == "DEB AC"


def test_tt05_too_few() -> None:
    hall = Hall(3)
    hall.drop("C")
    assert hall.pair("AB") == "R-T-SHAPE-02"
    assert Hall(2, min_table=2).pair("AB") is None


def test_tt06_what_a_pairing_must_be() -> None:
    hall = Hall(8)
    hall.drop("H")
    assert hall.but.pair("ABCD EFG") is None
    assert hall.but.pair("ABCD EFG", round=2) == "R-T-ROUND-01"
    tried = hall.but
    assert tried.pair("ABCD EFG", seed="x") == "R-T-SEED-01"
    assert tried.ruling == "A-T-SEED-01"
    assert hall.but.pair("ABCD EFG", seed="a b") == "R-T-LOG-01"
    two_one = [{"table": 2, "seats": names("ABCD")}, {"table": 1, "seats": names("EFG")}]
    assert hall.but.pair("ABCD EFG", tables=two_one) == "R-T-PAIR-01"
    assert hall.but.pair("ABCD EFZ") == "R-T-ENTR-01"
    assert hall.but.pair("ABCD EFA") == "R-T-PAIR-02"
    assert hall.but.pair("ABCD EFGH") == "R-T-PAIR-03"
    assert hall.but.pair("ABC EFG") == "R-T-PAIR-04"
    assert hall.but.pair("ABC EFG", "D") == "R-T-SHAPE-01"
    assert hall.but.pair("ABCD EFG", cost=1) == "R-T-COST-01"


def test_tt07_chained_seed() -> None:
    hall = Hall(7)
    tables = hall.pair_swiss()
    hall.add("undone", to=8, reason=None)
    assert hall.but.pair_swiss() == tables
    assert hall.enter("H") is None
    assert hall.pair_swiss() != tables


def test_tt08_drawn_seed() -> None:
    assert Hall(8, seeds="drawn").pair("ABCD EFGH", seed="dice-4-1-6") is None


def test_tt09_points() -> None:
    hall = Hall(9, min_table=2).ruled("R-T-SHAPE-01")
    assert hall.pair("ABCD EFG HI") is None
    for table, places in enumerate(["1 2 3 4", "1 2 3", "2 1"], 1):
        assert hall.result(table, places) is None
    assert hall.points() == [60, 36, 24, 12, 60, 36, 24, 24, 60]


def after(entrants: int, places: str, scores: Any = None, **options: Any) -> Hall:
    """One table with a result."""
    hall = Hall(entrants, **options)
    assert hall.pair("ABCD"[:entrants]) is None
    assert hall.result(1, places, scores) is None
    return hall


@pytest.mark.parametrize(
    ("shared", "places", "points"),
    [
        ("average", "1 1 3 4", [48, 48, 24, 12]),
        ("average", "1 2 2 4", [60, 30, 30, 12]),
        ("average", "1 1 1 1", [33, 33, 33, 33]),
        ("average", "1 1 1 4", [40, 40, 40, 12]),
        ("average", "1 2 2 2", [60, 24, 24, 24]),
        ("average", "1 1 1", [40, 40, 40]),
        ("best", "1 2 2 4", [60, 36, 36, 12]),
        ("worst", "1 2 2 4", [60, 24, 24, 12]),
    ],
)
def test_tt10_shared_places(shared: str, places: str, points: list[int]) -> None:
    assert after(len(points), places, shared=shared).points() == points


def test_tt10_shared_wins() -> None:
    assert after(4, "1 1 1 1").of("A").wins12 == 3
    assert after(3, "1 1 1").of("A").wins12 == 4


def test_tt11_draws() -> None:
    card = {"2": [5, 0], "3": [5, 0, 0], "4": [5, 0, 0, 0]}
    options: dict[str, Any] = {"points": card, "draw_points": 1}
    assert after(4, "1 1 1 1", **options).points() == [12, 12, 12, 12]
    assert after(4, "1 1 3 3", **options).points() == [30, 30, 0, 0]


def test_tt12_places() -> None:
    hall = Hall(4)
    hall.pair("ABCD")
    for places in ("1 2 2 3", "2 3 4 4", "1 1 2 3", "2 2 2 2"):
        assert hall.but.result(1, places) == "R-T-RES-04"
    assert hall.but.result(1, "1 2 3 5") == "R-T-LOG-01"
    for places in ("4 1 1 3", "2 1 2 4", "1 1 3 3"):
        assert hall.but.result(1, places) is None


def test_tt13_what_a_result_must_be() -> None:
    hall = Hall(7)
    hall.pair("ABCD EFG")
    assert hall.but.result(1, "1 2 3 4", who="BACD") == "R-T-RES-03"
    assert hall.but.result(1, "1 2 3", who="ABC") == "R-T-RES-03"
    assert hall.but.result(1, "1 2 3 4", who="ABCZ") == "R-T-RES-03"
    assert hall.but.result(1, "1 2 3 4", **{"from": "log"}) == "R-T-RES-05"
    assert hall.but.result(3, "1 2 3 4") == "R-T-TABLE-01"
    assert hall.but.result(1, "1 2 3 4", round=2) == "R-T-ROUND-01"
    assert hall.but.close() == "R-T-ROUND-03"
    assert hall.result(1, "1 2 3 4") is None
    assert hall.but.result(1, "1 2 3 4") == "R-T-RES-02"
    hall.result(2, "1 2 3")
    assert hall.close() is None
    assert hall.result(1, "1 2 3 4") == "R-T-PHASE-01"


@pytest.mark.parametrize(
    ("scores", "shares"),
    [
        ((36, 31, 27, 20), [1263157, 1087719, 947368, 701754]),
        ((36, 31, 27), [1148936, 989361, 861702]),
        ((36, 31, 27, None), [1000000] * 4),
        ((0, 0, 0, 0), [1000000] * 4),
        ((36, 31, 27, -1), [1000000] * 4),
    ],
)
def test_tt14_share(scores: tuple[int | None, ...], shares: list[int]) -> None:
    places = " ".join(str(place) for place in range(1, len(scores) + 1))
    hall = after(len(scores), places, scores)
    assert [hall.of(letter).share for letter in "ABCD"[: len(scores)]] == shares


@pytest.mark.parametrize(
    ("floor", "rates"),
    [(20, [400000, 533333, 600000, 666666]), (50, [533333, 666666, 700000, 700000])],
)
def test_tt15_opponents(floor: int, rates: list[int]) -> None:
    hall = after(4, "1 2 3 4", opponent_floor=floor)
    assert [hall.of(letter).opponents for letter in "ABCD"] == rates


def test_tt16_bye() -> None:
    hall = Hall(5)
    assert hall.pair("ABDE", "C") is None
    mine = hall.of("C")
    assert (mine.points12, mine.wins12, mine.share) == (60, 0, 0)
    assert (mine.opponents, mine.small, mine.rests_on) == (200000, 0, [7])
    assert hall.entrant("C")["byes"] == 1
    hall.by_alphabet()
    hall.close()
    assert hall.costs("ABDE", "C")["bye"] == 720000


def test_tt17_no_show() -> None:
    hall = Hall(7)
    hall.pair("ABCD EFG")
    assert hall.no_show("D") is None
    assert hall.but.no_show("D") == "R-T-SHOW-01"
    assert hall.but.result(1, "1 2 3 4", who="ABCD") == "R-T-RES-03"
    assert hall.result(1, "1 2 3") is None
    assert hall.points("ABCD") == [60, 36, 24, 0]
    ana, dani = hall.entrant("A"), hall.entrant("D")
    assert (ana["small"], ana["met"]) == (1, {"bea": 1, "caro": 1})
    assert (dani["status"], dani["met"], dani["seats"]) == ("out", {}, [0, 0, 0, 0])
    assert hall.but.no_show("A") == "R-T-SHOW-02"
    assert hall.link(2) is None
    assert hall.no_show("E") == "R-T-SHOW-02"


def test_tt18_left_alone() -> None:
    hall = Hall(7)
    hall.pair("ABCD EFG")
    assert hall.seq == 9
    assert hall.no_show("E") is None
    assert hall.no_show("F") is None
    mine = hall.of("G")
    assert (mine.points12, mine.rests_on, mine.small) == (60, [9, 10, 11], 0)
    assert (hall.entrant("G")["byes"], hall.entrant("G")["seats"]) == (1, [0, 0, 0, 0])
    assert hall.but.result(2, "1 2 3", who="EFG") == "R-T-RES-01"
    assert hall.but.close() == "R-T-ROUND-03"
    hall.result(1, "1 2 3 4")
    assert hall.close() is None


def test_tt19_dropped_in_a_round() -> None:
    hall = Hall(8)
    hall.pair("ABCD EFGH")
    assert hall.drop("D") is None
    assert hall.but.drop("D") == "R-T-ENTR-04"
    assert hall.but.result(1, "1 2 3", who="ABC") == "R-T-RES-03"
    assert hall.result(1, "1 2 3 4") is None
    assert hall.of("D").points12 == 12
    hall.result(2, "1 2 3 4")
    hall.close()
    assert hall.but.pair("ABCD EFGH") == "R-T-PAIR-03"
    assert hall.but.pair("AEBF CGH") is None
    assert hall.back("D") is None
    assert hall.but.back("D") == "R-T-ENTR-05"
    assert hall.pair("AEBF CGDH") is None


def test_tt20_late() -> None:
    hall = eight()
    assert hall.late("I") is None
    assert (hall.seq, hall.entrant("I")["since"], hall.of("I").points12) == (14, 2, 0)
    assert hall.of("I").rests_on == []
    hall = eight(missed_points=2)
    hall.late("I")
    assert (hall.of("I").points12, hall.of("I").rests_on) == (24, [14])
    hall.play("AEI BFC DGH")
    tried = hall.but
    assert tried.late("J") == "R-T-ENTR-03"
    assert tried.ruling == "A-T-ENTR-01"
    assert hall.but.enter("J") == "R-T-PHASE-01"
    assert hall.ruled("R-T-ENTR-03").late("J") is None
    assert (hall.entrant("J")["since"], hall.of("J").points12) == (3, 48)


def test_tt21_late_into_the_open_round() -> None:
    hall = Hall(7, missed_points=2)
    hall.pair("ABCD EFG")
    assert hall.late("H") is None
    assert (hall.seq, hall.of("H").points12) == (10, 24)
    assert hall.override("ABCD EFGH") is None
    assert hall.of("H").points12 == 0
    view = hall.fold.view()
    assert view["pairing"]["overrides"] == [{"seq": 11, "before": 0, "after": 0}]
