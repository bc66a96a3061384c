"""What must happen before the first turn, in which order, how often."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kit import Play, conflicts_on, rolled
from tests.rules.logs import game_opened, set_up, setting_up, setup

# One event of every step of a setup, each as it would be right in its own moment.
STEPS: dict[str, dict[str, Any]] = dict(setup("YGB"))


# --- the table as it is laid ---------------------------------------------------------------


def test_R_SETUP_01_to_03_everything_begins_in_the_supply() -> None:
    view = setting_up("conflicts_seeded").view()
    assert view["supply"] == {"cubes": 30, "demons": 6, "conflict_dice": 6}
    assert view["chips"]["pool"] == 30
    assert view["dice"] == {"saint": 0, "draw": 0, "conflict": 0}
    for player in view["players"].values():
        assert (player["vp"], player["resolved"], player["cubes"]) == (0, 0, 0)


@pytest.mark.parametrize(
    ("seats", "pool", "deck", "used"), [("YGBP", 20, 21, 8), ("YGB", 19, 24, 6), ("YG", 18, 24, 4)]
)
def test_R_SETUP_22_and_R_SET2_07_what_is_left_after_the_setup(
    seats: str, pool: int, deck: int, used: int
) -> None:
    view = set_up(seats).view()
    assert (view["chips"]["pool"], view["deck"], view["used"]) == (pool, deck, used)
    assert view["supply"]["demons"] == 2
    assert [len(player["hand"]) for player in view["players"].values()] == [1] * len(seats)


def test_R_SETUP_21_the_first_player_begins_round_1() -> None:
    view = set_up("BYG").view()
    assert (view["phase"], view["round"], view["active"]) == ("turns", 1, "blue")
    assert setting_up("action_dice_set").view()["round"] == 0


# --- steps that are due --------------------------------------------------------------------

ORDER = [
    ("conflicts_seeded", "R-SETUP-04"),
    ("demons_seeded", "R-SETUP-06"),
    ("neutral_saints_seeded", "R-SET3-01"),
    ("first_player_drawn", "R-SETUP-09"),
    ("starting_card_kept", "R-SETUP-10"),
    ("saint_set", "R-SETUP-11"),
    ("virtue_set", "R-SETUP-13"),
    ("ragami_set", "R-SETUP-15"),
    ("action_dice_set", "R-SETUP-17"),
]
# What an event that is not due is told, and nothing else: every step in every other's place.
NOT_DUE = [
    (due, other, rule)
    for due, rule in ORDER
    for other in [*STEPS, "passed", "turn_ended", "ragami_displaced"]
    if other != due
]


@pytest.mark.parametrize(("due", "other", "rule"), NOT_DUE)
def test_what_is_not_due_carries_the_rule_of_what_is(due: str, other: str, rule: str) -> None:
    elsewhere: dict[str, dict[str, Any]] = {"ragami_displaced": {"ragami": "blue", "block": "Q5"}}
    data = STEPS.get(other, elsewhere.get(other, {}))
    setting_up(due, "YGB").refuse(other, **data, rule=rule, ruling=None)


@pytest.mark.parametrize(
    ("due", "rule"),
    [
        ("neutral_saints_seeded", "R-SET2-01"),
        ("saint_set", "R-SET2-04"),
        ("virtue_set", "R-SET2-04"),
        ("ragami_set", "R-SET2-04"),
    ],
)
def test_R_SET2_04_what_is_due_with_two_players(due: str, rule: str) -> None:
    setting_up(due, "YG").refuse("passed", rule=rule)


# --- conflicts, Demons, Saints without an owner --------------------------------------------


@pytest.mark.parametrize("squares", [(1, 2, 3, 4, 5), (1, 2, 3, 4, 5, 6, 7), ()])
def test_R_SETUP_04_six_conflicts(squares: tuple[int, ...]) -> None:
    play = setting_up("conflicts_seeded")
    play.refuse("conflicts_seeded", conflicts=conflicts_on(*squares), rule="R-SETUP-04")
    play.do("conflicts_seeded", conflicts=conflicts_on(1, 2, 3, 4, 5, 6))
    assert play.view()["chips"]["conflict"] == [1, 2, 3, 4, 5, 6]


def test_R_SETUP_05_on_six_squares() -> None:
    play = setting_up("conflicts_seeded")
    play.refuse("conflicts_seeded", conflicts=conflicts_on(1, 2, 3, 4, 5, 5), rule="R-INV-04")


@pytest.mark.parametrize("squares", [[7, 8, 9], [7, 8, 9, 10, 11]])
def test_R_SETUP_06_four_demons(squares: list[int]) -> None:
    play = setting_up("demons_seeded")
    play.refuse("demons_seeded", squares=squares, rule="R-SETUP-06")
    play.do("demons_seeded", squares=[7, 8, 9, 10])
    assert play.view()["chips"]["demon"] == [7, 8, 9, 10]
    assert play.view()["demons"] == {"7": 1, "8": 1, "9": 1, "10": 1}


@pytest.mark.parametrize("squares", [[12, 8, 9, 10], [8, 8, 9, 10]])
def test_R_SETUP_06_every_chip_once(squares: list[int]) -> None:
    play = setting_up("demons_seeded")
    play.refuse("demons_seeded", squares=squares, rule="R-INV-04", ruling="A-PREP-08")


def saints(*pairs: tuple[str, int]) -> list[dict[str, Any]]:
    return [{"saint": saint, "square": square} for saint, square in pairs]


@pytest.mark.parametrize(
    "placed", [[], [("yellow", 7)], [("purple", 7), ("yellow", 8)], [("purple", 7), ("purple", 8)]]
)
def test_R_SET3_01_the_saint_that_nobody_owns(placed: list[tuple[str, int]]) -> None:
    play = setting_up("neutral_saints_seeded", "YGB")
    play.refuse("neutral_saints_seeded", saints=saints(*placed), rule="R-SET3-01")
    play.do("neutral_saints_seeded", saints=saints(("purple", 7)))
    assert play.view()["neutral_saints"] == {"purple": 7}
    assert play.view()["chips"]["neutral_saint"] == [7]


@pytest.mark.parametrize(
    "placed", [[], [("blue", 7)], [("blue", 7), ("blue", 8)], [("blue", 7), ("green", 8)]]
)
def test_R_SET2_01_both_saints_that_nobody_owns(placed: list[tuple[str, int]]) -> None:
    play = setting_up("neutral_saints_seeded", "YG")
    play.refuse("neutral_saints_seeded", saints=saints(*placed), rule="R-SET2-01")
    play.do("neutral_saints_seeded", saints=saints(("purple", 7), ("blue", 8)))
    assert play.view()["neutral_saints"] == {"purple": 7, "blue": 8}


@pytest.mark.parametrize("squares", [(12, 7), (19, 7), (7, 7)], ids=["conflict", "demon", "twice"])
def test_R_SET2_01_each_by_a_chip_of_its_own(squares: tuple[int, int]) -> None:
    placed = saints(("blue", squares[0]), ("purple", squares[1]))
    setting_up("neutral_saints_seeded", "YG").refuse(
        "neutral_saints_seeded", saints=placed, rule="R-INV-04"
    )


# --- players -------------------------------------------------------------------------------


def test_R_SETUP_08_every_player_has_a_colour_of_his_own() -> None:
    twice = [{"colour": "yellow", "name": "A"}, {"colour": "yellow", "name": "B"}]
    opened = game_opened("YGB", players=[{"colour": "blue", "name": "C"}, *twice])
    verdict = Play().refuse("game_opened", **opened, rule="R-SETUP-08")
    assert verdict.facts["twice"] == "yellow"
    Play().do("game_opened", **game_opened("YGB"))


def test_R_SETUP_09_the_order_goes_clockwise_from_the_first() -> None:
    play = setting_up("first_player_drawn").do("first_player_drawn", player="blue")
    assert play.due[4:8] == [
        "saint_set blue",
        "saint_set purple",
        "saint_set yellow",
        "saint_set green",
    ]
    assert play.due[-1] == "action_dice_set green"


def test_R_SETUP_09_nothing_comes_before_the_first_player_is_drawn() -> None:
    play = setting_up("first_player_drawn")
    play.refuse("starting_card_kept", player="yellow", rule="R-SETUP-09")
    play.do("first_player_drawn", player="yellow")


def test_R_SETUP_09_is_drawn_once() -> None:
    play = setting_up("starting_card_kept")
    play.refuse("first_player_drawn", player="yellow", rule="R-SETUP-10")


# --- starting cards ------------------------------------------------------------------------


@pytest.mark.parametrize("discarded", [[], [1], [1, 2, 4]])
def test_R_SETUP_10_two_of_three_cards_go(discarded: list[int]) -> None:
    play = setting_up("starting_card_kept")
    play.refuse("starting_card_kept", player="green", discarded=discarded, rule="R-SETUP-10")
    play.do("starting_card_kept", player="green", discarded=[1, 2], kept=3)
    assert play.player("green")["hand"] == [3]
    assert (play.view()["deck"], play.view()["used"]) == (30, 2)


def test_R_SETUP_10_once_a_player_in_any_order() -> None:
    play = setting_up("starting_card_kept").do("starting_card_kept", player="purple", kept=None)
    play.refuse("starting_card_kept", player="purple", discarded=[4, 5], rule="R-SETUP-10")
    for colour, kept in (("blue", 4), ("yellow", 5), ("green", None)):
        play.do("starting_card_kept", player=colour, discarded=[13, 14], kept=kept)
    assert play.due[0] == "saint_set yellow"


def test_R_INV_05_no_more_starting_cards_of_a_kind_than_the_deck_has() -> None:
    play = setting_up("starting_card_kept").do("starting_card_kept", player="yellow")
    for discarded, kept, card in (([1, 1], 4, 1), ([3, 4], 3, 3)):
        data = {"player": "green", "discarded": discarded, "kept": kept}
        verdict = play.refuse("starting_card_kept", **data, rule="R-INV-05", ruling="A-LOG-03")
        assert verdict.facts == {"card": card, "seen": 3, "copies": 2}
    play.do("starting_card_kept", player="green", discarded=[1, 3], kept=None)


# --- pieces that players place -------------------------------------------------------------


def test_R_SETUP_11_a_saint_may_stand_with_demons_and_saints() -> None:
    play = setting_up("saint_set").do("saint_set", player="yellow", square=19)
    play.refuse("saint_set", player="blue", square=19, rule="R-SETUP-11")
    play.refuse("saint_set", player="yellow", square=20, rule="R-SETUP-11")
    play.do("saint_set", player="green", square=19)
    assert (play.player("yellow")["saint"], play.player("green")["saint"]) == (19, 19)


def test_R_SETUP_13_virtue_dice_in_order_at_1() -> None:
    play = setting_up("virtue_set", "YGB")
    play.refuse("virtue_set", player="blue", block="Q1", rule="R-SETUP-13")
    for colour in ("green", "blue", "yellow"):
        play.do("virtue_set", player=colour, block="Q1")
    assert play.of_all("virtue") == [{"block": "Q1", "value": 1}] * 3


def test_R_SETUP_15_ragamis_in_order() -> None:
    play = setting_up("ragami_set", "YGB")
    for colour, block in (("blue", "Q1"), ("yellow", "Q2"), ("green", "Q3")):
        play.refuse("ragami_set", ragami="purple", block="Q9", rule="R-SETUP-15")
        play.do("ragami_set", ragami=colour, block=block)
    assert play.of_all("ragami") == ["Q2", "Q3", "Q1"]


@pytest.mark.parametrize("seats", ["YGBP", "YG"])
def test_R_SETUP_16_one_ragami_a_block_the_neutral_one_counts(seats: str) -> None:
    play = setting_up("ragami_set", seats)
    second = "purple" if len(seats) == 4 else "neutral"
    play.do("ragami_set", ragami="blue" if len(seats) == 4 else "green", block="Q5")
    verdict = play.refuse("ragami_set", ragami=second, block="Q5", rule="R-SETUP-16")
    assert "Q5" not in verdict.facts["instead"]
    play.do("ragami_set", ragami=second, block="Q6")


def test_R_SET2_02_and_A_NEU_10_without_the_neutral_ragami() -> None:
    play = setting_up("ragami_set", "YG", options={"neutral_ragami": False})
    play.do("ragami_set", ragami="green", block="Q5")
    play.refuse("ragami_set", ragami="neutral", block="Q6", rule="R-SET2-04")
    play.do("ragami_set", ragami="yellow", block="Q6").do("action_dice_set", player="green")
    assert play.view()["neutral"] is None


# --- the first Action dice -----------------------------------------------------------------


def test_R_SETUP_17_the_last_player_rolls() -> None:
    play = setting_up("action_dice_set")
    for colour in ("yellow", "green", "blue"):
        play.refuse("action_dice_set", player=colour, rule="R-SETUP-17")
    play.do("action_dice_set", player="purple")


@pytest.mark.parametrize("roll", [0, 6, -1])
def test_R_SETUP_17_rolls_are_faces_of_the_die(roll: int) -> None:
    play = setting_up("action_dice_set")
    data = rolled([2, 3, roll], [2, 3, roll])
    play.refuse("action_dice_set", **data, rule="R-SETUP-17", ruling="A-DIE-01")
    play.do("action_dice_set", **rolled([2, 3, 5], [2, 3, 5]))


@pytest.mark.parametrize("demons", [(), (1, 2)])
def test_R_SETUP_18_a_demon_for_every_red_1(demons: tuple[int, ...]) -> None:
    play = setting_up("action_dice_set")
    wrong = rolled([1, 3, 4], [2, 3, 4], *demons)
    play.refuse("action_dice_set", **wrong, rule="R-SETUP-18", ruling="A-DIE-05")
    play.do("action_dice_set", **rolled([1, 3, 4], [2, 3, 4], 1))
    assert play.view()["demons"]["1"] == 1
    assert play.view()["supply"]["demons"] == 1


def test_R_SETUP_18_no_demon_without_a_red_1() -> None:
    play = setting_up("action_dice_set")
    play.refuse("action_dice_set", **rolled([2, 3, 4], [2, 3, 4], 1), rule="R-SETUP-18")


@pytest.mark.parametrize("value", [1, 0, 6])
def test_R_SETUP_19_a_red_1_is_turned_to_another_face(value: int) -> None:
    play = setting_up("action_dice_set")
    data = rolled([1, 3, 4], [value, 3, 4], 1)
    play.refuse("action_dice_set", **data, rule="R-SETUP-19")


@pytest.mark.parametrize("spaces", [[5, 2, 2], [2, 3, 4], [4, 3, 5]])
def test_R_SETUP_19_each_to_what_he_likes(spaces: list[int]) -> None:
    data = rolled([1, 1, 1 if spaces == [5, 2, 2] else 4], spaces, 1, 1)
    play = setting_up("action_dice_set").do("action_dice_set", **data)
    assert list(play.view()["dice"].values()) == spaces
    assert play.view()["demons"]["1"] == 2


@pytest.mark.parametrize("spaces", [[2, 3, 5], [2, 2, 4], [3, 4, 1], [2, 3, 6], [2, 0, 4]])
def test_R_SETUP_20_the_other_dice_keep_their_value(spaces: list[int]) -> None:
    play = setting_up("action_dice_set")
    play.refuse("action_dice_set", **rolled([2, 3, 4], spaces), rule="R-SETUP-20")
    play.do("action_dice_set", **rolled([2, 3, 4], [4, 2, 3]))


@pytest.mark.parametrize("spaces", [[2, 3, 4], [4, 2, 4], [2, 5, 4]])
def test_R_SETUP_20_of_two_dice_alike_both_keep_their_value(spaces: list[int]) -> None:
    play = setting_up("action_dice_set")
    play.refuse("action_dice_set", **rolled([2, 4, 2], spaces), rule="R-SETUP-20")
    play.do("action_dice_set", **rolled([2, 4, 2], [2, 2, 4]))


# --- cards that are not in the game --------------------------------------------------------


def test_R_INV_05_of_cards_that_have_left_the_game_none_are_counted() -> None:
    """Who lets one stand by a ruling lets all of them stand."""
    play = setting_up("starting_card_kept", options={"power_die": False})
    sixes = {"player": "yellow", "discarded": [6, 6], "kept": 6}
    assert set(play.breaches("starting_card_kept", **sixes)) == {"R-OPT-01"}
    threes = {"player": "yellow", "discarded": [3, 3], "kept": 3}
    assert set(play.breaches("starting_card_kept", **threes)) == {"R-INV-05"}


@pytest.mark.parametrize(
    "cards",
    [{"discarded": [15, 2], "kept": 3}, {"discarded": [1, 2], "kept": 15}],
    ids=["discarded", "kept"],
)
def test_R_SET2_05_card_15_has_left_before_dealing(cards: dict[str, Any]) -> None:
    play = setting_up("starting_card_kept", "YG")
    play.refuse("starting_card_kept", **cards, rule="R-SET2-05", ruling="A-SETUP-06")
    setting_up("starting_card_kept", "YGB").do("starting_card_kept", **cards)


@pytest.mark.parametrize(
    "cards",
    [{"discarded": [6, 2], "kept": 3}, {"discarded": [1, 2], "kept": 6}],
    ids=["discarded", "kept"],
)
def test_R_OPT_01_card_6_has_left_before_dealing(cards: dict[str, Any]) -> None:
    play = setting_up("starting_card_kept", options={"power_die": False})
    play.refuse("starting_card_kept", **cards, rule="R-OPT-01", ruling="A-OPT-01")
    setting_up("starting_card_kept").do("starting_card_kept", **cards)
