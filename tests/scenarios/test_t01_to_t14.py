"""Acceptance scenarios T01 to T14: the rulebook's own examples, the bonus, passing."""

# ruff: noqa: N802 (tests are named after the scenarios)

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kit import CARD_5, Table

# --- T01 Virtue growth ---------------------------------------------------------------------


def test_T01_virtue_dice_grow_by_the_round_and_by_every_ragami_near() -> None:
    table = (
        Table()
        .virtue(yellow=("Q5", 1), green=("Q5", 1))
        .ragamis(yellow="Q5", purple=15, green="Q2", blue=1)
    )
    table.everybody_passes()
    assert table.player("yellow")["virtue"] == {"block": "Q5", "value": 4}
    assert table.player("green")["virtue"] == {"block": "Q5", "value": 4}


# --- T02 Action dice 1, 5, 4 ---------------------------------------------------------------


def rolling(demons_in_supply: int) -> Table:
    """Green is first in round 2, so yellow rolls."""
    elsewhere = {2: 6 - demons_in_supply} if demons_in_supply < 6 else {}
    return Table().demons(elsewhere).step_5()


T02: dict[str, Any] = {
    "player": "yellow",
    "rolls": [1, 5, 4],
    "spaces": {"saint": 5, "draw": 4, "conflict": 3},
    "demons": [23],
}


def test_T02_a_red_1_brings_a_demon_and_is_turned() -> None:
    table = rolling(demons_in_supply=1).do("action_dice_set", **T02)
    assert table.view()["demons"] == {"2": 5, "23": 1}
    assert table.view()["supply"]["demons"] == 0
    assert table.view()["dice"] == {"saint": 5, "draw": 4, "conflict": 3}


def test_T02_a_red_1_may_not_stay() -> None:
    spaces = {"saint": 5, "draw": 4, "conflict": 1}
    rolling(1).refuse("action_dice_set", **T02 | {"spaces": spaces}, rule="R-PREP-18")


def test_T02_the_other_dice_keep_their_value() -> None:
    spaces = {"saint": 5, "draw": 3, "conflict": 3}
    rolling(1).refuse("action_dice_set", **T02 | {"spaces": spaces}, rule="R-PREP-19")


def test_T02_the_demon_must_be_placed() -> None:
    rolling(1).refuse("action_dice_set", **T02 | {"demons": []}, rule="R-PREP-17")


def test_T02_without_a_demon_in_the_supply_none_is_placed_and_the_die_is_turned() -> None:
    empty = T02 | {"demons": []}
    spaces = {"saint": 5, "draw": 4, "conflict": 1}
    rolling(0).refuse("action_dice_set", **empty | {"spaces": spaces}, rule="R-PREP-18")
    table = rolling(0).do("action_dice_set", **empty)
    assert table.view()["dice"]["conflict"] == 3


def test_T02_only_the_last_player_rolls() -> None:
    rolling(1).refuse("action_dice_set", **T02 | {"player": "green"}, rule="R-PREP-16")


# --- T03 Purify ----------------------------------------------------------------------------


def test_T03_a_movement_that_ends_with_only_demons_purifies() -> None:
    table = Table().ragamis(yellow=20).demons({28: 1, 3: 3})
    table.do("ragami_moved", via="draw", to=28)
    view = table.view()
    assert view["players"]["yellow"]["vp"] == 1
    assert view["demons"] == {"3": 3}
    assert view["supply"]["demons"] == 3
    assert view["dice"] == {"saint": 2, "draw": 1, "conflict": 2}


# --- T04 Forbidden destinations ------------------------------------------------------------


def in_the_middle() -> Table:
    return Table().ragamis(yellow="Q5").saints(yellow=14).forbidden(19)


@pytest.mark.parametrize("to", [12, 18, "Q6", "Q9"])
def test_T04_places_within_reach_are_accepted(to: int | str) -> None:
    assert in_the_middle().do("ragami_moved", to=to).player("yellow")["ragami"] == to


def test_T04_not_to_its_own_saint_nor_to_a_forbidden_square() -> None:
    in_the_middle().refuse("ragami_moved", to=14, rule="R-MOVE-04")
    in_the_middle().refuse("ragami_moved", to=19, rule="R-MOVE-05")


def test_T04_from_1_to_30_is_6_movements() -> None:
    verdict = Table().ragamis(yellow=1).refuse("ragami_moved", to=30, rule="R-MOVE-01")
    assert verdict.facts["distance"] == 6


# --- T05 Saint and Demon -------------------------------------------------------------------


def example_of_page_5(demons: dict[int, int] | None = None) -> Table:
    return (
        Table()
        .ragamis(yellow=23)
        .conflicts({23: 3, 29: 3})
        .saints(blue=22)
        .demons(demons or {19: 1})
    )


