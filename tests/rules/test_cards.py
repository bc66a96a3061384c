"""Cards 3, 4, 7, 10 and 12, the white cube, and conversions."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kit import CARD_5, Table, custom_deck

# --- cards in general ----------------------------------------------------------------------


def test_R_CARD_01_and_04_a_card_needs_no_die_and_is_used_up() -> None:
    table = Table().dice(saint=0, draw=0, conflict=0).hand("yellow", 4).do("cubes_gathered")
    assert table.player("yellow")["hand"] == []
    assert table.view()["used"] == 1


def test_R_CARD_02_and_A_CARD_15_any_number_also_of_one_kind() -> None:
    table = Table().hand("yellow", 4, 4, 12).virtue(yellow=("Q5", 1))
    table.do("cubes_gathered").do("cubes_gathered").do("virtue_die_moved", block="Q1")
    assert table.player("yellow")["cubes"] == 6


CARDS: list[tuple[int, str, dict[str, Any]]] = [
    (1, "saints_moved", {"saints": [{"saint": "blue", "to": 12}]}),
    (2, "demons_moved", {"demons": [{"from": 19, "to": 20}]}),
    (3, "ragamis_swapped", {"with_": "blue"}),
    (4, "cubes_gathered", {}),
    (5, "ragami_moved", {"via": CARD_5, "to": "Q2"}),
    (7, "conflict_die_turned", {"square": 20, "change": 1}),
    (8, "conflict_tried", {"via": {"card": 8}, "power_rolls": [0], "withdraw_to": "Q5"}),
    (9, "cards_drawn", {"via": {"card": 9, "space": "draw", "lower": "saint"}}),
    (10, "last_player_raised", {}),
    (11, "cards_drawn", {"via": {"card": 11}, "rejected": [1], "kept": [2, 3]}),
    (12, "virtue_die_moved", {"block": "Q9"}),
    (13, "conflict_tried", {"cards": [13], "power_rolls": [0], "withdraw_to": "Q5"}),
    (14, "card_traded", {"card": 14}),
    (15, "card_traded", {"card": 15}),
]


@pytest.mark.parametrize(("card", "event", "data"), CARDS, ids=[str(card) for card, *_ in CARDS])
def test_R_CARD_03_every_card_must_be_in_the_hand_since_before_the_turn(
    card: int, event: str, data: dict[str, Any]
) -> None:
    def table() -> Table:
        given = Table().conflicts({20: 5}).demons({19: 1}).ragamis(yellow=20, blue="Q8")
        return given.cubes(yellow=1).vp(yellow=1).virtue(yellow=("Q5", 1))

    other = 7 if card != 7 else 4
    table().hand("yellow", other).refuse(event, **data, rule="R-CARD-03")
    table().just_drawn("yellow", card).refuse(event, **data, rule="R-CARD-03")
    table().hand("yellow", card).do(event, **data)


# --- the white cube ------------------------------------------------------------------------


@pytest.mark.parametrize("card", range(1, 16))
def test_A_CARD_03_any_card_where_the_icons_are_not_known(card: int) -> None:
    table = Table().hand("yellow", card).do("card_traded", card=card)
    assert table.player("yellow") == table.player("yellow") | {"cubes": 1, "hand": []}


def test_R_CARD_05_else_only_one_with_the_icon() -> None:
    table = Table(deck=custom_deck(white_cube=(4, 5))).hand("yellow", 4, 7)
    verdict = table.refuse("card_traded", card=7, rule="R-CARD-05", ruling="A-CARD-03")
    assert verdict.facts["instead"] == [4, 5]
    table.do("card_traded", card=4)


def test_R_CARD_05_none_at_all() -> None:
    table = Table(deck=custom_deck(white_cube=())).hand("yellow", 4)
    table.refuse("card_traded", card=4, rule="R-CARD-05")


def test_A_CARD_04_not_in_the_turn_in_which_it_was_drawn() -> None:
    table = Table().just_drawn("yellow", 4)
    table.refuse("card_traded", card=4, rule="R-CARD-03")


def test_R_CARD_03_a_refusal_says_whether_the_card_came_in_this_turn() -> None:
    for drawn, came in ((4, True), (None, True), (3, False)):
        table = Table().just_drawn("yellow", drawn).hand("yellow", 5)
        verdict = table.refuse("card_traded", card=4, rule="R-CARD-03")
        assert verdict.facts.get("drawn_this_turn", False) is came
        assert verdict.facts["instead"] == [5]


def test_R_SET2_05_card_15_is_not_traded_by_two() -> None:
    table = Table("YG", neutral="blue").hand("yellow", None)
    table.refuse("card_traded", card=15, rule="R-SET2-05")


def test_R_OPT_01_card_6_is_not_traded_without_the_power_die() -> None:
    table = Table(power_die=False).hand("yellow", None)
    table.refuse("card_traded", card=6, rule="R-OPT-01")


# --- card 3 --------------------------------------------------------------------------------


def swapping(**places: int | str) -> Table:
    return Table().ragamis(**places).cubes(yellow=1).hand("yellow", 3)


def test_R_C03_1_two_ragamis_change_places() -> None:
    table = swapping(yellow="Q5", green=20, blue=20).do("ragamis_swapped", with_="green")
    assert table.of_all("ragami") == [20, "Q5", 20, "Q1"]
    assert table.of_all("cubes") == [0, 1, 0, 0]


@pytest.mark.parametrize("place", [20, "Q5"])
def test_R_C03_1_not_on_the_same_place(place: int | str) -> None:
    table = swapping(yellow=place, green=place, blue=21)
    table.refuse("ragamis_swapped", with_="green", rule="R-C03-1", ruling="A-C03-04")
    table.do("ragamis_swapped", with_="blue")


def test_R_C03_1_not_with_oneself() -> None:
    swapping(yellow=20).refuse("ragamis_swapped", with_="yellow", rule="R-C03-1")


def test_R_C03_2_the_cube_is_a_cost() -> None:
    table = swapping(yellow=20).cubes(yellow=0)
    table.refuse("ragamis_swapped", with_="green", rule="R-C03-2", ruling="A-C03-01")


@pytest.mark.parametrize("saint", ["yellow", "green"])
def test_R_MOVE_04_neither_lands_on_the_saint_of_his_colour(saint: str) -> None:
    table = swapping(yellow=20, green=22).saints(**{saint: 22 if saint == "yellow" else 20})
    verdict = table.refuse("ragamis_swapped", with_="green", rule="R-MOVE-04", ruling="A-C03-03")
    assert verdict.facts["ragami"] == saint
    table.saints(yellow=3, green=4).do("ragamis_swapped", with_="green")


def test_movement_check_off_lets_them_land_there() -> None:
    table = Table(movement_check="off").ragamis(yellow=20, green=22).saints(yellow=22)
    table.cubes(yellow=1).hand("yellow", 3).do("ragamis_swapped", with_="green")
    assert table.player("yellow")["ragami"] == 22


def test_R_C03_1_nobody_swaps_with_a_colour_that_does_not_play() -> None:
    for neutral in (None, "blue"):
        table = Table("YG", neutral=neutral).cubes(yellow=1).hand("yellow", 3)
        table.refuse("ragamis_swapped", with_="purple", rule="R-C03-1", ruling="A-C03-02")
    table = Table("YGB").cubes(yellow=1).hand("yellow", 3)
    table.refuse("ragamis_swapped", with_="purple", rule="R-C03-1", ruling="A-C03-02")
    table.hand("yellow", 5).refuse(
        "ragamis_swapped", with_="purple", player="green", rule="R-TURN-02"
    )


# --- card 4 --------------------------------------------------------------------------------


def test_R_C04_1_to_3_a_cube_for_every_other_ragami_in_no_conflict() -> None:
    table = Table("YGB").ragamis(yellow=3, green=20, blue=21).conflicts({20: 1})
    assert table.hand("yellow", 4).do("cubes_gathered").of_all("cubes") == [1, 0, 0]


def test_A_SUP_02_what_is_left() -> None:
    table = Table().cubes(purple=28).hand("yellow", 4).do("cubes_gathered")
    assert table.of_all("cubes") == [2, 0, 0, 28]


# --- card 7 --------------------------------------------------------------------------------


@pytest.mark.parametrize("change", [-2, -1, 1, 2])
def test_R_C07_1_by_1_or_2(change: int) -> None:
    table = Table().conflicts({20: 3}).hand("yellow", 7)
    table.do("conflict_die_turned", square=20, change=change)
    assert table.view()["conflicts"] == {"20": 3 + change}
    assert table.player("yellow")["hand"] == []


@pytest.mark.parametrize("change", [0, 3, -3])
def test_R_C07_1_not_otherwise(change: int) -> None:
    table = Table().conflicts({20: 3}).hand("yellow", 7)
    table.refuse("conflict_die_turned", square=20, change=change, rule="R-C07-1", ruling=None)


def test_R_C07_1_a_die_on_the_board() -> None:
    table = Table().conflicts({20: 3}).hand("yellow", 7)
    verdict = table.refuse(
        "conflict_die_turned", square=21, change=1, rule="R-C07-1", ruling="A-C07-04"
    )
    assert verdict.facts["instead"] == [20]


@pytest.mark.parametrize(("die", "change"), [(6, 1), (5, 2), (2, -2), (1, -1)])
def test_R_C07_2_within_1_and_6(die: int, change: int) -> None:
    table = Table().conflicts({20: die}).hand("yellow", 7)
    table.refuse("conflict_die_turned", square=20, change=change, rule="R-C07-2", ruling="A-C07-01")
    table.do("conflict_die_turned", square=20, change=-change // abs(change))


# --- card 10 -------------------------------------------------------------------------------


def test_R_C10_1_the_last_is_who_has_the_fewest_vp_not_who_plays_last() -> None:
    table = Table().vp(yellow=5, green=1, blue=4, purple=4).hand("yellow", 10)
    table.do("last_player_raised")
    assert table.of_all("vp") == [5, 2, 4, 4]
    assert table.of_all("cubes") == [2, 0, 0, 0]


def test_A_SUP_02_cubes_for_card_10() -> None:
    table = Table().vp(yellow=5, green=1, blue=1, purple=4).hand("yellow", 10)
    table.cubes(green=28).do("last_player_raised")
    assert table.of_all("vp") == [5, 2, 2, 4]
    assert table.player("yellow")["cubes"] == 2


@pytest.mark.parametrize("points", [(0, 1, 1, 1), (0, 0, 0, 0)])
def test_R_C10_4_not_for_the_last(points: tuple[int, ...]) -> None:
    scores = dict(zip(("yellow", "green", "blue", "purple"), points, strict=True))
    table = Table().vp(**scores).hand("yellow", 10)
    verdict = table.refuse("last_player_raised", rule="R-C10-4", ruling="A-C10-02")
    assert verdict.facts["scores"] == scores


# --- card 12 -------------------------------------------------------------------------------


def test_R_C12_1_to_any_other_block() -> None:
    table = Table().virtue(yellow=("Q1", 2)).hand("yellow", 12)
    table.refuse("virtue_die_moved", block="Q1", rule="R-C12-1", ruling="A-C12-01")
    table.do("virtue_die_moved", block="Q9")
    assert table.player("yellow")["virtue"] == {"block": "Q9", "value": 3}
    assert table.player("yellow")["hand"] == []


def test_R_C12_1_a_die_on_the_board() -> None:
    table = Table().hand("yellow", 12)
    table.refuse("virtue_die_moved", block="Q9", rule="R-C12-1", ruling="A-C12-03")


# --- conversions ---------------------------------------------------------------------------


def test_R_VP_01_two_cubes_for_1_vp() -> None:
    table = Table().cubes(yellow=5)
    verdict = table.refuse("cubes_converted", vp=3, rule="R-VP-01")
    assert (verdict.facts["needs"], verdict.facts["has"]) == (6, 5)
    table.do("cubes_converted", vp=2)
    assert table.player("yellow") == table.player("yellow") | {"vp": 2, "cubes": 1}
    table.refuse("cubes_converted", vp=1, rule="R-VP-01")


@pytest.mark.parametrize("value", [0, 2, 5])
def test_R_VP_05_three_virtue_points_for_1_vp(value: int) -> None:
    table = Table()
    if value:
        table.virtue(yellow=("Q5", value))
    verdict = table.refuse("virtue_converted", vp=value // 3 + 1, rule="R-VP-05")
    assert verdict.facts["has"] == value


@pytest.mark.parametrize(
    ("value", "vp", "left"), [(3, 1, None), (6, 2, None), (6, 1, 3), (5, 1, 2)]
)
def test_R_VP_05_what_is_left_stays(value: int, vp: int, left: int | None) -> None:
    table = Table().virtue(yellow=("Q5", value)).do("virtue_converted", vp=vp)
    assert table.player("yellow")["vp"] == vp
    assert table.player("yellow")["virtue"] == ({"block": "Q5", "value": left} if left else None)


def test_R_TURN_10_before_and_after_an_action() -> None:
    table = Table().cubes(yellow=2).virtue(yellow=("Q5", 3)).do("cubes_converted", vp=1)
    table.do("ragami_moved", to="Q2").do("virtue_converted", vp=1).do("turn_ended")
    assert table.player("yellow")["vp"] == 2


@pytest.mark.parametrize("event", ["cubes_converted", "virtue_converted"])
@pytest.mark.parametrize("vp", [0, -1])
def test_a_conversion_is_of_at_least_1_vp(event: str, vp: int) -> None:
    Table().cubes(yellow=2).refuse(event, vp=vp, rule="R-LOG-01")
