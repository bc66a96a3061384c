"""Scenarios, each by its number: actions, buildings, interest, reputation."""

# ruff: noqa: N802 (tests are named after the scenarios and rules)

from __future__ import annotations

from typing import Any, get_args

import pytest
from msgspec import to_builtins

from ragami.games.deal_with_the_devil.components import Counted
from ragami.games.deal_with_the_devil.rules import tracks
from ragami.games.deal_with_the_devil.rules.operations import Doing
from ragami.games.deal_with_the_devil.rules.sets import cards
from ragami.games.deal_with_the_devil.state import Player
from tests.games.deal_with_the_devil.table import SEATS, Table, builds

TRACK = Table().s.table.file.track


def planning(round_: int = 2) -> Table:
    t = Table().at("actions/plan", round_)
    for colour in SEATS:
        t[colour].events = []
        t.has(colour)
    t["red"].hand = ["x102", "fort", "vineyard", "x202", "stable"]
    t["red"].events = ["a4"]
    return t


def planned(t: Table, **parts: Any) -> str | None:
    return t.rule("plan_shown", **t.plan("red", **parts))


def test_TD23_plan() -> None:
    t = planning().stands("red", "x104", "x110")
    five = {"uses": ["x104", "x110"], "builds": builds("fort", "vineyard"), "hire": True}
    assert planned(t, **five) == "R-D-ACT-04"
    t["red"].events = ["a4", "a5"]
    assert planned(t) == "R-D-ACT-02"
    assert planned(t, discarded=["a4"]) is None
    assert planned(t, discarded=["a6"]) == "R-D-ACT-02"
    left = [{"card": "a4", "side": "left"}]
    assert planned(t, discarded=["a4"], event=left) == "R-D-ACT-02"
    t["red"].events = ["a4"]
    t.stands("red", "x112", round_=2)
    assert planned(t, uses=["x112"]) == "R-D-ACT-07"
    assert planned(t, uses=["x104", "x104"]) == "R-D-ACT-07"
    assert planned(t, builds=builds("fort!")) == "R-D-ACT-08"
    assert planned(t, builds=builds("harbour")) == "R-D-ACT-06"
    assert planned(t, builds=builds("fort", "fort")) == "R-D-ACT-06"
    four = {"builds": builds("fort", "vineyard!"), "hire": True}
    t.do("plan_shown", **t.plan("red", **four))
    assert t["red"].plan is not None
    assert t["red"].plan.steps[-1] == "wheat"
    assert planned(t) == "R-D-ACT-01"
    assert t["red"].hand == ["x102", "x202", "stable"]
    t.planned("red", "wheat").has("red", wheat=2)
    t["red"].plan.tokens = 4
    t.steps("red", "wheat", {"paid": 2})


def test_TD24_third_action() -> None:
    t = Table().planned("red", "wheat").has("red", wheat=1)
    assert t["red"].plan is not None
    t["red"].plan.tokens = 3
    for wrong in ([], [{"paid": 0}], [{"paid": 2}], [{"option": 1}]):
        assert t.rule("step_resolved", **t.step("red", "wheat", *wrong)) == "R-D-ACT-05"
    skipped = t.step("red", "wheat", {"paid": 0}, done=False)
    assert t.ruling("step_resolved", **skipped) == ("R-D-ACT-10", "A-D-ACT-04")
    t.has("red", coins=3)
    assert t.rule("step_resolved", **t.step("red", "wheat", {"paid": 1})) == "R-D-BANK-03"
    t["red"].debt = 10
    t.has("red", coins=2)
    t.steps("red", "wheat", {"paid": 0}, done=False)
    assert t["red"].reputation == 7
    t = Table().planned("red", "wheat").has("red", wheat=1)
    assert t["red"].plan is not None
    t["red"].plan.tokens = 3
    t.steps("red", "wheat", {"paid": 1})
    assert (t["red"].goods or {})["wheat"] == 0


