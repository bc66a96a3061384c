"""Drawing (card 11), keeping, the hand limit, the reshuffle."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kit import CARD_11, Table, card_9, custom_deck

BY_CARD_11: dict[str, Any] = {"via": CARD_11, "rejected": [1], "kept": [4, 5]}


# --- three cards, one kept -----------------------------------------------------------------


def test_R_DRAW_01_to_03_one_is_kept_and_two_are_used() -> None:
    table = Table().do("cards_drawn", rejected=[1, 2], kept=[3])
    assert table.player("yellow")["hand"] == [3]
    assert (table.view()["deck"], table.view()["used"]) == (30, 2)
    assert table.view()["dice"]["draw"] == 1


@pytest.mark.parametrize(
    ("rejected", "kept"),
    [
        ([1, 2, 3], []),
        ([1], [2, 3]),
        ([], [1, 2, 3]),
        ([1, 2], []),
        ([1], [2]),
        ([1, 2], [3, 4]),
        ([], []),
    ],
)
def test_R_DRAW_02_exactly_one_of_three(rejected: list[int], kept: list[int]) -> None:
    Table().refuse(
        "cards_drawn", rejected=rejected, kept=kept, rule="R-DRAW-02", ruling="A-CARD-08"
    )


def test_R_DRAW_02_also_by_card_9() -> None:
    table = Table().hand("yellow", 9).cubes(yellow=1)
    via = card_9("draw", "draw")
    table.refuse("cards_drawn", via=via, rejected=[1], kept=[2, 3], rule="R-DRAW-02")
    table.do("cards_drawn", via=via, rejected=[1, 2], kept=[3])
    assert table.player("yellow")["hand"] == [3]


def test_R_DRAW_04_the_kept_card_waits_for_the_next_turn() -> None:
    table = Table().do("cards_drawn", rejected=[1, 2], kept=[4])
    table.refuse("cubes_gathered", rule="R-CARD-03")
    table.refuse("card_traded", card=4, rule="R-CARD-03")
    table.do("turn_ended").turn_of("yellow").do("cubes_gathered")


def test_R_DRAW_04_also_an_unknown_one() -> None:
    table = Table().do("cards_drawn", rejected=[1, 2], kept=[None])
    verdict = table.refuse("cubes_gathered", rule="R-CARD-03")
    assert verdict.facts["drawn_this_turn"] is True


# --- hand limit ----------------------------------------------------------------------------


def test_R_DRAW_06_a_full_hand_discards_first() -> None:
    table = Table().hand("yellow", 4, 5, 7)
    table.refuse("cards_drawn", discarded=None, rule="R-DRAW-06", ruling="A-CARD-05")
    table.do("cards_drawn", discarded=4)
    assert table.player("yellow")["hand"] == [5, 7, 3]


def test_R_DRAW_06_a_card_that_is_there() -> None:
    table = Table().hand("yellow", 4, 5, 7)
    table.refuse("cards_drawn", discarded=8, rule="R-CARD-03")


@pytest.mark.parametrize("cards", [(4,), (4, 5)])
def test_R_DRAW_06_nobody_else_discards(cards: tuple[int, ...]) -> None:
    table = Table().hand("yellow", *cards)
    table.refuse("cards_drawn", discarded=4, rule="R-DRAW-06", ruling="A-CARD-07")
    table.do("cards_drawn")


def test_R_DRAW_06_using_a_card_makes_room_too() -> None:
    table = Table().hand("yellow", 4, 5, 9).cubes(yellow=1)
    via = card_9("draw", "draw")
    table.refuse("cards_drawn", via=via, discarded=4, rule="R-DRAW-06", ruling="A-CARD-07")
    table.do("cards_drawn", via=via, discarded=None)
    assert table.player("yellow")["hand"] == [4, 5, 3]


def test_A_CARD_06_a_card_drawn_in_this_turn_may_be_discarded() -> None:
    table = Table().hand("yellow", 4, 9).cubes(yellow=1).just_drawn("yellow", 5)
    table.do("cards_drawn", discarded=5)
    assert table.player("yellow")["hand"] == [4, 9, 3]


# --- the reshuffle -------------------------------------------------------------------------


def nearly_empty(deck: int) -> Table:
    """So many cards in the deck, three in yellow's hand, the others used; nobody knows which."""
    table = Table(deck=custom_deck(copies=None)).hand("yellow", None, None, None)
    return table.used(*[12] * (30 - deck))


def test_R_DRAW_07_no_shuffle_while_the_deck_has_enough() -> None:
    table = nearly_empty(3).do("cards_drawn", discarded=4)
    assert (table.view()["deck"], table.view()["used"]) == (0, 27 + 1 + 2)


