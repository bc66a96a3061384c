"""Onlooker: what can be known of the hands from the log, or from a player's seat.

Which deals are considered: all that a physical table can have had. Every unknown card that came
into a hand is any card that its deck can have held; a card that is played may have been any unknown
one of the hand that was acquired before this turn, one that is discarded for the hand limit any at
all. The slots of a hand (a card comes from the oldest unknown slot) are how the log keeps its
books, and no evidence: they say in which place of a hand a card is shown, and a deal in which
another card was the one that was played counts as well.

What tells something: cards face up, cards played, shown, discarded or revealed, and what lay in the
used zone when it was shuffled. What tells nothing: that a card was not played, what somebody
asserted, a `revealed` that fits no slot, events that were undone. And a card that is revealed may
be one that was shown before, and that the log put into the place of another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any, Final

from ragami.decoded import Data
from ragami.findings import Finding
from ragami.game.hidden_information import Hands, Held
from ragami.games.ragami import events as ev
from ragami.games.ragami.components import CARDS, KINDS
from ragami.games.ragami.deduction.deals import Deals, Shuffle
from ragami.games.ragami.rules.action_dice import CARD_OF_EVENT, cards_of
from ragami.games.ragami.rules.hand import find_discard, find_playable, reveal
from ragami.games.ragami.rules.judge import JUDGES
from ragami.games.ragami.state import POWER_CARD_6, Slot, State
from ragami.games.ragami.view import VISIBILITY


def hands(standing: Iterable[tuple[int, object]], viewer: str | None = None) -> Hands:
    """Return what `viewer` can know of every hand after the events that count."""
    events = list(standing)
    places = look_on(events, viewer)
    if places is None:
        return Hands({}, {})
    unknown = [slot.seq for row in places.rows.values() for slot in row if slot.card is None]
    if unknown:
        # Once more, now that it is known which cards will be asked for.
        places = look_on(events, viewer, unknown) or places
    return Hands(
        {player: places.held(player) for player in places.rows},
        {player: places.must_hold(player) for player in places.rows},
        places.finding,
    )


def look_on(
    events: Sequence[tuple[int, object]], viewer: str | None = None, seqs: Iterable[int] = ()
) -> Places | None:
    """Return the hands as `viewer` keeps them (None: as the log does); None while no game is open.

    `seqs`: the records whose cards will be asked for, besides those that are revealed.
    """
    return Onlooker(viewer, revealed(events).union(seqs)).look_on(events)


def revealed(events: Iterable[tuple[int, object]]) -> set[int]:
    """Return the records of which somebody has revealed a card."""
    return {event.seq for _, event in events if isinstance(event, ev.Revealed)}


class Onlooker:
    """One who looks on from the first event; `asked` are the records whose cards are asked for."""

    def __init__(self, viewer: str | None, seqs: AbstractSet[int]) -> None:
        self._viewer, self._asked = viewer, seqs
        self._seen: list[tuple[int, Any]] = []
        self._state = State()
        self._places: Places | None = None

    def goes_on(self, events: Sequence[tuple[int, object]], seqs: AbstractSet[int]) -> bool:
        """Return True if `events` continue those already seen and `seqs` are already tracked."""
        return seqs <= self._asked and self._seen == list(events[: len(self._seen)])

    def look_on(self, events: Sequence[tuple[int, object]]) -> Places | None:
        """Take in the events that came since the last time."""
        for seq, event in events[len(self._seen) :]:
            self._see(seq, event)
        self._seen = list(events)
        return self._places

    def _see(self, seq: int, event: Any) -> None:
        s, places = self._state, self._places
        if isinstance(event, ev.Revealed):
            fits = reveal(s, event) is None
            if places and fits:
                places.reveal(seq, event.player, event.card, event.seq)
            return
        see = SIGHTS.get(type(event))
        if places and see:
            see(places, s, seq, VISIBILITY.redact(event, self._viewer))
        JUDGES[type(event)][1](s, event, seq)
        self._places = places or Places(s, self._asked)


# --- what is seen of an event, before it is applied ----------------------------------------


def _start(places: Places, s: State, seq: int, e: ev.StartingCardKept) -> None:
    places.draw(seq, e.player, e.discarded, (e.kept,), s)


def _draw(places: Places, s: State, seq: int, e: ev.CardsDrawn) -> None:
    """Follow a draw as at the table: discard for the limit, draw, pay last (A-CARD-09)."""
    paid = cards_of(e.via)
    if e.discarded is not None:
        places.discard(seq, e.player, e.discarded, paid, s.turn)
    places.draw(seq, e.player, e.rejected, e.kept, s, e.discarded)
    places.play(seq, e.player, paid, s.turn)


def _conflict(places: Places, s: State, seq: int, e: ev.ConflictTried) -> None:
    """Play the cards of an attempt; after a failure all but card 6 are back, and known to all."""
    failed = e.withdraw_to is not None
    back = [card for card in e.cards if failed and card != POWER_CARD_6]
    places.play(seq, e.player, (*cards_of(e.via), *e.cards), s.turn, back)


def _paid(places: Places, s: State, seq: int, e: ev.RagamiMoved | ev.SaintAndDemonMoved) -> None:
    places.play(seq, e.player, cards_of(e.via), s.turn)


def _played(places: Places, s: State, seq: int, e: ev.PlayerEvent) -> None:
    places.play(seq, e.player, (CARD_OF_EVENT[type(e)],), s.turn)


def _traded(places: Places, s: State, seq: int, e: ev.CardTraded) -> None:
    places.play(seq, e.player, (e.card,), s.turn)


SIGHTS: Final[Mapping[type[Any], Callable[[Places, State, int, Any], None]]] = {
    ev.StartingCardKept: _start,
    ev.CardsDrawn: _draw,
    ev.ConflictTried: _conflict,
    ev.RagamiMoved: _paid,
    ev.SaintAndDemonMoved: _paid,
    ev.CardTraded: _traded,
    **dict.fromkeys(CARD_OF_EVENT, _played),
}

# --- the hands -----------------------------------------------------------------------------


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