def test_TD25_order() -> None:
    t = planning()
    t["red"].events = ["forest"]
    left = [{"card": "forest", "side": "left"}]
    t.stands("red", "x104")
    t.do("plan_shown", **t.plan("red", event=left, uses=["x104"], builds=builds("x102")))
    for colour in ("blue", "green", "yellow"):
        t[colour].events = ["a5"]
        t.do("plan_shown", **t.plan(colour, hire=True))
    assert t["red"].plan is not None
    assert t["red"].plan.steps[0] == "left"
    t.steps("red", "left")
    assert (t["red"].goods or {})["wood"] == 2
    assert t.rule("step_resolved", **t.step("red", "build:x102")) == "R-D-ACT-09"
    t.has("blue", coins=2).steps("blue", "hire", {"courtier": "urban"})
    t.steps("red", "use:x104")
    assert t.rule("actions_ended", player="red") == "R-D-ACT-10"
    t.steps("red", "build:x102")
    t.do("actions_ended", player="red")
    assert t.rule("actions_ended", player="red") == "R-D-ACT-10"
    assert t.rule("step_resolved", **t.step("red", "wheat")) == "R-D-ACT-10"


def test_TD26_bought_to_build() -> None:
    t = Table().planned("red", "build:fort").has("red", stone=1, wood=1, wheat=1)
    t["red"].debt = 9
    t["red"].hand = []
    skip = t.step("red", "build:fort", done=False)
    assert t.rule("step_resolved", **skip) is None
    t.has("red", stone=1, wood=1, wheat=1, coins=1)
    assert t.ruling("step_resolved", **skip) == ("R-D-ACT-10", "A-D-ACT-02")
    do = t.step("red", "build:fort", {"achievement": "minor_1", "space": 1})
    assert t.rule("step_resolved", **do) == "R-D-BANK-03"
    t.do("bank_traded", player="red", sells={"wheat": 1}, buys={})
    t.do("loan_taken", player="red", coins=1)
    t.do("bank_traded", player="red", sells={}, buys={"stone": 1})
    t.do("step_resolved", **do)
    t = Table().planned("red", "build:fort").has("red", stone=1, wood=1, wheat=1)
    t["red"].debt, t["red"].hand = 9, []
    t.do("step_resolved", **skip)
    assert (t["red"].reputation, t["red"].hand) == (7, ["fort"])


def test_TD27_skipped_build_with_act() -> None:
    t = Table().planned("red", "build:vineyard", "act:vineyard", "hire").has("red")
    t["red"].debt = 10
    t.steps("red", "build:vineyard", done=False)
    assert t["red"].plan is not None
    assert (t["red"].plan.steps, t["red"].plan.tokens, t["red"].reputation) == (["hire"], 0, 7)
    given = t.step("red", "hire", {"courtier": "rural"}, done=False)
    assert t.rule("step_resolved", **given) == "R-D-ACT-10"


@pytest.mark.parametrize("lenient", [False, True])
def test_TD28_right_side(lenient: bool) -> None:
    t = Table(lenient=lenient).planned("red", "right", event="recession").has("red")
    t["red"].debt = 3
    assert t.rule("step_resolved", **t.step("red", "right")) == "R-D-ACT-12"
    t.steps("red", "right", done=False)
    assert t["red"].reputation == (8 if lenient else 7)
    t = Table(lenient=lenient).planned("red", "right", event="a4").has("red")
    t["red"].debt = 10
    assert t.rule("step_resolved", **t.step("red", "right")) == "R-D-BANK-03"
    t.steps("red", "right", done=False)
    assert t["red"].reputation == (8 if lenient else 7)


def test_TD29_prosperity() -> None:
    t = Table().planned("red", "build:fort", "right", event="prosperity").has("red")
    assert t["red"].plan is not None
    t["red"].plan.tokens, t["red"].debt = 2, 10
    t.steps("red", "build:fort", done=False)
    assert t.rule("step_resolved", **t.step("red", "right")) == "R-D-ACT-12"
    t["red"].plan.tokens = 3
    t.steps("red", "right")
    assert t["red"].reputation == 10


def test_TD30_hired() -> None:
    t = Table().planned("red", "hire", "right", event="hiring").has("red", coins=2)
    t.steps("red", "hire", {"courtier": "rural"}).steps("red", "right")
    assert t["red"].reputation == 10
    t = Table().planned("red", "build:x111", "right", event="hiring").has("red", stone=1, wheat=1)
    t.steps("red", "build:x111", {"courtier": "rural"})
    assert t["red"].courtiers["rural"] == "hired"
    assert t.rule("step_resolved", **t.step("red", "right")) == "R-D-ACT-12"


