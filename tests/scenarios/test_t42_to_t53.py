"""Acceptance scenarios T42 to T53: cards and conflicts, setups, passing, undo."""

# ruff: noqa: N802 (tests are named after the scenarios)

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kit import CARD_5, CARD_8, Play, Table, conflicts_on
from tests.rules.logs import Log, set_up, setting_up, setup

# --- T42 Card 12 ---------------------------------------------------------------------------


@pytest.mark.parametrize(("before", "after"), [(6, 6), (3, 4)])
def test_T42_card_12_moves_the_virtue_die_and_adds_1(before: int, after: int) -> None:
    table = Table().virtue(yellow=("Q5", before)).hand("yellow", 12)
    table.do("virtue_die_moved", block="Q1")
    assert table.player("yellow")["virtue"] == {"block": "Q1", "value": after}


def test_T42_not_to_the_same_block() -> None:
    table = Table().virtue(yellow=("Q5", 3)).hand("yellow", 12)
    table.refuse("virtue_die_moved", block="Q5", rule="R-C12-1", ruling="A-C12-01")


# --- T43 Hopeless attempt ------------------------------------------------------------------


def hopeless(**options: Any) -> Table:
    return Table(**options).ragamis(yellow=20).conflicts({20: 6}).demons({20: 2})


def test_T43_a_hopeless_attempt_needs_a_roll() -> None:
    table = hopeless().do("conflict_tried", power_rolls=[2], withdraw_to="Q8")
    assert table.player("yellow")["ragami"] == "Q8"
    hopeless().refuse("conflict_tried", rule="R-CONF-25")


def test_T43_unless_it_was_agreed_that_there_is_none() -> None:
    table = hopeless(hopeless_attempt="forbid")
    table.refuse(
        "conflict_tried",
        power_rolls=[2],
        withdraw_to="Q8",
        rule="R-CONF-25",
        ruling="A-CONF-01",
    )


# --- T44, T45 Chips ------------------------------------------------------------------------


def test_T44_a_conflict_appears_where_pieces_stand() -> None:
    table = Table(first="purple").ragamis(yellow=20).saints(blue=20).demons({20: 1})
    table.conflicts({1: 1, 2: 1, 3: 1, 4: 1, 5: 1}).cubes(yellow=3).everybody_passes()
    table.do("conflicts_drawn", conflicts=conflicts_on(20, die=3))
    table.do("action_dice_set", player="purple")
    assert table.of_all("cubes") == [3, 0, 0, 0]
    assert table.view()["demons"] == {"20": 1}
    verdict = table.refuse("conflict_tried", cubes=2, rule="R-CONF-25")
    assert (verdict.facts["needs"], verdict.facts["has"]) == (4, 3)
    table.do("conflict_tried", cubes=3)
    assert table.of_all("vp") == [3, 0, 1, 0]


@pytest.mark.parametrize("square", [12, 19, 1], ids=["conflict", "demon", "neutral_saint"])
def test_T45_a_chip_is_drawn_once(square: int) -> None:
    # Yellow resolves the conflict on 12, and the 6 on 29 blows up: two dice are in the supply.
    play = set_up("YGB").do("ragami_moved", to=12).do("turn_ended").do("passed").do("passed")
    play.do("conflict_tried", virtue=1, power_rolls=[1]).do("turn_ended").do("passed")
    drawn = conflicts_on(30, square)
    play.refuse("conflicts_drawn", conflicts=drawn, rule="R-INV-04", ruling="A-PREP-08")
    play.do("conflicts_drawn", conflicts=conflicts_on(30, 22))


# --- T46 Three red 1s with 2 Demons --------------------------------------------------------


def three_red_1s(demons: list[int], saint: int = 2) -> dict[str, Any]:
    spaces = {"saint": saint, "draw": 2, "conflict": 5}
    return {"player": "purple", "rolls": [1, 1, 1], "spaces": spaces, "demons": demons}


def test_T46_as_many_demons_as_there_are() -> None:
    play = setting_up("action_dice_set")
    play.refuse("action_dice_set", **three_red_1s([7, 7, 7]), rule="R-SETUP-18")
    play.refuse("action_dice_set", **three_red_1s([7, 8], saint=1), rule="R-SETUP-19")
    play.do("action_dice_set", **three_red_1s([7, 8]))
    assert play.view()["supply"]["demons"] == 0


# --- T47 Demon part ------------------------------------------------------------------------


def moving(demon: dict[str, int | None]) -> dict[str, Any]:
    return {"saint": "blue", "to": 12, "demon": demon}


def test_T47_the_demon_goes_1_to_4_squares() -> None:
    table = Table().demons({19: 1})
    table.refuse("saint_and_demon_moved", **moving({"from": 19, "to": 19}), rule="R-DEMON-03")
    table.refuse("saint_and_demon_moved", **moving({"from": 19, "to": 30}), rule="R-DEMON-02")
    table.do("saint_and_demon_moved", **moving({"from": 19, "to": 29}))


def test_T47_no_demon_from_an_empty_supply() -> None:
    table = Table().demons({19: 6})
    table.refuse("saint_and_demon_moved", **moving({"from": None, "to": 1}), rule="R-DEMON-04")
    table.do("saint_and_demon_moved", **moving({"from": 19, "to": 20}))


# --- T48 Conversions -----------------------------------------------------------------------


def test_T48_no_conversion_out_of_turn() -> None:
    Table().cubes(green=2).refuse("cubes_converted", player="green", vp=1, rule="R-TURN-11")


