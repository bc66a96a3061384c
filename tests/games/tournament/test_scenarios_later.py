"""The scenarios from overrides on: corrections, penalties, final, links, laws."""

from __future__ import annotations

from typing import Any

import pytest

from ragami.game.gathering import LinkedLog
from ragami.games.tournament.pairing.costs import recommended_rounds
from ragami.games.tournament.verifying import link_findings, pairing_findings
from tests.games.tournament.hall import COLOURS, ROOT, Hall, eight, letters, names, origin_of
from tests.games.tournament.harness import seed_of, without


def test_tt22_price_of_an_override() -> None:
    hall = eight()
    assert hall.costs("AEBF CGDH") == {
        "repeat": 576000,
        "score": 2880,
        "club": 0,
        "small": 0,
        "bye": 0,
        "order": 0,
        "size": 0,
        "seat": 200,
    }
    assert hall.but.swiss().cost == 578880
    assert hall.pair("AEBF CGDH", cost=579080) is None
    changed = hall.costs("ACBF EGDH", override=True)
    assert (changed["repeat"], changed["score"], changed["seat"]) == (864000, 2736 + 6192, 300)
    assert hall.override("ACBF EGDH", cost=873228) is None
    assert hall.seq == 15
    overrides = hall.fold.view()["pairing"]["overrides"]
    assert overrides == [{"seq": 15, "before": 579080, "after": 873228}]
    price = [one for one in pairing_findings(hall.fold.standing()) if "price" in one.facts]
    assert [one.facts["price"] for one in price] == [294148]


def test_tt23_what_an_override_must_be() -> None:
    hall = eight()
    hall.pair("AEBF CGDH")
    assert hall.but.override("AEBF CGDH") == "R-T-OVER-02"
    assert hall.but.override("ACBF EGDH", cost=1) == "R-T-COST-01"
    assert hall.but.override("ACBF EGDH", reason="") == "R-T-LOG-01"
    assert hall.but.override("ACBF EGDH", round=1) == "R-T-ROUND-01"
    assert hall.but.override("ACBF AGDH") == "R-T-PAIR-02"
    assert hall.but.override("ACBF EGD") == "R-T-PAIR-04"
    hall.result(1, "1 2 3 4")
    assert hall.but.override("ACBF EGDH") == "R-T-OVER-01"
    assert hall.but.override("EABF CGDH") == "R-T-OVER-01"
    hall.drop("H")
    assert hall.but.override("AEBF GCDH") == "R-T-PAIR-03"
    assert hall.but.override("AEBF CGD") is None
    hall.result(2, "1 2 3 4")
    hall.close()
    assert hall.override("ACBF EGD") == "R-T-PHASE-01"


def test_tt24_override_of_the_shape() -> None:
    hall = Hall(8)
    hall.pair("ABCD EFGH")
    assert hall.costs("ABC DEF", "GH", override=True)["size"] == 34 * 144000
    assert hall.override("ABC DEF", "GH", cost=4896000) is None


def corrected_after() -> Hall:
    """TT22's second round, and a result of the first corrected after it was paired."""
    hall = eight()
    hall.pair("AEBF CGDH")
    assert hall.fix(1, 1, "2 3 4 1") is None
    return hall


def test_tt25_corrected_after_the_next_pairing() -> None:
    hall = corrected_after()
    assert hall.points("ABCD") == [36, 24, 12, 60]
    assert hall.of("D").rests_on == [15]
    assert hall.fold.view()["pairing"]["cost"] == 579080
    assert hall.but.fix(1, 1, "2 3 4 1") == "R-T-RES-07"
    assert hall.but.fix(2, 1, "2 3 4 1") == "R-T-RES-06"
    assert hall.override("ACBF EGDH") is None
    overrides = hall.fold.view()["pairing"]["overrides"]
    assert overrides == [{"seq": 16, "before": 585128, "after": 873228}]


def test_tt26_corrected_backwards() -> None:
    hall = eight()
    hall.pair("AEBF CGDH")
    data = hall._result(1, 1, "2 3 4 1", None, "")
    new = {"seq": 11, "type": "result_recorded", "v": 1, "data": data}
    assert hall.add("corrected", **new, reason=None, authority=None) == "R-T-COST-01"
    assert hall.fold.error is not None
    assert hall.fold.error.seq == 14


