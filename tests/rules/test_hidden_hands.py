"""Which slot a card comes from, and what no hand can have."""

# ruff: noqa: N802 (tests are named after the rules)

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.kit import CARD_8, CARD_11, Table, card_9, custom_deck

Hand = list[int | None]


def slots(table: Table) -> list[tuple[int | None, int]]:
    """The card and the record of every slot in yellow's hand, in the order acquired."""
    return [(slot.card, slot.seq) for slot in table.state.players["yellow"].hand]


# --- a card that is played -----------------------------------------------------------------


def test_R_CARD_03_a_card_that_the_hand_does_not_have() -> None:
    table = Table().hand("yellow", 5, 13)
    verdict = table.refuse("cubes_gathered", rule="R-CARD-03", ruling=None)
    assert verdict.facts["hand"] == [5, 13]
    assert verdict.facts["instead"] == [5, 13]
    Table().hand("yellow", 5, 4).do("cubes_gathered")


def test_R_CARD_03_an_empty_hand() -> None:
    Table().refuse("cubes_gathered", rule="R-CARD-03")


def test_a_known_slot_comes_first() -> None:
    table = Table().hand("yellow", None, seq=3).hand("yellow", 4, seq=5)
    assert slots(table.do("cubes_gathered")) == [(None, 3)]


def test_else_the_oldest_unknown_one() -> None:
    table = Table().hand("yellow", 7, seq=3).hand("yellow", None, seq=4)
    table.hand("yellow", None, seq=6).do("cubes_gathered")
    assert slots(table) == [(7, 3), (None, 6)]


def test_a_slot_of_this_turn_is_left_out_even_if_it_is_known() -> None:
    table = Table().hand("yellow", None, seq=3).just_drawn("yellow", 4, seq=5)
    assert slots(table.do("cubes_gathered")) == [(4, 5)]


@pytest.mark.parametrize("card", [4, None])
def test_R_CARD_03_every_slot_that_can_be_it_is_of_this_turn(card: int | None) -> None:
    table = Table().hand("yellow", 5).just_drawn("yellow", card)
    verdict = table.refuse("cubes_gathered", rule="R-CARD-03", ruling="A-LOG-02")
    assert verdict.facts["drawn_this_turn"] is True


def test_A_LOG_02_where_an_unknown_slot_might_have_been_it() -> None:
    table = Table().ragamis(yellow=20).conflicts({20: 2}).cubes(yellow=3).hand("yellow", None)
    table.refuse("conflict_tried", cards=[13, 14], rule="R-CARD-03", ruling="A-LOG-02")
    Table().refuse("cubes_gathered", rule="R-CARD-03", ruling=None)


def test_cards_of_one_attempt_come_from_different_slots() -> None:
    table = Table().ragamis(yellow=20).conflicts({20: 2}).cubes(yellow=2)
    table.hand("yellow", None, 13)
    table.refuse("conflict_tried", via=CARD_8, cards=[13, 6], power_rolls=[0, 0], rule="R-CARD-03")
    table.do("conflict_tried", via=CARD_8, cards=[13])
    assert slots(table) == []


def test_an_attempt_takes_the_known_card_and_the_unknown_for_the_other() -> None:
    table = Table().ragamis(yellow=20).conflicts({20: 2}).cubes(yellow=1)
    table.hand("yellow", None, seq=3).hand("yellow", 13, seq=4).hand("yellow", None, seq=5)
    table.do("conflict_tried", cards=[6, 13], power_rolls=[0, 0])
    assert slots(table) == [(None, 5)]


def test_A_LOG_01_a_failed_attempt_shows_the_cards_that_come_back() -> None:
    table = Table().ragamis(yellow=20).conflicts({20: 6}).cubes(yellow=1)
    table.hand("yellow", None, seq=3).hand("yellow", None, seq=4)
    table.do("conflict_tried", cards=[13], power_rolls=[0], withdraw_to="Q5")
    assert slots(table) == [(13, 3), (None, 4)]


# --- a card that is discarded for the hand limit -------------------------------------------


@pytest.mark.parametrize(
    ("hand", "left"),
    [
        ([4, None, 4], [(4, 1), (None, 2)]),
        ([None, 4, None], [(None, 1), (None, 3)]),
        ([None, None, 5], [(None, 1), (5, 3)]),
        ([None, 5, None], [(None, 1), (5, 2)]),
    ],
    ids=["known newest", "known", "unknown newest", "unknown last"],
)
def test_a_discard_comes_from_a_known_slot_and_the_newest(
    hand: Hand, left: list[tuple[int | None, int]]
) -> None:
    table = Table()
    for seq, card in enumerate(hand, 1):
        table.hand("yellow", card, seq=seq)
    table.do("cards_drawn", discarded=4)
    assert slots(table)[:2] == left


def test_a_discard_may_be_of_this_turn() -> None:
    table = Table().hand("yellow", None, None).just_drawn("yellow", 4, seq=7)
    table.do("cards_drawn", discarded=4)
    assert slots(table)[:2] == [(None, 1), (None, 1)]


# --- cards that the deck does not have -----------------------------------------------------


def test_R_INV_05_more_copies_than_there_are() -> None:
    table = Table().used(4, 4).hand("yellow", None)
    verdict = table.refuse("cubes_gathered", rule="R-INV-05", ruling="A-LOG-03")
    assert (verdict.facts["card"], verdict.facts["seen"], verdict.facts["copies"]) == (4, 3, 2)
    Table().used(4).hand("yellow", None).do("cubes_gathered")


