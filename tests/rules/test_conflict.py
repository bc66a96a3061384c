"""What an attempt needs, costs and brings, and cards 6, 8, 13, 14 and 15."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ragami.games.ragami.components import DiceFile
from tests.rules.kit import CARD_8, Table, card_9, custom_deck


def on_20(die: int, seats: str = "YGBP", **changes: Any) -> Table:
    """Yellow alone on a conflict."""
    table = Table(seats, neutral="blue" if seats == "YG" else None, **changes)
    return table.ragamis(yellow=20).conflicts({20: die})


# --- where ---------------------------------------------------------------------------------


@pytest.mark.parametrize("place", ["Q5", 21])
def test_R_CONF_01_on_a_square_with_a_conflict_die(place: int | str) -> None:
    table = on_20(1).ragamis(yellow=place).cubes(yellow=1)
    verdict = table.refuse("conflict_tried", cubes=1, rule="R-CONF-01")
    assert verdict.facts["instead"] == [20]
    on_20(1).cubes(yellow=1).do("conflict_tried", cubes=1)


def test_R_CONF_01_not_where_it_has_been_resolved() -> None:
    table = on_20(1).cubes(yellow=2).do("conflict_tried", cubes=1).hand("yellow", 8)
    table.refuse("conflict_tried", via=CARD_8, rule="R-CONF-01")


# --- Power Points --------------------------------------------------------------------------


def scores(*points: int) -> dict[str, int]:
    return dict(zip(("yellow", "green", "blue", "purple"), points, strict=True))


Given = Callable[[Table], Table]
# What gives Power Points, how many, and what is written down for it.
SOURCES: dict[str, tuple[int, Given, dict[str, Any]]] = {
    "cubes": (3, lambda table: table.cubes(yellow=3), {"cubes": 3}),
    "virtue": (4, lambda table: table.virtue(yellow=("Q6", 5)), {"virtue": 4}),
    "saints": (2, lambda table: table.saints(green=20, blue=20), {}),
    "helper": (2, lambda table: table.ragamis(green=20), {}),
    "card 13": (2, lambda table: table.cubes(yellow=1), {"cards": [13]}),
    "card 14": (4, lambda table: table.cubes(yellow=2), {"cards": [14]}),
    "card 15, alone last": (4, lambda table: table.vp(**scores(0, 1, 1, 9)), {"cards": [15]}),
    "card 15, tied last": (2, lambda table: table.vp(**scores(1, 1, 2, 9)), {"cards": [15]}),
    "card 15, not last": (1, lambda table: table.vp(**scores(1, 0, 1, 1)), {"cards": [15]}),
}
SOURCES_OF_TWO: dict[str, tuple[int, Given, dict[str, Any]]] = {
    "ownerless Saints": (2, lambda table: table.saints(blue=20, purple=20), {}),
    "neutral helper": (2, lambda table: table.ragamis(neutral=20), {}),
}


@pytest.mark.parametrize("source", [*SOURCES, *SOURCES_OF_TWO])
def test_R_CONF_04_what_each_source_gives(source: str) -> None:
    seats = "YG" if source in SOURCES_OF_TWO else "YGBP"
    points, given, data = (SOURCES | SOURCES_OF_TWO)[source]
    table = given(on_20(points, seats)).hand("yellow", *data.get("cards", []))
    assert table.do("conflict_tried", **data).player("yellow")["resolved"] == 1
    table = given(on_20(points + 1, seats)).hand("yellow", *data.get("cards", []))
    verdict = table.refuse("conflict_tried", **data, rule="R-CONF-25")
    assert (verdict.facts["needs"], verdict.facts["has"]) == (points + 1, points)


def test_R_CONF_04_sources_add_up() -> None:
    table = on_20(6).demons({20: 6}).cubes(yellow=3).virtue(yellow=("Q8", 2)).ragamis(green=20)
    table.saints(purple=20).hand("yellow", 14, 6)
    data: dict[str, Any] = {"cubes": 1, "virtue": 2, "cards": [14, 6], "power_rolls": [1, 1]}
    table.do("conflict_tried", **data)
    assert table.of_all("vp") == [6, 0, 0, 1]
    assert table.of_all("cubes") == [0, 2, 0, 0]


def test_section_4_5_a_refusal_says_where_the_points_come_from() -> None:
    table = on_20(6).demons({20: 6}).cubes(yellow=3).virtue(yellow=("Q8", 2)).ragamis(green=20)
    table.saints(purple=20).hand("yellow", 13, 6)
    data: dict[str, Any] = {"cubes": 1, "virtue": 2, "cards": [13, 6], "power_rolls": [1, 0]}
    verdict = table.refuse("conflict_tried", **data, rule="R-CONF-17")
    points = {"cubes": 1, "virtue": 2, "cards": 2, "saints": 1, "helpers": 2, "power_die": 1}
    assert verdict.facts["from"] == points
    assert (verdict.facts["needs"], verdict.facts["has"]) == (12, 9)
    verdict = (
        on_20(4)
        .cubes(yellow=1)
        .hand("yellow", 15)
        .refuse("conflict_tried", cubes=1, cards=[15], rule="R-CONF-25")
    )
    assert verdict.facts["from"] == {"cubes": 1, "cards": 2}


@pytest.mark.parametrize(("demons", "needs"), [(0, 2), (1, 3), (4, 6)])
def test_R_CONF_03_the_die_and_the_demons(demons: int, needs: int) -> None:
    def table() -> Table:
        return on_20(2).demons({20: demons} if demons else {}).cubes(yellow=needs)

    verdict = table().refuse("conflict_tried", cubes=needs - 1, rule="R-CONF-25", ruling=None)
    assert verdict.facts["needs"] == needs
    table().do("conflict_tried", cubes=needs)


def test_A_CONF_10_nothing_needs_to_be_paid_where_others_are_enough() -> None:
    table = on_20(3).ragamis(green=20).saints(blue=20).do("conflict_tried")
    assert table.of_all("vp") == [3, 0, 1, 0]
    assert table.view()["dice"]["conflict"] == 1


def test_A_CONF_07_too_much_may_be_paid() -> None:
    assert on_20(2).cubes(yellow=5).do("conflict_tried", cubes=5).player("yellow")["vp"] == 2


# --- costs ---------------------------------------------------------------------------------


def test_R_CONF_05_ones_own_cubes() -> None:
    table = on_20(3).cubes(yellow=2, green=9)
    verdict = table.refuse("conflict_tried", cubes=3, rule="R-CONF-05")
    assert (verdict.facts["needs"], verdict.facts["has"]) == (3, 2)


def test_R_CONF_09_the_virtue_die_must_touch_the_square() -> None:
    for block in ("Q5", "Q6", "Q8"):
        on_20(2).virtue(yellow=(block, 2)).do("conflict_tried", virtue=2)
    table = on_20(2).virtue(yellow=("Q4", 2), green=("Q5", 2))
    verdict = table.refuse("conflict_tried", virtue=2, rule="R-CONF-09")
    assert verdict.facts["instead"] == ["Q5", "Q6", "Q8"]


def test_R_CONF_09_only_where_it_is_used() -> None:
    on_20(2).virtue(yellow=("Q1", 2)).cubes(yellow=2).do("conflict_tried", cubes=2)
    table = on_20(4).virtue(yellow=("Q1", 2)).cubes(yellow=1).hand("yellow", 13, 6)
    table.do("conflict_tried", cards=[13, 6], power_rolls=[1, 1])


@pytest.mark.parametrize("value", [1, 0])
def test_R_CONF_10_not_more_points_than_it_has(value: int) -> None:
    table = on_20(2)
    if value:
        table.virtue(yellow=("Q5", value))
    verdict = table.refuse("conflict_tried", virtue=2, rule="R-CONF-10")
    assert verdict.facts["has"] == value


def test_R_CONF_11_at_0_it_goes_back_to_its_owner() -> None:
    table = on_20(2).virtue(yellow=("Q5", 2)).do("conflict_tried", virtue=2)
    assert table.player("yellow")["virtue"] is None


def test_R_C13_2_card_13_costs_a_cube() -> None:
    table = on_20(2).hand("yellow", 13)
    table.refuse("conflict_tried", cards=[13], rule="R-C13-2", ruling="A-CARD-14")
    table.cubes(yellow=1).do("conflict_tried", cards=[13])
    assert table.player("yellow")["cubes"] == 0


def test_R_C14_2_card_14_costs_two_cubes() -> None:
    table = on_20(4).hand("yellow", 14).cubes(yellow=1)
    table.refuse("conflict_tried", cards=[14], rule="R-C14-2", ruling="A-CARD-14")
    table.cubes(yellow=2).do("conflict_tried", cards=[14])
    assert table.player("yellow")["cubes"] == 0


def test_R_C08_2_card_8_costs_a_cube() -> None:
    table = on_20(1).saints(green=20).hand("yellow", 8)
    table.refuse("conflict_tried", via=CARD_8, rule="R-C08-2")
    table.cubes(yellow=1).do("conflict_tried", via=CARD_8)
    assert table.player("yellow") == table.player("yellow") | {"cubes": 0, "hand": [], "vp": 1}
    assert table.view()["dice"]["conflict"] == 2


# --- cards of an attempt -------------------------------------------------------------------


@pytest.mark.parametrize("cards", [[13, 14], [14, 15], [13, 13], [15, 15], [13, 6, 15]])
def test_R_CONF_24_one_red_triangle(cards: list[int]) -> None:
    table = on_20(6).hand("yellow", *cards).cubes(yellow=4)
    rolls = [1, 1] if 6 in cards else []
    verdict = table.refuse(
        "conflict_tried",
        cards=cards,
        power_rolls=rolls,
        cubes=1,
        rule="R-CONF-24",
        ruling="A-CONF-14",
    )
    assert verdict.facts["cards"] == [card for card in cards if card != 6]


def test_R_CONF_24_the_deck_says_which_cards_have_it() -> None:
    table = on_20(6, deck=custom_deck(red_triangle=(14,))).hand("yellow", 13, 14)
    table.cubes(yellow=3).do("conflict_tried", cards=[13, 14])
    table = on_20(6, deck=custom_deck(red_triangle=(6, 14))).hand("yellow", 6, 14)
    data: dict[str, Any] = {"cards": [6, 14], "power_rolls": [1, 1]}
    table.cubes(yellow=3).refuse("conflict_tried", **data, rule="R-CONF-24")


def test_R_C15_5_not_with_two_players() -> None:
    table = on_20(1, "YG").hand("yellow", None)
    table.refuse("conflict_tried", cards=[15], rule="R-C15-5", ruling="A-NEU-11")
    on_20(1).hand("yellow", None).do("conflict_tried", cards=[15])


@pytest.mark.parametrize(("card", "points"), [(13, 2), (14, 4)])
def test_R_C15_5_the_other_power_cards_stay_with_two_players(card: int, points: int) -> None:
    table = on_20(points, "YG").hand("yellow", card).cubes(yellow=2)
    assert table.do("conflict_tried", cards=[card]).player("yellow")["resolved"] == 1


@pytest.mark.parametrize("card", [1, 5, 8, 12])
def test_other_cards_give_no_power_points(card: int) -> None:
    on_20(1).hand("yellow", card).refuse("conflict_tried", cards=[card], rule="R-LOG-01")


@pytest.mark.parametrize(
    ("cards", "rolls"), [([6], []), ([6], [1]), ([6], [1, 1, 1]), ([], [1, 1]), ([6, 6], [1, 1])]
)
def test_R_C06_1_card_6_rolls_twice(cards: list[int], rolls: list[int]) -> None:
    table = on_20(2).hand("yellow", 6, 6)
    table.refuse("conflict_tried", cards=cards, power_rolls=rolls, rule="R-C06-1")


@pytest.mark.parametrize(("cards", "rolls"), [([6], [1, 1]), ([], [2])])
def test_R_C06_1_and_nothing_else_does(cards: list[int], rolls: list[int]) -> None:
    table = on_20(2).hand("yellow", 6).do("conflict_tried", cards=cards, power_rolls=rolls)
    assert table.player("yellow")["resolved"] == 1


def test_R_C06_3_card_6_is_gone_also_after_a_success() -> None:
    table = on_20(1).hand("yellow", 6).do("conflict_tried", cards=[6], power_rolls=[0, 2])
    assert table.player("yellow")["hand"] == []


# --- the Power die -------------------------------------------------------------------------


@pytest.mark.parametrize("roll", [3, 6, -1])
def test_R_CONF_14_rolls_are_faces_of_the_die(roll: int) -> None:
    table = on_20(1).refuse(
        "conflict_tried", power_rolls=[roll], rule="R-CONF-14", ruling="A-CONF-03"
    )
    assert table.facts["faces"] == [0, 1, 2]


def test_A_CONF_03_another_power_die() -> None:
    dice = DiceFile(name="d6", verified=True, action=(1, 2, 3, 4, 5, 6), power=(1, 2, 3, 4, 5, 6))
    table = on_20(6, dice=dice)
    table.refuse("conflict_tried", power_rolls=[0], withdraw_to="Q5", rule="R-CONF-14")
    table.do("conflict_tried", power_rolls=[6])


@pytest.mark.parametrize("data", [{"power_rolls": [1]}, {"cards": [6], "power_rolls": [0, 1]}])
def test_R_OPT_01_nothing_is_rolled_without_the_power_die(data: dict[str, Any]) -> None:
    table = on_20(1, power_die=False).hand("yellow", None)
    verdict = table.refuse("conflict_tried", **data, rule="R-OPT-01", ruling="A-OPT-01")
    assert verdict.facts["power_die"] is False
    on_20(1).hand("yellow", None).do("conflict_tried", **data)


def test_R_OPT_01_card_6_is_out_whatever_is_rolled_for_it_and_no_other_is() -> None:
    table = on_20(2, power_die=False).hand("yellow", None).cubes(yellow=1)
    table.refuse("conflict_tried", cards=[6], rule="R-OPT-01", ruling="A-OPT-01")
    table.do("conflict_tried", cards=[13])


def test_A_CONF_02_it_may_be_rolled_for_nothing() -> None:
    table = on_20(1).cubes(yellow=1).do("conflict_tried", cubes=1, power_rolls=[2])
    assert table.player("yellow")["vp"] == 1


# --- failure -------------------------------------------------------------------------------


def test_R_CONF_25_without_a_roll_there_is_no_failure() -> None:
    table = on_20(2).cubes(yellow=1)
    table.refuse("conflict_tried", cubes=1, withdraw_to="Q5", rule="R-CONF-25", ruling=None)
    table.do("conflict_tried", cubes=1, power_rolls=[0], withdraw_to="Q5")


@pytest.mark.parametrize("block", [None, "Q4", "Q9"])
def test_R_CONF_17_a_failure_ends_on_a_block_next_to_the_square(block: str | None) -> None:
    table = on_20(2)
    verdict = table.refuse(
        "conflict_tried", power_rolls=[1], withdraw_to=block, rule="R-CONF-17", ruling="A-CONF-05"
    )
    assert verdict.facts["instead"] == ["Q5", "Q6", "Q8"]
    table.do("conflict_tried", power_rolls=[1], withdraw_to="Q8")
    assert table.player("yellow")["ragami"] == "Q8"


@pytest.mark.parametrize("rolls", [[2], []])
def test_R_CONF_17_nobody_withdraws_after_a_success(rolls: list[int]) -> None:
    table = on_20(2).cubes(yellow=2)
    data: dict[str, Any] = {"cubes": 2, "power_rolls": rolls}
    table.refuse("conflict_tried", **data, withdraw_to="Q5", rule="R-CONF-17", ruling=None)
    table.do("conflict_tried", **data)


def test_R_CONF_18_what_gave_points_is_kept_and_shown() -> None:
    table = on_20(6).cubes(yellow=3).virtue(yellow=("Q5", 1)).hand("yellow", None, 5)
    data: dict[str, Any] = {"cubes": 1, "virtue": 1, "cards": [13], "power_rolls": [0]}
    table.do("conflict_tried", **data, withdraw_to="Q5")
    assert table.player("yellow") == {
        "vp": 0,
        "resolved": 0,
        "cubes": 3,
        "hand": [13, 5],
        "ragami": "Q5",
        "saint": 8,
        "virtue": {"block": "Q5", "value": 1},
    }
    assert table.view()["conflicts"] == {"20": 6}
    assert table.view()["dice"]["conflict"] == 1


@pytest.mark.parametrize("via", [CARD_8, card_9("conflict", "draw")])
def test_A_C08_02_what_bought_the_action_is_lost(via: Any) -> None:
    table = on_20(6).cubes(yellow=2).hand("yellow", 8, 9)
    table.do("conflict_tried", via=via, cubes=1, power_rolls=[0], withdraw_to="Q5")
    assert table.player("yellow")["cubes"] == 1
    assert len(table.player("yellow")["hand"]) == 1


def test_A_CARD_12_what_came_back_may_be_played_in_the_same_turn() -> None:
    table = on_20(3).cubes(yellow=2).hand("yellow", 13, 8, 5)
    table.do("conflict_tried", cards=[13], power_rolls=[0], withdraw_to="Q5")
    table.do("ragami_moved", via={"card": 5}, to=20)
    table.do("conflict_tried", via=CARD_8, cards=[13], power_rolls=[1])
    assert table.player("yellow")["resolved"] == 1


def test_A_CONF_19_the_helper_stays() -> None:
    table = on_20(6).ragamis(green=20)
    table.do("conflict_tried", power_rolls=[0], withdraw_to="Q5")
    assert table.player("green")["ragami"] == 20


# --- success -------------------------------------------------------------------------------


def test_R_CONF_19_to_23_what_a_success_moves() -> None:
    table = on_20(3).demons({20: 1}).saints(blue=20, green=20).cubes(yellow=9).vp(yellow=1)
    table.do("conflict_tried", cubes=2)
    view = table.view()
    assert table.of_all("vp") == [1 + 3, 1, 1, 0]
    assert view["players"]["yellow"]["resolved"] == 1
    assert view["supply"] == {"cubes": 30 - 7, "demons": 5, "conflict_dice": 6}
    assert view["chips"]["resolved"] == [20]
    assert (view["conflicts"], view["demons"]) == ({}, {"20": 1})
    assert view["players"]["yellow"]["ragami"] == 20


def test_A_CONF_13_nobody_scores_for_a_saint_without_an_owner() -> None:
    table = on_20(1, "YG").saints(blue=20).do("conflict_tried")
    assert table.of_all("vp") == [1, 0]


def test_R_CONF_13_two_cubes_for_the_helper_none_for_the_saints() -> None:
    table = on_20(3).ragamis(green=20).saints(blue=20).do("conflict_tried")
    assert table.of_all("cubes") == [0, 2, 0, 0]
    assert table.of_all("resolved") == [1, 0, 0, 0]


def test_R_CONF_08_the_owner_of_the_saint_gains_to_what_he_has() -> None:
    table = Table().ragamis(yellow=20).conflicts({20: 1}).saints(green=20).vp(green=5)
    table.do("conflict_tried")
    assert table.player("green")["vp"] == 6
