"""R-INV-05 round a draw: which cards count where one pays, one is discarded, and one shuffles."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kit import CARD_11, Table, card_9

BY_9 = card_9("draw", "draw")


def seen(table: Table, /, **data: Any) -> dict[int, int]:
    """How often cards were seen of which the deck has too few, were this draw recorded."""
    event = table.read(
        "cards_drawn", {"player": "yellow", "via": "draw", "discarded": None, **data}
    )
    wrong = table.judge(event)
    return {one.facts["card"]: one.facts["seen"] for one in wrong if "seen" in one.facts}


def short_of(table: Table, left: int) -> Table:
    """Nothing but so many cards is left in the deck; the others are put in the used zone."""
    s = table.state
    more = s.deck_left - left
    s.used[12] += more
    s.certain[12] += more
    s.used_count += more
    s.deck_left = left
    return table


def paying_with_an_unknown_card() -> Table:
    return Table().hand("yellow", None).cubes(yellow=1)


# --- no shuffle ----------------------------------------------------------------------------


def test_an_unknown_card_that_pays_counts() -> None:
    assert seen(paying_with_an_unknown_card(), via=BY_9, rejected=[9, 9], kept=[3]) == {9: 3}
    assert seen(paying_with_an_unknown_card(), via=BY_9, rejected=[9, 1], kept=[3]) == {}
    table = Table().hand("yellow", None)
    assert seen(table, via=CARD_11, rejected=[11], kept=[11, None]) == {11: 3}


def test_a_known_card_that_pays_was_counted_before() -> None:
    table = Table().hand("yellow", 9).cubes(yellow=1)
    assert seen(table, via=BY_9, rejected=[9, 1], kept=[3]) == {}
    assert seen(table, via=BY_9, rejected=[9, 9], kept=[3]) == {9: 3}


def test_an_unknown_card_that_is_discarded_counts() -> None:
    table = Table().hand("yellow", None, 5, 7)
    assert seen(table, discarded=4, rejected=[4, 4], kept=[3]) == {4: 3}
    assert seen(table, discarded=4, rejected=[4, 1], kept=[3]) == {}


def test_a_known_card_that_is_discarded_was_counted_before() -> None:
    table = Table().hand("yellow", 4, 5, 7)
    assert seen(table, discarded=4, rejected=[4, 1], kept=[3]) == {}
    assert seen(table, discarded=4, rejected=[4, 4], kept=[3]) == {4: 3}


def test_without_a_shuffle_what_is_used_stays_counted() -> None:
    table = Table().hand("yellow", 4, 5, 7).used(10)
    assert seen(table, discarded=4, rejected=[10, 10], kept=[3]) == {10: 3}
    table = paying_with_an_unknown_card().used(10)
    assert seen(table, via=BY_9, rejected=[10, 10], kept=[3]) == {10: 3}


# --- a shuffle in the draw -----------------------------------------------------------------


@pytest.mark.parametrize("left", [0, 2])
def test_what_is_shuffled_can_be_drawn_again(left: int) -> None:
    table = short_of(Table().used(4, 4), left)
    assert seen(table, rejected=[4, 4], kept=[3]) == {}
    assert seen(short_of(Table().used(4, 4), 3), rejected=[4, 4], kept=[3]) == {4: 4}


def test_the_card_that_pays_is_not_shuffled() -> None:
    table = short_of(paying_with_an_unknown_card(), 0)
    assert seen(table, via=BY_9, rejected=[9, 9], kept=[3]) == {9: 3}
    known = short_of(Table().hand("yellow", 9).cubes(yellow=1), 0)
    assert seen(known, via=BY_9, rejected=[9, 9], kept=[3]) == {9: 3}


@pytest.mark.parametrize("card", [4, None])
def test_the_card_that_is_discarded_is_shuffled(card: int | None) -> None:
    table = short_of(Table().hand("yellow", card, 5, 7), 0)
    assert seen(table, discarded=4, rejected=[4, 4], kept=[3]) == {}
    assert seen(table, discarded=4, rejected=[5, 5], kept=[3]) == {5: 3}


@pytest.mark.parametrize("card", [4, None])
def test_only_the_card_that_is_discarded_is_shuffled_and_no_other_of_its_kind(
    card: int | None,
) -> None:
    table = short_of(Table().hand("yellow", card, 5, 7).hand("green", 4), 0)
    assert seen(table, discarded=4, rejected=[4, 4], kept=[3]) == {4: 3}
    assert seen(table, discarded=4, rejected=[4, 1], kept=[3]) == {}


def test_one_that_stays_in_a_hand_is_not_shuffled() -> None:
    table = short_of(Table().hand("green", 4), 0)
    assert seen(table, rejected=[4, 4], kept=[3]) == {4: 3}


def test_one_pays_another_is_discarded_and_the_used_zone_is_shuffled() -> None:
    """Of four cards one pays; of the three that are left one is discarded and drawn again."""
    table = short_of(Table().hand("yellow", None, 4, 5, 7).cubes(yellow=1), 1)
    assert seen(table, via=BY_9, discarded=4, rejected=[4, 4], kept=[9]) == {}
    assert seen(table, via=BY_9, discarded=4, rejected=[9, 9], kept=[4]) == {9: 3}


# --- the deck ------------------------------------------------------------------------------


def test_not_more_cards_are_drawn_than_there_are() -> None:
    table = Table().hand("yellow", 4, 5, 7)
    s = table.state
    s.deck_left, s.used_count = 1, 1
    draw = {"player": "yellow", "via": "draw", "rejected": [1, 2], "kept": [3]}
    wrong = table.judge(table.read("cards_drawn", {**draw, "discarded": None}))
    assert {"drawn": 3, "there": 2} in [one.facts for one in wrong]
    wrong = table.judge(table.read("cards_drawn", {**draw, "discarded": 4}))
    assert all("there" not in one.facts for one in wrong)


def test_after_the_shuffle_only_what_was_put_there_since_is_used() -> None:
    table = short_of(Table().hand("yellow", 4, 5, 7).used(4), 1)
    table.do("cards_drawn", discarded=5, rejected=[4, 5], kept=[5])
    s = table.state
    assert (s.used[4], s.used[5], s.used[12]) == (1, 1, 0)
    assert (s.certain[4], s.certain[5], s.certain[7]) == (2, 2, 1)
    assert s.used_count == 2


def test_a_card_that_is_shown_is_counted_once() -> None:
    """A failed attempt shows a card: it stays in the hand, and is certain from then on."""
    table = Table().ragamis(yellow=20).conflicts({20: 6}).hand("yellow", None).cubes(yellow=1)
    failed = {"cards": [13], "power_rolls": [0], "withdraw_to": "Q1"}
    near = sorted(table.state.board.blocks_at[20])
    table.do("conflict_tried", **{**failed, "withdraw_to": near[0]})
    assert table.state.certain[13] == 1
    assert [slot.card for slot in table.state.players["yellow"].hand] == [13]
    assert seen(table, rejected=[13, 13], kept=[None]) == {}
    assert seen(table, rejected=[13, 13], kept=[13]) == {13: 4}
