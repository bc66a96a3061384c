"""The acceptance scenarios of the rules, by their ids."""

from __future__ import annotations

import json
from typing import Any

import pytest

from ragami.judge.report import replay_log
from tests.games.scores.pad import THREE, Pad, places, totals

FOUR = THREE + ', dani "Dani"'
TWO_TEAMS = 'teams: us "Us" ana caro, them "Them" bea dani'


def opening(**changed: Any) -> bytes:
    """Record 1 with three players, and what is otherwise."""
    data: dict[str, Any] = {
        "game": "scores",
        "rules": 1,
        "title": None,
        "plays": None,
        "players": [{"id": i, "name": i.title()} for i in ("ana", "bea", "caro")],
        "teams": [],
        "categories": [],
        "options": {},
    }
    return record(1, "game_opened", data | changed)


def record(seq: int, type_: str, data: dict[str, Any]) -> bytes:
    whole = {"seq": seq, "type": type_, "v": 1, "at": None, "by": None, "data": data}
    return json.dumps(whole, separators=(",", ":")).encode() + b"\n"


def category(id_: str, **changed: Any) -> dict[str, Any]:
    return {"id": id_, "name": id_, "times": 1, "min": None, "max": None, "sum": None} | changed


def verdict(*lines: bytes) -> str | None:
    error = replay_log(b"".join(lines)).error
    return error.rule if error else None


def test_ts01_opening() -> None:
    state = Pad().after()
    assert (state["phase"], state["round"], state["ended"]) == ("play", 1, 0)
    assert state["dealer"] is None
    assert state["order"] == state["due"] == ["ana", "bea", "caro"]
    assert (totals(state), places(state), state["rows"]) == ([0, 0, 0], [1, 1, 1], [])


TWICE = [{"id": "ana", "name": "Ana"}, {"id": "ana", "name": "Ana"}]
ALL = ["ana", "bea", "caro"]


@pytest.mark.parametrize(
    "changed",
    [
        {"players": TWICE},
        {"teams": [{"id": "ana", "name": "A", "players": ALL}]},
        {"teams": [{"id": "us", "name": "U", "players": ["ana", "bea"]}]},
        {
            "teams": [
                {"id": "us", "name": "U", "players": ALL},
                {"id": "them", "name": "T", "players": ["caro"]},
            ]
        },
        {"teams": [{"id": "us", "name": "U", "players": [*ALL, "zoe"]}]},
        {"categories": [category("x"), category("x")]},
    ],
)
def test_ts02_ids(changed: dict[str, Any]) -> None:
    assert verdict(opening(**changed)) == "R-S-OPEN-01"


@pytest.mark.parametrize(
    "changed",
    [
        {"options": {"ties": ["x"]}},
        {"categories": [category("x")], "options": {"ties": ["x", "x"]}},
        {"categories": [category("x", min=3, max=2)]},
        {"options": {"target": 0}},
    ],
)
def test_ts02_pad(changed: dict[str, Any]) -> None:
    assert verdict(opening(**changed)) == "R-S-OPEN-02"


@pytest.mark.parametrize(
    "changed",
    [
        {"players": [{"id": "Ana", "name": "Ana"}]},
        {"players": []},
        {"players": [{"id": f"p{n}", "name": "P"} for n in range(13)]},
        {"options": {"rounds": 0}},
        {"options": {"best": "most"}},
        {"options": {"colour": "red"}},
    ],
)
def test_ts02_form(changed: dict[str, Any]) -> None:
    assert verdict(opening(**changed)) == "R-S-LOG-01"


PLAIN = "row 5 7 -3; round; row 10 0 4; round; end"


def test_ts03_plain() -> None:
    pad = Pad(PLAIN)
    state = pad.after()
    assert (totals(state), places(state)) == ([15, 7, 1], [1, 2, 3])
    final = pad.final()
    assert (final["reason"], final["rounds"], final["winners"]) == ("ended", 2, ["ana"])
    low = Pad(PLAIN, best="low")
    assert places(low.after()) == [3, 2, 1]
    assert low.final()["ranking"] == [["caro"], ["bea"], ["ana"]]
    assert low.final()["winners"] == ["caro"]


