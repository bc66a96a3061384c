"""Cards in hands: which slot a card comes from when hands are hidden.

A card is taken from a slot that is known to hold it, else from a slot that could: only what is
provably illegal is rejected (A-LOG-02).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ragami.findings import Breach, Breaches, breach
from ragami.games.ragami.events import Revealed
from ragami.games.ragami.rules.due import seated
from ragami.games.ragami.state import LAST_PLACE_CARD, Player, Slot, State

Found = list[Slot]


def find_slot(hand: Sequence[Slot], card: int, turn: int, used: Sequence[Slot] = ()) -> Slot | None:
    """Find the slot that a card is played from: the oldest that holds it, else the oldest unknown.

    Only slots acquired before this turn count (R-CARD-03), and none that is `used` already.
    """
    unknown = None
    for slot in hand:
        if slot.turn >= turn or slot in used:
            continue
        if slot.card == card:
            return slot
        if slot.card is None and unknown is None:
            unknown = slot
    return unknown


def find_playable(hand: Sequence[Slot], cards: Iterable[int], turn: int) -> Found | int:
    """Return the slots that `cards` come from, in order, or the first card that is not there."""
    slots: Found = []
    for card in cards:
        slot = find_slot(hand, card, turn, slots)
        if slot is None:
            return card
        slots.append(slot)
    return slots


def find_discard(hand: Sequence[Slot], card: int) -> Slot | None:
    """Find the slot that a discard for the limit comes from: known first, newest first."""
    unknown = None
    for slot in reversed(hand):
        if slot.card == card:
            return slot
        if slot.card is None and unknown is None:
            unknown = slot
    return unknown


def missing(player: Player, card: int, turn: int) -> Breach:
    """Return the breach of a card that the hand does not have, or not yet (R-CARD-03).

    It rests on A-LOG-02 where a slot could be the card, were it older, and where the log does not
    know the whole hand; that a known hand lacks a card needs no ruling.
    """
    drawn_now = any(slot.turn >= turn and slot.card in (card, None) for slot in player.hand)
    unknown = any(slot.card is None for slot in player.hand)
    return breach(
        "R-CARD-03",
        "A-LOG-02" if drawn_now or unknown else None,
        card=card,
        hand=[slot.card for slot in player.hand],
        **({"drawn_this_turn": True} if drawn_now else {}),
        instead=sorted({slot.card for slot in player.hand if slot.card and slot.turn < turn}),
    )


def check_play(s: State, player: Player, card: int, breaches: Breaches) -> None:
    """Check that one card that is played, or turned in, is in the hand (R-CARD-03)."""
    if find_slot(player.hand, card, s.turn) is None:
        breaches.append(missing(player, card, s.turn))


def check_shown(s: State, player: Player, cards: Sequence[int], breaches: Breaches) -> None:
    """Check the copies of what an unknown slot turns out to be, after all else (R-INV-05)."""
    if None not in [slot.card for slot in player.hand]:
        return
    slots = find_playable(player.hand, cards, s.turn)
    if isinstance(slots, int):
        return
    turned_up = [card for card, slot in zip(cards, slots, strict=True) if slot.card is None]
    if turned_up:
        check_copies(s, turned_up, breaches)


def check_in_game(s: State, cards: tuple[int | None, ...], breaches: Breaches) -> None:
    """Check that the game is played with these cards (R-SET2-05, R-OPT-01)."""
    for removed in s.removed:
        if removed in cards:
            breaches += [not_in_game(card) for card in cards if card in s.removed]
            return


def not_in_game(card: int | None) -> Breach:
    """Return the breach of a card that left before dealing."""
    if card == LAST_PLACE_CARD:
        return breach("R-SET2-05", "A-SETUP-06", card=card, players=2)
    return breach("R-OPT-01", "A-OPT-01", card=card, power_die=False)


def check_copies(
    s: State, cards: Sequence[int], breaches: Breaches, shuffled: Sequence[int] = ()
) -> None:
    """Check that the deck has so many of a kind, counting the new `cards` (R-INV-05).

    `shuffled`: how many of each kind go back into the deck during this event.
    """
    copies = s.deck.copies
    if copies is None:
        return
    certain = s.certain
    if shuffled:
        certain = [seen - gone for seen, gone in zip(certain, shuffled, strict=True)]
    for kind in cards:
        if certain[kind] + cards.count(kind) > copies[kind] and kind not in s.removed:
            seen = certain[kind] + cards.count(kind)
            facts = {"card": kind, "seen": seen, "copies": copies[kind]}
            breaches.append(breach("R-INV-05", "A-LOG-03", **facts))


def play(s: State, player: Player, card: int) -> None:
    """Move a card from the hand to the used zone (R-CARD-04)."""
    slot = find_slot(player.hand, card, s.turn)
    assert slot is not None, "check lets only cards be played that may be there"
    discard(s, player, slot, card)


def discard(s: State, player: Player, slot: Slot, card: int) -> None:
    """Put the card in a slot face up into the used zone."""
    player.hand.remove(slot)
    if slot.card is None:
        s.certain[card] += 1
    s.used[card] += 1
    s.used_count += 1


def show(s: State, slot: Slot, card: int) -> None:
    """Make the card in a slot known; it stays in the hand."""
    if slot.card is None:
        slot.card = card
        s.certain[card] += 1


def acquire(s: State, player: Player, card: int | None, seq: int) -> None:
    """Add a card to the hand; it may be played from the next turn on (R-DRAW-04)."""
    player.hand.append(Slot(card, seq, s.turn))
    if card is None:
        s.hidden = True
    else:
        s.certain[card] += 1


def lay_face_up(s: State, cards: Sequence[int]) -> None:
    """Put cards that were not kept into the used zone (R-DRAW-03, R-SETUP-10)."""
    used, certain = s.used, s.certain
    for card in cards:
        used[card] += 1
        certain[card] += 1
    s.used_count += len(cards)


# --- cards that become known ---------------------------------------------------------------


def reveal(s: State, event: Revealed) -> Breach | None:
    """Show the unknown card that the named record brought, if it is still in hand.

    Who has no seat has no hand either: such a record has not the form of one (R-LOG-01).
    """
    if strange := seated(s, event.player):
        return strange[0]
    hand = s.players[event.player].hand if s.opened else ()
    slots = [slot for slot in hand if slot.card is None and slot.seq == event.seq]
    facts = {"player": event.player, "seq": event.seq, "card": event.card}
    if not slots:
        return breach("R-CARD-03", "A-LOG-01", **facts)
    breaches: Breaches = []
    check_copies(s, (event.card,), breaches)
    if event.card in s.removed:
        return breach("R-CARD-03", "A-SETUP-06", **facts)
    if breaches:
        return breaches[0]
    show(s, slots[0], event.card)
    return None


def hidden(s: State, seat: str) -> list[int]:
    """Return the records that brought the unknown cards of a hand, oldest first."""
    hands: dict[str, list[Slot]] = {}
    if s.opened:
        hands = {colour: player.hand for colour, player in s.players.items()}
    return [slot.seq for slot in hands.get(seat, ()) if slot.card is None]
