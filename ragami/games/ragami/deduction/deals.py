"""Deals of the hidden cards that explain everything seen: exact, and pure counting.

A hidden card came from some deck: the first one, or one that was shuffled from the used zone (whose
cards all lay face up, so it is known what went into it). Of every deck is kept what those of its
cards can be that nobody has named: so many of each kind. A card from it that is still hidden may be
any of these. More there is not to know, since the deck is as random as can be, and every choice of
a player stays open.

Two things are not always known: which of several hidden cards it was that a player laid down, and
which cards of one draw came before the shuffle in the middle of it. Each way it can have been is a
`World`; all worlds that explain everything so far are kept, and none else. Worlds that come to the
same are one; a deck of which no card is hidden any more is forgotten, and so is which record
brought a card, where nobody will ask. So they stay few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from itertools import combinations
from typing import Final, NamedTuple

# What is left of each kind stands in one number, six bits a kind: a deck has 33 cards at most.
BITS: Final = 6
ROOM: Final = (1 << BITS) - 1
# The record that brought a card, where that does not matter any more.
ANY: Final = 0
# The deck of a card that was known when it was drawn, and of one that turned up later.
SEEN: Final = -2
TURNED_UP: Final = -1


class Card(NamedTuple):
    """A card in a hand: the record that brought it, or `ANY`; its deck, 0 the first; its kind.

    `kind` is 0 as long as the card is hidden. Of others the deck says only how they got known.
    """

    seq: int
    deck: int
    kind: int = 0


Hand = tuple[Card, ...]
Left = tuple[int, ...]


class World(NamedTuple):
    """One way it can have been: the cards of each hand, and what is left of each deck.

    The last deck is the one that is drawn from. What is left of it are the cards that still lie
    there, together with its hidden ones in the hands.
    """

    hands: tuple[Hand, ...]
    left: Left


class Shuffle(NamedTuple):
    """The deck runs out after so many cards of a draw; how many of each kind are in the new one."""

    after: int
    cards: list[int]


class Deals:
    """All worlds that explain what was seen, for `hands` players; none if nothing does.

    `copies` has how many of each kind are in the first deck, by number. A kind in `outside` is
    not in the game, and where it turned up by a ruling it is counted in no deck.
    """

    def __init__(self, hands: int, copies: Sequence[int], outside: Collection[int] = ()) -> None:
        self.kinds = range(1, len(copies))
        self.outside = outside
        self.worlds = {World(((),) * hands, (packed(copies),))}

    # --- what happens ----------------------------------------------------------------------

    def draw(
        self,
        hand: int,
        seq: int,
        rejected: Sequence[int],
        kept_cards: Sequence[int | None],
        shuffle: Shuffle | None = None,
    ) -> None:
        """Draw from the deck; the kept cards go into a hand, None where one is hidden."""
        open_cards = [card for card in kept_cards if card is not None]
        seen, hidden = [*rejected, *open_cards], len(kept_cards) - len(open_cards)
        first = shuffle.after if shuffle else len(seen) + hidden
        new = (packed(shuffle.cards),) if shuffle else ()
        named_cards = [Card(seq, SEEN, card) for card in open_cards]
        after = set()
        for world in self.worlds:
            deck = len(world.left) - 1
            for old_hidden, old_seen, new_seen in ways(seen, hidden, first):
                decks = self._spent(world.left + new, deck, old_seen)
                decks = decks and self._spent(decks, deck + 1, new_seen)
                if decks:
                    cards = [Card(seq, deck)] * old_hidden
                    cards += [Card(seq, deck + 1)] * (hidden - old_hidden)
                    after.add(_with(World(world.hands, decks), hand, (*cards, *named_cards)))
        self.worlds = {_closed(world) for world in after} if new else after

    def lay_down(
        self, hand: int, kinds: Iterable[int], fresh: Collection[int], back: Collection[int] = ()
    ) -> None:
        """Play cards, none that the records `fresh` brought. Those in `back` return to the hand."""
        self._lay_down(hand, kinds, fresh, back, discarded=False)

    def discard(self, hand: int, kind: int, fresh: Collection[int]) -> None:
        """Discard any card, also one of the records `fresh`, which could not be played."""
        self._lay_down(hand, (kind,), fresh, (), discarded=True)

    def reveal(self, hand: int, seq: int, kind: int) -> None:
        """Reveal a card that was hidden when a record brought it, and that is still in the hand.

        It may be one that turned up before, and that was taken for another one.
        """
        after = set()
        for world in self.worlds:
            for card in set(world.hands[hand]):
                if card.seq == seq and card.deck != SEEN and card.kind in (0, kind):
                    played = self._taken(world, hand, card, kind)
                    after |= {_with(played, hand, [_turned_up(card, kind)])} if played else set()
        self.worlds = after

    def forget(self, seqs: Collection[int], kept_seqs: Collection[int]) -> None:
        """Forget which cards these records brought, except for `kept_seqs`.

        Worlds that differ in nothing else become one: of many there remain few.
        """
        self.worlds = {
            World(tuple(_without_names(hand, seqs, kept_seqs) for hand in world.hands), world.left)
            for world in self.worlds
        }

    # --- what follows ----------------------------------------------------------------------

    def may_be(
        self, hand: int, places: Sequence[int], open_slots: Sequence[tuple[int, int]]
    ) -> list[set[int]]:
        """Return the kinds that each unknown place of a hand can hold; `places` are record numbers.

        `open_slots` are the other places, with the card in each. Where another card was played than
        was assumed, the assumed one may be left over: it stands in the place of the one played.
        """
        kinds: list[set[int]] = [set() for _place in places]
        for cards, decks in {(world.hands[hand], world.left) for world in self.worlds}:
            unplaced = _besides(cards, open_slots)
            empty = []
            for n, seq in enumerate(places):
                own = next((card for card in unplaced if card.seq == seq), None)
                if own is None:
                    empty.append(n)
                else:
                    unplaced.remove(own)
                    kinds[n] |= self._kinds(own, decks)
            for n in empty:
                kinds[n].update(*(self._kinds(card, decks) for card in unplaced))
        return kinds

    def must_hold(self, hand: int) -> Counter[int]:
        """Return the number of cards of each kind that a hand holds in every deal."""
        least: Counter[int] | None = None
        for cards, decks in {(world.hands[hand], world.left) for world in self.worlds}:
            certain = self._least(cards, decks)
            least = certain if least is None else least & certain
        return +(least or Counter())

    def could_be(self, hand: int, fresh: Collection[int]) -> set[int]:
        """Return the kinds of the cards of a hand that none of the records `fresh` brought."""
        kinds: set[int] = set()
        for cards, decks in {(world.hands[hand], world.left) for world in self.worlds}:
            kinds.update(*(self._kinds(card, decks) for card in cards if card.seq not in fresh))
        return kinds

    # --- one world -------------------------------------------------------------------------

    def _lay_down(
        self,
        hand: int,
        kinds: Iterable[int],
        fresh: Collection[int],
        back: Collection[int],
        *,
        discarded: bool,
    ) -> None:
        """Remove one card after the other from the hand; some of them return."""
        worlds: set[tuple[World, Hand]] = {(world, ()) for world in self.worlds}
        for kind in kinds:
            worlds = {
                (after, (*laid, _turned_up(card, kind)) if kind in back else laid)
                for world, laid in worlds
                for card in _candidates(world.hands[hand], kind, fresh, discarded)
                if (after := self._taken(world, hand, card, kind))
            }
        self.worlds = {_with(world, hand, laid) if laid else world for world, laid in worlds}

    def _taken(self, world: World, hand: int, card: Card, kind: int) -> World | None:
        """Return the world after a card left the hand; None if it cannot have been of this kind."""
        decks = world.left if card.kind else self._spent(world.left, card.deck, (kind,))
        if decks is None:
            return None
        cards = list(world.hands[hand])
        cards.remove(card)
        after = World((*world.hands[:hand], tuple(cards), *world.hands[hand + 1 :]), decks)
        return _closed(after) if 0 <= card.deck < len(decks) - 1 else after

    def _spent(self, decks: Left, deck: int, kinds: Iterable[int]) -> Left | None:
        """Return the decks after cards of one were named; None if it cannot have held them."""
        if not kinds:
            return decks
        number = decks[deck]
        for kind in kinds:
            if count(number, kind):
                number -= 1 << BITS * kind
            elif kind not in self.outside:
                return None
        return (*decks[:deck], number, *decks[deck + 1 :])

    def _kinds(self, card: Card, decks: Left) -> set[int]:
        if card.kind:
            return {card.kind}
        return {kind for kind in self.kinds if count(decks[card.deck], kind)}

    def _least(self, cards: Hand, decks: Left) -> Counter[int]:
        """Return the cards that a hand must hold in one world: those that fit nowhere else.

        A hand gets its cards from what is left of a deck in any way, so it can do without a kind as
        long as there are enough others.
        """
        certain = Counter(card.kind for card in cards if card.kind)
        for deck, number in Counter(card.deck for card in cards if not card.kind).items():
            there = {kind: count(decks[deck], kind) for kind in self.kinds}
            total = sum(there.values())
            for kind, copies in there.items():
                certain[kind] += max(0, number - (total - copies))
        return certain


def packed(copies: Sequence[int]) -> int:
    """Return the number of cards of each kind, packed into one integer."""
    return sum(number << BITS * kind for kind, number in enumerate(copies))


def count(number: int, kind: int) -> int:
    """Return the number of cards left of a kind."""
    return number >> BITS * kind & ROOM


def ways(
    seen: Sequence[int], hidden: int, first: int
) -> Iterator[tuple[int, tuple[int, ...], tuple[int, ...]]]:
    """Yield the ways to split a draw when the deck runs out after its first `first` cards.

    Each is: the number of hidden cards before the shuffle, the seen cards before it, and those
    after.
    """
    if first >= len(seen) + hidden:
        yield hidden, tuple(seen), ()
        return
    for old_hidden in range(max(0, first - len(seen)), min(hidden, first) + 1):
        for old_seen in set(combinations(sorted(seen), first - old_hidden)):
            new_seen = Counter(seen) - Counter(old_seen)
            yield old_hidden, old_seen, tuple(new_seen.elements())


def _candidates(hand: Hand, kind: int, fresh: Collection[int], discarded: bool) -> set[Card]:
    """Return the cards of a hand that can have left it.

    Of two cards of the kind, one of them known, old and nameless, it makes no difference which one
    it was, unless the other one is `fresh`: then the old one could still be played.
    """
    able = {card for card in hand if card.kind in (0, kind)}
    if not discarded:
        able = {card for card in able if card.seq not in fresh}
    if any(card.kind and card.seq == ANY for card in able):
        able = {card for card in able if card.seq in fresh or (card.kind and card.seq == ANY)}
    return able


def _besides(cards: Hand, open_slots: Iterable[tuple[int, int]]) -> list[Card]:
    """Return the cards of a hand that are not in its known places."""
    unplaced = list(cards)
    for seq, kind in open_slots:
        there = [card for card in unplaced if card.kind == kind]
        if there:
            unplaced.remove(next((card for card in there if card.seq == seq), there[0]))
    return unplaced


def _turned_up(card: Card, kind: int) -> Card:
    """Return a card as everybody knows it from now on."""
    if card.deck == SEEN or card.seq == ANY:
        return Card(card.seq, SEEN, kind)
    return Card(card.seq, TURNED_UP, kind)


def _with(world: World, hand: int, cards: Iterable[Card]) -> World:
    """Add cards to a hand, in order, so that equal worlds are the same."""
    hands = list(world.hands)
    hands[hand] = tuple(sorted((*hands[hand], *cards)))
    return World(tuple(hands), world.left)


def _without_names(hand: Hand, seqs: Collection[int], kept_seqs: Collection[int]) -> Hand:
    if all(card.seq not in seqs for card in hand):
        return hand
    return tuple(sorted(_without_name(card, seqs, kept_seqs) for card in hand))


def _without_name(card: Card, seqs: Collection[int], kept_seqs: Collection[int]) -> Card:
    """Return the card without its record, if nobody will ask for it by that."""
    if card.seq not in seqs or (card.seq in kept_seqs and card.deck != SEEN):
        return card
    return Card(ANY, SEEN if card.kind else card.deck, card.kind)


def _closed(world: World) -> World:
    """Forget the old decks of which no card is hidden any more."""
    open_decks = {card.deck for hand in world.hands for card in hand if not card.kind}
    open_decks.add(len(world.left) - 1)
    decks = tuple(number if n in open_decks else 0 for n, number in enumerate(world.left))
    return World(world.hands, decks)