def test_R_D_ACT_12_a_right_side_may_look_at_the_track() -> None:
    """No event that ships does; one of one's own may."""
    t = Table().planned("red", "right", event="a4").has("red", coins=3)
    file = to_builtins(t.s.table.file)
    a4 = next(one for one in file["events"] if one["id"] == "a4")
    a4["right"]["if"] = [{"is": "lowest", "n": 0}]
    t.s.cards = cards(file)
    assert t.rule("step_resolved", **t.step("red", "right")) == "R-D-ACT-12"
    t["red"].reputation = 7
    t.steps("red", "right")
    assert t["red"].reputation == 9


def test_R_D_ACT_11_an_action_may_give_a_courtier_up() -> None:
    """No building that ships does; one of one's own may."""
    t = Table().stands("red", "x104").planned("red", "use:x104").has("red")
    file = to_builtins(t.s.table.file)
    x104 = next(one for one in file["buildings"] if one["id"] == "x104")
    gives = [{"op": "give_courtier", "courtier": "rural"}]
    x104["effects"] = [{"when": "action", "order": 0, "if": [], "do": gives}]
    t.s.cards = cards(file)
    assert t.rule("step_resolved", **t.step("red", "use:x104")) == "R-D-ACT-11"
    t["red"].courtiers["rural"] = "hired"
    t.steps("red", "use:x104")
    assert t["red"].courtiers["rural"] == "three"


def test_TD31_forest() -> None:
    t = Table().planned("red", "right", event="forest")
    t["red"].courtiers["alchemist"] = "hired"
    assert t.rule("step_resolved", **t.step("red", "right")) == "R-D-ACT-12"
    t["red"].courtiers["rural"] = "hired"
    t.steps("red", "right")
    assert (t["red"].courtiers["rural"], t["red"].reputation) == ("three", 11)


def test_TD32_hiring() -> None:
    t = Table().planned("red", "hire").has("red", coins=2)
    for wrong in ([], [{"option": 0}], [{"courtier": "alchemist"}]):
        assert t.rule("step_resolved", **t.step("red", "hire", *wrong)) == "R-D-COUR-01"
    t.steps("red", "hire", {"courtier": "urban"})
    assert (t["red"].courtiers["urban"], (t["red"].goods or {})["coins"]) == ("hired", 0)
    t["red"].courtiers["urban"] = "three"
    t["red"].plan = None
    t.planned("red", "hire").has("red", coins=2)
    do = t.step("red", "hire", {"courtier": "urban"})
    assert t.rule("step_resolved", **do) == "R-D-BANK-03"
    t.has("red", coins=3).do("step_resolved", **do)
    t["red"].courtiers |= dict.fromkeys(("rural", "urban", "religious"), "hired")
    t.planned("red", "hire").has("red", coins=5)
    assert t.rule("step_resolved", **do) == "R-D-ACT-11"
    t.steps("red", "hire", done=False)
    assert t["red"].reputation == 7


def test_TD32_free_from_either_space() -> None:
    t = Table().planned("red", "build:x111").has("red", stone=1, wheat=1)
    t["red"].courtiers |= {"rural": "three", "urban": "hired"}
    do = t.step("red", "build:x111", {"courtier": "urban"})
    assert t.rule("step_resolved", **do) == "R-D-BUILD-05"
    t.steps("red", "build:x111", {"courtier": "rural"})
    assert t["red"].courtiers["rural"] == "hired"


def test_TD33_science() -> None:
    t = Table().planned("red", "build:x114").has("red", stone=1)
    t["red"].reputation = 2
    t.steps("red", "build:x114")
    assert (t["red"].reputation, t["red"].demon) == (0, 2)
    assert t["red"].standing("x114")


def claim(t: Table, id_: str, space: int | None, *courtiers: str) -> str | None:
    data = {"player": "red", "achievement": id_, "space": space, "courtiers": list(courtiers)}
    rule = t.rule("achievement_claimed", **data)
    if rule is None:
        t.do("achievement_claimed", **data)
    return rule


