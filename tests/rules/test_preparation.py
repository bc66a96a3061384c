"""The seven steps before every round but the first."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

import pytest

from ragami.games.ragami.events import Colour
from tests.rules.kit import Table, conflicts_on, rolled

# --- steps 1 to 3 --------------------------------------------------------------------------


def test_R_PREP_01_the_left_neighbour_is_first_and_the_old_first_is_last() -> None:
    table = Table("PBYG", first="blue").everybody_passes()
    assert (table.view()["first"], table.view()["round"]) == ("yellow", 2)
    assert table.new_conflicts().due[-1] == "action_dice_set blue"
    assert table.next_round().view()["active"] == "yellow"


def test_R_PREP_03_every_die_on_the_board_goes_up_by_1() -> None:
    table = Table().conflicts({1: 1, 2: 5, 3: 3}).everybody_passes()
    assert table.view()["conflicts"] == {"1": 2, "2": 6, "3": 4}
    assert table.view()["supply"]["conflict_dice"] == 3


def test_R_PREP_04_and_05_a_6_blows_up_and_is_rolled_again_in_step_4() -> None:
    table = Table().conflicts({1: 6, 2: 5, 3: 1, 4: 1, 5: 1, 6: 6}).everybody_passes()
    assert table.view()["chips"]["forbidden"] == [1, 6]
    assert table.view()["chips"]["conflict"] == [2, 3, 4, 5]
    table.do("conflicts_drawn", conflicts=conflicts_on(7, 8))
    assert table.view()["supply"]["conflict_dice"] == 0


def blown_up(seats: str = "YGBP", first: Colour = "yellow", **ragamis: int) -> Table:
    """The conflict on 12 has just blown up."""
    table = Table(seats, first=first, neutral="blue" if seats == "YG" else None)
    return table.conflicts({12: 6}).ragamis(**ragamis).everybody_passes()


def test_R_PREP_07_to_a_block_that_touches_the_square() -> None:
    table = blown_up(green=12)
    verdict = table.refuse("ragami_displaced", ragami="green", block="Q1", rule="R-PREP-07")
    assert verdict.facts["instead"] == ["Q2", "Q4", "Q5"]
    table.do("ragami_displaced", ragami="green", block="Q2")
    assert table.player("green")["ragami"] == "Q2"


def test_R_PREP_07_nobody_else_and_nothing_else_before() -> None:
    table = blown_up(green=12)
    table.refuse("ragami_displaced", ragami="yellow", block="Q2", rule="R-PREP-07")
    table.refuse("conflicts_drawn", conflicts=conflicts_on(1), rule="R-PREP-07")
    table.refuse("virtue_step", player="yellow", block="Q2", rule="R-PREP-07")
    table.refuse("action_dice_set", player="yellow", rule="R-PREP-07")


def test_R_PREP_07_in_turn_order_from_the_new_first_player_the_neutral_one_last() -> None:
    assert blown_up(first="green", green=12, yellow=12).due == [
        "ragami_displaced yellow",
        "ragami_displaced green",
    ]
    table = blown_up("YG", green=12, neutral=12)
    assert table.due == ["ragami_displaced green", "ragami_displaced neutral"]
    table.do("ragami_displaced", ragami="green", block="Q2")
    table.do("ragami_displaced", ragami="neutral", block="Q2")
    assert table.due == ["conflicts_drawn"]


def test_R_PREP_08_growth_counts_every_ragami_once_displaced() -> None:
    table = Table().virtue(yellow=("Q5", 1), blue=("Q1", 1)).conflicts({12: 6})
    table.ragamis(yellow="Q2", green=12, blue=20, purple="Q5").everybody_passes()
    table.do("ragami_displaced", ragami="green", block="Q4")
    # The round, purple on the block and blue on 20 beside it; green has left, Q2 is a neighbour.
    assert table.player("yellow")["virtue"]["value"] == 4
    assert table.player("blue")["virtue"]["value"] == 2


@pytest.mark.parametrize(("before", "after"), [(5, 6), (6, 6), (4, 6)])
def test_A_PREP_04_not_above_6(before: int, after: int) -> None:
    table = Table().virtue(yellow=("Q1", before)).everybody_passes()
    assert table.player("yellow")["virtue"]["value"] == after


def test_A_NEU_03_the_neutral_ragami_makes_no_virtue_grow() -> None:
    table = Table("YG", neutral="blue").virtue(yellow=("Q5", 1)).ragamis(neutral="Q5")
    assert table.everybody_passes().player("yellow")["virtue"]["value"] == 2


def test_a_virtue_die_that_is_not_on_the_board_does_not_grow() -> None:
    assert Table().everybody_passes().player("yellow")["virtue"] is None


# --- step 4 --------------------------------------------------------------------------------


def two_dice_to_roll() -> Table:
    return Table().conflicts({1: 1, 2: 1, 3: 1, 4: 1}).everybody_passes()


def test_R_PREP_10_a_conflict_for_every_die_in_the_supply() -> None:
    table = two_dice_to_roll()
    for squares in ((), (5,)):
        table.refuse("conflicts_drawn", conflicts=conflicts_on(*squares), rule="R-PREP-10")
    table.do("conflicts_drawn", conflicts=conflicts_on(5, 6))
    assert table.view()["chips"]["conflict"] == [1, 2, 3, 4, 5, 6]


def test_R_PREP_10_nothing_comes_before_it() -> None:
    table = two_dice_to_roll()
    table.refuse("virtue_step", player="green", block="Q1", rule="R-PREP-10")
    table.refuse("action_dice_set", player="yellow", rule="R-PREP-10")
    table.refuse("passed", player="yellow", rule="R-PREP-10")


def test_R_INV_03_not_more_dice_than_the_supply_has() -> None:
    two_dice_to_roll().refuse(
        "conflicts_drawn", conflicts=conflicts_on(5, 6, 7), rule="R-INV-03", ruling=None
    )


def test_R_INV_04_not_more_conflicts_than_there_are_chips() -> None:
    table = two_dice_to_roll()
    table.pool(1)
    table.refuse(
        "conflicts_drawn", conflicts=conflicts_on(5, 6), rule="R-INV-04", ruling="A-PREP-06"
    )
    table.do("conflicts_drawn", conflicts=conflicts_on(5))


@pytest.mark.parametrize("squares", [(1, 5), (5, 5)], ids=["before", "twice"])
def test_R_INV_04_no_chip_twice(squares: tuple[int, int]) -> None:
    two_dice_to_roll().refuse(
        "conflicts_drawn", conflicts=conflicts_on(*squares), rule="R-INV-04", ruling="A-PREP-08"
    )


def test_R_INV_04_not_the_chip_of_a_resolved_or_forbidden_square() -> None:
    table = Table().conflicts({1: 6, 2: 1}).ragamis(yellow=2).cubes(yellow=1)
    table.do("conflict_tried", cubes=1).do("turn_ended").everybody_passes()
    for square in (1, 2):
        drawn = conflicts_on(5, 6, 7, 8, 9, square)
        table.refuse("conflicts_drawn", conflicts=drawn, rule="R-INV-04")
    table.do("conflicts_drawn", conflicts=conflicts_on(5, 6, 7, 8, 9, 10))


def test_no_conflicts_are_drawn_when_no_die_is_left() -> None:
    table = Table().conflicts(dict.fromkeys(range(1, 7), 1)).everybody_passes()
    table.refuse("conflicts_drawn", conflicts=[], rule="R-PREP-16")
    table.refuse("conflicts_drawn", conflicts=conflicts_on(7), rule="R-PREP-16")


# --- step 5 --------------------------------------------------------------------------------


def test_R_PREP_12_three_virtue_points_for_1_vp() -> None:
    table = Table(first="purple").virtue(yellow=("Q5", 4)).step_5()
    table.refuse("virtue_step", player="yellow", vp=2, rule="R-PREP-12", ruling="A-PREP-11")
    table.do("virtue_step", player="yellow", vp=1)
    assert table.player("yellow")["vp"] == 1
    assert table.player("yellow")["virtue"] == {"block": "Q5", "value": 2}


def test_R_PREP_12_nothing_from_a_die_off_the_board() -> None:
    Table().step_5().refuse("virtue_step", player="green", vp=1, rule="R-PREP-12")


def test_R_PREP_12_in_turn_order_each_once() -> None:
    table = Table().step_5()  # green, blue, purple, yellow
    table.do("virtue_step", player="blue", block="Q1")
    for colour in ("green", "blue"):
        table.refuse("virtue_step", player=colour, block="Q2", rule="R-PREP-12", ruling="A-PREP-09")
    table.do("virtue_step", player="yellow", block="Q1")
    table.refuse("virtue_step", player="yellow", block="Q2", rule="R-PREP-12", ruling="A-PREP-09")


def test_R_PREP_13_to_another_block() -> None:
    table = Table().virtue(green=("Q9", 3)).step_5()
    verdict = table.refuse("virtue_step", player="green", block="Q9", rule="R-PREP-13")
    assert "Q9" not in verdict.facts["instead"]
    table.do("virtue_step", player="green", block="Q8")
    assert table.player("green")["virtue"] == {"block": "Q8", "value": 1}


def test_R_PREP_13_a_die_converted_away_may_come_back_to_its_block() -> None:
    table = Table().virtue(green=("Q9", 5)).step_5()
    table.do("virtue_step", player="green", vp=2, block="Q9")
    assert table.player("green")["virtue"] == {"block": "Q9", "value": 1}


def test_R_PREP_14_and_15_a_die_off_the_board_may_be_placed_anywhere() -> None:
    table = Table().virtue(yellow=("Q9", 3)).step_5()
    table.do("virtue_step", player="green", block="Q9")
    assert table.player("green")["virtue"] == {"block": "Q9", "value": 1}


def test_a_die_that_is_not_touched_stays() -> None:
    table = Table(first="purple").virtue(yellow=("Q9", 5)).step_5()
    table.do("virtue_step", player="yellow", vp=2)
    assert table.player("yellow")["virtue"] is None
    assert table.player("yellow")["vp"] == 2


# --- step 6 --------------------------------------------------------------------------------


def test_R_PREP_16_the_new_last_player_rolls() -> None:
    table = Table().step_5()
    for colour in ("green", "blue", "purple"):
        table.refuse("action_dice_set", player=colour, rule="R-PREP-16")
    table.do("virtue_step", player="yellow", block="Q1")
    table.refuse("action_dice_set", player="purple", rule="R-PREP-16")
    table.do("action_dice_set", player="yellow")
    assert (table.view()["phase"], table.view()["active"]) == ("turns", "green")


@pytest.mark.parametrize("event", ["passed", "turn_ended", "cubes_gathered", "last_player_raised"])
def test_R_PREP_16_no_turn_before(event: str) -> None:
    Table().step_5().refuse(event, player="green", rule="R-PREP-16", ruling=None)


@pytest.mark.parametrize("event", ["cubes_converted", "virtue_converted"])
def test_R_PREP_16_nor_a_conversion_of_a_turn(event: str) -> None:
    table = Table().cubes(green=2).virtue(green=("Q1", 3)).step_5()
    table.refuse(event, player="green", vp=1, rule="R-PREP-16")


@pytest.mark.parametrize("roll", [0, 6])
def test_R_PREP_16_rolls_are_faces_of_the_die(roll: int) -> None:
    data = rolled([2, 3, roll], [2, 3, roll])
    Table().step_5().refuse("action_dice_set", **data, rule="R-PREP-16", ruling="A-DIE-01")


@pytest.mark.parametrize("demons", [(), (1, 2)])
def test_R_PREP_17_a_demon_for_every_red_1(demons: tuple[int, ...]) -> None:
    table = Table().forbidden(26).step_5()
    wrong = rolled([1, 3, 4], [2, 3, 4], *demons)
    table.refuse("action_dice_set", **wrong, rule="R-PREP-17", ruling="A-DIE-05")
    table.do("action_dice_set", **rolled([1, 3, 4], [2, 3, 4], 26))
    assert table.view()["demons"] == {"26": 1}


def test_R_PREP_17_as_many_as_the_supply_has() -> None:
    table = Table().demons({1: 5}).step_5()
    two_reds = [1, 1, 4], [2, 3, 4]
    table.refuse("action_dice_set", **rolled(*two_reds, 7, 8), rule="R-PREP-17")
    table.do("action_dice_set", **rolled(*two_reds, 7))


def test_R_PREP_17_the_demon_purifies_nothing_and_gives_nothing() -> None:
    table = Table().ragamis(yellow=7).step_5()
    table.do("action_dice_set", **rolled([1, 3, 4], [2, 3, 4], 7))
    assert table.of_all("vp") == [0, 0, 0, 0]
    assert table.view()["demons"] == {"7": 1}


@pytest.mark.parametrize("value", [1, 0, 6])
def test_R_PREP_18_a_red_1_is_turned_to_another_face(value: int) -> None:
    table = Table().step_5()
    table.refuse("action_dice_set", **rolled([1, 3, 4], [3, value, 4], 1), rule="R-PREP-18")
    table.do("action_dice_set", **rolled([1, 3, 4], [3, 5, 4], 1))


@pytest.mark.parametrize("spaces", [[2, 3, 5], [2, 2, 4], [3, 4, 1], [2, 3, 6], [2, 0, 4]])
def test_R_PREP_19_the_other_dice_keep_their_value(spaces: list[int]) -> None:
    table = Table().step_5()
    table.refuse("action_dice_set", **rolled([2, 3, 4], spaces), rule="R-PREP-19")
    table.do("action_dice_set", **rolled([2, 3, 4], [4, 2, 3]))
    assert list(table.view()["dice"].values()) == [4, 2, 3]
