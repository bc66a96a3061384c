"""Acceptance scenarios T29 to T41: pieces, the neutral Ragami, the end, hidden cards."""

# ruff: noqa: N802 (tests are named after the scenarios)

from __future__ import annotations

from typing import Any

import pytest

from ragami.games.ragami.events import Colour
from tests.rules.kit import CARD_5, Table, custom_deck
from tests.rules.logs import setting_up

# --- T29 Card 2 ----------------------------------------------------------------------------


def two_conflicts(**ragamis: int) -> Table:
    table = Table().conflicts({18: 3, 14: 3}).demons({18: 2}).ragamis(**ragamis)
    return table.hand("yellow", 2)


def test_T29_a_cube_for_the_demon_that_leaves_the_conflicts() -> None:
    table = two_conflicts()
    table.do("demons_moved", demons=[{"from": 18, "to": 13}, {"from": 18, "to": 14}])
    assert table.player("yellow")["cubes"] == 1
    assert table.view()["demons"] == {"13": 1, "14": 1}


def test_T29_not_a_demon_with_ones_own_ragami() -> None:
    two_conflicts(yellow=18).refuse("demons_moved", demons=[{"from": 18, "to": 13}], rule="R-C02-2")


def test_T29_not_the_same_demon_twice() -> None:
    way = [{"from": 18, "to": 13}, {"from": 13, "to": 24}]
    two_conflicts().refuse("demons_moved", demons=way, rule="R-C02-1", ruling="A-C02-01")


# --- T30 Saint from conflict to conflict ---------------------------------------------------


def saint_in_a_conflict(at: int = 18) -> Table:
    table = Table().conflicts({18: 3, 14: 3}).saints(blue=at)
    return table.hand("yellow", 1)


def test_T30_by_die_a_cube_also_from_conflict_to_conflict() -> None:
    table = saint_in_a_conflict().do("saint_and_demon_moved", saint="blue", to=14)
    assert table.player("yellow")["cubes"] == 1


@pytest.mark.parametrize(("start", "cubes"), [(18, 0), (13, 1)])
def test_T30_by_card_1_only_from_outside(start: int, cubes: int) -> None:
    table = saint_in_a_conflict(at=start)
    table.do("saints_moved", saints=[{"saint": "blue", "to": 14}])
    assert table.player("yellow")["cubes"] == cubes


def test_T30_by_card_1_not_to_ones_own_ragami_nor_to_one_of_the_saints_colour() -> None:
    move = [{"saint": "blue", "to": 14}]
    saint_in_a_conflict().ragamis(yellow=14).refuse("saints_moved", saints=move, rule="R-C01-2")
    saint_in_a_conflict().ragamis(blue=14).refuse("saints_moved", saints=move, rule="R-SAINT-04")


# --- T31 Out and back ----------------------------------------------------------------------


def on_26_with_a_demon() -> Table:
    return Table().ragamis(yellow=26).demons({26: 1})


def test_T31_out_and_back_purifies() -> None:
    table = on_26_with_a_demon().do("ragami_moved", to=26)
    assert table.player("yellow")["vp"] == 1
    assert table.view()["demons"] == {}


@pytest.mark.parametrize("other", ["saint", "ragami"])
def test_T31_not_with_a_saint_or_another_ragami(other: str) -> None:
    table = on_26_with_a_demon()
    table = table.saints(green=26) if other == "saint" else table.ragamis(green=26)
    table.do("ragami_moved", to=26)
    assert table.player("yellow")["vp"] == 0
    assert table.view()["demons"] == {"26": 1}


# --- T32 Forbidden squares and detours -----------------------------------------------------


def forbidden_26_and_28() -> Table:
    return Table().forbidden(26, 28).ragamis(yellow=19)


def test_T32_a_ragami_goes_round_over_blocks() -> None:
    forbidden_26_and_28().do("ragami_moved", to=29)
    forbidden_26_and_28().refuse("ragami_moved", to=26, rule="R-MOVE-05")


def test_T32_saints_and_demons_are_not_barred() -> None:
    table = forbidden_26_and_28().saints(blue=19)
    table.do("saint_and_demon_moved", saint="blue", to=29, demon={"from": None, "to": 26})
    assert table.player("blue")["saint"] == 29
    assert table.view()["demons"] == {"26": 1}


# --- T33 Third Ragami ----------------------------------------------------------------------


def two_on_15() -> Table:
    return Table(first="blue").ragamis(yellow=15, green=15, blue=14)


def test_T33_no_third_ragami_on_a_square() -> None:
    two_on_15().refuse("ragami_moved", to=15, rule="R-MOVE-06")


def test_T33_a_third_one_may_pass_through() -> None:
    two_on_15().do("ragami_moved", to=16)


