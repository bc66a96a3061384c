"""The options, each with every value, and that the value matters."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

from typing import Any, get_args, get_origin, get_type_hints

import msgspec
import pytest

from ragami.games.ragami.events import Options
from tests.rules.kit import CARD_5, Play, Table, card_9, conflicts_on, custom_deck
from tests.rules.logs import game_opened, set_up, setting_up

# The first value of each is the default.
VALUES: dict[str, tuple[Any, ...]] = {
    "pass_policy": ("final", "reenter"),
    "power_die": (True, False),
    "neutral_ragami": (True, False),
    "neutral_mover": ("card5_only", "any_ragami_move"),
    "neutral_helper_cubes": ("none", "resolver", "opponent"),
    "final_growth_and_conversion": (False, True),
    "final_virtue_conversion": (False, True),
    "bonus_ranking": ("dense", "standard"),
    "bonus_min_conflicts": (0, 1),
    "chips_out_in_preparation": ("play_round", "end_now"),
    "neutral_saint_chip": ("out", "returned"),
    "card11_other_cards": ("at_most_one", "exactly_one"),
    "refund_power_card_cost": (True, False),
    "hopeless_attempt": ("allow", "forbid"),
    "movement_check": ("full", "endpoints_only", "off"),
}


def test_there_are_these_options_with_these_values() -> None:
    hints = get_type_hints(Options)
    known = {
        name: {True, False} if kind is bool else set(get_args(kind))
        for name, kind in hints.items()
        if get_origin(kind) is not None or kind is bool
    }
    assert known == {name: set(values) for name, values in VALUES.items()}, "see VALUES"
    assert msgspec.to_builtins(Options()) == {name: each[0] for name, each in VALUES.items()}


@pytest.mark.parametrize("option", VALUES)
def test_every_value_opens_a_game_and_no_other(option: str) -> None:
    for value in VALUES[option]:
        Play().do("game_opened", **game_opened("YGB", options={option: value}))
    for value in (None, "sometimes", 2, [VALUES[option][0]]):
        opened = game_opened("YGB", options={option: value})
        Play().refuse("game_opened", **opened, rule="R-LOG-01")


@pytest.mark.parametrize("option", ["bonus_min_conflicts", "power_die"])
def test_a_number_is_no_truth_and_a_truth_no_number(option: str) -> None:
    swapped = {"bonus_min_conflicts": True, "power_die": 1}
    opened = game_opened("YGB", options={option: swapped[option]})
    Play().refuse("game_opened", **opened, rule="R-LOG-01")


@pytest.mark.parametrize("option", ["card7_scope", "ragami_min_move", "Pass_policy"])
def test_an_option_of_no_table_is_malformed(option: str) -> None:
    opened = game_opened(options={option: "any"})
    Play().refuse("game_opened", **opened, rule="R-LOG-01")


# --- pass_policy ---------------------------------------------------------------------------


def test_reenter_the_round_ends_after_as_many_passes_in_a_row_as_there_are_players() -> None:
    table = Table("YGB", pass_policy="reenter").do("passed").do("passed")
    assert table.view()["passed"] == ["yellow", "green"]
    table.do("ragami_moved", to="Q2").do("turn_ended")
    assert (table.view()["passed"], table.view()["active"]) == ([], "yellow")
    table.do("passed").do("passed")
    assert table.view()["phase"] == "turns"
    table.do("passed")
    assert table.view()["phase"] == "preparation"


def test_reenter_a_conversion_does_not_break_the_row() -> None:
    table = Table("YGB", pass_policy="reenter").cubes(green=2, blue=2)
    table.do("passed").do("cubes_converted", vp=1).do("passed")
    table.do("cubes_converted", vp=1).do("passed")
    assert table.view()["phase"] == "preparation"


# --- power_die -----------------------------------------------------------------------------


def test_power_die_without_it_card_6_is_out_of_the_deck() -> None:
    assert setting_up("conflicts_seeded").view()["deck"] == 33
    assert setting_up("conflicts_seeded", options={"power_die": False}).view()["deck"] == 31
    no_die_for_two = setting_up("conflicts_seeded", "YG", options={"power_die": False})
    assert no_die_for_two.view()["deck"] == 33 - 2 - 3


def test_power_die_nothing_is_taken_off_where_the_copies_are_not_known() -> None:
    deck = msgspec.to_builtins(custom_deck(copies=None))
    components = game_opened()["components"] | {"deck": deck}
    play = setting_up("conflicts_seeded", "YG", components=components)
    assert play.view()["deck"] == 33


# --- the neutral Ragami --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seats", "option", "colour", "legal"),
    [
        ("YG", True, "blue", True),
        ("YG", True, "purple", True),
        ("YG", True, None, False),
        ("YG", True, "yellow", False),
        ("YG", False, None, True),
        ("YG", False, "blue", False),
        ("YGB", True, None, True),
        ("YGB", True, "purple", False),
        ("YGB", False, None, True),
        ("YGBP", True, None, True),
    ],
)
def test_neutral_ragami_has_an_unused_colour_when_two_agree_on_it(
    seats: str, option: bool, colour: str | None, legal: bool
) -> None:
    opened = game_opened(seats, options={"neutral_ragami": option}) | {"neutral_colour": colour}
    if legal:
        Play().do("game_opened", **opened)
    else:
        Play().refuse("game_opened", **opened, rule="R-LOG-01")


@pytest.mark.parametrize("via", ["draw", "saint", card_9("conflict", "draw"), CARD_5])
def test_neutral_mover_any_move_of_a_ragami(via: Any) -> None:
    def table(mover: str) -> Table:
        given = Table("YG", neutral="blue", neutral_mover=mover)
        return given.hand("yellow", 5, 9).cubes(yellow=1)

    table("any_ragami_move").do("ragami_moved", via=via, ragami="neutral", to="Q2")
    if via == CARD_5:
        table("card5_only").do("ragami_moved", via=via, ragami="neutral", to="Q2")
    else:
        table("card5_only").refuse(
            "ragami_moved",
            via=via,
            ragami="neutral",
            to="Q2",
            rule="R-MOVE-11",
            ruling="A-NEU-01",
        )


@pytest.mark.parametrize("via", ["draw", CARD_5])
def test_A_C05_01_the_neutral_ragami_never_purifies(via: Any) -> None:
    table = Table("YG", neutral="blue", neutral_mover="any_ragami_move").demons({3: 1})
    table.hand("yellow", 5).do("ragami_moved", via=via, ragami="neutral", to=3)
    assert table.view()["demons"] == {"3": 1}


@pytest.mark.parametrize(
    ("option", "cubes"), [("none", [0, 0]), ("resolver", [2, 0]), ("opponent", [0, 2])]
)
def test_neutral_helper_cubes_go_where_it_was_agreed(option: str, cubes: list[int]) -> None:
    table = Table("YG", neutral="blue", neutral_helper_cubes=option)
    table.ragamis(yellow=20, neutral=20).conflicts({20: 2}).do("conflict_tried")
    assert table.of_all("cubes") == cubes


@pytest.mark.parametrize(("option", "pool", "chips"), [("out", 18, [1, 2]), ("returned", 20, [])])
def test_neutral_saint_chip_stays_out_or_goes_back(
    option: str, pool: int, chips: list[int]
) -> None:
    view = set_up("YG", options={"neutral_saint_chip": option}).view()
    assert (view["chips"]["pool"], view["chips"]["neutral_saint"]) == (pool, chips)
    assert view["neutral_saints"] == {"blue": 1, "purple": 2}


def test_neutral_saint_chip_that_went_back_may_be_drawn_again() -> None:
    drawn = {"conflicts": conflicts_on(8, 1, 2, 3, 4, 5)}  # the Saint of nobody stands on 8
    table = Table("GBP", first="green", neutral_saint_chip="returned").everybody_passes()
    table.do("conflicts_drawn", **drawn)
    out = Table("GBP", first="green").everybody_passes()
    out.refuse("conflicts_drawn", **drawn, rule="R-INV-04")


# --- the end -------------------------------------------------------------------------------

LAST_POINTS = [
    # growth, virtue, the die and the VP it gives, what is left of it
    (False, False, 5, 0, 5),
    (True, False, 5, 2, None),
    (True, False, 3, 1, 1),
    (False, True, 5, 1, 2),
    (False, True, 2, 0, 2),
    (True, True, 2, 1, None),
]


@pytest.mark.parametrize(("growth", "virtue", "die", "vp", "left"), LAST_POINTS)
def test_final_growth_and_final_virtue_conversion(
    growth: bool, virtue: bool, die: int, vp: int, left: int | None
) -> None:
    table = Table(final_growth_and_conversion=growth, final_virtue_conversion=virtue)
    table.pool(0).virtue(yellow=("Q9", die)).conflicts({}).everybody_passes()
    assert table.player("yellow")["vp"] == vp + 7
    expected = {"block": "Q9", "value": left} if left else None
    assert table.player("yellow")["virtue"] == expected


def test_final_growth_is_step_3_without_step_2() -> None:
    table = Table(final_growth_and_conversion=True).conflicts({20: 6, 21: 1}).pool(0)
    table.virtue(yellow=("Q8", 1)).ragamis(yellow=20, green="Q8").everybody_passes()
    assert table.view()["conflicts"] == {"20": 6, "21": 1}
    assert table.player("yellow")["vp"] == 1 + 7  # 1 and 1 for the round and 2 Ragamis make 4
    assert table.player("yellow")["virtue"] == {"block": "Q8", "value": 1}


@pytest.mark.parametrize(
    ("resolved", "dense", "standard"),
    [
        ((5, 5, 5, 2), [7, 7, 7, 4], [7, 7, 7, 0]),
        ((6, 6, 3, 3), [7, 7, 4, 4], [7, 7, 0, 0]),
        ((4, 3, 3, 1), [7, 4, 4, 0], [7, 4, 4, 0]),
        ((4, 4, 3, 1), [7, 7, 4, 0], [7, 7, 0, 0]),
        ((4, 3, 2, 1), [7, 4, 0, 0], [7, 4, 0, 0]),
    ],
)
def test_bonus_ranking(resolved: tuple[int, ...], dense: list[int], standard: list[int]) -> None:
    for ranking, bonus in (("dense", dense), ("standard", standard)):
        assert bonuses(resolved, bonus_ranking=ranking) == bonus


@pytest.mark.parametrize(
    ("resolved", "any_number", "at_least_1"),
    [
        ((0, 0, 0, 0), [7, 7, 7, 7], [0, 0, 0, 0]),
        ((3, 0, 0, 0), [7, 4, 4, 4], [7, 0, 0, 0]),
        ((3, 1, 0, 0), [7, 4, 0, 0], [7, 4, 0, 0]),
    ],
)
def test_bonus_min_conflicts(
    resolved: tuple[int, ...], any_number: list[int], at_least_1: list[int]
) -> None:
    assert bonuses(resolved, bonus_min_conflicts=0) == any_number
    assert bonuses(resolved, bonus_min_conflicts=1) == at_least_1


def bonuses(resolved: tuple[int, ...], **options: Any) -> list[int]:
    table = Table(**options).pool(0)
    colours = ("yellow", "green", "blue", "purple")
    table.resolved(**dict(zip(colours, resolved, strict=True))).everybody_passes()
    return [player["bonus"] for player in table.final["players"].values()]


def chips_run_out(**options: Any) -> Table:
    table = Table(**options).conflicts({1: 1, 2: 1, 3: 1}).pool(3)
    return table.virtue(yellow=("Q9", 5)).cubes(yellow=2).step_5()


def test_chips_out_in_preparation_play_round() -> None:
    table = chips_run_out()
    assert table.view()["phase"] == "preparation"
    assert table.due[0] == "virtue_step green"


def test_chips_out_in_preparation_end_now() -> None:
    table = chips_run_out(chips_out_in_preparation="end_now")
    assert (table.final["reason"], table.final["rounds"]) == ("chips", 2)
    assert table.player("yellow")["vp"] == 1 + 7
    assert table.player("yellow")["virtue"] == {"block": "Q9", "value": 6}
    table.refuse("virtue_step", player="green", block="Q1", rule="R-END-03")


@pytest.mark.parametrize("option", ["final_growth_and_conversion", "final_virtue_conversion"])
def test_chips_out_in_preparation_end_now_converts_without_further_growth(option: str) -> None:
    table = chips_run_out(chips_out_in_preparation="end_now", **{option: True})
    assert table.player("yellow")["vp"] == 1 + 7 + 2
    assert table.player("yellow")["virtue"] is None


def test_chips_out_in_preparation_end_now_the_dice_have_grown_once() -> None:
    """2 becomes 3 in the preparation, and that is 1 VP with nothing left over."""
    table = Table(chips_out_in_preparation="end_now", final_growth_and_conversion=True)
    table.virtue(yellow=("Q9", 2)).conflicts({1: 1, 2: 1, 3: 1}).pool(3)
    table.everybody_passes().new_conflicts()
    assert table.final["reason"] == "chips"
    assert table.player("yellow")["virtue"] is None


def test_chips_out_in_preparation_end_now_only_when_the_pool_is_empty() -> None:
    table = Table(chips_out_in_preparation="end_now").conflicts({1: 1, 2: 1, 3: 1}).pool(4)
    assert table.step_5().view()["phase"] == "preparation"


# --- attempts ------------------------------------------------------------------------------


@pytest.mark.parametrize(("refund", "cubes"), [(True, 3), (False, 1)])
def test_refund_power_card_cost_after_a_failure(refund: bool, cubes: int) -> None:
    table = Table(refund_power_card_cost=refund).ragamis(yellow=20).conflicts({20: 6})
    table.cubes(yellow=3).hand("yellow", 14)
    data: dict[str, Any] = {"cards": [14], "cubes": 1, "power_rolls": [0], "withdraw_to": "Q5"}
    table.do("conflict_tried", **data)
    assert table.player("yellow")["cubes"] == cubes
    assert table.player("yellow")["hand"] == [14]
    assert table.view()["supply"]["cubes"] == 30 - cubes


@pytest.mark.parametrize(
    ("die", "cards", "rolls", "hopeless"),
    [
        (3, [], [0], True),
        (2, [], [0], False),
        (5, [6], [0, 0], True),
        (4, [6], [0, 0], False),
    ],
)
def test_hopeless_attempt(die: int, cards: list[int], rolls: list[int], hopeless: bool) -> None:
    def table(**options: Any) -> Table:
        return Table(**options).ragamis(yellow=20).conflicts({20: die}).hand("yellow", 6)

    data: dict[str, Any] = {"cards": cards, "power_rolls": rolls, "withdraw_to": "Q5"}
    table().do("conflict_tried", **data)
    strict = table(hopeless_attempt="forbid")
    if hopeless:
        strict.refuse("conflict_tried", **data, rule="R-CONF-25", ruling="A-CONF-01")
    else:
        strict.do("conflict_tried", **data)


# --- movement_check (how it judges each piece stands with the pieces) ----------------------


@pytest.mark.parametrize("checked", ["endpoints_only", "off"])
def test_movement_check_adjacency_for_attempts_and_displacement_always_counts(
    checked: str,
) -> None:
    table = Table(movement_check=checked).ragamis(yellow=20).conflicts({20: 6})
    table.virtue(yellow=("Q1", 2))
    table.refuse("conflict_tried", virtue=1, power_rolls=[0], withdraw_to="Q5", rule="R-CONF-09")
    table.refuse("conflict_tried", power_rolls=[0], withdraw_to="Q1", rule="R-CONF-17")
    table.everybody_passes()
    table.refuse("ragami_displaced", ragami="yellow", block="Q1", rule="R-PREP-07")
    table.do("ragami_displaced", ragami="yellow", block="Q5")