def test_TD34_achievements() -> None:
    t = Table().planned("red").stands("red", "x102", "x115", "x114")
    assert claim(t, "minor_1", 2) is None
    assert t["red"].levels == [1, 2, 1, 1]
    assert claim(t, "minor_2", 1) == "R-D-ACH-01"
    assert claim(t, "minor_2", 1, "urban") == "R-D-COUR-02"
    t["red"].courtiers["urban"] = "hired"
    assert claim(t, "minor_2", 2, "urban") == "R-D-ACH-06"
    assert claim(t, "minor_2", 1, "urban") is None
    assert t["red"].courtiers["urban"] == "three"
    assert claim(t, "minor_1", 3) == "R-D-ACH-08"
    t = Table().planned("red").stands("red", "x102", "x104", "vineyard")
    t["red"].courtiers["rural"] = "hired"
    data = {"player": "red", "achievement": "minor_1", "space": 1, "courtiers": ["rural"]}
    assert t.ruling("achievement_claimed", **data) == ("R-D-ACH-04", "A-D-ACH-02")
    t["red"].plan = None
    t.planned("red", "hire")
    assert claim(t, "minor_1", 1) == "R-D-ACT-09"
    t["red"].plan = None
    t.planned("red").do("actions_ended", player="red")
    assert claim(t, "minor_1", 1) == "R-D-ACH-01"


def test_TD35_major() -> None:
    five = ("x109", "x110", "x111", "x112", "rectory")
    t = Table().planned("red").stands("red", *five)
    t["red"].angel = 1
    assert claim(t, "major_3", 1) == "R-D-ACH-06"
    assert claim(t, "major_3", None) is None
    assert (t["red"].angel, t["red"].indulgences, t["red"].major) == (0, 1, ["major_3"])
    assert claim(t, "major_3", None) == "R-D-ACH-08"
    assert claim(t, "minor_3", None) == "R-D-ACH-06"


def test_TD36_fort_and_university() -> None:
    t = Table().stands("red", "university").planned("red", "build:fort")
    t.has("red", stone=2, wood=1)
    t["red"].levels[3] = 2
    full = t.step("red", "build:fort", {"achievement": "minor_3", "space": 4})
    assert t.rule("step_resolved", **full) == "R-D-BUILD-06"
    assert t.rule("step_resolved", **t.step("red", "build:fort")) == "R-D-BUILD-06"
    t["red"].levels[3] = 1
    more = t.step("red", "build:fort", {"achievement": "minor_3", "space": 4}, {"option": 0})
    assert t.rule("step_resolved", **more) == "R-D-ACT-08"
    t.do("step_resolved", **full)
    assert (t["red"].minor["minor_3"], t["red"].levels[3]) == (4, 2)
    assert (t["red"].goods or {})["coins"] == 3


def test_TD37_town_hall() -> None:
    t = Table().at("actions/act", 4).planned("red", "build:town_hall")
    t.has("red", marble=1, stone=2)
    t.steps("red", "build:town_hall", {"achievement": "minor_1", "space": 1})
    assert (t["red"].tokens, t["red"].free_tokens) == (4, 2)
    t.end_actions()
    assert (t.s.round, t["red"].tokens, t["red"].free_tokens) == (5, 3, 1)
    t.at("actions/plan").stands("red", "x104", "x110")
    t["red"].events = ["a4"]
    t["red"].hand = ["fort"]
    four = {"uses": ["x104", "x110"], "builds": builds("fort"), "hire": True}
    assert t.rule("plan_shown", **t.plan("red", **four)) == "R-D-ACT-04"
    t.do("plan_shown", **t.plan("red", **(four | {"hire": False})))
    assert t["red"].plan is not None
    t["red"].plan.steps = ["wheat"]
    t["red"].plan.tokens = 3
    t.at("actions/act").has("red", wheat=2).steps("red", "wheat", {"paid": 2})


