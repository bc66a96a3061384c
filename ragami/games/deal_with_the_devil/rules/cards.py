"""The cards phase and the hands: R-D-CARD. A slot with an unknown card is None."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from ragami.findings import Breach, breach
from ragami.games.deal_with_the_devil import events as ev
from ragami.games.deal_with_the_devil.state import Player, State

Hand = list[str | None]


def elsewhere(s: State, player: Player, building: str) -> bool:
    """Return True if the building is known to be elsewhere than in this hand."""
    return (
        s.building(building).round > s.round
        or building in s.gone
        or any(owner.standing(building) for owner in s.in_order())
        or any(owner.plan and building in owner.plan.builds for owner in s.in_order())
        or any(building in owner.hand for owner in s.others(player))
        or any(building in pair for pair in s.passing.values())
    )


def event_elsewhere(s: State, player: Player, card: str) -> bool:
    """Return True if the event card is known to be elsewhere than in this hand."""
    return (
        card in s.gone
        or any(card in owner.events for owner in s.others(player))
        or (s.table.events[card].letter == "B" and s.round < 3 and not player.ruled_event)
    )


def take_ruling(s: State, event: object, waived: Collection[str]) -> None:
    """Note that an event of the other letter may be in this hand, also an unknown one."""
    if isinstance(event, ev.CardsDrawn) and "R-D-CARD-04" in waived:
        s.players[event.player].ruled_event = True


def take(slots: Hand, card: str | None) -> bool:
    """Take a card out of its slot, else out of an unknown one. Return False if there is none."""
    for slot in (card, None):
        if slot in slots:
            slots.remove(slot)
            return True
    return False


def missing(s: State, player: Player, slots: Hand, cards: list[str]) -> list[str]:
    """Return the cards that cannot be in these slots; take the others out of them."""
    return [
        card
        for card in cards
        if (card not in slots and elsewhere(s, player, card)) or not take(slots, card)
    ]


# --- drawing -------------------------------------------------------------------------------


def check_drawn(s: State, event: ev.CardsDrawn) -> Iterator[Breach]:
    """Check what was kept, and the round, pile and kind of what was drawn.

    R-D-CARD-01 … R-D-CARD-04 and R-D-CARD-08; each over the four before the next.
    """
    yield from _check_kept(s, s.players[event.player], event)
    known_cards = [
        (i, card, s.building(card)) for i, card in enumerate(event.drawn) if card is not None
    ]
    for _, card, building in known_cards:
        if building.round != s.round:
            yield breach("R-D-CARD-03", found=card, has=building.round, needs=s.round)
    for i, card, building in known_cards:
        if s.round == 1 and building.round == 1 and building.pile != "ABCD"[i]:
            yield breach("R-D-CARD-01", found=card, has=building.pile, needs="ABCD"[i])
    for i, card, _ in known_cards:
        if card in s.drawn or card in event.drawn[:i]:
            yield breach("R-D-CARD-08", found=card)
    if event.event is not None:
        letter = s.table.events[event.event].letter
        if letter != ("A" if s.round < 3 else "B"):
            yield breach("R-D-CARD-04", found=event.event, has=letter)
        if event.event in s.drawn:
            yield breach("R-D-CARD-08", found=event.event)


def _check_kept(s: State, player: Player, event: ev.CardsDrawn) -> Iterator[Breach]:
    """Check that one old building is kept where there is any (R-D-CARD-02)."""
    if not event.kept:
        if player.hand:
            yield breach("R-D-CARD-02", "A-D-CARD-01", has=len(player.hand), needs=1)
        return
    card = event.kept[0]
    if not player.hand:
        yield breach("R-D-CARD-02", has=0, found=card)
    elif card is not None and (
        s.building(card).round >= s.round or missing(s, player, list(player.hand), [card])
    ):
        yield breach("R-D-CARD-02", found=card, has=list(player.hand))


def draw(s: State, event: ev.CardsDrawn, seq: int) -> None:
    """Set the hand to the cards kept and drawn."""
    player = s.players[event.player]
    player.hand = [*event.kept, *event.drawn]
    player.kept = len(event.kept)
    player.events.append(event.event)
    s.drawn.update(card for card in (*event.drawn, event.event) if card is not None)
    if s.was_last(event.player):
        s.set_step("cards/last" if s.round == 1 else "cards/pass")


# --- passing -------------------------------------------------------------------------------


def check_passed(s: State, event: ev.BuildingsPassed) -> Iterator[Breach]:
    """Check that two of those just drawn are passed on (R-D-CARD-05)."""
    player = s.players[event.player]
    known_cards = [card for card in event.cards if card is not None]
    if len(set(known_cards)) < len(known_cards):
        yield breach("R-D-CARD-05", problem="twice", found=list(event.cards))
    slots = player.hand[player.kept :]
    of_this_round = [card for card in known_cards if s.building(card).round == s.round]
    not_of_hand = [card for card in known_cards if card not in of_this_round]
    not_of_hand += missing(s, player, slots, of_this_round)
    if not_of_hand:
        yield breach("R-D-CARD-05", found=not_of_hand, has=player.hand[player.kept :])


def pass_on(s: State, event: ev.BuildingsPassed, seq: int) -> None:
    """Take two cards out of the hand; all pairs arrive together (R-D-CARD-05)."""
    player = s.players[event.player]
    kept_cards, slots = player.hand[: player.kept], player.hand[player.kept :]
    if None in event.cards:
        slots = [None] * (len(slots) - 2)
    else:
        for card in event.cards:
            take(slots, card)
    player.hand = kept_cards + slots
    s.passing[event.player] = list(event.cards)
    if s.was_last(event.player):
        for giver, pair in s.passing.items():
            s.players[s.neighbour(giver, 1 if s.round % 2 == 0 else -1)].hand += pair
        s.passing = {}
        s.set_step("cards/last")
