"""The acceptance scenarios of the rules from TS31 on, by their ids."""

from __future__ import annotations

from typing import Any

import pytest

from ragami.game.capabilities import NOTATION
from ragami.games.scores.forms import EXPECTED
from ragami.games.scores.game import GAME
from ragami.judge.report import replay_log
from ragami.notation.line import Line
from ragami.notation.misread import Unread
from tests.games.scores.pad import Pad, places, totals
from tests.games.scores.test_scenarios import ALL, FOUR, PLAIN, TWO_TEAMS, opening, record, verdict


@pytest.mark.parametrize(("left", "expected"), [("last", [2, 1, 3]), ("scored", [3, 2, 1])])
def test_ts31_leaving(left: str, expected: list[int]) -> None:
    pad = Pad("row 5 7 9; round; leave caro", left=left)
    assert pad.after()["due"] == ["ana", "bea"]
    assert pad.refuses("caro 3") == "R-S-SIDE-02"
    assert pad.takes("bonus caro 1") and pad.takes("fix 1 caro 8")
    assert pad.takes("return caro; caro 3")
    assert places(pad.after("row 1 1; round; end")) == expected


def test_ts32_who_may_leave() -> None:
    assert Pad("leave caro").refuses("leave caro") == "R-S-PLAYER-03"
    assert Pad("leave bea; leave caro").refuses("leave ana") == "R-S-PLAYER-03"
    assert Pad().refuses("return ana") == "R-S-PLAYER-03"
    gone = record(2, "player_left", {"player": "zoe", "reason": None})
    assert verdict(opening(), gone) == "R-S-SIDE-01"


def joined(**changed: Any) -> bytes:
    data = {"player": "dani", "name": "Dani", "team": None, "after": None, "start": None}
    return record(2, "player_joined", data | changed)


def test_ts33_joining() -> None:
    pad = Pad("row 5 7 3; round")
    state = pad.copy().after('join dani "Dani" after ana start 7')
    assert state["order"] == state["due"] == ["ana", "dani", "bea", "caro"]
    assert totals(state) == [5, 7, 7, 3]
    assert totals(pad.after('join dani "Dani" after ana')) == [5, 0, 7, 3]
    assert verdict(opening(), joined(player="bea")) == "R-S-PLAYER-01"
    twelve = [{"id": f"p{n}", "name": "P"} for n in range(12)]
    assert verdict(opening(players=twelve), joined()) == "R-S-PLAYER-01"
    assert verdict(opening(), joined(team="us")) == "R-S-PLAYER-02"
    assert verdict(opening(), joined(after="zoe")) == "R-S-SIDE-01"


def test_ts34_teams() -> None:
    pad = Pad("row 100 60", players=FOUR, heads=TWO_TEAMS)
    assert pad.after()["due"] == []
    teams = [
        {"id": "us", "name": "Us", "players": ["ana", "caro"]},
        {"id": "them", "name": "T", "players": ["bea"]},
    ]
    cell = record(2, "scored", {"round": 1, "category": None, "points": {"ana": 5}})
    assert verdict(opening(teams=teams), cell) == "R-S-SIDE-01"
    assert pad.after("leave caro")["sides"]["us"]["status"] == "in"
    assert pad.after("leave ana")["sides"]["us"]["status"] == "out"
    state = pad.after('join eva "Eva" team us')
    assert (state["sides"]["us"]["status"], totals(state)[0]) == ("in", 100)
    for wrong in ({"team": "us", "start": 5}, {}):
        assert verdict(opening(teams=teams), joined(**wrong)) == "R-S-PLAYER-02"
    assert verdict(opening(teams=teams), joined(team="ours")) == "R-S-SIDE-01"
    assert pad.final("round; end")["winners"] == ["ana", "caro", "eva"]