def test_tt27_repeats_unavoidable() -> None:
    hall = Hall(4)
    costs = []
    for _ in range(3):
        costs.append(without(hall.costs("ABCD"), "club", "small", "bye", "order", "size"))
        hall.play("ABCD")
    assert costs == [
        {"repeat": 0, "score": 0, "seat": 0},
        {"repeat": 864000, "score": 5040, "seat": 400},
        {"repeat": 3456000, "score": 20160, "seat": 1600},
    ]
    assert [one.cost for one in hall.state.rounds] == [0, 869440, 3477760]
    assert hall.entrant("A")["met"] == {"bea": 3, "caro": 3, "dani": 3}
    hall = Hall(4)
    hall.pair("DCBA")
    assert list(hall.entrant("B")["met"]) == ["ana", "caro", "dani"]


def test_tt28_clubs() -> None:
    hall = Hall(8, clubs="ABCD")
    assert sum(hall.costs("ABCD EFGH").values()) == 86400
    paired = hall.swiss()
    assert paired.cost == 28800
    assert [len(set(letters(seats)) & set("ABCD")) for seats in paired.tables] == [2, 2]


@pytest.mark.parametrize(
    ("small_tables", "cost", "order"),
    [("low", 1156232, 24 * 60), ("high", 1161992, 120 * 60), ("any", 1154792, 0)],
)
def test_tt29_small_tables(small_tables: str, cost: int, order: int) -> None:
    hall = Hall(7, small_tables=small_tables).play("ABCD EFG")
    found = hall.costs("AEBF CDG")
    assert (found["repeat"], found["small"], found["score"]) == (432000, 720000, 2592)
    assert (found["order"], found["seat"], sum(found.values())) == (order, 200, cost)


def test_tt30_game_loss() -> None:
    hall = eight()
    assert hall.lose("A", 1) is None
    mine = hall.of("A")
    assert (mine.points12, mine.wins12, mine.share, mine.vp) == (0, 0, 0, 0)
    assert mine.rests_on == [11, 14]
    assert hall.points("BCD") == [36, 24, 12]
    assert hall.of("B").opponents == 266666
    assert hall.but.lose("A", 1) == "R-T-PEN-02"
    assert hall.but.lose("B", 2) == "R-T-PEN-02"
    assert hall.but.lose("B", None) == "R-T-PEN-02"
    assert hall.but.warn("B", round=1) == "R-T-PEN-02"


def test_tt31_disqualified() -> None:
    hall = eight()
    assert hall.disqualify("E") is None
    assert hall.order() == "ABFGCHDE"
    assert hall.places() == [1, 2, 3, 4, 5, 6, 7, None]
    assert hall.of("F").opponents == 533333
    assert hall.but.back("E") == "R-T-ENTR-05"
    assert hall.but.drop("E") == "R-T-ENTR-04"
    assert hall.but.warn("E") == "R-T-PEN-01"
    assert hall.but.pair("AEBF CGDH") == "R-T-PAIR-03"


def test_tt32_ties_to_the_last() -> None:
    hall = eight()
    assert (hall.order(), hall.places()) == ("EABFGCHD", [1, 2, 3, 4, 5, 6, 7, 8])
    hall = eight(tie_breaks=["points", "wins", "share", "opponents", "small"])
    assert (hall.order(), hall.places()) == ("EABFGCHD", [1, 1, 3, 3, 5, 5, 7, 7])


def test_tt33_cut() -> None:
    hall = eight(rounds=1, cut=4)
    assert hall.but.cut("AEBF") == "R-T-CUT-02"
    assert hall.but.cut("EAB") == "R-T-CUT-02"
    assert hall.but.cut("EABF", "EABC") == "R-T-CUT-04"
    assert hall.but.cut("EABZ") == "R-T-ENTR-01"
    assert eight(rounds=1).cut("EABF") == "R-T-CUT-01"
    assert eight(rounds=2, cut=4).cut("EABF") == "R-T-CUT-03"
    by_rank = eight(rounds=1, cut=4, final_seats="rank")
    assert by_rank.cut("EABF", "FAEB") == "R-T-CUT-05"
    assert by_rank.ruling == "A-T-CUT-02"
    without_a = hall.but
    without_a.drop("A")
    assert without_a.cut("EBFG") is None
    assert hall.cut("EABF", "FAEB") is None
    view = hall.fold.view()
    assert (view["phase"], view["round"], view["final_round"]) == ("final", 1, 2)
    assert hall.but.end() == "R-T-ROUND-03"
    assert hall.but.drop("A") == "R-T-PHASE-01"


def the_final(**options: Any) -> Hall:
    hall = eight(rounds=1, cut=4, **options)
    come = hall.order()[:4]
    assert hall.cut(come, "FAEB") is None
    return hall


