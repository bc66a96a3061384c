"""Small decks played for real, and every deal of them tried one by one.

`Table` plays: it knows where each card is, and writes down what is seen. `Everything` keeps all
that can have happened, card by card, with no cleverness at all: what it finds is the truth that
the reasoning of the game is held against.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

# The record that brought it, its kind, and whether that was hidden when it came.
Card = tuple[int, int, bool]
Hand = tuple[Card, ...]


class Seen(NamedTuple):
    """What is seen of one event: cards by kind, None where one is hidden."""

    what: str  # draw, play, show, discard or reveal
    seq: int
    turn: int
    player: int
    cards: tuple[int, ...]  # rejected in a draw; else what is laid down or shown
    kept: tuple[int | None, ...] = ()
    brought: int = 0


class Deal(NamedTuple):
    """How the cards lie: kinds in order, but for the hands."""

    deck: tuple[int, ...]
    used: tuple[int, ...]
    hands: tuple[Hand, ...]


class Everything:
    """All deals that explain what was seen so far."""

    def __init__(self, deck: Sequence[int], players: int) -> None:
        self.deals = {Deal(tuple(sorted(deck)), (), ((),) * players)}
        self.turns: dict[int, int] = {}

    def see(self, seen: Seen) -> None:
        self.turns[seen.seq] = seen.turn
        self.deals = {after for deal in self.deals for after in self._after(deal, seen)}

    def _after(self, deal: Deal, seen: Seen) -> Iterator[Deal]:
        if seen.what == "draw":
            yield from _draw(deal, seen)
        elif seen.what == "reveal":
            if (seen.brought, seen.cards[0], True) in deal.hands[seen.player]:
                yield deal
        else:
            for card in set(deal.hands[seen.player]):
                early = self.turns[card[0]] < seen.turn or seen.what == "discard"
                if card[1] == seen.cards[0] and early:
                    yield deal if seen.what == "show" else _laid_down(deal, seen.player, card)


def _laid_down(deal: Deal, player: int, card: Card) -> Deal:
    hand = list(deal.hands[player])
    hand.remove(card)
    return Deal(
        deal.deck, tuple(sorted((*deal.used, card[1]))), _with(deal.hands, player, tuple(hand))
    )


def _with(hands: tuple[Hand, ...], player: int, hand: Hand) -> tuple[Hand, ...]:
    return (*hands[:player], tuple(sorted(hand)), *hands[player + 1 :])


def _draw(deal: Deal, seen: Seen) -> Iterator[Deal]:
    """One card after the other from the top, every one that can be there."""
    tops: set[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]] = {
        ((), deal.deck, deal.used)
    }
    for _card in range(len(seen.cards) + len(seen.kept)):
        tops = {after for top in tops for after in _one_more(*top)}
    shown = Counter([*seen.cards, *(card for card in seen.kept if card)])
    for drawn, deck, used in tops:
        if shown <= Counter(drawn):
            hidden = [(seen.seq, kind, True) for kind in (Counter(drawn) - shown).elements()]
            known = [(seen.seq, kind, False) for kind in seen.kept if kind]
            hand = (*deal.hands[seen.player], *hidden, *known)
            used = tuple(sorted((*used, *seen.cards)))  # noqa: PLW2901
            yield Deal(deck, used, _with(deal.hands, seen.player, hand))


def _one_more(
    drawn: tuple[int, ...], deck: tuple[int, ...], used: tuple[int, ...]
) -> Iterator[tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]]:
    if not deck:
        deck, used = used, ()
    for n, card in enumerate(deck):
        yield tuple(sorted((*drawn, card))), deck[:n] + deck[n + 1 :], used


class Table:
    """Players who draw, play, show and discard at random, with cards that are really there."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        kinds = rng.randint(2, 4)
        self.cards = [rng.randint(1, kinds) for _ in range(rng.randint(6, 8))]
        self.deck = rng.sample(self.cards, len(self.cards))
        self.used: list[int] = []
        self.hands: list[list[tuple[int, int, int]]] = [[], []]  # (record, kind, turn)
        self.hides = rng.choice([0.5, 0.8, 1.0])

    def play(self, length: int) -> Iterator[Seen]:
        """What is seen of so many events."""
        turn = 1
        for seq in range(1, length + 1):
            turn += self.rng.random() < 0.6
            seen = self._event(seq, turn)
            if seen:
                yield seen

    def _event(self, seq: int, turn: int) -> Seen | None:
        player = self.rng.randrange(2)
        early = [card for card in self.hands[player] if card[2] < turn]
        what = self.rng.choice(
            ("draw", "draw", "draw", "play", "play", "show", "discard", "reveal")
        )
        if what == "draw" or not self.hands[player]:
            return self._draw(seq, turn, player)
        if what in ("discard", "reveal"):
            card = self.rng.choice(self.hands[player])
        elif early:
            card = self.rng.choice(early)
        else:
            return None
        if what in ("play", "discard"):
            self.hands[player].remove(card)
            self.used.append(card[1])
        return Seen(what, seq, turn, player, (card[1],), brought=card[0])

    def _draw(self, seq: int, turn: int, player: int) -> Seen | None:
        number, keep = self.rng.choice(((3, 1), (3, 2), (2, 1), (1, 1)))
        if len(self.deck) + len(self.used) < number or len(self.hands[player]) + keep > 3:
            return None
        drawn = []
        for _ in range(number):
            if not self.deck:
                self.deck, self.used = self.rng.sample(self.used, len(self.used)), []
            drawn.append(self.deck.pop())
        self.rng.shuffle(drawn)
        kept, rejected = drawn[:keep], drawn[keep:]
        self.used += rejected
        self.hands[player] += [(seq, card, turn) for card in kept]
        told = tuple(None if self.rng.random() < self.hides else card for card in kept)
        return Seen("draw", seq, turn, player, tuple(rejected), told)


def with_a_slip(seen: list[Seen], rng: Random, kinds: int) -> list[Seen]:
    """The same with one card written down wrong."""
    there = [n for n, one in enumerate(seen) if one.cards]
    if not there:
        return seen
    n = rng.choice(there)
    cards = list(seen[n].cards)
    cards[rng.randrange(len(cards))] = rng.randint(1, kinds)
    return [*seen[:n], seen[n]._replace(cards=tuple(cards)), *seen[n + 1 :]]