def test_TD38_dam() -> None:
    t = Table().at("actions/act", 3).planned("red", "build:dam").has("red", wood=2, stone=2)
    assert t.rule("step_resolved", **t.step("red", "build:dam")) == "R-D-BUILD-08"
    t.steps("red", "build:dam", {"achievement": "minor_4"})
    assert t["red"].minor["minor_4"] == "dropped"
    assert claim(t, "minor_4", 1) == "R-D-ACH-08"
    t = Table().at("actions/act", 3).planned("red", "build:dam").has("red", wood=2, stone=2)
    t["red"].minor = {f"minor_{n}": n for n in (1, 2, 3, 4)}
    t["red"].levels = [2, 2, 2, 2]
    wrong = t.step("red", "build:dam", {"achievement": "minor_4"})
    assert t.rule("step_resolved", **wrong) == "R-D-BUILD-08"
    t.steps("red", "build:dam", {"space": 2})
    assert (t["red"].levels, t["red"].minor["minor_2"]) == ([2, 1, 2, 2], "dropped")


def test_TD39_stable() -> None:
    t = Table().at("actions/act", 2).planned("red", "build:stable").has("red", wood=1, wheat=1)
    t.steps("red", "build:stable")
    t = Table().at("actions/act", 2).stands("red", "vineyard", round_=2)
    t.planned("red", "build:stable").has("red", wood=1, wheat=1)
    other = t.step("red", "build:stable", {"building": "fort", "done": True})
    assert t.rule("step_resolved", **other) == "R-D-BUILD-04"
    assert t.rule("step_resolved", **t.step("red", "build:stable")) == "R-D-BUILD-04"
    skipped = t.step("red", "build:stable", {"building": "vineyard", "done": False})
    assert t.ruling("step_resolved", **skipped) == ("R-D-ACT-10", "A-D-ACT-02")
    t.steps("red", "build:stable", {"building": "vineyard", "done": True})
    assert t["red"].built[0].covered
    assert (t["red"].goods or {})["coins"] == 2
    t.at("actions/plan", 3)
    t["red"].events = ["a4"]
    assert t.rule("plan_shown", **t.plan("red", uses=["vineyard"])) == "R-D-ACT-07"


def test_TD39_covered_action_that_costs() -> None:
    t = Table().at("actions/act", 2).stands("red", "x110")
    t.planned("red", "build:stable").has("red", wood=1, wheat=1)
    do = t.step("red", "build:stable", {"building": "x110", "done": True})
    assert t.rule("step_resolved", **do) == "R-D-BANK-03"
    t["red"].debt = 10
    t.steps("red", "build:stable", {"building": "x110", "done": False})
    assert t["red"].reputation == 8


def test_TD40_matching() -> None:
    t = Table().stands("red", "catacombs", "x109", "x116", "x114").planned("red", "use:catacombs")
    t.has("red")
    t["red"].courtiers["religious"] = "hired"
    t.steps("red", "use:catacombs")
    assert (t["red"].goods or {})["coins"] == 3


def test_what_an_effect_may_count() -> None:
    """Some of it no building that ships does; one of one's own may."""
    t = Table().stands("red", "catacombs", "x109", "x114")
    red = t["red"]
    red.major, red.minor["minor_2"], red.debt = ["major_1"], 3, 4
    red.courtiers |= {"rural": "hired", "urban": "three"}
    t["blue"].reputation, t["green"].reputation = 2, 9
    found = {of: Doing(t.s, red).count(of) for of in get_args(Counted)}
    assert found == {
        "matching:rural": 0,
        "matching:urban": 0,
        "matching:religious": 2,
        "below": 1,
        "buildings": 3,
        "achievements": 2,
        "debt": 4,
        "courtiers": 1,
    }


def test_TD41_archbishops_seat() -> None:
    t = Table().at("actions/act", 4).planned("red", "build:archbishop")
    t.has("red", marble=1, glass=1, coins=2)
    t["red"].debt = 3
    t.steps("red", "build:archbishop")
    assert (t["red"].debt, (t["red"].goods or {})["coins"]) == (0, 2)


def interest(debt: int, marker: int) -> tuple[int, int, int]:
    player = Player("red", debt=debt, interest=marker)
    tracks.interest(player)
    return player.interest, player.debt, player.demon


def test_TD42_interest() -> None:
    assert [interest(4, marker)[1] for marker in range(4)] == [5] * 4
    assert [interest(2, marker)[:2] for marker in (0, 2, 3)] == [(2, 2), (0, 3), (1, 3)]