def test_R_INV_05_cards_known_in_other_hands_count() -> None:
    table = Table().hand("green", 4).hand("blue", 4).hand("yellow", None)
    table.refuse("cubes_gathered", rule="R-INV-05")


def test_A_CARD_01_nothing_is_counted_where_the_copies_are_not_known() -> None:
    deck = custom_deck(copies=None)
    Table(deck=deck).used(4, 4, 4, 4).hand("yellow", None).do("cubes_gathered")


@pytest.mark.parametrize(
    "drawn",
    [
        {"rejected": [4, 4], "kept": [None]},
        {"rejected": [4, 1], "kept": [4]},
        {"rejected": [4, 1], "kept": [3], "discarded": 4},
    ],
    ids=["rejected", "kept", "discarded"],
)
def test_R_INV_05_in_a_draw(drawn: dict[str, Any]) -> None:
    def table(*used: int) -> Table:
        given = Table().used(*used)
        return given.hand("yellow", None, None, None) if "discarded" in drawn else given

    table(4).refuse("cards_drawn", **drawn, rule="R-INV-05")
    table(5).do("cards_drawn", **drawn)


def test_R_INV_05_a_known_card_that_is_discarded_is_counted_once() -> None:
    Table().used(4).hand("yellow", 4, None, None).do("cards_drawn", discarded=4)


def test_R_INV_05_in_an_attempt() -> None:
    def table(*used: int) -> Table:
        given = Table().ragamis(yellow=20).conflicts({20: 2}).cubes(yellow=1)
        return given.used(*used).hand("yellow", None)

    table(13, 13, 13).refuse("conflict_tried", cards=[13], rule="R-INV-05")
    table(13, 13).do("conflict_tried", cards=[13])


@pytest.mark.parametrize("cards", [[], [13]])
def test_R_INV_05_for_the_card_that_pays_for_an_attempt(cards: list[int]) -> None:
    def table(*used: int) -> Table:
        given = Table().ragamis(yellow=20, green=20).conflicts({20: 2}).cubes(yellow=2)
        return given.used(*used).hand("yellow", None, None)

    table(8, 8).refuse("conflict_tried", via=CARD_8, cards=cards, rule="R-INV-05")
    table(8).do("conflict_tried", via=CARD_8, cards=cards)


def test_R_INV_05_for_the_card_that_pays_for_a_draw() -> None:
    by_card_11: dict[str, Any] = {"via": CARD_11, "rejected": [1], "kept": [2, 3]}
    by_card_9: dict[str, Any] = {"via": card_9("draw", "draw")}
    for card, drawn in ((11, by_card_11), (9, by_card_9)):
        table = Table().used(card, card).hand("yellow", None).cubes(yellow=1)
        table.refuse("cards_drawn", **drawn, rule="R-INV-05", ruling="A-LOG-03")
        Table().used(card).hand("yellow", None).cubes(yellow=1).do("cards_drawn", **drawn)


def almost_all_used(*used: int) -> Table:
    """Two cards in the deck; the used zone is shuffled in the next draw."""
    copies = dict.fromkeys(range(1, 14), 0) | {1: 2, 2: 2, 4: 2, 11: 2, 14: 0, 15: 25}
    table = Table("YG", neutral="blue", deck=custom_deck(copies=copies)).hand("yellow", None)
    return table.used(*used)


def test_R_INV_05_what_is_shuffled_back_counts_no_longer() -> None:
    table = almost_all_used(4, 4, 1, 2, 11)
    table.do("cards_drawn", rejected=[1, 2], kept=[4])
    almost_all_used(4, 4, 1, 2, 11).refuse(
        "cards_drawn", rejected=[1, 1], kept=[1], rule="R-INV-05"
    )


def test_R_INV_05_after_the_event_also_for_the_card_that_paid() -> None:
    """Both cards 11 were used, and are back in the deck when the draw is over (A-LOG-03)."""
    table = almost_all_used(11, 11, 1, 2, 4)
    table.do("cards_drawn", via=CARD_11, rejected=[1], kept=[2, 4])
    assert table.view()["used"] == 2


# --- who sees what -------------------------------------------------------------------------


def test_hands_are_secret_and_their_size_is_public() -> None:
    table = Table().hand("yellow", 4, None).hand("green", 5)
    seen = {
        viewer: [player["hand"] for player in table.view(viewer)["players"].values()][:2]
        for viewer in ("yellow", "green", "public", "referee", None)
    }
    assert seen == {
        "yellow": [[4, None], [None]],
        "green": [[None, None], [5]],
        "public": [[None, None], [None]],
        "referee": [[4, None], [5]],
        None: [[4, None], [5]],
    }


def test_a_card_of_an_earlier_round_is_playable_in_the_first_turn_of_the_next() -> None:
    """Turns are counted through, not from the beginning of each round (R-CARD-03)."""
    table = Table().do("cards_drawn", rejected=[1, 2], kept=[4]).do("turn_ended")
    table.next_round()
    while table.state.active != "yellow":
        table.do("passed")
    table.do("cubes_gathered")
    assert table.player("yellow")["hand"] == []


def test_revealed_names_the_record_that_brought_the_card() -> None:
    table = Table()
    table.do("cards_drawn", rejected=[1, 2], kept=[None])
    slot = table.state.players["yellow"].hand[0]
    assert (slot.card, slot.seq) == (None, table.seq)
