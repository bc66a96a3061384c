"""Drawing Action cards: the die action and card 11 (rulebook p. 5 and 8)."""

from __future__ import annotations

from typing import Any, Final

from ragami.findings import Breach, Breaches, breach
from ragami.games.ragami.events import ByCard11, CardsDrawn
from ragami.games.ragami.rules.action_dice import (
    DRAW_SPACE,
    cards_of,
    check_payment,
    check_price,
    check_space,
    pay,
)
from ragami.games.ragami.rules.due import after_static
from ragami.games.ragami.rules.hand import (
    acquire,
    check_copies,
    check_in_game,
    discard,
    find_discard,
    find_playable,
    lay_face_up,
    missing,
)
from ragami.games.ragami.state import HAND_LIMIT, Player, Slot, State

# (rejected, kept) of the die action and of card 11.
BY_DIE: Final = (2, 1)
BY_CARD_11: Final = (1, 2)
OTHER_CARDS: Final = 1


def check_cards_drawn(s: State, e: CardsDrawn) -> Breaches:
    """Check R-DRAW-02, R-DRAW-06; R-C11-1, R-C11-2; no card twice too often (R-INV-05)."""
    breaches: Breaches = []
    via = e.via
    by_card_11 = via.__class__ is ByCard11
    if via != DRAW_SPACE:
        check_space(via, DRAW_SPACE, breaches)
    rejected, kept_count = BY_CARD_11 if by_card_11 else BY_DIE
    if len(e.rejected) != rejected or len(e.kept) != kept_count:
        breaches.append(_wrong_number(e, by_card_11))
    if s.opened and s.removed:
        check_in_game(s, (e.discarded, *e.rejected, *e.kept), breaches)
    if s.active != e.player:
        return after_static(s, e, breaches)
    player = s.players[e.player]
    if s.die_used or not s.space_dice.get(via):
        check_payment(s, player, via, breaches)
    if e.discarded is not None:
        _check_discarded(s, player, e.discarded, e, breaches)
    if not isinstance(via, str):
        check_price(s, player, via, breaches)
    if by_card_11:
        _check_card_11(s, player, breaches)
    if e.discarded is not None or len(player.hand) >= HAND_LIMIT:
        _check_hand_limit(s, player, e, breaches)
    _check_deck(s, player, e, breaches)
    return breaches


def _wrong_number(e: CardsDrawn, by_card_11: bool) -> Breach:
    rule, ruling = ("R-C11-1", None) if by_card_11 else ("R-DRAW-02", "A-CARD-08")
    rejected, kept_count = BY_CARD_11 if by_card_11 else BY_DIE
    facts = {"rejected": len(e.rejected), "kept": len(e.kept)}
    return breach(rule, ruling, **facts, expected={"rejected": rejected, "kept": kept_count})


def _check_card_11(s: State, player: Player, breaches: Breaches) -> None:
    """Check for one other card in the hand at most, or exactly one (R-C11-2, A-C11-01)."""
    count = len(player.hand) - 1
    exactly = s.options.card11_other_cards == "exactly_one"
    if count > OTHER_CARDS or (exactly and count != OTHER_CARDS):
        facts = {"other_cards": count, "limit": OTHER_CARDS}
        agreed = s.options.card11_other_cards
        breaches.append(breach("R-C11-2", "A-C11-01", **facts, card11_other_cards=agreed))


def _paid_slot(player: Player, e: CardsDrawn, turn: int) -> Slot | None:
    """Return the slot of the card that pays for the draw, if a card does."""
    if isinstance(e.via, str):
        return None
    slots = find_playable(player.hand, cards_of(e.via), turn)
    return None if isinstance(slots, int) else slots[0]


def _left(s: State, player: Player, e: CardsDrawn) -> list[Slot]:
    """Return the hand without the card that pays for the draw."""
    paid = _paid_slot(player, e, s.turn)
    return [slot for slot in player.hand if slot is not paid]