def test_tt34_final() -> None:
    hall = the_final()
    assert hall.result(1, "1 1 3 4") is None
    assert hall.end() is None
    ranked = {"A": 1, "F": 2, "E": 3, "B": 4, "G": 5, "C": 6, "H": 7, "D": 8}
    assert hall.ranking() == ranked
    final = hall.fold.final
    assert final is not None
    assert (final["reason"], final["rounds"], final["winners"]) == ("final", 1, ["ana"])
    assert final["players"]["ana"]["points12"] == 60


def test_tt34_shared() -> None:
    hall = the_final(final_tie="shared", tie_breaks=["points"])
    hall.result(1, "1 1 3 4")
    hall.end()
    assert hall.ranking() == {"A": 1, "F": 1, "E": 3, "B": 4, "C": 5, "G": 5, "D": 7, "H": 7}
    assert hall.fold.final is not None
    assert hall.fold.final["winners"] == names("AF")


def test_tt35_final_with_no_shows() -> None:
    hall = the_final()
    one, three = hall.but, hall.but
    assert one.no_show("E") is None
    one.result(1, "2 1 3")
    one.end()
    assert {who: one.ranking()[who] for who in "AFBE"} == {"A": 1, "F": 2, "B": 3, "E": 4}
    for letter in "EAB":
        assert three.no_show(letter) is None
    assert three.end() is None
    assert {who: three.ranking()[who] for who in "FEAB"} == {"F": 1, "E": 2, "A": 3, "B": 4}


def test_tt36_closing() -> None:
    hall = eight(rounds=2)
    assert hall.but.end() == "R-T-END-02"
    early = hall.but
    assert early.end("no light") is None
    assert early.fold.final is not None
    assert (early.fold.final["reason"], early.fold.final["winners"]) == ("early", ["eva"])
    assert early.enter("I") == "R-T-END-01"
    hall.play("AEBF CGDH")
    assert hall.but.pair("ABCD EFGH") == "R-T-ROUND-02"
    ruled = hall.but.ruled("R-T-ROUND-02")
    assert ruled.pair("ABCD EFGH") is None
    assert ruled.fold.view()["rounds"] == 2
    assert ruled.breaches() == [(ruled.seq, "R-T-ROUND-02")]
    assert hall.end() is None
    assert hall.fold.final is not None
    assert hall.fold.final["reason"] == "rounds"
    assert eight(rounds=1, cut=4).end() == "R-T-END-02"


def test_tt37_recommended_rounds() -> None:
    recommended = {
        5: 3,
        8: 3,
        9: 4,
        16: 4,
        17: 5,
        26: 5,
        32: 5,
        33: 6,
        64: 6,
        65: 7,
        128: 7,
        129: 8,
        1000: 8,
    }
    assert {n: recommended_rounds(n) for n in recommended} == recommended
    assert eight(rounds=0).state.planned == 3


def test_tt38_links() -> None:
    hall = Hall(8)
    hall.pair("ABCD EFGH")
    assert hall.link(1) is None
    three, wrong = (dict(zip(COLOURS, names(who), strict=False)) for who in ("EFG", "EFGA"))
    assert hall.but.link(2, 2, players=three) == "R-T-LINK-01"
    assert hall.but.link(2, 2, players=wrong) == "R-T-LINK-01"
    assert hall.but.link(2, 1) == "R-T-LINK-02"
    assert hall.but.link(1) == "R-T-LINK-03"
    assert hall.but.link(1, 3, size=9) == "R-T-LINK-03"
    assert hall.but.link(1, size=6) is None
    assert hall.but.link(2, 2, root="abc") == "R-T-LOG-01"
    assert hall.but.link(2, 2, round=2) == "R-T-ROUND-01"
    hall.by_alphabet()
    hall.close()
    assert hall.link(2, 2) is None


PLAYED: Any = {
    "players": {
        colour: {"vp": score} for colour, score in zip(COLOURS, (36, 31, 27, 20), strict=True)
    },
    "winners": ["yellow"],
}
FITS = LinkedLog("chess", 6, ROOT, 5, COLOURS, PLAYED, grown=False)


def linked() -> Hall:
    hall = Hall(4)
    hall.pair("ABCD")
    assert hall.link(1) is None
    assert hall.result(1, "1 2 3 4", **{"from": "log"}) is None
    assert hall.seq == 8
    return hall


def told(hall: Hall, log: LinkedLog | None) -> list[tuple[str, str, int | None]]:
    logs = {origin_of(1): log} if log else {}
    return [(one.code, one.severity, one.seq) for one in link_findings(hall.state, logs)]


