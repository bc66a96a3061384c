"""Cases that can be followed with a pencil: decks of a few cards, kinds 1 to 3."""

from __future__ import annotations

from ragami.games.ragami.deduction.deals import Deals, Shuffle

YELLOW, GREEN = 0, 1


def deck(*copies: int, outside: tuple[int, ...] = ()) -> Deals:
    """A deck with so many cards of kind 1, 2, …"""
    return Deals(2, (0, *copies), outside)


def may_be(deals: Deals, hand: int, *places: int) -> list[set[int]]:
    return deals.may_be(hand, places, ())


def test_a_hidden_card_may_be_whatever_the_deck_has_left() -> None:
    deals = deck(1, 2, 1)
    deals.draw(YELLOW, 1, [3], [None])
    assert may_be(deals, YELLOW, 1) == [{1, 2}]
    deals.draw(GREEN, 2, [1], [None])
    assert may_be(deals, YELLOW, 1) == may_be(deals, GREEN, 2) == [{2}]
    assert deals.must_hold(YELLOW) == {2: 1}


def test_two_that_have_what_is_left_between_them() -> None:
    deals = deck(1, 1, 2)
    deals.draw(YELLOW, 1, [3, 3], [None, None])
    assert may_be(deals, YELLOW, 1, 1) == [{1, 2}, {1, 2}]
    assert deals.must_hold(YELLOW) == {1: 1, 2: 1}
    deals.lay_down(YELLOW, [1], [])
    assert may_be(deals, YELLOW, 1) == [{2}]


def test_a_card_that_no_deck_can_have_had() -> None:
    deals = deck(1, 1, 1)
    deals.draw(YELLOW, 1, [3], [None])
    deals.lay_down(YELLOW, [3], [])
    assert not deals.worlds


def test_when_the_deck_runs_out_all_that_it_had_is_somewhere() -> None:
    deals = deck(1, 1, 2)
    deals.draw(YELLOW, 1, [3], [None])
    deals.draw(GREEN, 2, [3], [None])
    assert may_be(deals, YELLOW, 1) == [{1, 2}]
    deals.draw(GREEN, 3, [3], [], Shuffle(0, [0, 0, 0, 2]))
    deals.lay_down(GREEN, [1], [])
    assert may_be(deals, YELLOW, 1) == [{2}]


def test_in_the_middle_of_a_draw_it_counts_which_cards_came_before() -> None:
    """A 2 is left, then two 3s are shuffled: who draws two of the three has the 2, or shows it."""
    deals = deck(0, 1, 2)
    deals.draw(YELLOW, 1, [3, 3], [])
    shown, hidden = deals.worlds, Shuffle(1, [0, 0, 0, 2])
    deals.draw(YELLOW, 2, [3], [None], hidden)
    assert may_be(deals, YELLOW, 2) == [{2}]
    deals.worlds = shown
    deals.draw(YELLOW, 2, [2], [None], hidden)
    assert may_be(deals, YELLOW, 2) == [{3}]


def test_any_card_of_the_hand_may_have_been_the_one_that_was_played() -> None:
    """By the slots of the log it was the older one; that could not be, and is no contradiction."""
    deals = deck(1, 1, 0)
    deals.draw(YELLOW, 1, [1], [None])
    deals.draw(GREEN, 2, [3], [], Shuffle(0, [0, 0, 0, 2]))
    deals.draw(YELLOW, 3, [], [None])
    assert may_be(deals, YELLOW, 1, 3) == [{2}, {3}]
    deals.lay_down(YELLOW, [3], [])
    assert may_be(deals, YELLOW, 3) == [{2}]  # in the place that the log has left


def test_one_that_was_drawn_just_now_cannot_have_been_played() -> None:
    deals = deck(1, 1, 0)
    deals.draw(YELLOW, 1, [1], [None])
    deals.draw(GREEN, 2, [3], [], Shuffle(0, [0, 0, 0, 2]))
    deals.draw(YELLOW, 3, [], [None])
    deals.lay_down(YELLOW, [3], [3])
    assert not deals.worlds


def test_one_that_was_drawn_just_now_may_have_been_discarded() -> None:
    """Everybody knows an old 1. A 1 goes, and then a 1 is played: the new card was the first."""
    deals = deck(2, 1, 0)
    deals.draw(YELLOW, 1, [], [1])
    deals.forget([1], [])
    deals.draw(YELLOW, 2, [], [None])
    deals.discard(YELLOW, 1, [2])
    deals.lay_down(YELLOW, [1], [2])
    assert deals.worlds
    assert not any(world.hands[YELLOW] for world in deals.worlds)


def test_a_kind_that_left_the_game_counts_in_no_deck() -> None:
    """It turned up by a ruling: that is said elsewhere, and no reason to doubt the rest."""
    deals = deck(2, 1, 0, outside=(3,))
    deals.draw(YELLOW, 1, [3, 3], [None])
    assert may_be(deals, YELLOW, 1) == [{1, 2}]
    other = deck(2, 1, 0)
    other.draw(YELLOW, 1, [3, 3], [None])
    assert not other.worlds


def test_a_card_that_was_shown_and_revealed_may_be_the_same() -> None:
    """There is one 1, and two hidden cards: by the slots, the other one was the one shown."""
    deals = deck(1, 2, 0)
    deals.draw(YELLOW, 1, [], [None])
    deals.draw(YELLOW, 2, [], [None])
    deals.lay_down(YELLOW, [1], [], back=[1])
    deals.reveal(YELLOW, 2, 1)
    assert deals.worlds
    deals.reveal(YELLOW, 1, 1)
    assert not deals.worlds