def test_T05a_saint_and_demon_come_to_the_conflict_and_the_mover_gets_the_cube() -> None:
    table = example_of_page_5()
    table.do("saint_and_demon_moved", saint="blue", to=29, demon={"from": 19, "to": 29})
    assert table.of_all("cubes") == [1, 0, 0, 0]
    assert table.player("blue")["saint"] == 29
    assert table.view()["demons"] == {"29": 1}


def test_T05b_the_saint_may_not_come_to_the_current_players_ragami() -> None:
    demon = {"from": 19, "to": 29}
    example_of_page_5().refuse(
        "saint_and_demon_moved", saint="blue", to=23, demon=demon, rule="R-SAINT-03"
    )


def test_T05c_a_demon_from_the_supply_if_there_is_one() -> None:
    from_supply = {"from": None, "to": 29}
    table = example_of_page_5({19: 5})
    table.do("saint_and_demon_moved", saint="blue", to=29, demon=from_supply)
    assert table.view()["demons"] == {"19": 5, "29": 1}
    example_of_page_5({19: 6}).refuse(
        "saint_and_demon_moved", saint="blue", to=29, demon=from_supply, rule="R-DEMON-04"
    )


def test_T05d_the_demon_may_not_be_left_out() -> None:
    example_of_page_5().refuse(
        "saint_and_demon_moved", saint="blue", to=29, demon=None, rule="R-SAINT-08"
    )


def test_T05e_the_saint_may_pass_the_current_players_ragami() -> None:
    # From 17 there is no way to 30 within 4 squares but over 23, where yellow stands.
    table = example_of_page_5().saints(blue=17)
    table.do("saint_and_demon_moved", saint="blue", to=30, demon={"from": 19, "to": 29})
    assert table.player("blue")["saint"] == 30


# --- T06 to T09 Conflicts ------------------------------------------------------------------


def test_T06_a_conflict_paid_with_cubes() -> None:
    table = Table().ragamis(yellow=28).conflicts({28: 4}).vp(yellow=6).resolved(yellow=4)
    table.cubes(yellow=4).do("conflict_tried", cubes=4)
    view = table.view()
    assert (view["players"]["yellow"]["vp"], view["players"]["yellow"]["resolved"]) == (10, 5)
    assert view["supply"] == {"cubes": 30, "demons": 6, "conflict_dice": 6}
    assert view["chips"]["resolved"] == [28]
    assert view["conflicts"] == {}


def green_on_14(virtue_block: str) -> Table:
    table = Table(first="green").ragamis(green=14).conflicts({14: 2})
    return table.virtue(green=(virtue_block, 3))


def test_T07_a_conflict_paid_with_the_virtue_die() -> None:
    table = green_on_14("Q5").do("conflict_tried", virtue=2)
    green = table.player("green")
    assert (green["vp"], green["resolved"]) == (2, 1)
    assert green["virtue"] == {"block": "Q5", "value": 1}
    assert table.view()["supply"]["conflict_dice"] == 6


def test_T07_the_virtue_die_must_be_on_a_block_that_touches_the_square() -> None:
    green_on_14("Q9").refuse("conflict_tried", virtue=2, rule="R-CONF-09")


def green_on_18(cubes: int) -> Table:
    table = Table(first="green").ragamis(green=18).conflicts({18: 2}).demons({18: 2})
    return table.saints(yellow=18).cubes(green=cubes)


def test_T08_demons_make_it_harder_and_a_saint_easier() -> None:
    table = green_on_18(cubes=3).do("conflict_tried", cubes=3)
    view = table.view()
    green, yellow = view["players"]["green"], view["players"]["yellow"]
    assert (green["vp"], green["resolved"], green["cubes"]) == (2, 1, 0)
    assert yellow["vp"] == 1
    assert view["supply"]["cubes"] == 30
    assert view["demons"] == {"18": 2}


def test_T08_two_cubes_are_too_few() -> None:
    verdict = green_on_18(cubes=2).refuse("conflict_tried", cubes=2, rule="R-CONF-25")
    assert (verdict.facts["needs"], verdict.facts["has"]) == (4, 3)


def green_and_blue_on_20() -> Table:
    table = Table(first="green").ragamis(green=20, blue=20)
    return table.conflicts({20: 2}).demons({20: 1})


def test_T09_another_ragami_helps_and_the_power_die_does_the_rest() -> None:
    table = green_and_blue_on_20().do("conflict_tried", power_rolls=[1])
    assert table.of_all("vp") == [0, 2, 0, 0]
    assert table.of_all("resolved") == [0, 1, 0, 0]
    assert table.of_all("cubes") == [0, 0, 2, 0]


