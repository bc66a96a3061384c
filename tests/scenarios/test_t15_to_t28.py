"""Acceptance scenarios T15 to T28: dice and card 9, failure, blow-up, preparation, cards."""

# ruff: noqa: N802 (tests are named after the scenarios)

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kit import CARD_8, CARD_11, Table, card_9, conflicts_on, custom_deck

# --- T15, T16 One die a turn, and card 9 ---------------------------------------------------


def after_the_saint_die() -> Table:
    table = Table().hand("yellow", 9).cubes(yellow=1)
    return table.do("saint_and_demon_moved", saint="blue", to=12)


def test_T15_one_die_a_turn() -> None:
    after_the_saint_die().refuse("cards_drawn", via="draw", rule="R-TURN-07")


def test_T15_card_9_is_no_die() -> None:
    table = after_the_saint_die().do("cards_drawn", via=card_9("draw", "conflict"))
    assert table.view()["dice"] == {"saint": 1, "draw": 2, "conflict": 1}
    assert table.player("yellow")["cubes"] == 0


def on_a_conflict(*, draw: int, cubes: int = 1) -> Table:
    table = Table().ragamis(yellow=20).conflicts({20: 1}).saints(yellow=3, blue=20)
    return table.hand("yellow", 9).cubes(yellow=cubes).dice(saint=0, draw=draw, conflict=0)


def test_T16_card_9_on_a_spent_die() -> None:
    table = on_a_conflict(draw=2).do("conflict_tried", via=card_9("conflict", "draw"))
    assert table.view()["dice"] == {"saint": 0, "draw": 1, "conflict": 0}
    assert table.player("yellow")["cubes"] == 0
    assert table.player("yellow")["resolved"] == 1


@pytest.mark.parametrize(("lower", "ruling"), [(None, "A-C09-05"), ("saint", "A-C09-01")])
def test_T16_a_die_that_is_left_must_be_lowered(lower: str | None, ruling: str) -> None:
    on_a_conflict(draw=2).refuse(
        "conflict_tried", via=card_9("conflict", lower), rule="R-C09-3", ruling=ruling
    )


def test_T16_with_all_dice_spent_none_is_lowered() -> None:
    table = on_a_conflict(draw=0).do("conflict_tried", via=card_9("conflict", None))
    assert table.view()["dice"] == {"saint": 0, "draw": 0, "conflict": 0}


def test_T16_card_9_costs_a_cube() -> None:
    on_a_conflict(draw=2, cubes=0).refuse(
        "conflict_tried", via=card_9("conflict", "draw"), rule="R-C09-4"
    )


# --- T17, T18 Failure refunds, and nothing after the roll ----------------------------------

ALL_IN: dict[str, Any] = {"cubes": 1, "virtue": 1, "cards": [13, 6]}


def green_needs_5(**deck: Any) -> Table:
    table = Table(first="green", **deck).ragamis(green=18).conflicts({18: 4}).demons({18: 1})
    return table.cubes(green=2).virtue(green=("Q5", 1)).hand("green", 13, 6)


def test_T17_after_a_failure_only_card_6_is_gone() -> None:
    table = green_needs_5()
    table.do("conflict_tried", **ALL_IN, power_rolls=[0, 0], withdraw_to="Q5")
    assert table.player("green") == {
        "vp": 0,
        "resolved": 0,
        "cubes": 2,
        "hand": [13],
        "ragami": "Q5",
        "saint": 9,
        "virtue": {"block": "Q5", "value": 1},
    }
    assert table.view()["used"] == 1
    assert table.view()["dice"]["conflict"] == 1
    assert table.view()["conflicts"] == {"18": 4}


def test_T17_after_a_success_everything_is_spent() -> None:
    table = green_needs_5().do("conflict_tried", **ALL_IN, power_rolls=[0, 1])
    green = table.player("green")
    assert (green["vp"], green["cubes"], green["hand"], green["virtue"]) == (4, 0, [], None)
    assert table.view()["used"] == 2
    assert table.view()["supply"]["cubes"] == 30


def test_T17_card_6_may_have_a_red_triangle_in_another_deck() -> None:
    table = green_needs_5(deck=custom_deck(red_triangle=(6, 13, 14, 15)))
    table.refuse("conflict_tried", **ALL_IN, power_rolls=[0, 1], rule="R-CONF-24")