def test_ts04_a_forgotten_cell() -> None:
    pad = Pad("ana 5; bea 7")
    assert pad.after()["due"] == ["caro"]
    assert pad.refuses("round") == ("R-S-ROUND-02", "A-S-ROUND-01")
    codes = [(one.code, one.rule) for one in pad.findings("rule R-S-ROUND-02; round")]
    assert codes == [("ruled-breach", "R-S-ROUND-02")]
    free = Pad("ana 5; bea 7", complete="any")
    assert free.after()["due"] == []
    assert free.takes("round")


def test_ts05_once() -> None:
    assert Pad("ana 5").refuses("ana 6") == "R-S-CELL-01"
    assert Pad("ana 5").refuses("row 5 7 3") == "R-S-CELL-01"
    assert Pad("ana 5").takes("row . 7 3")


def test_ts06_rounds() -> None:
    pad = Pad("ana 5; round; ana 1; round", complete="any")
    assert pad.takes("1: bea 4")
    assert pad.takes("3: bea 4")
    assert pad.refuses("4: bea 4") == "R-S-ROUND-01"
    assert pad.refuses("2: round") == "R-S-ROUND-01"
    assert pad.refuses("4: round") == "R-S-ROUND-01"


@pytest.mark.parametrize(
    ("categories", "named"), [([], "x"), (["x", "y"], None), (["x", "y"], "z")]
)
def test_ts07_category(categories: list[str], named: str | None) -> None:
    cell = record(2, "scored", {"round": 1, "category": named, "points": {"ana": 1}})
    assert verdict(opening(categories=[category(c) for c in categories]), cell) == "R-S-CAT-01"


def test_ts08_numbers_and_names() -> None:
    cell: dict[str, Any] = {"round": 1, "category": None, "points": {"zoe": 5}}
    assert verdict(opening(), record(2, "scored", cell)) == "R-S-SIDE-01"
    wrong: list[Any] = [{"Zoe": 5}, {"ana": 1.5}, {"ana": "5"}, {"ana": True}, {"ana": None}]
    for points in [*wrong, {"ana": 1_000_001}, {}]:
        cell["points"] = points
        assert verdict(opening(), record(2, "scored", cell)) == "R-S-LOG-01", points
    assert verdict(opening(), record(2, "scored", cell | {"round": 0})) == "R-S-LOG-01"


def test_ts09_limits() -> None:
    pad = Pad(heads="categories: p P 0..26")
    assert pad.refuses("ana -1") == pad.refuses("ana 27") == "R-S-CELL-02"
    assert pad.takes("ana 0; bea 26")
    assert pad.takes("rule R-S-CELL-02; ana 27")
    assert pad.refuses("ana 5; fix 1 ana 27") == "R-S-CELL-02"


def test_ts10_wizard() -> None:
    pad = Pad(
        "row bid 1 0 0; row points 30 20 20; round; row bid 1 1 1; row points -10 30 30; round;"
        "row bid 0 2 1; row points 20 40 -10; round; end",
        heads='categories: bid "Bid" x0, points "Points"',
        rounds=3,
        complete="all",
        dealer="deals",
    )
    state = pad.after()
    assert (totals(state), places(state)) == ([40, 90, 40], [2, 1, 2])
    assert pad.final()["reason"] == "rounds"
    assert state["sides"]["bea"]["categories"] == {"bid": 0, "points": 90}


def test_ts11_times() -> None:
    pad = Pad("row unused 4 0 1; row people 2 3 5", heads="categories: unused U x-1, people P x3")
    assert totals(pad.after("bonus ana 7; round; end")) == [9, 9, 14]


def test_ts12_all() -> None:
    heads = "categories: x X, y Y"
    pad = Pad("row x 1 1 1", heads=heads, complete="all")
    assert pad.after()["due"] == ["ana", "bea", "caro"]
    assert pad.refuses("round") == ("R-S-ROUND-02", "A-S-ROUND-01")
    assert pad.after("row y 1 1 1")["due"] == []
    assert Pad("ana x 1; bea y 1; caro x 1", heads=heads).takes("round")


def test_ts13_sum() -> None:
    heads = "categories: p P sum 0"
    assert Pad("row 5 -3 -1", heads=heads).refuses("round") == "R-S-ROUND-03"
    pad = Pad("row 5 -3 -2; round", heads=heads)
    assert pad.refuses("fix 1 ana 4") == "R-S-ROUND-03"
    assert pad.takes("fix 1 ana 4, bea -2")
    free = Pad("round", heads=heads, complete="any")
    assert free.takes("1: ana 0")
    assert free.refuses("1: ana 2") == "R-S-ROUND-03"