def test_T33_three_on_a_block() -> None:
    table = Table(first="blue").ragamis(yellow="Q6", green="Q6", blue=15)
    assert table.do("ragami_moved", to="Q6").of_all("ragami") == ["Q6", "Q6", "Q6", "Q1"]


# --- T34 Neutral helper --------------------------------------------------------------------


def neutral_helper(first: Colour = "yellow") -> Table:
    table = Table("YG", first=first, neutral="blue").ragamis(yellow=20, neutral=20, green=21)
    return table.conflicts({20: 3}).cubes(yellow=1)


def test_T34_the_neutral_ragami_helps_and_nobody_is_paid() -> None:
    table = neutral_helper().do("conflict_tried", cubes=1)
    assert table.of_all("vp") == [3, 0]
    assert table.of_all("cubes") == [0, 0]


def test_T34_it_counts_for_the_limit_of_two() -> None:
    neutral_helper(first="green").refuse("ragami_moved", to=20, rule="R-MOVE-06")


def test_T34_only_card_5_moves_it_and_it_does_not_purify() -> None:
    table = neutral_helper().hand("yellow", 5).demons({27: 1})
    table.refuse("ragami_moved", ragami="neutral", to=27, rule="R-MOVE-11", ruling="A-NEU-01")
    table.do("ragami_moved", via=CARD_5, ragami="neutral", to=27)
    assert table.view()["neutral"] == 27
    assert table.view()["demons"] == {"27": 1}
    assert table.of_all("vp") == [0, 0]


# --- T35 Card 4 ----------------------------------------------------------------------------


@pytest.mark.parametrize(("left", "gained"), [(30, 2), (1, 1)])
def test_T35_a_cube_for_every_other_ragami_in_no_conflict(left: int, gained: int) -> None:
    table = Table().ragamis(green="Q5", blue=21, purple=20, yellow=22).conflicts({20: 3})
    table.hand("yellow", 4).cubes(purple=30 - left).do("cubes_gathered")
    assert table.player("yellow")["cubes"] == gained


def test_T35_the_neutral_one_does_not_count() -> None:
    table = Table("YG", neutral="blue").hand("yellow", 4).do("cubes_gathered")
    assert table.player("yellow")["cubes"] == 1


# --- T36 Card 15 ---------------------------------------------------------------------------


def with_card_15(points: list[int], die: int) -> Table:
    """Yellow alone on a conflict of `die`, card 15 in his hand."""
    colours = ["yellow", "green", "blue", "purple"]
    table = Table().ragamis(yellow=20).conflicts({20: die}).hand("yellow", 15)
    return table.vp(**dict(zip(colours, points, strict=True)))


@pytest.mark.parametrize(
    ("points", "worth"),
    [
        ([3, 5, 3, 9], 2),
        ([5, 3, 3, 9], 1),
        ([9, 5, 3, 3], 1),
        ([2, 5, 3, 9], 4),
        ([0, 0, 0, 0], 2),
    ],
)
def test_T36_what_card_15_is_worth(points: list[int], worth: int) -> None:
    with_card_15(points, die=worth).do("conflict_tried", cards=[15])
    with_card_15(points, die=worth + 1).refuse("conflict_tried", cards=[15], rule="R-CONF-25")


def test_T36_a_conversion_before_counts() -> None:
    with_card_15([3, 9, 7, 4], die=4).do("conflict_tried", cards=[15])
    for die in (2, 3):
        table = with_card_15([3, 9, 7, 4], die=die).cubes(yellow=2).do("cubes_converted", vp=1)
        if die == 2:
            table.do("conflict_tried", cards=[15])
        else:
            table.refuse("conflict_tried", cards=[15], rule="R-CONF-25")


def test_T36_not_with_two_players() -> None:
    table = Table("YG", neutral="blue").ragamis(yellow=20).conflicts({20: 1})
    table.hand("yellow", None).refuse("conflict_tried", cards=[15], rule="R-C15-5")


# --- T37, T38 The end ----------------------------------------------------------------------


def last_round(*, green_cubes: int, yellow_resolved: int = 4, **options: Any) -> Table:
    """Before yellow comes to 31 VP and 1 cube; he has a Virtue die of 5 far from everybody."""
    table = Table("YGB", **options).vp(yellow=27, green=27, blue=20).ragamis(yellow=20)
    table.conflicts({20: 4}).resolved(yellow=yellow_resolved, green=6, blue=2)
    return table.virtue(yellow=("Q9", 5)).cubes(yellow=5, green=green_cubes)