def test_TD43_beyond_ten() -> None:
    assert interest(8, 2) == (2, 10, 0)
    assert interest(10, 2) == (0, 9, 2)
    assert interest(8, 0)[1:] == (10, 0)
    assert interest(10, 0)[1:] == (10, 1)


def test_TD44_bank() -> None:
    for debt, after in ((6, 6), (7, 8)):
        t = Table().at("actions/act", 2).stands("red", "bank")
        t["red"].debt = debt
        t.end_actions()
        assert (t["red"].debt, t["red"].interest) == (after, 0 if debt == 6 else 3)


@pytest.mark.parametrize("rewards", ["after_effects", "before_effects"])
def test_TD45_bell_tower(rewards: str) -> None:
    t = Table(reputation_rewards=rewards).stands("red", "reliquary").stands("blue", "bell_tower")
    t.at("actions/act", 2).reputations(7, 6, 9, 10)
    before = (t["red"].goods or {})["coins"]
    t.end_actions()
    assert (t["red"].goods or {})["coins"] == before + 1
    assert [t[c].reputation for c in SEATS] == [7, 7, 8, 9]
    assert [t[c].angel for c in SEATS] == [0, 0, 0, 1]
    demons = [0, 1, 0, 0] if rewards == "before_effects" else [1, 0, 0, 0]
    assert [t[c].demon for c in SEATS] == demons


def test_R_D_REP_04_the_cathedral_pays_whoever_stood_highest_alone() -> None:
    for places, points in (((9, 8, 8, 8), 1), ((9, 9, 8, 8), 0), ((8, 9, 7, 7), 0)):
        t = Table().stands("red", "cathedral").at("actions/act", 5).reputations(*places)
        assert t.end_actions()["red"].points == points


def test_A_D_BUILD_05_the_reliquary_pays_for_those_strictly_lower() -> None:
    for places, coins in (((8, 8, 7, 9), 1), ((8, 9, 9, 9), 0), ((9, 8, 8, 8), 3)):
        t = Table().stands("red", "reliquary").at("actions/act", 2).reputations(*places)
        before = (t["red"].goods or {})["coins"]
        t.end_actions()
        assert (t["red"].goods or {})["coins"] == before + coins


@pytest.mark.parametrize(
    ("places", "angels", "demons"),
    [
        ((9, 9, 4, 4), [1, 1, 0, 0], [0, 0, 1, 1]),
        ((8, 8, 8, 8), [0, 0, 0, 0], [0, 0, 0, 0]),
        ((8, 8, 8, 5), [1, 1, 1, 0], [0, 0, 0, 1]),
    ],
)
def test_TD46_ties(places: Any, angels: list[int], demons: list[int]) -> None:
    t = Table().at("actions/act", 2).reputations(*places).end_actions()
    assert [t[c].angel for c in SEATS] == angels
    assert [t[c].demon for c in SEATS] == demons


def moved(at: int, by: int) -> Player:
    player = Player("red", reputation=at)
    tracks.reputation(player, by, TRACK)
    return player


def test_TD47_ends_of_the_track() -> None:
    def found(at: int, by: int) -> tuple[int, int, int]:
        player = moved(at, by)
        return player.reputation, player.angel, player.demon

    assert found(13, 3) == (14, 1, 0)
    assert found(14, 1) == (14, 0, 0)
    low = moved(3, -5)
    assert (low.reputation, low.guests, low.points, low.demon) == (0, 1, -2, 0)
    assert found(0, -1) == (0, 0, 0)
    assert found(0, 2) == (2, 0, 0)
    for at, after in ((11, 9), (7, 7), (0, 3)):
        assert found(at, TRACK.drift[at]) == (after, 0, 0)


def test_TD48_wings() -> None:
    player = Player("red", demon=2)
    tracks.demon(player)
    assert (player.demon, player.guests, player.points) == (0, 1, -2)
    player = Player("red", angel=2)
    tracks.angel(player, 2)
    assert (player.angel, player.indulgences) == (1, 1)
    tracks.demon(player, -5)
    assert player.demon == 0
