"""Every rule on records by its id: refused where one breaks it, kept where none can."""

from __future__ import annotations

from ragami.games.tournament.words import RULEBOOK
from tests.games.tournament.hall import Hall, eight, letters, names


def open_round(entrants: int = 8, tables: str = "ABCD EFGH") -> Hall:
    hall = Hall(entrants)
    assert hall.pair(tables) is None
    return hall


def test_every_rule_has_a_test_of_its_name() -> None:
    wanted = {id_.lower().replace("-", "_") for id_ in RULEBOOK.rules() if id_.startswith("R-")}
    assert {name.removeprefix("test_") for name in globals() if name.startswith("test_r_t_")} == (
        wanted
    )


# --- opening and entrants ------------------------------------------------------------------


def test_r_t_open_01() -> None:
    hall = Hall(8)
    before = hall.state.opened
    hall.play("ABCD EFGH")
    assert hall.state.opened == before
    data = {"game": "tournament", "rules": 1, "title": "New", "plays": None, "seed": "2026-11-22"}
    new = {"seq": 1, "type": "game_opened", "v": 1, "data": data | {"options": {"rounds": 2}}}
    assert hall.add("corrected", **new, reason=None, authority=None) is None
    assert hall.fold.view()["rounds"] == 2


def test_r_t_entr_01() -> None:
    hall = open_round()
    assert hall.but.drop("Z") == "R-T-ENTR-01"
    assert hall.but.back("Z") == "R-T-ENTR-01"
    assert hall.but.warn("Z") == "R-T-ENTR-01"
    assert hall.but.no_show("Z") == "R-T-ENTR-01"
    assert hall.but.override("ABCZ EFGH") == "R-T-ENTR-01"
    players = dict(zip("abcd", names("ABCZ"), strict=True))
    assert hall.but.link(1, players=players) == "R-T-ENTR-01"


def test_r_t_entr_02() -> None:
    hall = open_round()
    assert hall.late("A") == "R-T-ENTR-02"
    assert Hall(2).enter("B") == "R-T-ENTR-02"


def test_r_t_entr_03() -> None:
    hall = open_round()
    assert hall.but.late("I") is None
    hall.by_alphabet()
    hall.close()
    assert hall.but.late("I") is None
    hall.play("AEBF CGDH")
    assert hall.but.late("I") == "R-T-ENTR-03"
    second = eight(late_until=3).play("AEBF CGDH")
    assert second.late("I") is None


def test_r_t_entr_04() -> None:
    hall = open_round()
    hall.drop("A")
    assert hall.but.drop("A") == "R-T-ENTR-04"
    assert hall.result(1, "1 2 3 4") is None
    assert hall.of("A").points12 == 60


def test_r_t_entr_05() -> None:
    hall = open_round()
    assert hall.but.back("A") == "R-T-ENTR-05"
    hall.disqualify("A")
    assert hall.back("A") == "R-T-ENTR-05"


def test_r_t_show_01() -> None:
    hall = open_round(9, "ABC DEF GHI")
    hall.late("J")
    assert hall.but.no_show("J") == "R-T-SHOW-01"
    hall.disqualify("B")
    assert hall.no_show("B") is None
    assert hall.state.entrants["bea"].status == "disqualified"
    assert hall.no_show("B") == "R-T-SHOW-01"


def test_r_t_show_02() -> None:
    hall = open_round()
    hall.link(1)
    hall.result(2, "1 2 3 4")
    for letter, has in (("A", "link"), ("E", "result")):
        late = hall.but
        assert late.no_show(letter) == "R-T-SHOW-02"
        assert late.fold.error and late.fold.error.facts["has"] == has


# --- rounds and tables ---------------------------------------------------------------------


def test_r_t_phase_01() -> None:
    hall = Hall(8)
    assert hall.but.late("I") == "R-T-PHASE-01"
    assert hall.but.close() == "R-T-PHASE-01"
    assert hall.but.end("now") == "R-T-PHASE-01"
    assert hall.but.result(1, "1 2 3 4") == "R-T-PHASE-01"
    hall.pair("ABCD EFGH")
    assert hall.but.enter("I") == "R-T-PHASE-01"
    assert hall.but.pair("ABCD EFGH") == "R-T-PHASE-01"
    assert hall.but.cut("AB") == "R-T-PHASE-01"
    hall.by_alphabet()
    hall.close()
    assert hall.but.no_show("A") == "R-T-PHASE-01"
    assert hall.but.override("ABCE DFGH") == "R-T-PHASE-01"