def test_ts14_correction() -> None:
    pad = Pad("row 5 7 3; round; row 1 1 1; fix 1 bea 9")
    assert totals(pad.after()) == [6, 10, 4]
    assert pad.refuses("fix 1 bea 9") == pad.refuses("fix 2 bea 1") == "R-S-CELL-03"
    pad.after("round")
    assert pad.refuses("fix 3 bea 1") == "R-S-CELL-03"
    assert pad.refuses("fix 4 bea 1") == "R-S-ROUND-01"


def test_ts15_forward_or_backward() -> None:
    lines = "row 12 3 0; round; row 5 3 0; round; row 1 1 1"
    pad = Pad(lines, target=20)
    assert totals(pad.after()) == [18, 7, 1]
    changed = pad.copy().after("fix 1 ana 16")
    assert (totals(changed)[0], changed["phase"]) == (22, "play")
    assert pad.copy().after("fix 1 ana 16; round")["phase"] == "decided"
    backward = pad.copy().write("correct 2 = 1: row 16 3 0")
    error = backward.replay.error
    assert error is not None and (error.rule, error.seq) == ("R-S-ROUND-04", 6)


DECIDED = "row 1 2 3; round; row 1 2 3; round"


def test_ts16_decided() -> None:
    pad = Pad(DECIDED, rounds=2)
    state = pad.after()
    assert (state["phase"], state["round"], state["order"], state["due"]) == ("decided", 2, [], [])
    assert pad.refuses("row 1 1 1") == "R-S-ROUND-04"
    for line in ("round", "leave ana", 'join dani "Dani"', "deal bea"):
        assert pad.refuses(line) == "R-S-PHASE-01", line
    assert pad.takes("fix 2 ana 9") and pad.takes("bonus ana 1")
    assert pad.final("end")["reason"] == "rounds"


def test_ts16_a_round_that_is_ended_gets_its_missing_cells_also_when_decided() -> None:
    pad = Pad("ana 5; round; row 1 1 1; round", complete="any", rounds=2)
    assert pad.takes("1: bea 4")
    assert pad.refuses("ana 4") == "R-S-ROUND-04"


def test_ts16_with_a_target_that_nobody_reaches_the_rounds_are_the_reason() -> None:
    assert Pad(DECIDED, rounds=2, target=20).final("end")["reason"] == "rounds"


def test_ts17_one_more() -> None:
    pad = Pad(DECIDED, rounds=2)
    state = pad.after("rule R-S-ROUND-04; row 9 0 0")
    assert (state["phase"], state["round"]) == ("play", 3)
    assert pad.after("round")["phase"] == "decided"
    assert totals(pad.after("end")) == [11, 4, 6]
    assert pad.final()["rounds"] == 3


def test_ts18_target() -> None:
    pad = Pad("row 19 0 0; round", target=20)
    assert pad.after()["phase"] == "play"
    assert pad.after("row 1 0 0; round")["phase"] == "decided"
    final = pad.final("end")
    assert (final["reason"], final["winners"]) == ("target", ["ana"])


def test_ts19_rummy() -> None:
    pad = Pad(
        "row 120 0 230 45; round; row 80 155 0 310; round",
        players=FOUR,
        best="low",
        target=500,
        dealer="deals",
    )
    state = pad.after()
    assert (state["dealer"], state["order"]) == ("caro", ["dani", "ana", "bea", "caro"])
    state = pad.after("row 0 60 270 145; round; end")
    assert (totals(state), places(state)) == ([200, 215, 500, 500], [1, 2, 3, 3])
    assert pad.final()["winners"] == ["ana"]


def test_ts20_below() -> None:
    pad = Pad("penalty ana 19", start=20, target=0, target_at="once")
    assert pad.after()["phase"] == "play"
    assert pad.after("penalty ana 1")["phase"] == "decided"
    assert pad.final("end")["reason"] == "target"
    assert places(pad.after()) == [3, 1, 1]


def test_ts21_once() -> None:
    assert Pad("ana 10", target=10).after()["phase"] == "play"
    pad = Pad("ana 10", target=10, target_at="once")
    state = pad.after()
    assert (state["phase"], state["round"], state["ended"]) == ("decided", 1, 0)
    assert pad.refuses("bea 1") == "R-S-ROUND-04"
    final = pad.final("end")
    assert (final["reason"], final["rounds"]) == ("target", 1)