@pytest.mark.parametrize("deck", [0, 1, 2])
def test_R_DRAW_07_the_used_zone_is_shuffled_when_a_card_is_needed(deck: int) -> None:
    table = nearly_empty(deck).do("cards_drawn", discarded=4)
    # The card that was discarded is shuffled too, the two that are rejected are not.
    assert (table.view()["deck"], table.view()["used"]) == (30 + 1 - 3, 2)


def test_A_CARD_09_the_card_that_pays_is_not_shuffled() -> None:
    table = Table(deck=custom_deck(copies=None)).hand("yellow", 11).used(*[12] * 30)
    table.do("cards_drawn", **BY_CARD_11)
    assert (table.view()["deck"], table.view()["used"]) == (32 - 3, 1 + 1)


def test_R_INV_05_not_more_cards_than_there_are() -> None:
    copies = dict.fromkeys(range(1, 15), 0) | {1: 2, 3: 1, 15: 30}
    table = Table("YG", neutral="blue", deck=custom_deck(copies=copies)).hand("yellow", None)
    table.refuse("cards_drawn", rejected=[1, 1], kept=[None], rule="R-INV-05")


# --- card 11 -------------------------------------------------------------------------------


def test_R_C11_1_two_of_three_are_kept() -> None:
    table = Table().hand("yellow", 11).do("cards_drawn", **BY_CARD_11)
    assert table.player("yellow")["hand"] == [4, 5]
    assert (table.view()["deck"], table.view()["used"]) == (29, 2)
    assert table.view()["dice"]["draw"] == 2


@pytest.mark.parametrize(
    ("rejected", "kept"), [([1, 2], [3]), ([], [1, 2, 3]), ([1], [2]), ([1], [2, 3, 4])]
)
def test_R_C11_1_exactly_two(rejected: list[int], kept: list[int]) -> None:
    table = Table().hand("yellow", 11)
    table.refuse("cards_drawn", via=CARD_11, rejected=rejected, kept=kept, rule="R-C11-1")


@pytest.mark.parametrize(
    ("others", "option", "legal"),
    [
        ((), "at_most_one", True),
        ((4,), "at_most_one", True),
        ((4, 5), "at_most_one", False),
        ((), "exactly_one", False),
        ((4,), "exactly_one", True),
        ((4, 5), "exactly_one", False),
    ],
)
def test_R_C11_2_the_other_cards_in_the_hand(
    others: tuple[int, ...], option: str, legal: bool
) -> None:
    table = Table(card11_other_cards=option).hand("yellow", *others, 11)
    if legal:
        table.do("cards_drawn", **BY_CARD_11)
    else:
        table.refuse("cards_drawn", **BY_CARD_11, rule="R-C11-2", ruling="A-C11-01")


def test_A_C11_03_unknown_cards_count() -> None:
    table = Table().hand("yellow", None, None, None)
    table.refuse("cards_drawn", **BY_CARD_11, rule="R-C11-2")


def test_A_C11_02_neither_may_be_played_in_this_turn() -> None:
    table = Table().hand("yellow", 11).do("cards_drawn", **BY_CARD_11)
    table.refuse("cubes_gathered", rule="R-CARD-03")


def test_card_11_discards_nothing_for_the_hand_limit() -> None:
    table = Table().hand("yellow", 11, 4)
    table.refuse("cards_drawn", **BY_CARD_11, discarded=4, rule="R-DRAW-06")


# --- cards that are not in the game --------------------------------------------------------

PLACES: list[dict[str, Any]] = [
    {"rejected": [0, 2], "kept": [3]},
    {"rejected": [1, 2], "kept": [0]},
    {"rejected": [1, 2], "kept": [3], "discarded": 0},
]


def with_card(card: int, data: dict[str, Any]) -> dict[str, Any]:
    """The data with `card` where 0 stands."""
    return {
        key: [card if each == 0 else each for each in value] if isinstance(value, list) else card
        for key, value in data.items()
    }


@pytest.mark.parametrize("data", PLACES, ids=["rejected", "kept", "discarded"])
def test_R_SET2_05_card_15_is_never_drawn_by_two(data: dict[str, Any]) -> None:
    table = Table("YG", neutral="blue").hand("yellow", None, None, None)
    drawn = {"discarded": 12, **with_card(15, data)}
    table.refuse("cards_drawn", **drawn, rule="R-SET2-05")
    Table().hand("yellow", None, None, None).do("cards_drawn", **drawn)


@pytest.mark.parametrize("data", PLACES, ids=["rejected", "kept", "discarded"])
def test_R_OPT_01_card_6_is_never_drawn_without_the_power_die(data: dict[str, Any]) -> None:
    table = Table(power_die=False).hand("yellow", None, None, None)
    drawn = {"discarded": 12, **with_card(6, data)}
    table.refuse("cards_drawn", **drawn, rule="R-OPT-01")
    Table().hand("yellow", None, None, None).do("cards_drawn", **drawn)