def test_r_t_round_01() -> None:
    hall = open_round()
    assert hall.but.add("no_show_recorded", round=2, entrant="ana") == "R-T-ROUND-01"
    assert hall.but.add("round_closed", round=0) == "R-T-ROUND-01"
    assert hall.but.result(1, "1 2 3 4", round=0) == "R-T-ROUND-01"
    assert hall.but.fix(2, 1, "1 2 3 4") == "R-T-ROUND-01"
    final = eight(rounds=1, cut=2)
    final.cut("EA")
    assert final.but.add("no_show_recorded", round=1, entrant="ana") == "R-T-ROUND-01"
    assert final.no_show("A") is None


def test_r_t_round_02() -> None:
    hall = eight(rounds=1)
    assert hall.but.pair("AEBF CGDH") == "R-T-ROUND-02"
    recommended = Hall(4, rounds=0).play("ABCD").play("ABCD").play("ABCD")
    assert recommended.pair("ABCD") == "R-T-ROUND-02"


def test_r_t_round_03() -> None:
    hall = open_round()
    hall.result(1, "1 2 3 4")
    assert hall.close() == "R-T-ROUND-03"


def test_r_t_table_01() -> None:
    hall = eight()
    assert hall.but.link(3) == "R-T-TABLE-01"
    assert hall.but.fix(1, 3, "1 2 3 4") == "R-T-TABLE-01"
    final = eight(rounds=1, cut=2)
    final.cut("EA")
    assert final.result(2, "1 2") == "R-T-TABLE-01"


def test_r_t_pair_01() -> None:
    hall = open_round()
    tables = [{"table": 1, "seats": names("ABCE")}, {"table": 3, "seats": names("DFGH")}]
    assert hall.override("ABCE DFGH", tables=tables) == "R-T-PAIR-01"


def test_r_t_pair_02() -> None:
    hall = Hall(5)
    assert hall.but.pair("ABCD", "D") == "R-T-PAIR-02"
    assert hall.pair("ABCC", "D") == "R-T-PAIR-02"


def test_r_t_pair_03() -> None:
    hall = Hall(8)
    hall.drop("A")
    assert hall.but.pair("ABCD EFGH") == "R-T-PAIR-03"
    assert hall.pair("BCD EFG", "HA") == "R-T-PAIR-03"


def test_r_t_pair_04() -> None:
    assert Hall(8).pair("ABCD EFG") == "R-T-PAIR-04"
    hall = open_round()
    assert hall.but.override("ABCD EFG") == "R-T-PAIR-04"
    assert hall.drop("H") is None
    assert hall.override("ABCD EFG") is None  # who is gone has no place any more


def test_r_t_shape_01() -> None:
    assert Hall(8).pair("ABC DEF", "GH") == "R-T-SHAPE-01"
    assert Hall(6).pair("ABCD EF") == "R-T-SHAPE-01"
    assert Hall(4).pair("AB CD") == "R-T-SHAPE-01"


def test_r_t_shape_02() -> None:
    assert Hall(2).pair("AB") == "R-T-SHAPE-02"
    assert Hall(3, min_table=4).pair("ABC") == "R-T-SHAPE-02"


def test_r_t_seed_01() -> None:
    assert Hall(4).pair("ABCD", seed="mine") == "R-T-SEED-01"
    hall = Hall(4).ruled("R-T-SEED-01")
    assert hall.pair("ABCD", seed="mine") is None
    assert hall.breaches() == [(7, "R-T-SEED-01")]


def test_r_t_cost_01() -> None:
    assert Hall(4).pair("ABCD", cost=1) == "R-T-COST-01"
    assert open_round().override("ABCE DFGH", cost=1) == "R-T-COST-01"


def test_r_t_over_01() -> None:
    hall = open_round()
    hall.link(2)
    assert hall.but.override("ABCE DFGH") == "R-T-OVER-01"
    assert hall.but.override("EFGH ABCD") == "R-T-OVER-01"
    assert hall.override("BACD EFGH") is None


def test_r_t_over_02() -> None:
    hall = Hall(10, min_table=4)
    hall.pair("ABCD EFGH", "IJ")
    assert hall.but.override("ABCD EFGH", "JI") == "R-T-OVER-02"
    assert hall.override("ABDC EFGH", "IJ") is None


# --- links and results ---------------------------------------------------------------------


def test_r_t_link_01() -> None:
    hall = open_round()
    hall.no_show("A")
    players = dict(zip("abcd", names("ABCD"), strict=True))
    assert hall.but.link(1, players=players) == "R-T-LINK-01"
    players = dict(zip("abc", names("BBC"), strict=True))
    assert hall.but.link(1, players=players) == "R-T-LINK-01"
    assert hall.link(1) is None


def test_r_t_link_02() -> None:
    hall = open_round()
    hall.link(1)
    hall.by_alphabet()
    hall.close()
    hall.pair("AEBF CGDH")
    assert hall.link(1, 1) == "R-T-LINK-02"


