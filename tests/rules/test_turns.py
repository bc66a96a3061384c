"""Whose turn it is, passing, and the three Action dice."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kit import CARD_5, CARD_11, Table, card_9, conflicts_on
from tests.rules.logs import game_opened

# Every event of a turn, as it would be right for yellow in `rich` but for whose turn it is.
TURN_EVENTS: list[tuple[str, dict[str, Any]]] = [
    ("ragami_moved", {"to": "Q2"}),
    ("saint_and_demon_moved", {"saint": "blue", "to": 12}),
    ("cards_drawn", {}),
    ("conflict_tried", {"power_rolls": [0], "withdraw_to": "Q5"}),
    ("saints_moved", {"saints": [{"saint": "blue", "to": 12}]}),
    ("demons_moved", {"demons": [{"from": 19, "to": 20}]}),
    ("ragamis_swapped", {"with_": "blue"}),
    ("cubes_gathered", {}),
    ("conflict_die_turned", {"square": 20, "change": 1}),
    ("last_player_raised", {}),
    ("virtue_die_moved", {"block": "Q9"}),
    ("card_traded", {"card": 1}),
    ("turn_ended", {}),
    ("passed", {}),
]
CONVERSIONS = [("cubes_converted", {"vp": 1}), ("virtue_converted", {"vp": 1})]


def rich() -> Table:
    """A table at which every event of a turn has what it needs, for every player."""
    table = Table().conflicts({20: 3}).demons({19: 1}).ragamis(yellow=20, green=20, blue="Q8")
    table.cubes(yellow=4, green=4).virtue(yellow=("Q1", 3), green=("Q1", 3)).vp(yellow=1, green=1)
    return table.hand("yellow", None, None).hand("green", None, None)


# --- whose turn ----------------------------------------------------------------------------


@pytest.mark.parametrize(("event", "data"), TURN_EVENTS)
def test_R_TURN_02_nobody_acts_in_anothers_turn(event: str, data: dict[str, Any]) -> None:
    verdict = rich().refuse(event, player="green", **data, rule="R-TURN-02", ruling=None)
    assert (verdict.facts["player"], verdict.facts["active"]) == ("green", "yellow")


@pytest.mark.parametrize(("event", "data"), CONVERSIONS)
def test_R_TURN_11_nobody_converts_in_anothers_turn(event: str, data: dict[str, Any]) -> None:
    rich().refuse(event, player="green", **data, rule="R-TURN-11")
    rich().do(event, player="yellow", **data)


@pytest.mark.parametrize(("event", "data"), TURN_EVENTS)
def test_R_TURN_08_nobody_acts_after_passing(event: str, data: dict[str, Any]) -> None:
    table = rich().passed("green")
    table.refuse(event, player="green", **data, rule="R-TURN-08", ruling="A-TURN-01")


@pytest.mark.parametrize(("event", "data"), CONVERSIONS)
def test_R_TURN_11_nor_converts_after_passing(event: str, data: dict[str, Any]) -> None:
    rich().passed("green").refuse(event, player="green", **data, rule="R-TURN-11")


@pytest.mark.parametrize(("event", "data"), TURN_EVENTS)
def test_R_TURN_02_after_a_pass_that_is_not_final(event: str, data: dict[str, Any]) -> None:
    table = Table(pass_policy="reenter").passed("green")
    table.refuse(event, player="green", **data, rule="R-TURN-02")


def test_R_TURN_02_turns_go_clockwise_from_the_first() -> None:
    table = Table("GPBY", first="blue")
    order = []
    for _ in range(5):
        order.append(table.view()["active"])
        table.do("ragami_moved", via="draw" if len(order) < 3 else "saint", to="Q1")
        if len(order) == 4:
            table.dice(saint=2, draw=2, conflict=2)
        table.do("turn_ended")
    assert order == ["blue", "yellow", "green", "purple", "blue"]


@pytest.mark.parametrize(
    ("event", "data"),
    [
        ("game_opened", game_opened()),
        ("conflicts_seeded", {"conflicts": conflicts_on(1, 2, 3, 4, 5, 6)}),
        ("demons_seeded", {"squares": [1, 2, 3, 4]}),
        ("first_player_drawn", {}),
        ("starting_card_kept", {}),
        ("saint_set", {"square": 1}),
        ("virtue_set", {"block": "Q1"}),
        ("ragami_set", {"ragami": "yellow", "block": "Q9"}),
        ("action_dice_set", {}),
        ("ragami_displaced", {"ragami": "yellow", "block": "Q9"}),
        ("conflicts_drawn", {"conflicts": conflicts_on(1)}),
        ("virtue_step", {"block": "Q9"}),
    ],
)
def test_R_TURN_09_nothing_else_until_all_have_passed(event: str, data: dict[str, Any]) -> None:
    Table().refuse(event, **data, rule="R-TURN-09", ruling=None)


# --- ending a turn, and passing ------------------------------------------------------------


def test_R_TURN_08_a_turn_without_an_action_is_a_pass() -> None:
    Table().refuse("turn_ended", rule="R-TURN-08", ruling="A-TURN-02")
    Table().do("passed")


@pytest.mark.parametrize(("event", "data"), TURN_EVENTS[:-2])
def test_R_TURN_08_every_action_is_one(event: str, data: dict[str, Any]) -> None:
    table = rich().saints(yellow=14).do(event, **data)
    table.refuse("passed", rule="R-TURN-08", ruling="A-TURN-03")
    table.do("turn_ended")


@pytest.mark.parametrize(("event", "data"), CONVERSIONS)
def test_A_TURN_04_a_conversion_is_none(event: str, data: dict[str, Any]) -> None:
    table = rich().do(event, **data)
    table.refuse("turn_ended", rule="R-TURN-08", ruling="A-TURN-04")
    table.do("passed")
    table.refuse("turn_ended", rule="R-TURN-08", ruling="A-TURN-02")


@pytest.mark.parametrize("event", ["passed", "turn_ended", "cubes_gathered"])
def test_R_TURN_08_every_refusal_says_the_policy(event: str) -> None:
    """The option is printed with every R-TURN-08 rejection."""
    table = Table().hand("yellow", 4)
    if event == "passed":
        table.do("cubes_gathered")
    elif event == "cubes_gathered":
        table.passed("green")
    player = "green" if event == "cubes_gathered" else "yellow"
    verdict = table.refuse(event, player=player, rule="R-TURN-08")
    assert verdict.facts["pass_policy"] == "final"


def test_R_TURN_09_the_round_ends_when_all_have_passed() -> None:
    table = Table("YGB").do("passed").do("ragami_moved", to="Q2").do("turn_ended").do("passed")
    assert table.view()["passed"] == ["yellow", "blue"]
    table.do("ragami_moved", to="Q1")
    table.do("turn_ended").do("passed")
    assert (table.view()["phase"], table.view()["passed"]) == ("preparation", [])
    assert table.view()["active"] is None


def test_A_TURN_07_the_last_one_left_has_turn_after_turn() -> None:
    table = Table("YGB").passed("green", "blue").do("ragami_moved", to="Q2")
    table.refuse("ragami_moved", via="saint", to="Q1", rule="R-TURN-07")
    table.do("turn_ended").do("ragami_moved", via="saint", to="Q1")


def test_R_TURN_11_who_has_passed_still_receives() -> None:
    table = Table().passed("blue").ragamis(yellow=20, blue=20).saints(purple=20)
    table.conflicts({20: 3}).do("conflict_tried")
    assert table.of_all("cubes") == [0, 0, 2, 0]
    assert table.of_all("vp") == [3, 0, 0, 1]


# --- Action dice ---------------------------------------------------------------------------


@pytest.mark.parametrize("second", ["saint", "draw", "conflict"])
def test_R_TURN_07_one_die_a_turn(second: str) -> None:
    table = Table().do("ragami_moved", to="Q2")
    table.refuse("ragami_moved", via=second, to="Q1", rule="R-TURN-07")
    table.do("turn_ended").turn_of("yellow").do("ragami_moved", via=second, to="Q1")


def test_R_TURN_05_cards_before_and_after_the_die() -> None:
    table = Table().hand("yellow", 4, 4, 5).do("cubes_gathered").do("ragami_moved", to="Q2")
    table.do("cubes_gathered").do("ragami_moved", via=CARD_5, to="Q1")
    assert table.player("yellow")["cubes"] == 6


@pytest.mark.parametrize("via", ["saint", "draw", "conflict"])
def test_R_DIE_03_every_die_moves_a_ragami_and_goes_down_by_1(via: str) -> None:
    table = Table().dice(saint=5, draw=4, conflict=3).do("ragami_moved", via=via, to="Q2")
    before = {"saint": 5, "draw": 4, "conflict": 3}
    assert table.view()["dice"] == before | {via: before[via] - 1}


def test_R_DIE_04_a_spent_die_cannot_be_used() -> None:
    table = Table().dice(saint=0, draw=1, conflict=0)
    verdict = table.refuse("ragami_moved", via="saint", to="Q2", rule="R-DIE-04")
    assert verdict.facts["instead"] == ["draw"]
    table.do("ragami_moved", via="draw", to="Q2").do("turn_ended")
    table.refuse("cards_drawn", rule="R-DIE-04")


def test_R_DIE_06_a_die_that_comes_to_1_brings_no_demon() -> None:
    assert Table().do("ragami_moved", via="draw", to="Q2").view()["demons"] == {}


SPACES = ("saint", "draw", "conflict")


@pytest.mark.parametrize("card", [False, True], ids=["die", "card_9"])
@pytest.mark.parametrize(
    ("event", "offering", "data"),
    [
        ("saint_and_demon_moved", "saint", {"saint": "blue", "to": 12}),
        ("cards_drawn", "draw", {"rejected": [1, 2], "kept": [3]}),
        ("conflict_tried", "conflict", {}),
    ],
)
def test_R_DIE_07_every_space_offers_its_own_action(
    event: str, offering: str, data: dict[str, Any], card: bool
) -> None:
    def table() -> Table:
        given = Table().ragamis(yellow=20, blue=20).conflicts({20: 2}).cubes(yellow=1)
        return given.hand("yellow", 9)

    for space in SPACES:
        via: Any = card_9(space, "draw") if card else space
        if space == offering:
            table().do(event, via=via, **data)
        else:
            verdict = table().refuse(event, via=via, **data, rule="R-DIE-07")
            assert verdict.facts["instead"] == [offering]


# --- card 9 --------------------------------------------------------------------------------


def with_card_9(**dice: int) -> Table:
    return Table().hand("yellow", 9).cubes(yellow=1).dice(**{"saint": 2, "draw": 2, **dice})


@pytest.mark.parametrize("space", SPACES)
def test_R_C09_2_on_a_spent_die_and_for_moving_a_ragami(space: str) -> None:
    table = with_card_9(conflict=1).dice(saint=0, draw=0, conflict=1)
    table.do("ragami_moved", via=card_9(space, "conflict"), to="Q2")
    assert table.view()["dice"] == {"saint": 0, "draw": 0, "conflict": 0}


def test_A_C09_03_it_is_not_the_die_of_the_turn() -> None:
    table = with_card_9(conflict=2).do("ragami_moved", via=card_9("draw", "draw"), to="Q2")
    table.do("ragami_moved", via="draw", to="Q1")
    assert table.view()["dice"]["draw"] == 0


@pytest.mark.parametrize(("lower", "ruling"), [(None, "A-C09-05"), ("conflict", "A-C09-01")])
def test_R_C09_3_one_die_that_is_left_goes_down(lower: str | None, ruling: str) -> None:
    table = with_card_9(conflict=0)
    via = card_9("saint", lower)
    verdict = table.refuse("ragami_moved", via=via, to="Q2", rule="R-C09-3", ruling=ruling)
    assert verdict.facts["instead"] == ["saint", "draw"]
    table.do("ragami_moved", via=card_9("saint", "draw"), to="Q2")


def test_R_C09_3_none_where_none_is_left() -> None:
    table = Table().hand("yellow", 9).cubes(yellow=1).dice(saint=0, draw=0, conflict=0)
    table.refuse("ragami_moved", via=card_9("saint", "saint"), to="Q2", rule="R-C09-3")
    table.do("ragami_moved", via=card_9("saint", None), to="Q2")


def test_R_C09_4_it_costs_a_cube() -> None:
    table = with_card_9(conflict=2).cubes(yellow=0)
    table.refuse("ragami_moved", via=card_9("saint", "saint"), to="Q2", rule="R-C09-4")
    table.cubes(yellow=1).do("ragami_moved", via=card_9("saint", "saint"), to="Q2")
    assert table.player("yellow") == table.player("yellow") | {"cubes": 0, "hand": []}


def test_A_CARD_14_the_cost_is_not_paid_with_what_it_brings() -> None:
    table = with_card_9(conflict=2).cubes(yellow=0).conflicts({12: 1})
    table.refuse(
        "saint_and_demon_moved",
        via=card_9("saint", "draw"),
        saint="blue",
        to=12,
        rule="R-C09-4",
    )


@pytest.mark.parametrize("via", [CARD_5, CARD_11, {"card": 8}, {"card": 10}])
def test_via_names_only_a_card_that_pays_for_the_action(via: dict[str, int]) -> None:
    table = Table().hand("yellow", None, None)
    table.refuse("saint_and_demon_moved", via=via, saint="blue", to=12, rule="R-LOG-01")
