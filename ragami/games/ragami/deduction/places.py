"""The places of the hands, as somebody keeps them who looks on, and what may be in them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Final

from ragami.decoded import Data
from ragami.findings import Finding
from ragami.game.hidden_information import Held
from ragami.games.ragami.components import CARDS, KINDS
from ragami.games.ragami.deduction.deals import Deals, Shuffle
from ragami.games.ragami.rules.hand import find_discard, find_playable
from ragami.games.ragami.state import Slot, State

# More is beyond any table; only a log that somebody made for it, or rulings, come near.
MOST_WORLDS: Final = 20_000
MOST_DRAWN: Final = 8

Change = Callable[[], None]


class Places:
    """Every hand as a row of places, and the deals that explain all that happened to them.

    `finding`: the first event that no deal explains. From a contradiction anything follows, so
    after it no more is concluded: every unknown card may be any card of the game. The same where
    the worlds get too many to keep (`lost`), which no game that is played comes near to.

    `named`: the records that somebody will ask for. Of the others it is forgotten which cards
    they brought, as soon as these can be played.
    """

    def __init__(self, s: State, seqs: Collection[int] = ()) -> None:
        copies = [0] * (len(KINDS) + 1)
        self.in_game = [kind for kind in KINDS if kind not in s.removed]
        for kind in self.in_game:
            # A deck that does not tell its copies has enough of everything.
            copies[kind] = s.deck.copies[kind] if s.deck.copies else CARDS
        self.deals = Deals(len(s.seats), copies, s.removed)
        self.finding: Finding | None = None
        self.lost = False
        self.rows: dict[str, list[Slot]] = {player: [] for player in s.seats}
        self._hand: dict[str, int] = {player: n for n, player in enumerate(s.seats)}
        self._named = seqs
        # The records of this turn that brought cards, and which turn this is.
        self._fresh: list[int] = []
        self._turn = 0

    # --- what is known ---------------------------------------------------------------------

    def held(self, player: str) -> list[Held]:
        """Return every card in a hand: the record that brought it, what it is, what it may be."""
        row = self.rows[player]
        unknown = [slot.seq for slot in row if slot.card is None]
        open_slots = [(slot.seq, slot.card) for slot in row if slot.card is not None]
        if self.finding or self.lost:
            possible = iter([set(self.in_game) for _seq in unknown])
        else:
            possible = iter(self.deals.may_be(self._hand[player], unknown, open_slots))
        return [
            Held(slot.seq, slot.card, [slot.card] if slot.card else sorted(next(possible)))
            for slot in row
        ]

    def must_hold(self, player: str) -> list[int]:
        """Return the cards among the unknown ones of a hand in every deal, in any place."""
        if self.finding or self.lost:
            return []
        open_cards = Counter(slot.card for slot in self.rows[player] if slot.card is not None)
        return sorted((self.deals.must_hold(self._hand[player]) - open_cards).elements())

    # --- what happens ----------------------------------------------------------------------

    def draw(
        self,
        seq: int,
        player: str,
        rejected: Sequence[int],
        kept_cards: Sequence[int | None],
        s: State,
        discarded: int | None = None,
    ) -> None:
        """Draw cards from the deck of the state before, which is shuffled if it runs out."""
        self._turn_comes(s.turn)
        shuffle = None
        if len(rejected) + len(kept_cards) > s.deck_left:
            shuffle = Shuffle(s.deck_left, list(s.used))
            if discarded is not None:
                shuffle.cards[discarded] += 1
            self.lost = self.lost or len(rejected) + len(kept_cards) > MOST_DRAWN
        self._conclude(
            seq,
            lambda: self.deals.draw(self._hand[player], seq, rejected, kept_cards, shuffle),
            lambda: {"player": player, "cards": [*rejected, *filter(None, kept_cards)]},
        )
        self._fresh.append(seq)
        self.rows[player] += [Slot(card, seq, s.turn) for card in kept_cards]

    def play(
        self, seq: int, player: str, cards: Sequence[int], turn: int, back: Collection[int] = ()
    ) -> None:
        """Play cards; those in `back` return to the hand, known to all."""
        self._turn_comes(turn)
        hand, fresh = self._hand[player], self._fresh
        self._turn_up(
            seq, player, cards, fresh, lambda: self.deals.lay_down(hand, cards, fresh, back)
        )
        row = self.rows[player]
        for card, slot in zip(cards, self._playable(row, cards, turn), strict=True):
            if card in back:
                slot.card = card
            else:
                row.remove(slot)

    def discard(self, seq: int, player: str, card: int, paid: Sequence[int], turn: int) -> None:
        """Discard a card for the hand limit, another one than those that pay for the draw."""
        self._turn_comes(turn)
        hand, fresh = self._hand[player], self._fresh
        self._turn_up(seq, player, (card,), (), lambda: self.deals.discard(hand, card, fresh))
        row = self.rows[player]
        kept_back = self._playable(row, paid, turn)
        loose = [slot for slot in row if slot not in kept_back]
        row.remove(find_discard(loose, card) or _unknown(loose))

    def reveal(self, seq: int, player: str, card: int, brought: int) -> None:
        """Show the card that a record brought, which the books may have reckoned gone."""
        hand = self._hand[player]
        self._turn_up(seq, player, (card,), (), lambda: self.deals.reveal(hand, brought, card))
        row = [slot for slot in self.rows[player] if slot.card is None]
        slot = next((slot for slot in row if slot.seq == brought), row[0])
        slot.seq, slot.card = brought, card

    # --- what follows from it --------------------------------------------------------------

    def _turn_up(
        self,
        seq: int,
        player: str,
        cards: Sequence[int],
        fresh: Collection[int],
        change: Change,
    ) -> None:
        """Make cards of a hand known, none that the records `fresh` brought."""

        def facts() -> Data:
            could = self.deals.could_be(self._hand[player], fresh)
            hand = [slot.card for slot in self.rows[player]]
            card = next((card for card in cards if card not in could), cards[-1])
            return {"player": player, "card": card, "hand": hand, "instead": sorted(could - {card})}

        self._conclude(seq, change, facts)

    def _conclude(self, seq: int, change: Change, facts: Callable[[], Data]) -> None:
        """Keep the worlds that explain what happened; where there are none, report it once."""
        if self.finding or self.lost:
            return
        worlds = self.deals.worlds
        change()
        self.lost = len(self.deals.worlds) > MOST_WORLDS
        if not self.deals.worlds:
            self.deals.worlds = worlds
            self.finding = Finding(
                "impossible-hand", ruling="A-LOG-01", seq=seq, line=seq, facts=facts()
            )

    def _turn_comes(self, turn: int) -> None:
        """Forget which records brought the cards of earlier turns: they can now be played."""
        if turn > self._turn:
            self._turn = turn
            self.deals.forget(self._fresh, self._named)
            self._fresh = []

    def _playable(self, row: list[Slot], cards: Iterable[int], turn: int) -> list[Slot]:
        """Return the slots that the cards come from, the oldest unknown first, in their order.

        Who knows less than the log may have reckoned an old card gone where it was a newer one:
        then it is one that they do not know.
        """
        slots: list[Slot] = []
        for card in cards:
            loose = [slot for slot in row if slot not in slots]
            playable = find_playable(loose, (card,), turn)
            slots.append(_unknown(loose) if isinstance(playable, int) else playable[0])
        return slots


def _unknown(row: Iterable[Slot]) -> Slot:
    return next(slot for slot in row if slot.card is None)