def test_r_t_link_03() -> None:
    hall = open_round()
    hall.link(1, size=7)
    assert hall.but.link(1, size=7) == "R-T-LINK-03"
    assert hall.but.link(1, size=6) == "R-T-LINK-03"
    assert hall.but.link(1, 2, size=8) == "R-T-LINK-03"
    assert hall.link(1, size=8) is None


def test_r_t_res_01() -> None:
    hall = open_round()
    for letter in "ABCD":
        hall.no_show(letter)
    assert hall.but.result(1, "1 2 3 4", who="ABCD") == "R-T-RES-01"
    assert hall.but.result(1, "1 2", who="AB") == "R-T-RES-01"


def test_r_t_res_02() -> None:
    hall = open_round()
    hall.result(1, "1 2 3 4")
    assert hall.result(1, "2 1 3 4") == "R-T-RES-02"


def test_r_t_res_03() -> None:
    hall = open_round()
    assert hall.but.result(1, "1 2 3 4", who="ABCE") == "R-T-RES-03"
    assert hall.but.result(1, "1 1 3 4", who="AABC") == "R-T-RES-03"


def test_r_t_res_04() -> None:
    assert open_round().result(1, "2 3 4 4") == "R-T-RES-04"


def test_r_t_res_05() -> None:
    hall = eight()
    assert hall.but.fix(1, 1, "1 2 3 4", **{"from": "log"}) == "R-T-RES-05"
    hall.link(1)
    assert hall.fix(1, 1, "1 2 3 4", **{"from": "log"}) is None


def test_r_t_res_06() -> None:
    assert open_round().fix(1, 1, "1 2 3 4") == "R-T-RES-06"


def test_r_t_res_07() -> None:
    hall = eight()
    assert hall.but.fix(1, 1, "1 2 3 4") == "R-T-RES-07"
    assert hall.fix(1, 1, "1 2 3 4", (36, 31, 27, 21)) is None


# --- penalties -----------------------------------------------------------------------------


def test_r_t_pen_01() -> None:
    hall = eight()
    hall.disqualify("A")
    assert hall.but.lose("A", 1) == "R-T-PEN-01"
    assert hall.disqualify("A") == "R-T-PEN-01"


def test_r_t_pen_02() -> None:
    hall = Hall(5)
    hall.pair("ABCD", "E")
    hall.no_show("D")
    assert hall.but.lose("E", 1) == "R-T-PEN-02"
    assert hall.but.lose("D", 1) == "R-T-PEN-02"
    assert hall.but.warn("A", penalty="disqualification", round=1) == "R-T-PEN-02"
    assert hall.lose("A", 1) is None
    alone = Hall(7)
    alone.pair("ABCD EFG")
    alone.no_show("E")
    alone.no_show("F")
    assert alone.lose("G", 1) is None
    assert (alone.of("G").points12, alone.of("G").rests_on) == (0, [9, 10, 11, 12])
    final = eight(rounds=1, cut=2)
    final.cut("EA")
    assert final.lose("E", 2) == "R-T-PEN-02"


def test_r_t_pen_03() -> None:
    hall = eight(rounds=1, cut=4)
    points = hall.points()
    hall.disqualify("E")
    assert hall.points() == points
    assert hall.but.cut("EABF") == "R-T-CUT-02"
    hall.cut("ABFG")
    hall.disqualify("A")
    hall.result(1, "1 2 3 4")
    hall.end()
    ranking = hall.ranking()
    assert (ranking["A"], ranking["E"], ranking["B"]) == (None, None, 1)


def test_r_t_pen_04() -> None:
    hall = eight()
    points, order = hall.points(), hall.order()
    hall.warn("A")
    hall.warn("A")
    assert hall.entrant("A")["warnings"] == 2
    assert (hall.points(), hall.order()) == (points, order)


# --- points, standings, final --------------------------------------------------------------


def test_r_t_point_01() -> None:
    hall = Hall(4, points={"2": [5, 2], "3": [5, 3, 2], "4": [9, 7, 7, 0]})
    hall.play("ABCD")
    assert hall.points() == [108, 84, 84, 0]


def test_r_t_point_02() -> None:
    for shared, points in (("average", 40), ("best", 60), ("worst", 24)):
        hall = Hall(4, shared=shared)
        hall.pair("ABCD")
        hall.result(1, "1 1 1 4")
        assert hall.points() == [points, points, points, 12]


def test_r_t_point_03() -> None:
    hall = Hall(7, draw_points=7)
    hall.pair("ABCD EFG")
    hall.result(1, "1 1 1 1")
    hall.result(2, "1 1 3")
    assert hall.points() == [84, 84, 84, 84, 48, 48, 24]


def test_r_t_point_04() -> None:
    hall = Hall(5, bye_points=3)
    hall.pair("ABCD", "E")
    assert (hall.of("E").points12, hall.of("E").wins12) == (36, 0)
    assert hall.entrant("E")["met"] == {}
    assert hall.override("ABCE", "D") is None
    assert (hall.of("D").points12, hall.of("D").rests_on) == (36, [hall.seq])
    assert hall.fold.view()["pairing"]["seq"] == hall.seq