def played_out(table: Table) -> Table:
    """Yellow reaches 31 VP in lap 2, green still acts, then all pass."""
    table.do("ragami_moved", via="saint", to=20).do("turn_ended")
    table.do("ragami_moved", via="draw", to="Q2").do("turn_ended")
    table.do("ragami_moved", via="draw", to="Q2").do("turn_ended")
    table.do("conflict_tried", cubes=4).do("turn_ended")
    assert table.player("yellow")["vp"] == 31
    table.do("ragami_moved", via="conflict", to="Q1").do("turn_ended")
    return table.everybody_passes()


def test_T37_the_round_goes_on_and_the_most_conflicts_decide() -> None:
    table = played_out(last_round(green_cubes=5))
    assert table.view()["phase"] == "over"
    assert table.of_all("vp") == [35, 36, 20]
    assert [each["bonus"] for each in table.final["players"].values()] == [4, 7, 0]
    assert (table.final["winners"], table.final["reason"]) == (["green"], "vp")
    table.refuse("conflicts_drawn", conflicts=[], rule="R-END-02")


def test_T37_a_tie_in_vp_goes_to_the_most_conflicts() -> None:
    table = played_out(last_round(green_cubes=3))
    assert table.of_all("vp") == [35, 35, 20]
    assert table.final["winners"] == ["green"]


def test_T37_with_as_many_conflicts_both_get_7() -> None:
    table = played_out(last_round(green_cubes=5, yellow_resolved=5))
    assert [each["bonus"] for each in table.final["players"].values()] == [7, 7, 4]


def test_T38_no_preparation_follows() -> None:
    table = played_out(last_round(green_cubes=5))
    assert table.player("yellow")["vp"] == 35
    assert table.player("yellow")["virtue"] == {"block": "Q9", "value": 5}


def test_T38_the_last_growth_and_conversion_where_that_was_agreed() -> None:
    table = played_out(last_round(green_cubes=5, final_growth_and_conversion=True))
    assert table.player("yellow")["vp"] == 37
    assert table.player("yellow")["virtue"] is None


# --- T39 Setup order and limits ------------------------------------------------------------


def test_T39_saints_from_the_first_player_on() -> None:
    setting_up("saint_set").refuse("saint_set", player="green", square=4, rule="R-SETUP-11")


def test_T39_a_saint_in_a_conflict_gives_no_cube() -> None:
    play = setting_up("saint_set").do("saint_set", player="yellow", square=12)
    assert play.view()["conflicts"]["12"] == 2
    assert play.player("yellow")["cubes"] == 0


def test_T39_virtue_dice_from_the_second_player_on_and_several_on_a_block() -> None:
    play = setting_up("virtue_set")
    play.refuse("virtue_set", player="yellow", block="Q5", rule="R-SETUP-13")
    for colour in ("green", "blue", "purple", "yellow"):
        play.do("virtue_set", player=colour, block="Q5")
    assert play.of_all("virtue") == [{"block": "Q5", "value": 1}] * 4


def test_T39_ragamis_from_the_third_player_on_and_one_on_a_block() -> None:
    play = setting_up("ragami_set")
    play.refuse("ragami_set", ragami="yellow", block="Q5", rule="R-SETUP-15")
    play.do("ragami_set", ragami="blue", block="Q5")
    play.refuse("ragami_set", ragami="purple", block="Q5", rule="R-SETUP-16")
    for colour, block in (("purple", "Q1"), ("yellow", "Q2"), ("green", "Q3")):
        play.do("ragami_set", ragami=colour, block=block)
    assert play.due == ["action_dice_set purple"]


# --- T40, T41 Hidden cards and the reshuffle -----------------------------------------------


def test_T40_a_hidden_card_may_be_what_is_played() -> None:
    table = Table(first="green").ragamis(yellow=20).cubes(green=1)
    table.do("cards_drawn", rejected=[4, 10], kept=[None])
    assert table.player("green")["hand"] == [None]
    table.do("turn_ended").turn_of("green")
    table.do("ragamis_swapped", with_="yellow")
    assert table.player("green")["hand"] == []


def test_T40_a_card_that_a_known_hand_does_not_have() -> None:
    table = Table().hand("yellow", 13).cubes(yellow=1).ragamis(blue=20)
    verdict = table.refuse("ragamis_swapped", with_="blue", rule="R-CARD-03")
    assert verdict.facts["hand"] == [13]


def test_T41_the_used_zone_is_shuffled_when_a_card_is_needed() -> None:
    # Twenty cards 15 are out of a game of two, so that 2 + 11 are all there is.
    copies = dict.fromkeys(range(1, 14), 1) | {14: 0, 15: 20}
    table = Table("YG", neutral="blue", deck=custom_deck(copies=copies)).used(*range(3, 14))
    assert (table.view()["deck"], table.view()["used"]) == (2, 11)
    table.do("cards_drawn", rejected=[1, 2], kept=[5])
    assert (table.view()["deck"], table.view()["used"]) == (10, 2)
    assert table.player("yellow")["hand"] == [5]