def test_T18_there_is_no_second_try_after_the_roll() -> None:
    table = green_needs_5().hand("green", 8)
    table.do("conflict_tried", **ALL_IN, power_rolls=[0, 0], withdraw_to="Q5")
    table.refuse("conflict_tried", cubes=2, rule="R-TURN-07")
    table.refuse("conflict_tried", via=CARD_8, cubes=1, rule="R-CONF-01")


def test_T18_nobody_pays_cubes_that_he_does_not_have() -> None:
    green_needs_5().refuse("conflict_tried", cubes=3, power_rolls=[2], rule="R-CONF-05")


# --- T19 Red triangle ----------------------------------------------------------------------


def with_two_red_triangles() -> Table:
    table = Table().ragamis(yellow=20, blue=20).conflicts({20: 6}).cubes(yellow=4)
    return table.hand("yellow", 13, 14, 8)


def test_T19_one_red_triangle_an_attempt() -> None:
    with_two_red_triangles().refuse("conflict_tried", cards=[13, 14], rule="R-CONF-24")


def test_T19_two_attempts_in_a_turn_may_have_one_each() -> None:
    table = Table().ragamis(yellow=20).conflicts({20: 4, 21: 2}).hand("yellow", 13, 14, 8)
    table.cubes(yellow=4).do("conflict_tried", cards=[14])
    table.ragamis(yellow=21)  # by a card that he had besides
    table.do("conflict_tried", via=CARD_8, cards=[13])
    assert table.player("yellow")["resolved"] == 2
    assert table.player("yellow")["cubes"] == 0


# --- T20 Blow-up ---------------------------------------------------------------------------


def blown_up() -> Table:
    table = Table().conflicts({12: 6}).ragamis(yellow=12, green=12, blue="Q9", purple="Q9")
    return table.demons({12: 1}).saints(blue=12).virtue(yellow=("Q5", 2)).everybody_passes()


def test_T20_the_die_leaves_and_the_square_is_forbidden() -> None:
    view = blown_up().view()
    assert view["conflicts"] == {}
    assert view["supply"]["conflict_dice"] == 6
    assert view["chips"]["forbidden"] == [12]
    assert view["demons"] == {"12": 1}
    assert view["players"]["blue"]["saint"] == 12


def test_T20_ragamis_leave_in_turn_order_from_the_new_first_player() -> None:
    table = blown_up()
    assert table.due == ["ragami_displaced green", "ragami_displaced yellow"]
    table.refuse("ragami_displaced", ragami="green", block="Q3", rule="R-PREP-07")
    table.do("ragami_displaced", ragami="green", block="Q4")
    table.do("ragami_displaced", ragami="yellow", block="Q5")
    assert table.player("yellow")["virtue"] == {"block": "Q5", "value": 4}
    assert table.due == ["conflicts_drawn"]


def test_T20_no_ragami_enters_the_square_any_more() -> None:
    table = blown_up().do("ragami_displaced", ragami="green", block="Q4")
    table.do("ragami_displaced", ragami="yellow", block="Q5").new_conflicts()
    table.do("action_dice_set", player="yellow")
    table.refuse("ragami_moved", to=12, rule="R-MOVE-05")
    table.do("ragami_moved", to=10)


# --- T21 Short pool ------------------------------------------------------------------------


def pool_of_2_and_four_dice() -> Table:
    return Table().conflicts({1: 1, 2: 1}).pool(2).everybody_passes()


def test_T21_as_many_conflicts_as_there_are_chips() -> None:
    table = pool_of_2_and_four_dice()
    free = [square for square in range(1, 31) if square not in table.state.chips_seen]
    table.refuse("conflicts_drawn", conflicts=conflicts_on(*free, 30), rule="R-INV-04")
    table.refuse("conflicts_drawn", conflicts=conflicts_on(free[0]), rule="R-PREP-10")
    table.do("conflicts_drawn", conflicts=conflicts_on(*free))
    assert table.view()["supply"]["conflict_dice"] == 2
    table.do("action_dice_set", player="yellow")
    assert table.view()["phase"] == "turns"
    assert table.everybody_passes().final["reason"] == "chips"