def test_r_t_stand_01() -> None:
    assert eight(tie_breaks=["small", "vp", "lot"]).order() == "EABFGCHD"
    hall = Hall(7, tie_breaks=["small", "points", "lot"]).play("ABCD EFG")
    assert hall.order() == "ABCDEFG"


def test_r_t_stand_02() -> None:
    hall = eight(tie_breaks=["wins"])
    assert hall.places() == [1, 1, 3, 3, 3, 3, 3, 3]
    by_lot = hall.order()
    assert by_lot[:2] == "EA"
    assert [letter for letter in by_lot[2:] if letter in "BCDF"] == list("DBFC")


def test_r_t_cut_01() -> None:
    assert eight(rounds=1).cut("EABF") == "R-T-CUT-01"


def test_r_t_cut_02() -> None:
    hall = eight(rounds=1, cut=4)
    assert hall.but.cut("AEBF") == "R-T-CUT-02"
    ruled = hall.but.ruled("R-T-CUT-02")
    assert ruled.cut("AEBG") is None
    assert ruled.breaches() == [(ruled.seq, "R-T-CUT-02")]


def test_no_ruling_lets_a_nonsensical_cut_stand() -> None:
    hall = eight(rounds=1, cut=4)
    hall.drop("F")
    assert hall.but.ruled("R-T-CUT-02").cut("EABF") == "R-T-CUT-02"
    assert hall.but.ruled("R-T-CUT-02").cut("EABA") == "R-T-CUT-02"
    for letter in "EABCGH":
        hall.drop(letter)
    assert hall.cut("DA") == "R-T-CUT-02"


def test_r_t_cut_03() -> None:
    hall = eight(rounds=2, cut=4)
    assert hall.but.cut("EABF") == "R-T-CUT-03"
    assert hall.ruled("R-T-CUT-03").cut("EABF") is None


def test_r_t_cut_04() -> None:
    hall = eight(rounds=1, cut=4)
    assert hall.but.cut("EABF", "EAB") == "R-T-CUT-04"
    assert hall.but.cut("EABF", "EABB") == "R-T-CUT-04"


def test_r_t_cut_05() -> None:
    hall = eight(rounds=1, cut=4, final_seats="rank")
    assert hall.but.cut("EABF", "AEBF") == "R-T-CUT-05"
    assert hall.but.ruled("R-T-CUT-05").cut("EABF", "AEBF") is None
    assert hall.cut("EABF", "EABF") is None


def test_r_t_end_01() -> None:
    hall = eight()
    hall.end("no light")
    for tried in (hall.but.warn("A"), hall.but.fix(1, 1, "2 1 3 4"), hall.but.end("again")):
        assert tried == "R-T-END-01"


def test_r_t_end_02() -> None:
    assert eight(rounds=2).end() == "R-T-END-02"
    hall = eight(rounds=1, cut=2)
    assert hall.but.end() == "R-T-END-02"
    assert hall.end("no table free") is None
    assert hall.fold.final is not None
    assert hall.fold.final["reason"] == "early"


def test_r_t_end_03() -> None:
    hall = eight(rounds=1, cut=2)
    hall.cut("EA")
    hall.result(1, "2 1")
    hall.end()
    assert letters(hall.fold.final["players"]) == "ABCDEFGH" if hall.fold.final else False
    assert hall.ranking() == {"A": 1, "B": 3, "C": 6, "D": 8, "E": 2, "F": 4, "G": 5, "H": 7}


# --- the log -------------------------------------------------------------------------------


def test_r_t_log_01() -> None:
    hall = Hall(4)
    again = {"game": "tournament", "rules": 1, "title": None, "plays": None, "seed": "x"}
    assert hall.but.add("game_opened", **again, options={}) == "R-T-LOG-01"
    assert hall.but.add("dropped", entrant="ana") == "R-T-LOG-01"
    assert hall.but.add("redone") == "R-T-LOG-01"
    assert hall.but.add("undone", to=99, reason=None) == "R-T-LOG-01"
    assert hall.but.pair("ABCD", tables=[]) == "R-T-LOG-01"
    assert hall.but.pair("ABCD", tables=[{"table": 1, "seats": ["ana"]}]) == "R-T-LOG-01"
    sat = open_round()
    seats = dict(zip(("yellow", "green", "blue", "púrpura"), names("ABCD"), strict=True))
    assert sat.but.link(1, players=seats) == "R-T-LOG-01", "keys are ASCII"
    first = Hall.__new__(Hall)
    super(Hall, first).__init__()
    assert first.add("entered", entrant="ana", name="Ana", club=None) == "R-T-LOG-01"