@pytest.mark.parametrize("block", ["Q5", "Q6", "Q8"])
def test_T09_a_failed_attempt_ends_on_a_block_next_to_the_square(block: str) -> None:
    table = green_and_blue_on_20()
    table.do("conflict_tried", power_rolls=[0], withdraw_to=block)
    assert table.player("green")["ragami"] == block
    assert table.of_all("cubes") == [0, 0, 0, 0]
    assert table.view()["dice"]["conflict"] == 1


def test_T09_a_block_that_does_not_touch_the_square_is_no_way_out() -> None:
    green_and_blue_on_20().refuse(
        "conflict_tried", power_rolls=[0], withdraw_to="Q4", rule="R-CONF-17"
    )


# --- T10 Virtue points to VP ---------------------------------------------------------------


def test_T10_three_virtue_points_are_1_vp_and_the_die_is_away_until_step_5() -> None:
    table = Table().virtue(yellow=("Q5", 3)).hand("yellow", 12)
    table.do("virtue_converted", vp=1)
    assert table.player("yellow")["vp"] == 1
    assert table.player("yellow")["virtue"] is None
    table.refuse("virtue_die_moved", block="Q1", rule="R-C12-1", ruling="A-C12-03")
    table.refuse("virtue_step", block="Q1", rule="R-TURN-09")
    table.step_5().do("virtue_step", player="yellow", block="Q9")
    assert table.player("yellow")["virtue"] == {"block": "Q9", "value": 1}


# --- T11, T12 Bonus ------------------------------------------------------------------------


def bonuses(resolved: list[int], **options: Any) -> list[int]:
    """The bonus of each player, in seat order, when the chips have run out."""
    seats = "YGBP"[: len(resolved)]
    colours = ["yellow", "green", "blue", "purple"][: len(resolved)]
    table = Table(seats, neutral="blue" if len(resolved) == 2 else None, **options)
    table.resolved(**dict(zip(colours, resolved, strict=True))).pool(0).everybody_passes()
    return [player["bonus"] for player in table.final["players"].values()]


def test_T11_a_tie_for_first_leaves_the_second_place_to_the_next() -> None:
    assert bonuses([6, 6, 3, 3]) == [7, 7, 4, 4]


@pytest.mark.parametrize(
    ("resolved", "options", "bonus"),
    [
        ([5, 5, 5, 2], {}, [7, 7, 7, 4]),
        ([5, 5, 5, 2], {"bonus_ranking": "standard"}, [7, 7, 7, 0]),
        ([4, 3, 3, 1], {}, [7, 4, 4, 0]),
        ([3, 0, 0, 0], {}, [7, 4, 4, 4]),
        ([3, 0, 0, 0], {"bonus_min_conflicts": 1}, [7, 0, 0, 0]),
        ([0, 0, 0, 0], {}, [7, 7, 7, 7]),
        ([2, 5], {}, [4, 7]),
    ],
)
def test_T12_bonus_where_the_rulebook_has_holes(
    resolved: list[int], options: dict[str, Any], bonus: list[int]
) -> None:
    assert bonuses(resolved, **options) == bonus


# --- T13 Pass is final ---------------------------------------------------------------------


def after_a_lap(**options: Any) -> Table:
    """Yellow acts, green passes, blue acts, yellow acts."""
    table = Table("YGB", **options).do("ragami_moved", to="Q2").do("turn_ended").do("passed")
    table.do("ragami_moved", to="Q2").do("turn_ended")
    return table.do("ragami_moved", to="Q1", via="saint").do("turn_ended")


def test_T13_who_has_passed_is_out_for_the_round() -> None:
    table = after_a_lap()
    verdict = table.refuse(
        "ragami_moved",
        player="green",
        via="conflict",
        to="Q2",
        rule="R-TURN-08",
        ruling="A-TURN-01",
    )
    assert verdict.facts["pass_policy"] == "final"
    assert table.view()["active"] == "blue"


def test_T13_who_has_passed_may_come_back_where_that_was_agreed() -> None:
    table = after_a_lap(pass_policy="reenter")
    table.do("ragami_moved", player="green", via="conflict", to="Q2")
    assert table.player("green")["ragami"] == "Q2"


# --- T14 Sole survivor and fresh cards -----------------------------------------------------


def blue_alone_has_drawn() -> Table:
    table = Table().passed("yellow", "green", "purple").turn_of("blue")
    return table.do("cards_drawn", rejected=[1, 2], kept=[5])


def test_T14_the_last_one_left_plays_his_card_in_his_next_turn() -> None:
    table = blue_alone_has_drawn().do("turn_ended")
    assert table.view()["active"] == "blue"
    table.do("ragami_moved", via=CARD_5, to="Q2")
    assert table.player("blue")["hand"] == []


def test_T14_not_in_the_turn_in_which_he_drew_it() -> None:
    blue_alone_has_drawn().refuse("ragami_moved", via=CARD_5, to="Q2", rule="R-CARD-03")