def test_tt39_verify_with_the_logs() -> None:
    hall = linked()
    assert told(hall, FITS) == []
    assert told(hall, None) == [("missing-log", "warning", 7)]
    assert told(hall, FITS._replace(sealed=0)) == [("unsealed-log", "notice", 7)]
    cut = FITS._replace(records=4, root=None)
    assert told(hall, cut) == [("head-differs", "error", 7)]
    assert told(hall, FITS._replace(root="another")) == [("head-differs", "error", 7)]
    assert told(hall, FITS._replace(grown=True)) == [("grown-log", "notice", 7)]
    three = FITS._replace(seats=COLOURS[:3])
    assert told(hall, three) == [("players-differ", "error", 7)]
    assert told(hall, FITS._replace(final=None)) == [("table-not-ended", "error", 8)]


def test_tt39_another_game() -> None:
    hall = linked()
    opened = hall.state.opened
    assert opened is not None
    another = Hall(4)
    data = {"game": "tournament", "rules": 1, "title": None, "plays": "go", "seed": "2026-11-22"}
    corrected = {"seq": 1, "type": "game_opened", "v": 1, "data": data | {"options": {"rounds": 3}}}
    another.add("corrected", **corrected, reason=None, authority=None)
    another.pair("ABCD")
    another.link(1)
    assert told(another, FITS) == [("foreign-game", "error", 8)]
    scores = FITS._replace(game="scores", plays="chess", final=None)
    found = [code for code, _severity, _seq in told(another, scores)]
    assert found == ["foreign-game", "table-not-ended"]
    assert "foreign-game" not in [one[0] for one in told(another, scores._replace(plays="go"))]


def test_tt39_another_result() -> None:
    hall = linked()
    tied = {**PLAYED, "players": {**PLAYED["players"], "blue": {"vp": 31}}}
    assert told(hall, FITS._replace(final=tied)) == [("result-differs", "error", 8)]
    assert hall.fix(1, 1, "1 2 2 4", (36, 31, 31, 20)) is None
    assert told(hall, FITS._replace(final=tied)) == []
    assert told(hall, FITS) == [("result-differs", "warning", 9)]


def test_tt40_unlike_the_pairer() -> None:
    hall = Hall(8)
    assert hall.pair("ABCD EFGH", pairer="swiss-1") is None
    found = pairing_findings(hall.fold.standing())
    assert [(one.code, one.severity) for one in found] == [("unlike-pairer", "warning")]
    hall = eight()
    hall.pair("AEBF CGDH")
    found = pairing_findings(hall.fold.standing())
    assert [one.code for one in found] == ["dearer-pairing"]
    assert (found[0].facts["cost"], found[0].facts["swiss"]) == (579080, 578880)


@pytest.mark.parametrize(
    ("whole", "places"),
    [
        *((132, places) for places in ("1 2 3 4", "1 1 3 4", "1 1 1 4", "1 1 1 1", "1 2 2 2")),
        *((120, places) for places in ("1 2 3", "1 1 3", "1 2 2", "1 1 1")),
        *((84, places) for places in ("1 2", "1 1")),
    ],
)
def test_tt41_conservation(whole: int, places: str) -> None:
    seats = "ABCD"[: len(places.split())]
    hall = Hall(len(seats), min_table=2)
    hall.pair(seats)
    assert hall.result(1, places) is None
    assert sum(hall.points()) == whole


def test_tt42_asserted_undone() -> None:
    hall = eight()
    hall.add("asserted", points12={"ana": 60, "bea": 24}, places={"ana": 2, "eva": 1})
    found = [one for one in hall.fold.findings() if one.code == "asserted-difference"]
    assert [one.facts for one in found] == [{"points12": {"bea": {"log": 36, "table": 24}}}]
    assert hall.but.add("asserted", points12={"zoe": 0}) == "R-T-LOG-01"
    assert hall.but.add("revealed", player="yellow", seq=1, card=1) == "R-T-LOG-01"
    assert hall.but.ruled("R-T-COST-01").fold.findings()[-1].rule == "R-T-LOG-01"
    before = without(hall.fold.view(), "seq")
    hall.pair("AEBF CGDH", seed=seed_of(2))
    paired = without(hall.fold.view(), "seq")
    hall.add("undone", to=14, reason=None)
    assert without(hall.fold.view(), "seq") == before
    hall.add("redone")
    assert without(hall.fold.view(), "seq") == paired
    assert hall.state.phase == "round"