def _is_full(s: State, player: Player, e: CardsDrawn) -> bool:
    """Return True if a card must be discarded before the draw, as the hand is full."""
    return len(_left(s, player, e)) >= HAND_LIMIT and e.via.__class__ is not ByCard11


def _check_discarded(
    s: State, player: Player, card: int, e: CardsDrawn, breaches: Breaches
) -> None:
    """Check that the discard is in the hand, perhaps from this turn (A-CARD-06)."""
    if find_discard(_left(s, player, e), card) is None:
        breaches.append(missing(player, card, s.turn + 1))


def _check_hand_limit(s: State, player: Player, e: CardsDrawn, breaches: Breaches) -> None:
    """Check that a card goes first from a full hand (R-DRAW-06), and else none (A-CARD-07)."""
    full = _is_full(s, player, e)
    facts = {"hand": len(_left(s, player, e)), "limit": HAND_LIMIT}
    if full and e.discarded is None:
        breaches.append(breach("R-DRAW-06", "A-CARD-05", **facts))
    elif not full and e.discarded is not None:
        breaches.append(breach("R-DRAW-06", "A-CARD-07", discarded=e.discarded, **facts))


def _check_deck(s: State, player: Player, e: CardsDrawn, breaches: Breaches) -> None:
    """Check that there are cards to draw, and none of a kind too often (R-INV-05, A-LOG-03)."""
    drawn = len(e.rejected) + len(e.kept)
    shuffle = drawn > s.deck_left
    if shuffle and drawn > s.deck_left + s.used_count + (e.discarded is not None):
        breaches.append(breach("R-INV-05", None, drawn=drawn, there=s.deck_left + s.used_count))
    if s.deck.copies is None:
        return
    cards: list[Any] = [*e.rejected, *e.kept]
    while None in cards:  # a card that is kept where nobody else sees it
        cards.remove(None)
    if shuffle or e.discarded is not None or e.via != DRAW_SPACE:
        _check_copies_round_the_draw(s, player, e, breaches, cards, shuffle=shuffle)
    else:
        check_copies(s, cards, breaches)


def _check_copies_round_the_draw(
    s: State, player: Player, e: CardsDrawn, breaches: Breaches, cards: list[int], *, shuffle: bool
) -> None:
    """Check the copies where a card pays, one is discarded first, or the used zone is shuffled."""
    shuffled = list(s.used) if shuffle else []
    paid = _paid_slot(player, e, s.turn)
    if paid is not None and paid.card is None:
        cards += cards_of(e.via)
    if e.discarded is not None:
        slot = find_discard(_left(s, player, e), e.discarded)
        if shuffle:  # goes to the used zone before the draw, and back into the deck in it
            shuffled[e.discarded] += slot is not None and slot.card is not None
        elif slot is not None and slot.card is None:
            cards.append(e.discarded)
    check_copies(s, cards, breaches, shuffled)


def apply_cards_drawn(s: State, e: CardsDrawn, seq: int) -> None:
    """Discard for the limit, draw, reject face up, keep; pay last (A-CARD-09)."""
    player = s.players[e.player]
    if e.discarded is not None:
        slot = find_discard(_left(s, player, e), e.discarded)
        assert slot is not None
        discard(s, player, slot, e.discarded)
    take_from_deck(s, len(e.rejected) + len(e.kept))
    pay(s, player, e.via)
    lay_face_up(s, e.rejected)
    for card in e.kept:
        acquire(s, player, card, seq)


def take_from_deck(s: State, cards: int) -> None:
    """Take cards from the deck; when it runs out, shuffle the used zone."""
    if cards <= s.deck_left:
        s.deck_left -= cards
        return
    s.deck_left += s.used_count - cards
    for kind, used in enumerate(s.used):
        if used:
            s.certain[kind] -= used
            s.used[kind] = 0
    s.used_count = 0
