"""What an unknown card can be is what some deal has there, and nothing else: held against all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from random import Random
from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from ragami.games.ragami import shipped
from ragami.games.ragami.components import KINDS, DeckFile
from ragami.games.ragami.deduction.deals import Deals
from ragami.games.ragami.deduction.onlooker import Places
from ragami.games.ragami.events import Components, Options
from ragami.games.ragami.rules.drawing_cards import take_from_deck
from ragami.games.ragami.state import State
from tests.hands.small import Deal, Everything, Seen, Table, with_a_slip
from tests.scale import often

SEATS: Final = ("yellow", "green")
LENGTH: Final = 14


class Books:
    """The reasoning of the game, fed with what is seen at a small table."""

    def __init__(self, cards: Sequence[int], named: Collection[int]) -> None:
        board, _deck, dice = shipped.load(Components("city-1", "deck-1", "dice-1"))
        copies = {kind: cards.count(kind) for kind in KINDS}
        deck = DeckFile("small", False, copies, (), None)
        self.s = State()
        self.s.lay_out(SEATS, None, Options(), board, deck, dice)
        self.s.removed, self.s.deck_left = (), len(cards)
        self.places = Places(self.s, named)
        # Who has shown a card: from then on the books say more of the places than is certain.
        self.showed: set[str] = set()
        # Who may have shown one card twice, which the books count as two.
        self.muddled: set[str] = set()

    def see(self, seen: Seen) -> bool:
        """False: by the slots of a hand this cannot be written down."""
        player, row = SEATS[seen.player], self.places.rows[SEATS[seen.player]]
        self.s.turn = seen.turn
        if seen.what == "draw":
            self.places.draw(seen.seq, player, seen.cards, seen.kept, self.s)
            take_from_deck(self.s, len(seen.cards) + len(seen.kept))
            self._lay_down(seen.cards)
            return True
        if seen.what == "reveal":
            if seen.brought not in self._unknown(player):
                return False
            if player in self.showed:
                self.muddled.add(player)
            self.showed.add(player)
            self.places.reveal(seen.seq, player, seen.cards[0], seen.brought)
            return True
        early = seen.turn if seen.what != "discard" else seen.turn + 1
        if all(slot.turn >= early or slot.card not in (None, *seen.cards) for slot in row):
            return False
        if seen.what == "discard":
            self.places.discard(seen.seq, player, seen.cards[0], (), seen.turn)
        else:
            back = seen.cards if seen.what == "show" else ()
            if back and all(slot.card != back[0] or slot.turn >= seen.turn for slot in row):
                self.showed.add(player)
            self.places.play(seen.seq, player, seen.cards, seen.turn, back)
        self._lay_down(seen.cards if seen.what != "show" else ())
        return True

    def _unknown(self, player: str) -> set[int]:
        return {slot.seq for slot in self.places.rows[player] if slot.card is None}

    def known(self, player: int) -> Counter[int]:
        return Counter(slot.card for slot in self.places.rows[SEATS[player]] if slot.card)

    def _lay_down(self, cards: Sequence[int]) -> None:
        for card in cards:
            self.s.used[card] += 1
            self.s.used_count += 1


def hold_against(books: Books, deals: set[Deal], last: Seen, by_record: bool) -> None:
    """The finding, what each hand may have, and what it must have."""
    finding = books.places.finding
    assert (finding is None) == bool(deals), last
    if finding:
        assert finding.seq == last.seq
        return
    for n, player in enumerate(SEATS):
        held = books.places.held(player)
        known = books.known(n)
        hands = [Counter(kind for _seq, kind, _hidden in deal.hands[n]) for deal in deals]
        if player in books.muddled:
            continue
        assert all(known <= hand for hand in hands)
        unknown = [hand - known for hand in hands]
        may_be = [set(card.may_be) for card in held if not card.card]
        assert set().union(*may_be) == set().union(*unknown), last
        least = unknown[0]
        for hand in unknown:
            least &= hand
        assert books.places.must_hold(player) == sorted(least.elements()), last
        if by_record:
            _hold_places_against(books, deals, n)


def _hold_places_against(books: Books, deals: set[Deal], n: int) -> None:
    """Where it is certain which record brought which card that is left, each place by itself."""
    held = books.places.held(SEATS[n])
    brought = sorted(card.seq for card in held)
    certain = all(sorted(seq for seq, _kind, _hidden in deal.hands[n]) == brought for deal in deals)
    if SEATS[n] in books.showed or not certain:
        return
    for card in held:
        if card.card is None and brought.count(card.seq) == 1:
            there = {
                kind for deal in deals for seq, kind, _hidden in deal.hands[n] if seq == card.seq
            }
            assert set(card.may_be) == there


@settings(max_examples=often(10, 3000))
@given(seed=st.integers(0, 2**64), slip=st.booleans(), by_record=st.booleans())
def test_the_reasoning_is_exact(seed: int, slip: bool, by_record: bool) -> None:
    rng = Random(seed)
    table = Table(rng)
    story = list(table.play(LENGTH))
    if slip:
        story = with_a_slip(story, rng, max(table.cards))
    named = (
        range(LENGTH + 1) if by_record else {one.brought for one in story if one.what == "reveal"}
    )
    books, everything = Books(table.cards, named), Everything(table.cards, 2)
    for seen in story:
        if seen.what == "draw" and books.s.deck_left + books.s.used_count < 3:
            break
        if not books.see(seen):
            continue
        everything.see(seen)
        hold_against(books, everything.deals, seen, by_record)
        if books.places.finding:
            break


def test_a_card_that_came_just_now_is_not_among_what_could_be_played() -> None:
    deals = Deals(1, [0, 1, 1, 1])
    deals.draw(0, 1, [], [None])
    deals.draw(0, 2, [], [3])
    assert deals.could_be(0, ()) == {1, 2, 3}
    assert deals.could_be(0, {1}) == {3}
    assert deals.could_be(0, {2}) == {1, 2}
    assert deals.could_be(0, {1, 2}) == set()