# --- T22 Step 5 ----------------------------------------------------------------------------


def step_5_with(value: int) -> Table:
    """The die of yellow, who is first now, shows `value` when the step begins."""
    return Table(first="purple").virtue(yellow=("Q5", value - 1)).step_5()


def test_T22_a_die_converted_away_may_be_placed_again_at_once() -> None:
    table = step_5_with(6).do("virtue_step", vp=2, block="Q7")
    assert table.player("yellow")["vp"] == 2
    assert table.player("yellow")["virtue"] == {"block": "Q7", "value": 1}


def test_T22_not_more_than_the_die_has() -> None:
    step_5_with(6).refuse("virtue_step", vp=3, block=None, rule="R-PREP-12")


def test_T22_a_die_that_is_moved_shows_1() -> None:
    table = step_5_with(5).do("virtue_step", vp=1, block="Q8")
    assert table.player("yellow")["vp"] == 1
    assert table.player("yellow")["virtue"] == {"block": "Q8", "value": 1}


def test_T22_not_to_the_block_where_it_is() -> None:
    step_5_with(5).refuse("virtue_step", vp=1, block="Q5", rule="R-PREP-13", ruling="A-PREP-12")


def test_T22_in_turn_order() -> None:
    table = step_5_with(6).do("virtue_step", player="green", block="Q1")
    table.refuse("virtue_step", player="yellow", vp=2, rule="R-PREP-12", ruling="A-PREP-09")


# --- T23 Card 10 ---------------------------------------------------------------------------


def raising(*points: int) -> Table:
    """The first player has card 10."""
    colours = ["yellow", "green", "blue", "purple"][: len(points)]
    table = Table("YGBP"[: len(points)], neutral="blue" if len(points) == 2 else None)
    return table.vp(**dict(zip(colours, points, strict=True))).hand("yellow", 10)


@pytest.mark.parametrize(
    ("before", "after", "cubes"),
    [
        ([9, 7, 5, 3], [9, 7, 5, 4], 2),
        ([9, 7, 3, 3], [9, 7, 4, 4], 3),
        ([9, 3, 3, 3], [9, 3, 3, 3], 0),
        ([9, 4, 4], [9, 5, 5], 3),
        ([8, 6], [8, 7], 2),
    ],
)
def test_T23_card_10_raises_the_last(before: list[int], after: list[int], cubes: int) -> None:
    table = raising(*before).do("last_player_raised")
    assert table.of_all("vp") == after
    assert table.player("yellow")["cubes"] == cubes
    assert table.player("yellow")["hand"] == []


@pytest.mark.parametrize("points", [[3, 9, 7, 5], [3, 3, 7, 9], [6, 6]])
def test_T23_not_for_the_last_nor_for_one_tied_for_last(points: list[int]) -> None:
    raising(*points).refuse("last_player_raised", rule="R-C10-4", ruling="A-C10-02")


def test_T23_a_player_raised_to_30_ends_the_game() -> None:
    table = raising(31, 31, 31, 29).do("last_player_raised").do("turn_ended").everybody_passes()
    assert table.final["reason"] == "vp"


# --- T24 Card 11 ---------------------------------------------------------------------------

KEEP_TWO: dict[str, Any] = {"via": CARD_11, "rejected": [1], "kept": [4, 5]}


def test_T24_card_11_with_one_other_card() -> None:
    table = Table().hand("yellow", 11, 12).do("cards_drawn", **KEEP_TWO)
    assert table.player("yellow")["hand"] == [12, 4, 5]
    table.refuse("cubes_gathered", rule="R-CARD-03")
    table.refuse("ragami_moved", via={"card": 5}, to="Q2", rule="R-CARD-03")


def test_T24_card_11_with_two_other_cards() -> None:
    Table().hand("yellow", 11, 12, 13).refuse("cards_drawn", **KEEP_TWO, rule="R-C11-2")


def test_T24_card_11_with_no_other_card() -> None:
    Table().hand("yellow", 11).do("cards_drawn", **KEEP_TWO)
    strict = Table(card11_other_cards="exactly_one").hand("yellow", 11)
    strict.refuse("cards_drawn", **KEEP_TWO, rule="R-C11-2", ruling="A-C11-01")