def test_ts35_dealer() -> None:
    pad = Pad(dealer="deals")
    state = pad.after()
    assert (state["dealer"], state["order"]) == ("ana", ["bea", "caro", "ana"])
    assert pad.after("row 1 1 1; round")["dealer"] == "bea"
    state = pad.after("leave bea")
    assert (state["dealer"], state["order"]) == ("caro", ["ana", "caro"])
    assert pad.after("deal ana")["order"] == ["caro", "ana"]
    assert pad.refuses("deal ana") == pad.refuses("deal bea") == "R-S-DEAL-01"
    stranger = record(2, "dealer_set", {"player": "zoe"})
    assert verdict(opening(options={"dealer": "deals"}), stranger) == "R-S-SIDE-01"
    assert Pad(dealer="starts").after()["order"] == ALL
    assert Pad().refuses("deal bea") == "R-S-DEAL-01"


def test_ts36_in_turn() -> None:
    pad = Pad(turns="in_order", dealer="deals")
    assert pad.after()["due"] == ["bea"]
    assert pad.refuses("caro 3") == ("R-S-TURN-01", "A-S-TURN-01")
    for lines in ("bea 2; caro 3; ana 1", "row 1 2 3", "bea 2; row 1 . 3"):
        assert pad.takes(lines), lines
    assert pad.takes("rule R-S-ROUND-02; round; 1: ana 4")


def test_ts36_nobody_comes_before_a_side_that_is_out() -> None:
    """It has no place in the order of the round: the ruling on R-S-SIDE-02 is enough."""
    pad = Pad("leave bea", turns="in_order")
    assert pad.refuses("rule R-S-SIDE-02; bea 3, caro 2") == ("R-S-TURN-01", "A-S-TURN-01")
    assert [one.rule for one in pad.findings("rule R-S-SIDE-02; bea 3")] == ["R-S-SIDE-02"]


def test_ts37_after_the_end() -> None:
    pad = Pad(PLAIN)
    for line in ("ana 1", "round", "bonus ana 1", "end", "deal ana"):
        assert pad.refuses(line) == "R-S-END-01", line
    assert pad.after("undo 1")["phase"] == "play"
    assert pad.takes("ana 1")


def test_ts38_undo_and_redo() -> None:
    pad = Pad()
    before = pad.after()
    undone = pad.after("row 5 7 3; undo 1")
    assert undone | {"seq": 0} == before | {"seq": 0}
    assert totals(pad.after("redo")) == [5, 7, 3]


def test_ts39_asserted() -> None:
    pad = Pad("row 5 7 3")
    (found,) = pad.findings("assert totals ana:5 bea:8 places bea:1")
    assert (found.code, found.facts["totals"]) == (
        "asserted-difference",
        {"bea": {"log": 7, "table": 8}},
    )
    stranger = record(2, "asserted", {"totals": {"zoe": 1}})
    assert verdict(opening(), stranger) == "R-S-LOG-01"
    shown = record(2, "revealed", {"player": "ana", "seq": 1, "card": 1})
    assert verdict(opening(), shown) == "R-S-LOG-01"
    assert not Pad(result="declared").findings("assert places ana:-")


@pytest.mark.parametrize("rule", ["R-S-CELL-01", "R-S-ROUND-01", "R-S-PHASE-01", "R-S-END-02"])
def test_ts40_what_no_ruling_lets_stand(rule: str) -> None:
    ruled = record(2, "ruled", {"rule": rule, "reason": "x", "authority": "y"})
    assert verdict(opening(), ruled) == "R-S-LOG-01"


def test_ts40_two_rulings() -> None:
    pad = Pad(heads="categories: p P 0..26", turns="in_order")
    found = pad.findings("rule R-S-CELL-02; rule R-S-TURN-01; caro 27")
    assert [(one.code, one.rule) for one in found] == [
        ("ruled-breach", "R-S-CELL-02"),
        ("ruled-breach", "R-S-TURN-01"),
    ]


@pytest.mark.parametrize(("line", "column"), [("ana 12, ana 7", 9), ("end 1 ana, 2 ana", 14)])
def test_nobody_has_two_numbers_in_a_line(line: str, column: int) -> None:
    with pytest.raises(Unread) as wrong:
        GAME.need(NOTATION).read(Line(line), replay_log(opening()).state)
    assert (wrong.value.column, wrong.value.expected) == (column, (EXPECTED["other-side"],))


def test_no_rule_stands_in_the_catalogue_alone() -> None:
    waivable = {id_ for id_ in GAME.rulebook.rules() if GAME.rulebook.may_be_waived(id_)}
    assert len(waivable) == 7