def test_T48_conversions_and_then_a_pass() -> None:
    table = Table().cubes(yellow=6).do("cubes_converted", vp=2).do("passed")
    assert table.player("yellow")["vp"] == 2
    table.refuse("cubes_converted", player="yellow", vp=1, rule="R-TURN-11")


# --- T49 2-player setup --------------------------------------------------------------------

PLACEMENTS: list[tuple[str, dict[str, Any]]] = [
    ("saint_set", {"player": "yellow", "square": 3}),
    ("virtue_set", {"player": "yellow", "block": "Q5"}),
    ("saint_set", {"player": "green", "square": 4}),
    ("virtue_set", {"player": "green", "block": "Q5"}),
    ("ragami_set", {"ragami": "green", "block": "Q3"}),
    ("ragami_set", {"ragami": "neutral", "block": "Q7"}),
    ("ragami_set", {"ragami": "yellow", "block": "Q1"}),
]


def two_players(placed: int) -> Play:
    play = setting_up("saint_set", "YG")
    for type_, data in PLACEMENTS[:placed]:
        play.do(type_, **data)
    return play


def test_T49_the_order_of_two_players() -> None:
    play = two_players(len(PLACEMENTS))
    play.refuse("action_dice_set", player="yellow", rule="R-SETUP-17")
    play.do("action_dice_set", player="green")
    assert play.view()["chips"]["pool"] == 18
    assert play.view()["active"] == "yellow"


@pytest.mark.parametrize("placed", range(len(PLACEMENTS)))
def test_T49_no_other_order(placed: int) -> None:
    for type_, data in PLACEMENTS[:placed] + PLACEMENTS[placed + 1 :]:
        two_players(placed).refuse(type_, **data, rule="R-SET2-04")


def test_T49_card_15_is_not_used() -> None:
    play = setting_up("starting_card_kept", "YG")
    play.refuse("starting_card_kept", discarded=[1, 15], kept=3, rule="R-SET2-05")


# --- T50 Chips run out in preparation ------------------------------------------------------


def test_T50_the_round_is_played_when_the_chips_have_run_out() -> None:
    table = Table().conflicts({1: 1, 2: 1, 3: 1}).pool(3).vp(green=12)
    table.next_round()
    assert table.view()["chips"]["pool"] == 0
    table.do("ragami_moved", to="Q2").do("turn_ended").everybody_passes()
    assert (table.final["reason"], table.final["rounds"]) == ("chips", 2)
    assert table.final["winners"] == ["green"]
    table.refuse("conflicts_drawn", conflicts=[], rule="R-END-03")


# --- T51 Two conflict actions --------------------------------------------------------------


def two_conflicts() -> Table:
    table = Table().ragamis(yellow=20).conflicts({20: 1, 21: 2}).hand("yellow", 5, 8)
    return table.cubes(yellow=4).do("conflict_tried", cubes=1).do("ragami_moved", via=CARD_5, to=21)


def test_T51_two_conflicts_in_a_turn_and_one_die() -> None:
    table = two_conflicts().do("conflict_tried", via=CARD_8, cubes=2)
    assert table.player("yellow")["resolved"] == 2
    assert table.view()["dice"] == {"saint": 2, "draw": 2, "conflict": 1}


def test_T51_card_8_and_its_cube_are_gone_after_a_failure() -> None:
    table = two_conflicts()
    table.do("conflict_tried", via=CARD_8, cubes=1, power_rolls=[0], withdraw_to="Q9")
    assert table.player("yellow")["cubes"] == 2
    assert table.player("yellow")["hand"] == []


# --- T52 Pass hygiene ----------------------------------------------------------------------


def test_T52_who_has_used_a_card_does_not_pass() -> None:
    table = Table().hand("yellow", 4).do("cubes_gathered")
    table.refuse("passed", rule="R-TURN-08", ruling="A-TURN-03")
    table.do("turn_ended")


def test_T52_a_turn_with_only_a_conversion_is_a_pass() -> None:
    table = Table().cubes(yellow=2).do("cubes_converted", vp=1)
    table.refuse("turn_ended", rule="R-TURN-08", ruling="A-TURN-04")
    table.do("passed")


def test_T52_the_fourth_pass_ends_the_round() -> None:
    table = Table().do("passed").do("passed").do("passed")
    assert table.view()["phase"] == "turns"
    table.do("passed")
    assert table.view()["phase"] == "preparation"
    table.refuse("ragami_moved", player="yellow", to="Q2", rule="R-PREP-10")


def test_T52_the_fourth_pass_may_end_the_game() -> None:
    assert Table().vp(blue=30).everybody_passes().view()["phase"] == "over"


# --- T53 Undo ------------------------------------------------------------------------------


def test_T53_what_follows_a_struck_event_is_judged_again() -> None:
    log = Log(setup())
    move = log.add("ragami_moved", player="yellow", ragami="yellow", to=12)
    ended = log.add("turn_ended", player="yellow")
    log.add("passed", player="green")
    assert log.view()["players"]["yellow"]["ragami"] == 12
    log.strike(move)
    error = log.refused(ended, rule="R-TURN-08")
    assert error.ruling == "A-TURN-02"
    assert log.view()["players"]["yellow"]["ragami"] == "Q1"
    assert log.replay().seq == len(log.lines)


def test_T53_the_rest_stands_where_it_is_still_legal() -> None:
    log = Log(setup())
    first = log.add("cubes_gathered", player="yellow")
    log.refused(first, rule="R-CARD-03")
    log.strike(first)
    log.add("passed", player="yellow")
    assert log.accepted().state.active == "green"