# --- T25 Card 7 ----------------------------------------------------------------------------


def turning(die: int) -> Table:
    return Table().conflicts({20: die}).hand("yellow", 7)


@pytest.mark.parametrize(("die", "change"), [(5, 2), (1, -1)])
def test_T25_the_die_stays_within_1_and_6(die: int, change: int) -> None:
    turning(die).refuse("conflict_die_turned", square=20, change=change, rule="R-C07-2")


@pytest.mark.parametrize("change", [0, 3])
def test_T25_by_1_or_2(change: int) -> None:
    turning(3).refuse("conflict_die_turned", square=20, change=change, rule="R-C07-1")


def test_T25_what_the_die_shows_then_is_what_it_pays() -> None:
    table = turning(5).ragamis(yellow=20).cubes(yellow=6)
    table.do("conflict_die_turned", square=20, change=1).do("conflict_tried", cubes=6)
    assert table.player("yellow")["vp"] == 6


def test_T25_any_die_on_the_board() -> None:
    table = turning(5).do("conflict_die_turned", square=20, change=-2)
    assert table.view()["conflicts"] == {"20": 3}


# --- T26 Cube shortage ---------------------------------------------------------------------


def with_a_helper_and_1_cube_left(die: int) -> Table:
    table = Table(first="green").ragamis(green=20, blue=20).conflicts({20: die})
    return table.cubes(green=2, purple=27)


def test_T26_the_helper_takes_what_is_left() -> None:
    table = with_a_helper_and_1_cube_left(die=2).do("conflict_tried")
    assert table.of_all("cubes") == [0, 2, 1, 27]
    assert table.view()["supply"]["cubes"] == 0


def test_T26_the_cubes_of_the_resolver_come_first() -> None:
    table = with_a_helper_and_1_cube_left(die=4).do("conflict_tried", cubes=2)
    assert table.of_all("cubes") == [0, 0, 2, 27]
    assert table.view()["supply"]["cubes"] == 1


# --- T27 Draw with 3 in hand ---------------------------------------------------------------


def test_T27_with_a_full_hand_one_card_goes_first() -> None:
    table = Table().hand("yellow", 12, 13, 14)
    table.refuse("cards_drawn", discarded=None, rule="R-DRAW-06", ruling="A-CARD-05")
    table.do("cards_drawn", discarded=13, rejected=[1, 2], kept=[3])
    assert table.player("yellow")["hand"] == [12, 14, 3]
    assert table.view()["used"] == 3
    assert table.view()["deck"] == 33 - 3 - 3


def test_T27_otherwise_none_may_go() -> None:
    Table().hand("yellow", 12, 13).refuse(
        "cards_drawn", discarded=13, rule="R-DRAW-06", ruling="A-CARD-07"
    )


# --- T28 Card 3 ----------------------------------------------------------------------------


def swapping(cubes: int = 1, **saints: int) -> Table:
    table = Table().ragamis(yellow="Q5", blue=20).saints(**saints).demons({20: 1})
    return table.cubes(yellow=cubes).hand("yellow", 3)


def test_T28_nobody_lands_on_a_saint_of_his_colour() -> None:
    swapping(yellow=20).refuse("ragamis_swapped", with_="blue", rule="R-MOVE-04", ruling="A-C03-03")


def test_T28_the_other_gets_the_cube_and_nothing_is_purified() -> None:
    table = swapping().do("ragamis_swapped", with_="blue")
    assert table.of_all("cubes") == [0, 0, 1, 0]
    assert table.of_all("ragami") == [20, "Q1", "Q5", "Q1"]
    assert table.player("yellow")["vp"] == 0
    assert table.view()["demons"] == {"20": 1}


def test_T28_without_a_cube_there_is_no_swap() -> None:
    swapping(cubes=0).refuse("ragamis_swapped", with_="blue", rule="R-C03-2", ruling="A-C03-01")


def test_T28_not_with_the_neutral_ragami() -> None:
    table = Table("YG", neutral="blue").ragamis(yellow="Q5", neutral=20).cubes(yellow=1)
    table.hand("yellow", 3)
    table.refuse("ragamis_swapped", with_="blue", rule="R-C03-1", ruling="A-C03-02")