def test_ts22_not_over_after_all() -> None:
    pad = Pad("row 19 0 0; round; row 1 0 0; round; fix 2 ana 0", target=20)
    state = pad.after()
    assert (state["phase"], state["round"], state["due"]) == ("play", 3, ["ana", "bea", "caro"])
    state = pad.after("bonus ana 5")
    assert (totals(state)[0], state["phase"]) == (24, "play")


def test_ts23_tie() -> None:
    pad = Pad("row 7 7 3; round; end")
    assert places(pad.after()) == [1, 1, 3]
    final = pad.final()
    assert (final["winners"], final["ranking"]) == (["ana", "bea"], [["ana", "bea"], ["caro"]])


@pytest.mark.parametrize(("best", "expected"), [("high", [2, 1, 3]), ("low", [2, 3, 1])])
def test_ts24_ties_by_category(best: str, expected: list[int]) -> None:
    pad = Pad(
        "row coins 4 6 1; row vp 50 50 48; round; end",
        heads="categories: coins C x0, vp V",
        ties="coins",
        rounds=1,
        complete="all",
        best=best,
    )
    assert (totals(pad.after()), places(pad.after())) == ([50, 50, 48], expected)


def test_ts25_play_on() -> None:
    pad = Pad("row 5 5 1; round", rounds=1, on_tie="play_on")
    state = pad.after()
    assert (state["phase"], state["round"]) == ("play", 2)
    for line, phase in (
        ("row 1 0 0; round", "decided"),
        ("fix 2 bea 1", "play"),
        ("fix 2 bea 0", "play"),
        ("row 0 0 0; round", "decided"),
    ):
        assert pad.after(line)["phase"] == phase, line


def test_ts26_split() -> None:
    pad = Pad("row 7 7 3; round")
    final = pad.copy().final("end 2 ana, 1 bea, 3 caro")
    assert (final["winners"], final["reason"]) == (["bea"], "ended")
    assert pad.takes("end 1 ana, 1 bea, 3 caro")
    against = ("R-S-PLACE-02", "A-S-PLACE-01")
    assert pad.refuses("end 1 caro, 2 ana, 3 bea") == against
    assert pad.refuses("end 1 ana, 2 bea, - caro") == against
    assert pad.refuses("end 1 ana, 1 bea, 2 caro") == "R-S-PLACE-03"
    assert pad.refuses("end 1 ana, 2 bea") == "R-S-PLACE-01"


def test_ts27_sudden_victory() -> None:
    pad = Pad("row 7 7 3; round", result="either", rounds=3)
    final = pad.final("end 1 caro, - ana, - bea")
    assert (final["reason"], final["rounds"]) == ("declared", 1)
    assert places(pad.after()) == [2, 2, 1]
    assert [one["score"] for one in final["players"].values()] == [7, 7, 3]


def test_ts28_no_points() -> None:
    pad = Pad(result="declared")
    assert places(pad.after()) == [None, None, None]
    assert pad.refuses("end") == "R-S-PLACE-01"
    final = pad.final("end 1 bea, 2 ana, 2 caro")
    assert (final["reason"], final["rounds"], final["winners"]) == ("declared", 0, ["bea"])
    assert {one["score"] for one in final["players"].values()} == {0}


def test_ts29_together() -> None:
    heads = 'teams: us "Us" ana bea caro'
    assert Pad("end 1 us", heads=heads, result="declared").final()["winners"] == ALL
    lost = Pad("end - us", heads=heads, result="declared")
    assert places(lost.after()) == [None]
    assert (lost.final()["ranking"], lost.final()["winners"]) == ([], [])


def test_ts30_early() -> None:
    pad = Pad("row 5 7 3; round", rounds=10)
    assert pad.refuses("end") == "R-S-END-02"
    assert pad.final("end -- no light")["reason"] == "early"
    whole = Pad("row 5 7 3").final("end")
    assert (whole["reason"], whole["rounds"]) == ("ended", 1)
    assert Pad("ana 5").refuses("end") == "R-S-END-02"
    wrong_sum = Pad("row 5 -3 -1", heads='categories: p "P" sum 0')
    assert wrong_sum.refuses("end") == "R-S-END-02"
    broken = Pad("ana 5").final("end -- ill")
    assert (broken["reason"], broken["players"]["ana"]["score"]) == ("early", 5)
